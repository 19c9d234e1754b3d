#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iostream>

#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/files/file.h"
#include "app/files/free_memory.h"
#include "app/text/bytes_text.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/copy_plan.h"
#include "texelscope/gpu/layout_operation.h"
#include "texelscope/gpu/npy.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app::copy_command {
namespace {

struct Options {
  CommonOptions common;
  std::string input;
  std::string output;
  std::vector<std::string> operations;
  std::string order = "C";
  bool has_plan = false;
};

void declare(CommandOptions& command, Options& options) {
  command.option("input", "IN.npy", options.input, "the array to read", {.is_required = true, .path = PathUse::read});
  command.option("output", "OUT.npy", options.output, "the file to write; omit it with --plan",
                 {.path = PathUse::write});
  command.option("--op", "NAME(ARGUMENTS)", options.operations, "an operation, such as \"permuted(1,0)\"; repeatable");
  command.option("--order", "O", options.order,
                 "order of the result: C, F, K, or the axes, ending with the axis of stride 1",
                 {.words = order_words()});
  command.flag("--plan", options.has_plan, "print the copy plan and its reasons, without copying");
  add_common_options(command, options.common);
}

gpu::StridedLayout apply_all(gpu::StridedLayout layout, const std::vector<std::string>& operations) {
  for (const std::string& text : operations) {
    const gpu::StridedLayout changed =
        option_value("--op " + text, [&] { return gpu::apply(layout, gpu::layout_operation_from_string(text)); });
    if (changed.itemsize() != layout.itemsize()) {
      throw UsageError(fmt::format("--op {}: a copy cannot change the element type; omit repacked()", text));
    }
    layout = changed;
  }
  return layout;
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

/// Allocates at least one byte, because an empty array needs a buffer, too.
gpu::Buffer allocate(const gpu::Device& device, const gpu::StridedLayout& layout, const gpu::Stream& stream) {
  const std::int64_t bytes = std::max<std::int64_t>(layout.required_size_in_bytes(), 1);
  return device.allocate(static_cast<std::size_t>(bytes), stream);
}

/// Copies directly, because memory of the CPU device would duplicate both arrays.
void copy_on_host(const gpu::NpyArray& array, const gpu::StridedLayout& layout, std::span<std::byte> result,
                  const gpu::StridedLayout& dense, const gpu::Stream& stream) {
  const auto from = gpu::StridedMemoryView::from_host(array.bytes(), layout, array.type);
  gpu::StridedMemoryView::from_host(result, dense, array.type).copy_from(from, stream);
  stream.synchronize();
}

void copy_on_device(const gpu::NpyArray& array, const gpu::StridedLayout& layout, std::span<std::byte> result,
                    const gpu::StridedLayout& dense, const gpu::Stream& stream) {
  const gpu::Buffer source = allocate(stream.device(), array.layout, stream);
  const gpu::Buffer destination = allocate(stream.device(), dense, stream);
  source.copy_from(array.bytes(), stream);
  const auto from = gpu::StridedMemoryView::from_buffer(source, layout, array.type);
  const auto to = gpu::StridedMemoryView::from_buffer(destination, dense, array.type);
  to.copy_from(from, stream);
  if (!result.empty()) {
    destination.copy_to(result, stream);
  }
  stream.synchronize();
}

/// Broadcasting a few elements may require more memory than the machine has. @throws RunError.
void require_memory(const gpu::StridedLayout& result) {
  const auto bytes = static_cast<std::uint64_t>(result.required_size_in_bytes());
  if (const std::uint64_t available = free_memory(); bytes > available) {
    const auto text = [](std::uint64_t size) { return bytes_text(static_cast<std::int64_t>(size)); };
    throw RunError(
        fmt::format("copy: the result of shape {} needs {} of memory, but only {} are free; free memory, or copy a "
                    "part, for example with --op \"sliced(…)\"",
                    to_string(result.shape()), text(bytes), text(available)));
  }
}

int run(const Options& options) {
  const gpu::StridedLayout layout =
      apply_all(gpu::read_npy_header(std::filesystem::path(options.input)).layout, options.operations);
  const auto order = option_value("--order", [&] { return gpu::stride_order_from_string(options.order); });
  const gpu::StridedLayout dense = layout.to_dense(order);
  if (options.has_plan) {
    print_plan(layout, dense);
    return exit_code::success;
  }
  if (options.output.empty()) {
    throw UsageError("copy: no output file; use texelscope copy IN.npy OUT.npy");
  }
  require_writable(options.output);
  require_memory(dense);
  const gpu::NpyArray array = gpu::read_npy(std::filesystem::path(options.input));
  std::vector<std::byte> result(static_cast<std::size_t>(dense.required_size_in_bytes()));
  run_observed(options.common, [&](const gpu::DeviceOptions& device_options) {
    const gpu::Device device = open_device(options.common, device_options);
    const gpu::Stream stream = device.create_stream();
    if (device.id().kind == gpu::DeviceKind::cpu) {
      copy_on_host(array, layout, result, dense, stream);
    } else {
      copy_on_device(array, layout, result, dense, stream);
    }
  });
  write_file(options.output, [&](std::ostream& out) { gpu::write_npy(out, result, dense, array.type); });
  return exit_code::success;
}

const RegisteredSubcommand registered{{.name = "copy",
                                       .text = "copy an array on a device, applying operations to its layout",
                                       .group = CommandGroup::people,
                                       .rank = 60,
                                       .declare = with_options(declare, run)}};

}  // namespace
}  // namespace texelscope::app::copy_command
