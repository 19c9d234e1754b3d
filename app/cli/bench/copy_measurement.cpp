#include "app/cli/bench/copy_measurement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <thread>

#include "app/cli/bench/interleaved_timing.h"
#include "app/cli/json.h"
#include "app/labs/copy/copy_kernels.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/copy_plan.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {
namespace {

Json json_of(const gpu::Dimensions& dimensions) {
  Json array = Json::array();
  for (const std::int64_t each : dimensions) {
    array.push_back(each);
  }
  return array;
}

void add(Json& json, const CopySpeed& speed) {
  json["bytes"] = speed.bytes;
  json["gigabytes_per_second"] = speed.gigabytes_per_second;
  json["memcpy_gigabytes_per_second"] = speed.memcpy_gigabytes_per_second;
  json["ratio"] = speed.ratio();
  json["differences"] = speed.differences;
  json["plan"] = speed.plan;
}

std::string text_of(const CopySpeed& speed) {
  return fmt::format("{:>8.1f} GB/s of {:>8.1f}   {:.3f}   {}{}\n", speed.gigabytes_per_second,
                     speed.memcpy_gigabytes_per_second, speed.ratio(), speed.plan,
                     speed.differences == 0 ? "" : fmt::format("   WRONG: {} elements", speed.differences));
}

/// A way to copy the first bytes of one buffer to another; the fastest one is the reference.
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

/// The memcpy copies the same number of bytes, so that both traverse the same amount of memory.
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
  // A single copy on a GPU would finish before the host starts waiting, so multiple copies are timed together.
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

Json json_of(const CopyFigure& figure) {
  Json json{{"name", figure.measured.name},
            {"kind", to_string(figure.measured.kind)},
            {"dtype", figure.measured.type},
            {"shape", json_of(figure.measured.shape)},
            {"permutation", figure.measured.operation}};
  add(json, figure.speed);
  json["memcpy_by"] = figure.memcpy_by;
  json["limit"] = figure.limit;
  return json;
}

Json json_of(const HostCopyFigure& figure) {
  const HostCopyCase& measured = figure.measured;
  Json json{{"name", name_of(measured)},
            {"direction", measured.is_to_device ? "host to device" : "device to host"},
            {"host_memory", measured.is_pinned ? "pinned" : "pageable"},
            {"strided", measured.is_host_strided ? "host" : "device"},
            {"kind", to_string(measured.row_bytes > 0 ? CopyKind::rows : CopyKind::transpose)}};
  if (measured.row_bytes > 0) {
    json["row_bytes"] = measured.row_bytes;
  }
  json["dtype"] = "float32";
  json["shape"] = json_of(measured.dense().shape());
  json["source_strides"] = json_of(measured.source().strides());
  json["destination_strides"] = json_of(measured.destination().strides());
  add(json, figure.speed);
  return json;
}

std::string line_of(const CopyFigure& figure) {
  return fmt::format("  {:<18} {:<10} {:<24} {:<22} {}", figure.measured.name, figure.measured.type,
                     to_string(figure.measured.shape), figure.measured.operation, text_of(figure.speed));
}

std::string line_of(const HostCopyFigure& figure) {
  return fmt::format("  {:<77} {}", name_of(figure.measured), text_of(figure.speed));
}

void copy_in_parallel(std::byte* to, const std::byte* from, std::size_t bytes) {
  constexpr std::size_t page_bytes = 4096;
  const std::size_t threads = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t part = (bytes / threads + page_bytes) / page_bytes * page_bytes;
  std::vector<std::jthread> others;
  for (std::size_t first = part; first < bytes; first += part) {
    others.emplace_back([=] { std::memcpy(to + first, from + first, std::min(part, bytes - first)); });
  }
  std::memcpy(to, from, std::min(part, bytes));
}

}  // namespace texelscope::app
