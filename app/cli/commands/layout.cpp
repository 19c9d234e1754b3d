#include <fmt/format.h>

#include <iostream>

#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/layout_batch.h"
#include "app/labs/layout/layout_picture.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/layout_operation.h"

namespace texelscope::app::layout_command {
namespace {

struct Options {
  std::string shape;
  std::string strides;
  std::string itemsize = "1";
  std::string order;
  std::vector<std::string> operations;
  std::string batch;
  std::string svg;
  std::string png;
  bool is_json = false;
};

void declare(CommandOptions& command, Options& options) {
  command.option("--shape", "S", options.shape, "the extents, such as 5,3,4; \"()\" for rank 0");
  command.option("--strides", "S", options.strides, "strides in elements (default: C order)");
  command.option("--itemsize", "N", options.itemsize, "bytes per element (default: 1)");
  command.option("--order", "O", options.order, "C, F, or the axes, ending with the axis of stride 1, such as 2,0,1",
                 {.words = order_words()});
  command.option("--op", "NAME(ARGUMENTS)", options.operations,
                 "an operation, such as \"sliced(::-2, 1:)\"; repeatable");
  command.option("--batch", "CASES.jsonl", options.batch,
                 "process a file with one JSON case per line; - reads standard input", {.path = PathUse::read});
  command.json(options.is_json);
  command.option("--svg", "F.svg", options.svg, "draw the indices and memory into an SVG file instead",
                 {.path = PathUse::write});
  command.option("--png", "F.png", options.png, "draw the indices and memory into a PNG file instead",
                 {.path = PathUse::write});
}

std::int64_t itemsize_from(const std::string& text) {
  const gpu::Dimensions numbers = gpu::dimensions_from_string(text);
  if (numbers.size() != 1) {
    throw UsageError(fmt::format("--itemsize cannot be '{}': use a number of bytes", text));
  }
  return numbers[0];
}

std::string contiguity_text(const gpu::StridedLayout& layout, const gpu::StrideOrder& order) {
  const auto found = layout.contiguity_break(order);
  if (!found) {
    return layout.is_empty() ? "yes: the layout is empty" : "yes";
  }
  return fmt::format("no: axis {} has stride {} instead of {}", found->axis, found->stride, found->needed_stride);
}

std::string dense_text(const gpu::StridedLayout& layout) {
  if (layout.is_dense()) {
    return "yes";
  }
  return layout.is_contiguous_any() ? fmt::format("no: it starts at offset {}", layout.slice_offset())
                                    : "no: it is not contiguous in any order";
}

std::string unique_text(const gpu::StridedLayout& layout) {
  const auto axis = layout.overlapping_axis();
  if (!axis) {
    return "yes";
  }
  return fmt::format("{}: axis {} with stride {} {} within the span of the axes with smaller strides",
                     to_string(layout.uniqueness()), *axis, layout.strides()[*axis],
                     layout.strides()[*axis] == 0 ? "repeats" : "steps");
}

void print_table(const gpu::StridedLayout& layout) {
  const auto print = [](const char* name, const auto& value) { std::cout << fmt::format("{:<24}{}\n", name, value); };
  const gpu::OffsetBounds bounds = layout.offset_bounds();
  print("ndim", layout.ndim());
  print("shape", to_string(layout.shape()));
  print("strides", to_string(layout.strides()) + (layout.has_strides() ? "" : ", implied"));
  print("strides_in_bytes", to_string(layout.strides_in_bytes()));
  print("stride_order", to_string(layout.stride_order()));
  print("volume", layout.volume());
  print("itemsize", layout.itemsize());
  print("slice_offset", layout.slice_offset());
  print("slice_offset_in_bytes", layout.slice_offset_in_bytes());
  print("offset_bounds", fmt::format("({}, {}){}", bounds.min, bounds.max, layout.is_empty() ? ": it is empty" : ""));
  print("is_unique", unique_text(layout));
  print("is_contiguous_c", contiguity_text(layout, gpu::StrideOrder::c()));
  print("is_contiguous_f", contiguity_text(layout, gpu::StrideOrder::f()));
  print("is_contiguous_any", contiguity_text(layout, gpu::StrideOrder::k()));
  print("is_dense", dense_text(layout));
  print("flattened_axis_mask", fmt::format("{:#x}", layout.flattened_axis_mask()));
  print("required_size_in_bytes", bounds.min < 0 ? fmt::format("none: an element is below offset 0, at {}", bounds.min)
                                                 : fmt::format("{}", layout.required_size_in_bytes()));
}

/// The layout described by the options, after all operations.
gpu::StridedLayout layout_from(const Options& options) {
  if (options.shape.empty()) {
    throw UsageError("layout: --shape is missing; pass the extents, such as --shape 5,3,4, or \"()\" for rank 0");
  }
  if (!options.strides.empty() && !options.order.empty()) {
    throw UsageError("layout: --strides and --order are mutually exclusive; omit one");
  }
  const gpu::Dimensions shape = option_value("--shape", [&] { return gpu::dimensions_from_string(options.shape); });
  const std::int64_t itemsize = option_value("--itemsize", [&] { return itemsize_from(options.itemsize); });
  gpu::StridedLayout layout(shape, itemsize);
  if (!options.strides.empty()) {
    const auto strides = option_value("--strides", [&] { return gpu::dimensions_from_string(options.strides); });
    layout = gpu::StridedLayout(shape, strides, itemsize);
  } else if (!options.order.empty()) {
    const auto order = option_value("--order", [&] { return gpu::stride_order_from_string(options.order); });
    layout = gpu::StridedLayout::dense(shape, itemsize, order);
  }
  for (const std::string& operation : options.operations) {
    layout = option_value("--op", [&] { return gpu::apply(layout, gpu::layout_operation_from_string(operation)); });
  }
  return layout;
}

/// The caption above the drawing: the options of the layout.
std::string picture_title(const Options& options) {
  std::string title = "shape " + options.shape;
  if (!options.strides.empty()) {
    title += "  strides " + options.strides;
  }
  if (!options.order.empty()) {
    title += "  order " + options.order;
  }
  for (const std::string& operation : options.operations) {
    title += "  ." + operation;
  }
  return title;
}

void draw_pictures(const Options& options, const gpu::StridedLayout& layout) {
  const Drawing picture = layout_picture(layout, picture_title(options));
  if (!options.svg.empty()) {
    save_svg(options.svg, picture);
  }
  if (!options.png.empty()) {
    save_picture_png(options.png, picture);
  }
}

int run(const Options& options) {
  const bool has_picture = !options.svg.empty() || !options.png.empty();
  if (has_picture && (options.is_json || !options.batch.empty())) {
    throw UsageError("layout: --svg and --png cannot be combined with --json or --batch; omit one or the other");
  }
  if (!options.batch.empty()) {
    if (!options.shape.empty() || !options.strides.empty() || !options.order.empty() || !options.operations.empty()) {
      throw UsageError("layout: --batch reads all cases from the file; omit the other options");
    }
    return run_layout_batch(options.batch);
  }
  const gpu::StridedLayout layout = layout_from(options);
  if (has_picture) {
    draw_pictures(options, layout);
  } else if (options.is_json) {
    fmt::memory_buffer json;
    append_layout_json(json, layout);
    std::cout << fmt::format("{{{}}}\n", fmt::to_string(json));
  } else {
    print_table(layout);
  }
  return exit_code::success;
}

const RegisteredSubcommand registered{
    {.name = "layout",
     .text = "show where a tensor's elements are in memory, and all properties of its layout",
     .group = CommandGroup::people,
     .rank = 50,
     .footer =
         "Operations: permuted(axes) sliced(slices) reshaped(extents) flattened([start, end] | mask=M) squeezed()\n"
         "unsqueezed(axes) broadcast_to(extents) repacked(itemsize, data_ptr=0, axis=-1, keep_dim=true) "
         "to_dense(C|F|K|axes).",
     .examples = {{"texelscope layout --shape 5,3,4 --op \"permuted(2,0,1)\"",
                   "where the elements of a tensor are "
                   "in memory"}},
     .declare = with_options(declare, run)}};

}  // namespace
}  // namespace texelscope::app::layout_command
