#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "app/images/color_map.h"
#include "app/labs/tensor/panel/tensor_panel.h"
#include "app/text/bytes_text.h"
#include "app/text/value_text.h"
#include "app/workspace/state.h"

namespace texelscope::app {
namespace {

/// The choice of an axis, or none, for a role. The chosen axis exchanges its role with the axis that had this role.
void draw_axis_choice(const TensorContext& context, const char* name, const char* label, const std::string& text,
                      int& axis, std::span<const std::int64_t> shape) {
  TensorView& view = context.lab.view;
  const bool is_channels = &axis == &view.channel_axis;
  field_label(context, label, text);
  const auto title = [&](int number) {
    return number < 0 ? std::string{"none"}
                      : fmt::format("axis {}, extent {}", number, shape[static_cast<std::size_t>(number)]);
  };
  // The first entry is none.
  const auto entry = [&](std::size_t i) {
    const bool is_legal = i == 0 || !is_channels || can_be_channels(shape[i - 1]);
    return ListEntry{title(static_cast<int>(i) - 1),
                     is_legal ? "" : "An axis of channels has an extent of 1 to 4: gray, RG, RGB or RGBA.", is_legal,
                     i == 0 ? std::string{"none"} : fmt::format("{}", i - 1)};
  };
  if (const auto picked =
          choose_entry(context, name, title(axis), shape.size() + 1, static_cast<std::size_t>(axis + 1), entry, 0)) {
    const int number = static_cast<int>(*picked) - 1;
    for (int* const other : {&view.row_axis, &view.column_axis, &view.channel_axis}) {
      if (other != &axis && *other == number && number >= 0) {
        *other = axis;
      }
    }
    axis = number;
    settle(view, context.tensor());
    context.lab.place.is_fit = true;
  }
}

/// The index of an axis that is not displayed, and its playback.
void draw_axis_position(const TensorContext& context, int axis, std::int64_t extent) {
  const Theme& theme = context.theme();
  AxisPlayback& playback = context.lab.playback;
  const bool is_playing = playback.axis == axis;
  field_label(context, fmt::format("Axis {}", axis).c_str(), fmt::format("Extent {}.", extent));
  if (icon_button(context, fmt::format("play.{}", axis), is_playing ? Icon::pause : Icon::play,
                  is_playing ? "Stops." : "Plays through the axis.", is_playing)) {
    playback = {.axis = is_playing ? -1 : axis, .rate = playback.rate};
  }
  for (const int direction : {-1, 1}) {
    ImGui::SameLine(0, theme(1));
    const bool goes_back = direction < 0;
    if (icon_button(context, fmt::format("{}.{}", goes_back ? "back" : "step", axis),
                    goes_back ? Icon::step_back : Icon::step, goes_back ? "Previous index." : "Next index.")) {
      playback.axis = -1;
      std::int64_t& at = context.lab.view.index[static_cast<std::size_t>(axis)];
      at = (at + direction + extent) % extent;
    }
  }
  ImGui::SameLine(0, theme(4));
  std::int64_t& position = context.lab.view.index[static_cast<std::size_t>(axis)];
  const ScopedFont scoped_font{theme.value};
  slide_number(context, fmt::format("index.{}", axis), position, 0, extent - 1, "%lld");
}

constexpr std::array<std::string_view, 5> rule_titles = {"Slice", "Whole tensor", "Percentiles", "Type", "Typed"};
constexpr std::array<std::string_view, 4> part_titles = {"Magnitude", "Phase", "Real part", "Imaginary part"};

template <class Choice>
void draw_choice(const TensorContext& context, const char* name, const char* label, const std::string& text,
                 std::span<const std::string_view> titles, Choice& choice) {
  field_label(context, label, text);
  choose(context, name, titles, choice);
}

/// A field for a number. @returns whether it was changed.
bool type_number(const TensorContext& context, const char* name, double& number) {
  const ScopedFont scoped_font{context.theme().value};
  const bool is_changed =
      ImGui::InputDouble(fmt::format("##{}", name).c_str(), &number, 0, 0, "%.6g", ImGuiInputTextFlags_CharsScientific);
  context.record(name);
  return is_changed && std::isfinite(number);
}

void draw_range(const TensorContext& context) {
  TensorLab& lab = context.lab;
  NumberRange range = lab.range();
  field_label(context, "Ends", "The values mapped to the first and last colors. Typing either value locks both.");
  Columns columns{2, context.theme()(4)};
  columns.next();
  bool is_changed = type_number(context, "lowest", range.lowest);
  columns.next();
  is_changed |= type_number(context, "highest", range.highest);
  if (is_changed) {
    lab.set_range(range);
  }
}

std::string yes_or_no(bool is_so) { return is_so ? "yes" : "no"; }

/// Draws a number of the slice and of the tensor, in two columns.
void draw_number(const TensorContext& context, const char* name, const std::string& slice, const std::string& whole) {
  const Theme& theme = context.theme();
  const float left = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x;
  const auto right_aligned = [&](const std::string& text, float right) {
    ImGui::PushFont(theme.value);
    ImGui::SameLine(left + right - ImGui::CalcTextSize(text.c_str()).x);
    ImGui::PopFont();
    text_in(theme.value, color::text, text);
  };
  text_in(theme.small_text, color::text_dim, name);
  right_aligned(slice, width * 0.64F);
  right_aligned(whole, width);
  context.record(fmt::format("number.{}", name));
}

struct NumberRow {
  const char* name;
  std::string (*text)(const ValueSummary& summary);
};

std::string number(double value) { return short_number(value, 9); }
std::string finite(const ValueSummary& summary, double value) { return summary.has_range() ? number(value) : "–"; }

constexpr std::array rows = {
    NumberRow{"count", [](const ValueSummary& s) { return fmt::format("{}", s.count); }},
    NumberRow{"minimum", [](const ValueSummary& s) { return finite(s, s.lowest); }},
    NumberRow{"maximum", [](const ValueSummary& s) { return finite(s, s.highest); }},
    NumberRow{"mean", [](const ValueSummary& s) { return finite(s, s.mean); }},
    NumberRow{"deviation", [](const ValueSummary& s) { return finite(s, s.standard_deviation()); }},
    NumberRow{"zeros", [](const ValueSummary& s) { return fmt::format("{}", s.zeros); }},
    NumberRow{"NaN", [](const ValueSummary& s) { return fmt::format("{}", s.nans); }},
    NumberRow{"+infinity", [](const ValueSummary& s) { return fmt::format("{}", s.positive_infinities); }},
    NumberRow{"−infinity", [](const ValueSummary& s) { return fmt::format("{}", s.negative_infinities); }},
};

/// A column's title, with the progress of its numbers.
std::string progress_text(const char* title, const TensorWatch& watch) {
  return watch.is_busy() && !watch.is_current() ? fmt::format("{:.0f} %", 100 * watch.progress()) : title;
}

/// A name and a value in one row, recorded as "fact.<name>".
void draw_fact(const TensorContext& context, const char* name, const std::string& value, const std::string& text = "") {
  ImGui::BeginGroup();
  value_row(context, name, color::text_dim, value, color::text);
  ImGui::EndGroup();
  context.describe(fmt::format("fact.{}", name), text);
}

}  // namespace

void draw_tensor_slice(const TensorContext& context) {
  TensorLab& lab = context.lab;
  TensorView& view = lab.view;
  heading(context.theme(), "SLICE");
  const std::vector<std::int64_t> shape = values_shape(context.tensor());
  if (shape.empty()) {
    wrapped_text_in(context.theme().small_text, color::text_dim, "One value, without axes.");
    return;
  }
  settle(view, context.tensor());
  draw_axis_choice(context, "rows", "Rows", "The axis drawn downward.", view.row_axis, shape);
  draw_axis_choice(context, "columns", "Columns", "The axis drawn to the right.", view.column_axis, shape);
  draw_axis_choice(context, "channels", "Channels",
                   "An axis whose values are the channels of a color; without one, numbers are colored by the map.",
                   view.channel_axis, shape);
  bool has_hidden = false;
  for (int axis = 0; axis < static_cast<int>(shape.size()); ++axis) {
    const std::int64_t extent = shape[static_cast<std::size_t>(axis)];
    if (axis != view.row_axis && axis != view.column_axis && axis != view.channel_axis && extent > 1) {
      draw_axis_position(context, axis, extent);
      has_hidden = true;
    }
  }
  if (has_hidden) {
    field_label(context, "Rate", "Steps per second of a playing axis.");
    const ScopedFont scoped_font{context.theme().value};
    slide_number(context, "rate", lab.playback.rate, slowest_playback, fastest_playback, "%.3g / s",
                 ImGuiSliderFlags_Logarithmic);
  }
}

void draw_tensor_colors(const TensorContext& context) {
  TensorLab& lab = context.lab;
  TensorView& view = lab.view;
  heading(context.theme(), "COLORS");
  if (number_format(context.tensor().type()).is_complex) {
    ComplexPart part = view.part;
    draw_choice(context, "part", "Complex", "The real number that stands for a complex number.", part_titles, part);
    if (part != view.part) {
      lab.choose_part(part);
    }
  }
  if (view.channel_axis < 0) {
    draw_choice(context, "map", "Map", color_map_text(), color_map_titles(), view.map);
  }
  draw_choice(context, "range", "Range",
              "The range of the colors: that of the slice, of the whole tensor, of all but the outermost percentiles, "
              "of the type, or as typed.",
              rule_titles, view.rule);
  if (view.rule == RangeRule::percentile) {
    field_label(context, "Percent", "The percentage of the numbers beyond each end.");
    if (double percentile = view.percentile; type_number(context, "percentile", percentile)) {
      view.percentile = std::clamp(percentile, 0.0, 50.0);
    }
  }
  draw_range(context);
  field_label(context, "", "");
  check_box(context.theme(), "0 in the middle", &view.is_symmetric);
  context.describe("symmetric", "Widens the range until it is symmetric around 0.");
}

void draw_tensor_choice(const TensorContext& context) {
  TensorLab& lab = context.lab;
  const Theme& theme = context.theme();
  heading(theme, "TENSOR");
  if (lab.tensors().empty()) {
    wrapped_text_in(theme.small_text, color::text_dim,
                    "None yet. Drop an .npy or .npz file on the window, or open one with Ctrl+O.");
    return;
  }
  const auto entry = [&](std::size_t i) {
    const ListedTensor& tensor = lab.tensors()[i];
    return ListEntry{
        fmt::format("{}   {}   {}", tensor.name, to_string(tensor.type), fmt::join(tensor.layout.shape(), " × "))};
  };
  if (const auto picked = choose_entry(context, "tensor", lab.tensors()[lab.chosen_position()].name,
                                       lab.tensors().size(), lab.chosen_position(), entry)) {
    lab.choose(*picked);
  }
  tooltip(theme, lab.file().empty() ? "Memory of this process." : lab.file());
  check_box(context.theme(), "Live", &lab.is_live);
  context.describe("live", "Rereads the memory in each frame, in case other code writes to it.");
  if (!lab.file().empty()) {
    ImGui::SameLine(0, theme(12));
    const ScopedFont scoped_font{theme.small_text};
    if (ImGui::Button("Reload") && lab.can_run()) {
      lab.run();
    }
    context.describe("read_again", fmt::format("Reloads {} (F5).", lab.file()));
  }
}

void draw_tensor_numbers(const TensorContext& context) {
  const TensorLab& lab = context.lab;
  const Theme& theme = context.theme();
  heading(theme, "NUMBERS");
  draw_number(context, "", progress_text("slice", lab.slice_watch()), progress_text("tensor", lab.whole_watch()));
  const ScanResult* const slice = lab.slice_watch().result();
  const ScanResult* const whole = lab.whole_watch().result();
  for (const NumberRow& row : rows) {
    draw_number(context, row.name, slice != nullptr ? row.text(slice->summary) : "…",
                whole != nullptr ? row.text(whole->summary) : "…");
  }
}

void draw_tensor_memory(const TensorContext& context) {
  const Theme& theme = context.theme();
  const gpu::StridedMemoryView& tensor = context.tensor();
  const gpu::StridedLayout& layout = tensor.layout();
  heading(theme, "MEMORY");
  draw_fact(context, "type", to_string(tensor.type()));
  draw_fact(context, "shape", fmt::format("({})", fmt::join(layout.shape(), ", ")));
  draw_fact(context, "strides", fmt::format("({})", fmt::join(layout.strides(), ", ")), "In elements.");
  draw_fact(context, "itemsize", fmt::format("{}", layout.itemsize()), "Bytes of an element.");
  draw_fact(context, "size", bytes_text(layout.volume() * layout.itemsize()), "All elements together.");
  draw_fact(context, "device", to_string(tensor.device_id()), "The device that owns the memory.");
  draw_fact(context, "accessible from",
            tensor.is_host_accessible() ? (tensor.is_device_accessible() ? "host, device" : "host") : "device");
  draw_fact(context, "read-only", yes_or_no(tensor.is_read_only()));
  draw_fact(context, "contiguous",
            layout.is_contiguous_c()     ? (layout.is_contiguous_f() ? "C, F" : "C")
            : layout.is_contiguous_f()   ? "F"
            : layout.is_contiguous_any() ? "in a different order"
                                         : "no");
  draw_fact(context, "dense", yes_or_no(layout.is_dense()), "Contiguous in some order, from offset 0.");
  draw_fact(context, "unique", to_string(layout.uniqueness()), "Whether each element has its own offset.");
  draw_fact(context, "address", fmt::format("{:#x}", tensor.pointer().value), "The address of offset 0.");
  const bool is_covered = has_covered_results(context.state());
  ImGui::BeginDisabled(is_covered);
  if (ImGui::Button("Show the layout", {-1, 0})) {
    open_layout(context.state(), layout);
  }
  ImGui::EndDisabled();
  context.describe("open_layout", is_covered ? covered_reason : "Opens shape and strides in the Layout lab (Y).");
}

}  // namespace texelscope::app
