#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/copy_options.h"
#include "app/cli/exit_code.h"
#include "app/core/check_copy.h"
#include "app/core/copy_cases.h"
#include "app/core/device_choice.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/copy_plan.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::ordered_json;

struct CopyFigure {
  CopyCase measured;
  std::int64_t bytes = 0;
  double gigabytes_per_second = 0;
  double memcpy_gigabytes_per_second = 0;
  std::uint64_t differences = 0;
  std::string plan;

  [[nodiscard]] double ratio() const { return gigabytes_per_second / memcpy_gigabytes_per_second; }
};

/// The median time of one call in seconds, the stream's work included.
double median_seconds(const gpu::Stream& stream, int repetitions, const std::function<void()>& work) {
  constexpr int rounds = 7;
  std::array<double, rounds> times{};
  work();
  stream.synchronize();
  for (double& time : times) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < repetitions; ++i) {
      work();
    }
    stream.synchronize();
    time = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / repetitions;
  }
  std::ranges::sort(times);
  return times[rounds / 2];
}

/// The memcpy is that of as many bytes, so that both walk as much memory.
CopyFigure measure(const CopyCase& each, const gpu::Stream& stream) {
  const gpu::Device device = stream.device();
  const gpu::StridedLayout array = each.array();
  const gpu::StridedLayout layout = each.source();
  const gpu::StridedLayout dense = layout.to_dense(gpu::StrideOrder::c());
  const auto bytes = static_cast<std::size_t>(dense.required_size_in_bytes());
  const gpu::Buffer source = device.allocate(static_cast<std::size_t>(array.required_size_in_bytes()), stream);
  const gpu::Buffer destination = device.allocate(bytes, stream);
  const gpu::ElementType type(gpu::ElementKind::opaque, 8, each.itemsize);
  const auto from = gpu::StridedMemoryView::from_buffer(source, layout, type);
  const auto to = gpu::StridedMemoryView::from_buffer(destination, dense, type);
  fill_with_noise(source, stream);
  destination.fill(std::byte{0xA5}, stream);
  to.copy_from(from, stream);
  CopyFigure figure;
  figure.measured = each;
  figure.bytes = dense.volume() * dense.itemsize();
  figure.differences = count_differences(source, layout, destination, dense, stream);
  figure.plan = to_string(gpu::plan_copy(layout, dense));

  // A GPU's copy is over sooner than the host can wait for one.
  const int repetitions = device.id().kind == gpu::DeviceKind::cuda ? 10 : 1;
  const double seconds = median_seconds(stream, repetitions, [&] { to.copy_from(from, stream); });
  const gpu::StridedLayout flat({dense.volume()}, dense.itemsize());
  const auto all_from = gpu::StridedMemoryView::from_buffer(source, flat, type);
  const auto all_to = gpu::StridedMemoryView::from_buffer(destination, flat, type);
  const double memcpy_seconds = median_seconds(stream, repetitions, [&] { all_to.copy_from(all_from, stream); });
  const double moved = 2e-9 * static_cast<double>(figure.bytes);
  figure.gigabytes_per_second = moved / seconds;
  figure.memcpy_gigabytes_per_second = moved / memcpy_seconds;
  return figure;
}

Json json_of(const CopyFigure& figure) {
  Json shape = Json::array();
  for (const std::int64_t extent : figure.measured.shape) {
    shape.push_back(extent);
  }
  return {{"name", figure.measured.name},
          {"dtype", figure.measured.type},
          {"shape", std::move(shape)},
          {"permutation", figure.measured.operation},
          {"bytes", figure.bytes},
          {"gigabytes_per_second", figure.gigabytes_per_second},
          {"memcpy_gigabytes_per_second", figure.memcpy_gigabytes_per_second},
          {"ratio", figure.ratio()},
          {"differences", figure.differences},
          {"plan", figure.plan}};
}

void print_row(const CopyFigure& figure) {
  std::cout << fmt::format("  {:<18} {:<10} {:<24} {:<22} {:>8.1f} GB/s of {:>8.1f}   {:.3f}   {}{}\n",
                           figure.measured.name, figure.measured.type, to_string(figure.measured.shape),
                           figure.measured.operation, figure.gigabytes_per_second, figure.memcpy_gigabytes_per_second,
                           figure.ratio(), figure.plan,
                           figure.differences == 0 ? "" : fmt::format("   WRONG: {} elements", figure.differences))
            << std::flush;
}

}  // namespace

int run_bench_copies(const CommonOptions& common, bool is_json) {
  constexpr std::int64_t most_bytes_on_cuda = std::int64_t{1} << 30;
  constexpr std::int64_t most_bytes_on_cpu = std::int64_t{1} << 28;
  bool is_right = true;
  run_observed(common, [&](const gpu::DeviceOptions& device_options) {
    const ChosenDevice chosen = open_device(common.device_id(), device_options);
    const bool is_cuda = chosen.device.id().kind == gpu::DeviceKind::cuda;
    const auto memory = static_cast<std::int64_t>(chosen.device.properties().memory_bytes);
    const gpu::Stream stream = chosen.device.create_stream();
    Json figures = Json::array();
    if (!is_json) {
      std::cout << fmt::format("{} ({}): read and written bytes, against a memcpy in the same run\n",
                               to_string(chosen.device.id()), chosen.device.properties().name);
    }
    for (const CopyCase& each : copy_cases(std::min(is_cuda ? most_bytes_on_cuda : most_bytes_on_cpu, memory / 4))) {
      const CopyFigure figure = measure(each, stream);
      is_right = is_right && figure.differences == 0;
      if (is_json) {
        figures.push_back(json_of(figure));
      } else {
        print_row(figure);
      }
    }
    if (is_json) {
      const Json json{{"device", to_string(chosen.device.id())},
                      {"device_name", chosen.device.properties().name},
                      {"figures", std::move(figures)}};
      std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
    }
  });
  return is_right ? exit_code::success : exit_code::check_failed;
}

}  // namespace texelscope::app
