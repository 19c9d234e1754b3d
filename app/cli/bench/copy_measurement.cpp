#include "app/cli/bench/copy_measurement.h"

#include "app/cli/bench/copy_timing.h"
#include "app/labs/copy/check_copy.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/copy_plan.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {
namespace {

/// The fastest memcpy of the device that is known, of the first bytes of two buffers.
struct Memcpy {
  std::string by;
  TimedWork timed;
};

std::vector<Memcpy> memcpys(const gpu::Buffer& source, const gpu::Buffer& destination, std::int64_t bytes,
                            const gpu::Stream& stream, int repetitions) {
  const gpu::StridedLayout flat({bytes}, 1);
  const auto from = gpu::StridedMemoryView::from_buffer(source, flat, gpu::element_type_of<std::uint8_t>);
  const auto to = gpu::StridedMemoryView::from_buffer(destination, flat, gpu::element_type_of<std::uint8_t>);
  std::vector<Memcpy> all{{"the device's linear copy", {[=] { to.copy_from(from, stream); }, repetitions}}};
  if (stream.device().id().kind == gpu::DeviceKind::cpu) {
    const auto in_parallel = [to = destination.host_bytes(), from = source.host_bytes(), bytes] {
      copy_in_parallel(to.data(), from.data(), static_cast<std::size_t>(bytes));
    };
    all.push_back({"memcpy on each thread", {in_parallel, repetitions}});
  }
  return all;
}

}  // namespace

/// The memcpy is that of as many bytes, so that both walk as much memory.
CopyFigure measure(const CopyCase& any, const gpu::Stream& stream) {
  const gpu::Device device = stream.device();
  const gpu::StridedLayout array = any.array();
  const gpu::StridedLayout layout = any.source();
  const gpu::StridedLayout dense = layout.to_dense(gpu::StrideOrder::c());
  const std::int64_t bytes = dense.required_size_in_bytes();
  const gpu::Buffer source = device.allocate(static_cast<std::size_t>(array.required_size_in_bytes()), stream);
  const gpu::Buffer destination = device.allocate(static_cast<std::size_t>(bytes), stream);
  const gpu::ElementType type(gpu::ElementKind::opaque, 8, any.itemsize);
  const auto from = gpu::StridedMemoryView::from_buffer(source, layout, type);
  const auto to = gpu::StridedMemoryView::from_buffer(destination, dense, type);
  fill_with_noise(source, stream);
  destination.fill(std::byte{0xA5}, stream);
  to.copy_from(from, stream);

  CopyFigure figure;
  figure.measured = any;
  figure.limit = sector_limit(layout);
  figure.speed.bytes = bytes;
  figure.speed.differences = count_differences(source, layout, destination, dense, stream);
  figure.speed.plan = to_string(gpu::plan_copy(layout, dense));
  // A GPU's copy is over sooner than the host can wait for one.
  const int repetitions = device.id().kind == gpu::DeviceKind::cuda ? 10 : 1;
  std::vector<TimedWork> works{{[&] { to.copy_from(from, stream); }, repetitions}};
  const std::vector<Memcpy> references = memcpys(source, destination, bytes, stream, repetitions);
  for (const Memcpy& each : references) {
    works.push_back(each.timed);
  }
  const std::vector<double> seconds = median_seconds(stream, works);
  const double moved = 2e-9 * static_cast<double>(bytes);
  figure.speed.gigabytes_per_second = moved / seconds[0];
  for (std::size_t number = 0; number < references.size(); ++number) {
    const double speed = moved / seconds[number + 1];
    if (speed > figure.speed.memcpy_gigabytes_per_second) {
      figure.speed.memcpy_gigabytes_per_second = speed;
      figure.memcpy_by = references[number].by;
    }
  }
  return figure;
}

}  // namespace texelscope::app
