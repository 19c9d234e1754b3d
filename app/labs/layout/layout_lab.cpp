#include "app/labs/layout/layout_lab.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <utility>

#include "app/labs/lab_setting.h"

namespace texelscope::app {
namespace {

using gpu::StridedLayout;

constexpr std::array<std::string_view, 5> layout_tabs = {"map", "properties", "code", "warp", "banks"};
constexpr std::array<std::string_view, 3> codes = {"numpy", "cuda_core", "cpp"};
/// The prefix of a disabled operation in the session.
constexpr std::string_view off = "# ";

/// `field` is the field being read, and thus the wrong one if reading throws.
StridedLayout read_input(const LayoutText& text, LayoutField& field) {
  field = LayoutField::shape;
  const gpu::Dimensions shape = gpu::dimensions_from_string(text.shape);
  field = LayoutField::itemsize;
  (void)StridedLayout({}, text.itemsize);
  field = LayoutField::shape;
  StridedLayout implicit(shape, text.itemsize);
  if (text.strides.find_first_not_of(' ') != std::string::npos) {
    field = LayoutField::strides;
    return {shape, gpu::dimensions_from_string(text.strides), text.itemsize, text.unit};
  }
  field = LayoutField::order;
  const gpu::StrideOrder order = gpu::stride_order_from_string(text.order);
  return order == gpu::StrideOrder::c() ? implicit : StridedLayout::dense(shape, text.itemsize, order);
}

std::string reversed_axes(const StridedLayout& layout) {
  gpu::Dimensions axes;
  for (std::size_t axis = layout.ndim(); axis-- > 0;) {
    axes.push_back(static_cast<std::int64_t>(axis));
  }
  return "permuted" + to_string(axes);
}

std::string whole_slices(const StridedLayout& layout) {
  std::string slices;
  for (std::size_t axis = 0; axis < layout.ndim(); ++axis) {
    slices += axis == 0 ? "::-1" : ", :";
  }
  return "sliced(" + slices + ")";
}

std::string broadcast_shape(const StridedLayout& layout) {
  std::string text = "broadcast_to(2";
  for (const std::int64_t extent : layout.shape()) {
    text += fmt::format(", {}", extent);
  }
  return text + ")";
}

constexpr OperationOffer offers[] = {
    {"permuted", reversed_axes, "Reorders the axes: axis i of the result is axis p[i]."},
    {"sliced", whole_slices, "Selects a part of each axis, as start:stop:step or one index."},
    {"reshaped", [](const StridedLayout&) { return std::string{"reshaped(-1)"}; },
     "The same elements in C order with a different shape; -1 stands for the remaining extent."},
    {"flattened", [](const StridedLayout&) { return std::string{"flattened()"}; },
     "Merges neighboring axes where one stride can replace both."},
    {"broadcast_to", broadcast_shape, "Repeats with stride 0 along axes that are missing or have extent 1."},
    {"squeezed", [](const StridedLayout&) { return std::string{"squeezed()"}; }, "Drops the axes of extent 1."},
    {"unsqueezed", [](const StridedLayout&) { return std::string{"unsqueezed(0)"}; }, "Inserts axes of extent 1."},
    {"repacked",
     [](const StridedLayout& layout) {
       return fmt::format("repacked({})", layout.itemsize() > 1 ? layout.itemsize() / 2 : 2);
     },
     "The same bytes as elements of a different size, along an axis of stride 1."},
    {"to_dense", [](const StridedLayout&) { return std::string{"to_dense()"}; },
     "The layout of a copy without gaps: order C, F, K or a permutation."},
};

}  // namespace

const StridedLayout* ChainResult::shown() const { return before(failed().value_or(steps.size())); }

const StridedLayout* ChainResult::before(std::size_t position) const {
  const StridedLayout* layout = input ? &*input : nullptr;
  for (std::size_t i = 0; i < std::min(position, steps.size()); ++i) {
    if (!steps[i].error.empty()) {
      return nullptr;
    }
    if (steps[i].layout) {
      layout = &*steps[i].layout;
    }
  }
  return layout;
}

std::optional<std::size_t> ChainResult::failed() const {
  const auto found = std::ranges::find_if(steps, [](const ChainStep& step) { return !step.error.empty(); });
  return found == steps.end() ? std::nullopt : std::optional{static_cast<std::size_t>(found - steps.begin())};
}

ChainResult evaluate(const LayoutText& text, std::span<const ChainEntry> entries) {
  LayoutField field = LayoutField::shape;
  try {
    return evaluate_from(read_input(text, field), entries);
  } catch (const std::exception& error) {
    ChainResult result;
    result.steps.resize(entries.size());
    result.wrong_field = field;
    result.input_error = error.what();
    return result;
  }
}

ChainResult evaluate_from(const StridedLayout& input, std::span<const ChainEntry> entries) {
  ChainResult result;
  result.steps.resize(entries.size());
  result.input = input;
  const StridedLayout* layout = &*result.input;
  for (std::size_t i = 0; i < entries.size() && layout != nullptr; ++i) {
    ChainStep& step = result.steps[i];
    if (!entries[i].is_enabled) {
      continue;
    }
    try {
      step.operation = gpu::layout_operation_from_string(entries[i].text);
      step.layout = gpu::apply(*layout, *step.operation);
      layout = &*step.layout;
    } catch (const std::exception& error) {
      step.error = error.what();
      layout = nullptr;
    }
  }
  return result;
}

std::span<const OperationOffer> operation_offers() { return offers; }

LayoutLab::LayoutLab() {
  add("permuted(1, 0)");
  update();
}

LabSettings LayoutLab::declare_settings() {
  const auto line_of = [](const ChainEntry& entry) { return (entry.is_enabled ? "" : std::string{off}) + entry.text; };
  const auto entry_of = [this](const std::string& line) {
    const bool is_off = line.starts_with(off);
    return ChainEntry{is_off ? line.substr(off.size()) : line, !is_off, next_id_++};
  };
  return {"layout lab",
          {{"shape", text_of(text.shape)},
           {"strides", text_of(text.strides)},
           {"unit", choice_of(text.unit, layout_unit_names)},
           {"itemsize", integer_of(text.itemsize)},
           {"order", text_of(text.order)},
           {"operations", lines_of(entries, std::numeric_limits<std::size_t>::max(), line_of, entry_of)},
           {"tab", choice_of(tab, layout_tabs)},
           {"code", choice_of(code, codes)},
           {"warp_start", integer_of(warp_start)},
           {"tile_rows", integer_of(tile.rows)},
           {"tile_columns", integer_of(tile.columns)},
           {"tile_itemsize", integer_of(tile.itemsize)},
           {"tile_padding", integer_of(tile.padding)},
           {"tile_swizzle", switch_of(tile.is_swizzled)},
           {"tile_access", choice_of(access.direction, tile_direction_names)},
           {"tile_line", integer_of(access.line)}}};
}

void LayoutLab::take_layout(const gpu::StridedLayout& layout) {
  text = {.shape = fmt::format("{}", fmt::join(layout.shape(), ", ")),
          .strides = fmt::format("{}", fmt::join(layout.strides(), ", ")),
          .itemsize = layout.itemsize()};
  entries.clear();
}

void LayoutLab::update() {
  result_ = evaluate(text, entries);
  if (const StridedLayout* layout = result_.shown()) {
    last_shown_ = *layout;
    settle(slice, *layout);
    warp_start = std::clamp<std::int64_t>(warp_start, 0, std::max<std::int64_t>(layout->volume() - 1, 0));
  }
  settle(tile, access);
}

const PaddingAdvice& LayoutLab::padding_advice() {
  SharedMemoryTile key = tile;
  key.padding = 0;
  if (!advice_ || key != advised_tile_) {
    advised_tile_ = key;
    advice_ = PaddingAdvice{padding_without_conflicts(tile, TileDirection::column),
                            padding_without_conflicts(tile, TileDirection::diagonal)};
  }
  return *advice_;
}

void LayoutLab::add(std::string operation) { entries.push_back({std::move(operation), true, next_id_++}); }

void LayoutLab::erase(std::size_t position) {
  if (position < entries.size()) {
    entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(position));
  }
}

void LayoutLab::move(std::size_t from, std::size_t to) {
  if (from >= entries.size() || to >= entries.size() || from == to) {
    return;
  }
  const auto at = [this](std::size_t position) { return entries.begin() + static_cast<std::ptrdiff_t>(position); };
  if (from < to) {
    std::rotate(at(from), at(from) + 1, at(to) + 1);
  } else {
    std::rotate(at(to), at(from), at(from) + 1);
  }
}

}  // namespace texelscope::app
