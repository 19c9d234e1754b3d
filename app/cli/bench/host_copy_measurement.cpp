#include <fmt/format.h>

#include <algorithm>

#include "app/cli/bench/copy_measurement.h"
#include "app/cli/bench/interleaved_timing.h"
#include "app/labs/copy/copy_kernels.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/copy_plan.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {
namespace {

constexpr std::int64_t itemsize = 4;
/// Extent of a transposed matrix: a power of two, the worst case for caches.
constexpr std::int64_t columns = 8192;

std::size_t size_of(const gpu::StridedLayout& layout) {
  return static_cast<std::size_t>(layout.required_size_in_bytes());
}

/// The stream that may access a buffer: `host` if the buffer is in host memory, otherwise `stream`.
const gpu::Stream& stream_of(const gpu::Buffer& buffer, const gpu::Stream& stream, const gpu::Stream& host) {
  return buffer.device() == host.device() ? host : stream;
}

/// The contents of a buffer, in the CPU device's memory.
gpu::Buffer on_host(const gpu::Buffer& buffer, const gpu::Stream& stream, const gpu::Stream& host) {
  gpu::Buffer copy = host.device().allocate(buffer.size_bytes(), host);
  const gpu::Stream& order = stream_of(buffer, stream, host);
  buffer.copy_to(copy.host_bytes(), order);
  order.synchronize();
  return copy;
}

void fill_through_host(const gpu::Buffer& buffer, const gpu::Stream& stream, const gpu::Stream& host) {
  const gpu::Buffer noise = host.device().allocate(buffer.size_bytes(), host);
  fill_with_noise(noise, host);
  host.synchronize();
  const gpu::Stream& order = stream_of(buffer, stream, host);
  buffer.copy_from(noise.host_bytes(), order);
  order.synchronize();
}

/// Source and destination of a copy.
struct Sides {
  gpu::Buffer source;
  gpu::Buffer destination;
};

Sides allocate(const HostCopyCase& any, std::size_t source_bytes, std::size_t destination_bytes,
               const gpu::Stream& stream, const gpu::Stream& host) {
  const gpu::Device device = stream.device();
  const auto on_device = [&](std::size_t bytes) { return device.allocate(bytes, stream); };
  const auto beside_it = [&](std::size_t bytes) {
    return any.is_pinned ? device.allocate_pinned(bytes) : host.device().allocate(bytes, host);
  };
  return any.is_to_device ? Sides{beside_it(source_bytes), on_device(destination_bytes)}
                          : Sides{on_device(source_bytes), beside_it(destination_bytes)};
}

}  // namespace

gpu::StridedLayout HostCopyCase::dense() const {
  const std::int64_t items = row_bytes > 0 ? row_bytes / itemsize : columns;
  return gpu::StridedLayout({bytes / (items * itemsize), items}, itemsize);
}

gpu::StridedLayout HostCopyCase::strided() const {
  const gpu::StridedLayout shape = dense();
  const std::int64_t rows = shape.shape()[0];
  const std::int64_t items = shape.shape()[1];
  if (row_bytes > 0) {
    return gpu::StridedLayout({rows, 2 * items}, itemsize).sliced({gpu::AxisSlice::all(), {0, items}});
  }
  return gpu::StridedLayout({items, rows}, itemsize).permuted({1, 0});
}

std::string name_of(const HostCopyCase& any) {
  return fmt::format("{}, {}, {} strided on the {}", any.is_to_device ? "host to device" : "device to host",
                     any.is_pinned ? "pinned" : "pageable",
                     any.row_bytes > 0 ? fmt::format("rows of {} bytes", any.row_bytes) : "transpose",
                     any.is_host_strided ? "host" : "device");
}

std::vector<HostCopyCase> host_copy_cases(std::uint64_t memory_bytes) {
  constexpr std::int64_t longest_row = std::int64_t{64} << 10;
  // Memory must hold both sides, one of them twice as large, and the buffers for verifying each.
  const auto most = static_cast<std::int64_t>(memory_bytes / 16);
  const std::int64_t bytes =
      std::max(std::int64_t{1}, std::min(most, std::int64_t{256} << 20) / longest_row) * longest_row;
  std::vector<HostCopyCase> cases;
  for (const bool is_to_device : {true, false}) {
    for (const bool is_pinned : {true, false}) {
      for (const bool is_host_strided : {true, false}) {
        for (const std::int64_t row_bytes : {std::int64_t{64}, std::int64_t{256}, std::int64_t{1024},
                                             std::int64_t{4096}, longest_row, std::int64_t{0}}) {
          cases.push_back({is_to_device, is_pinned, is_host_strided, row_bytes, bytes});
        }
      }
    }
  }
  return cases;
}

HostCopyFigure measure(const HostCopyCase& any, const gpu::Stream& stream, const gpu::Stream& host) {
  const gpu::StridedLayout layout = any.source();
  const gpu::StridedLayout destination_layout = any.destination();
  const Sides sides = allocate(any, size_of(layout), size_of(destination_layout), stream, host);
  const auto type = gpu::element_type_of<float>;
  const auto from = gpu::StridedMemoryView::from_buffer(sides.source, layout, type);
  const auto to = gpu::StridedMemoryView::from_buffer(sides.destination, destination_layout, type);
  fill_through_host(sides.source, stream, host);
  to.copy_from(from, stream);
  stream.synchronize();

  HostCopyFigure figure;
  figure.measured = any;
  figure.speed.bytes = any.bytes;
  figure.speed.differences = count_differences(on_host(sides.source, stream, host), layout,
                                               on_host(sides.destination, stream, host), destination_layout, host);
  figure.speed.plan = to_string(gpu::plan_copy(layout, destination_layout));

  HostCopyCase contiguous = any;
  contiguous.is_pinned = true;
  const auto bytes = static_cast<std::size_t>(any.bytes);
  const Sides reference = allocate(contiguous, bytes, bytes, stream, host);
  const std::vector<double> seconds = median_seconds(
      stream,
      {{[&] { to.copy_from(from, stream); }}, {[&] { reference.destination.copy_from(reference.source, stream); }}});
  const double moved = 1e-9 * static_cast<double>(any.bytes);
  figure.speed.gigabytes_per_second = moved / seconds[0];
  figure.speed.memcpy_gigabytes_per_second = moved / seconds[1];
  return figure;
}

}  // namespace texelscope::app
