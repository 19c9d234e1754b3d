#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "app/device/scoped_synchronize.h"
#include "app/instruments/sweep/scenario.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/copy_plan.h"
#include "texelscope/gpu/copy_route.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {
namespace {

using gpu::AxisSlice;
using gpu::StridedLayout;

const AxisSlice whole = AxisSlice::all();

gpu::ElementType opaque(const StridedLayout& layout) { return {gpu::ElementKind::opaque, 8, layout.itemsize()}; }

std::size_t room(const StridedLayout& layout) { return static_cast<std::size_t>(layout.required_size_in_bytes()); }

StridedLayout dense_of(const StridedLayout& layout) { return {layout.shape(), layout.itemsize()}; }

std::vector<std::byte> pattern(std::size_t size) {
  std::vector<std::byte> bytes(size);
  for (std::size_t i = 0; i < size; ++i) {
    bytes[i] = static_cast<std::byte>(i * 7 + i / 251);
  }
  return bytes;
}

/// Copies from device memory to device memory.
std::vector<std::byte> copy_on_device(const gpu::Device& device, const StridedLayout& source) {
  const StridedLayout dense = dense_of(source);
  const std::vector<std::byte> texels = pattern(room(source));
  std::vector<std::byte> result(room(dense));
  const gpu::Stream stream = device.create_stream();
  const ScopedSynchronize wait(stream);
  const gpu::Buffer from = device.allocate(texels.size(), stream);
  const gpu::Buffer to = device.allocate(result.size(), stream);
  from.copy_from(texels, stream);
  gpu::StridedMemoryView::from_buffer(to, dense, opaque(dense))
      .copy_from(gpu::StridedMemoryView::from_buffer(from, source, opaque(source)), stream);
  to.copy_to(result, stream);
  stream.synchronize();
  return result;
}

/// Copies dense arrays from pinned or pageable host memory to device memory, and back.
std::vector<std::byte> copy_from_host(const gpu::Device& device, const StridedLayout& source, bool is_pinned) {
  const StridedLayout dense = dense_of(source);
  std::vector<std::byte> texels = pattern(room(source));
  std::vector<std::byte> result(room(dense));
  const gpu::Stream stream = device.create_stream();
  const ScopedSynchronize wait(stream);
  const gpu::Buffer to = device.allocate(result.size(), stream);
  const auto view = gpu::StridedMemoryView::from_buffer(to, dense, opaque(dense));
  if (is_pinned) {
    const gpu::Buffer pinned = device.allocate_pinned(texels.size());
    std::ranges::copy(texels, pinned.host_bytes().begin());
    view.copy_from(gpu::StridedMemoryView::from_buffer(pinned, source, opaque(source)), stream);
    stream.synchronize();
  } else {
    view.copy_from(gpu::StridedMemoryView::from_host(std::span<std::byte>(texels), source, opaque(source)), stream);
  }
  to.copy_to(result, stream);
  stream.synchronize();
  return result;
}

/// Planar memory into an array's interleaved texels, and back.
std::vector<std::byte> copy_through_array(const gpu::Device& device) {
  const StridedLayout planar = StridedLayout({4, 24, 32}, 1).permuted({1, 2, 0});
  const std::vector<std::byte> texels = pattern(room(planar));
  std::vector<std::byte> result(texels.size());
  const gpu::Stream stream = device.create_stream();
  const ScopedSynchronize wait(stream);
  const gpu::Buffer memory = device.allocate(texels.size(), stream);
  const gpu::CUDAArray array = gpu::CUDAArray::from_descriptor(device, {gpu::Extent(32, 24), gpu::DataType::uint8, 4});
  memory.copy_from(texels, stream);
  const auto view = gpu::StridedMemoryView::from_buffer(memory, planar, opaque(planar));
  array.copy_from(view, stream);
  memory.fill(std::byte{0}, stream);
  array.copy_to(view, stream);
  memory.copy_to(result, stream);
  stream.synchronize();
  return result;
}

}  // namespace

std::vector<SweepScenario> copy_scenarios() {
  const std::vector<StridedLayout> by_plan{
      StridedLayout({64, 64}, 4),
      StridedLayout({64, 64}, 4).sliced({whole, AxisSlice(4, 60)}),
      StridedLayout({64, 64, 3}, 1).permuted({2, 0, 1}),
      StridedLayout({96, 64}, 4).permuted({1, 0}),
      StridedLayout({64, 64}, 4).sliced({whole, AxisSlice(0, 64, 2)}),
  };
  std::vector<SweepScenario> scenarios;
  for (const StridedLayout& source : by_plan) {
    const std::string_view method = to_string(gpu::plan_copy(source, dense_of(source)).method);
    scenarios.push_back(
        device_scenario(fmt::format("copy_{}", method), fmt::format("copy with plan {}", method),
                        [source](const gpu::Device& device) { return copy_on_device(device, source); }));
  }
  const StridedLayout crop = StridedLayout({64, 512}, 4).sliced({whole, AxisSlice(16, 272)});
  const StridedLayout small = StridedLayout({96, 64}, 4).permuted({1, 0});
  // From 1 MiB on, packing a copy pays off.
  const StridedLayout large = StridedLayout({600, 500}, 4).permuted({1, 0});
  struct FromHost {
    const StridedLayout& source;
    bool is_pinned;
  };
  for (const auto& [source, is_pinned] :
       {FromHost{small, true}, FromHost{crop, true}, FromHost{large, true}, FromHost{large, false}}) {
    // A route for a device with its own memory; the CPU device accesses all memory and copies directly.
    const auto space = is_pinned ? gpu::MemorySpace::page_locked : gpu::MemorySpace::pageable;
    const auto route =
        to_string(gpu::route_of(gpu::plan_copy(source, dense_of(source)), space, gpu::MemorySpace::device));
    scenarios.push_back(
        device_scenario(fmt::format("copy_{}{}", route, is_pinned ? "" : "_pageable"),
                        fmt::format("copy from {} memory, route {}", is_pinned ? "pinned" : "pageable", route),
                        [from = source, from_pinned = is_pinned](const gpu::Device& device) {
                          return copy_from_host(device, from, from_pinned);
                        }));
  }
  scenarios.push_back(device_scenario("copy_array", "planar memory into an array and back", copy_through_array));
  return scenarios;
}

}  // namespace texelscope::app
