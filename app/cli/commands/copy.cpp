#include <fmt/format.h>

#include <iostream>

#include "app/cli/commands/copy_options.h"
#include "app/cli/exit_code.h"
#include "app/device/device_choice.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/copy_plan.h"
#include "texelscope/gpu/layout_operation.h"
#include "texelscope/gpu/npy.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {
namespace {

gpu::StridedLayout apply_all(gpu::StridedLayout layout, const std::vector<std::string>& operations) {
  for (const std::string& text : operations) {
    try {
      const gpu::StridedLayout changed = gpu::apply(layout, gpu::layout_operation_from_string(text));
      if (changed.itemsize() != layout.itemsize()) {
        throw UsageError(fmt::format("--op {}: a copy keeps the type of the elements; leave repacked() out", text));
      }
      layout = changed;
    } catch (const gpu::InvalidArgument& error) {
      throw UsageError(fmt::format("--op {}: {}", text, error.what()));
    }
  }
  return layout;
}

gpu::StrideOrder order_option(const std::string& text) {
  try {
    return gpu::stride_order_from_string(text);
  } catch (const gpu::InvalidArgument& error) {
    throw UsageError(fmt::format("--order: {}", error.what()));
  }
}

void print_plan(const gpu::StridedLayout& source, const gpu::StridedLayout& destination) {
  const gpu::CopyPlan plan = gpu::plan_copy(source, destination);
  std::cout << fmt::format("source       {}\ndestination  {}\n", to_string(source), to_string(destination));
  for (const std::string& step : plan.steps) {
    std::cout << fmt::format("  {}\n", step);
  }
  for (const gpu::CopyAxis& axis : plan.axes) {
    std::cout << fmt::format("  axis of {} items: {} bytes apart in the source, {} in the destination\n", axis.extent,
                             axis.source_stride, axis.destination_stride);
  }
  std::cout << fmt::format("{}\n  cpu   {}\n  cuda  {}\n", to_string(plan), execution_text(plan, gpu::DeviceKind::cpu),
                           execution_text(plan, gpu::DeviceKind::cuda));
}

/// Rounded up, as an empty array has a buffer too.
gpu::Buffer allocate(const gpu::Device& device, const gpu::StridedLayout& layout, const gpu::Stream& stream) {
  const std::int64_t bytes = std::max<std::int64_t>(layout.required_size_in_bytes(), 1);
  return device.allocate(static_cast<std::size_t>(bytes), stream);
}

}  // namespace

int run_copy(const CopyOptions& options) {
  const std::optional<gpu::DeviceId> id = options.common.device_id();
  const gpu::NpyArray array = gpu::read_npy(std::filesystem::path(options.input));
  const gpu::StridedLayout layout = apply_all(array.layout, options.operations);
  const gpu::StridedLayout dense = layout.to_dense(order_option(options.order));
  if (options.has_plan) {
    print_plan(layout, dense);
    return exit_code::success;
  }
  if (options.output.empty()) {
    throw UsageError("copy: the file to write is missing: texelscope copy IN.npy OUT.npy");
  }
  std::vector<std::byte> result(static_cast<std::size_t>(dense.required_size_in_bytes()));
  run_observed(options.common, [&](const gpu::DeviceOptions& device_options) {
    const ChosenDevice chosen = open_device(id, device_options);
    if (!chosen.note.empty()) {
      print_note(chosen.note);
    }
    const gpu::Stream stream = chosen.device.create_stream();
    const gpu::Buffer source = allocate(chosen.device, array.layout, stream);
    const gpu::Buffer destination = allocate(chosen.device, dense, stream);
    source.copy_from(array.bytes(), stream);
    const auto from = gpu::StridedMemoryView::from_buffer(source, layout, array.type);
    const auto to = gpu::StridedMemoryView::from_buffer(destination, dense, array.type);
    to.copy_from(from, stream);
    if (!result.empty()) {
      destination.copy_to(result, stream);
    }
    stream.synchronize();
  });
  gpu::write_npy(std::filesystem::path(options.output), result, dense, array.type);
  return exit_code::success;
}

}  // namespace texelscope::app
