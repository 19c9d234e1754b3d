#include "app/cli/bench/copy_measurement.h"
#include "app/cli/bench/interleaved_timing.h"
#include "app/labs/copy/check_copy.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/copy_plan.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {
namespace {

std::size_t size_of(const gpu::StridedLayout& layout) {
  return static_cast<std::size_t>(layout.required_size_in_bytes());
}

/// The stream of the two that may use a buffer.
const gpu::Stream& stream_of(const gpu::Buffer& buffer, const gpu::Stream& stream, const gpu::Stream& host) {
  return buffer.device() == host.device() ? host : stream;
}

/// What a buffer holds, in memory of the CPU device.
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

/// Both ends of a copy.
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
