#include "gpu/copy/staging.h"

#include <algorithm>
#include <array>
#include <optional>
#include <thread>
#include <vector>

#include "gpu/copy/host_copy.h"
#include "gpu/copy/run_plan.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/copy_plan.h"
#include "texelscope/gpu/device.h"

namespace texelscope::gpu::copy {
namespace {

/// Large enough that a part takes longer than to schedule it, small enough for the caches to help.
constexpr std::int64_t part_bytes = std::int64_t{16} << 20;
/// Less is not worth a second thread.
constexpr std::int64_t least_bytes_of_thread = std::int64_t{1} << 20;

void copy_on_host(const StridedLayout& source, const StridedLayout& destination, const CopyPointers& pointers) {
  const CopyPlan plan = plan_copy(
      source, destination,
      {reinterpret_cast<std::uintptr_t>(pointers.source), reinterpret_cast<std::uintptr_t>(pointers.destination)});
  const auto most = static_cast<std::int64_t>(std::max(1U, std::thread::hardware_concurrency()));
  const auto threads = std::clamp<std::int64_t>(plan.volume_bytes / least_bytes_of_thread, 1, most);
  const HostCopy copy = make_host_copy(plan, pointers, static_cast<unsigned>(threads));
  const std::int64_t tasks = task_count(copy);
  std::vector<std::jthread> others;
  for (std::int64_t thread = 1; thread < threads; ++thread) {
    others.emplace_back([&copy, first = tasks * thread / threads, end = tasks * (thread + 1) / threads] {
      run_tasks(copy, first, end);
    });
  }
  run_tasks(copy, 0, tasks / threads);
}

void copy_on_device(const StridedLayout& source, const StridedLayout& destination, const CopyPointers& pointers,
                    const Stream& stream) {
  run_plan(plan_copy(source, destination,
                     {reinterpret_cast<std::uintptr_t>(pointers.source),
                      reinterpret_cast<std::uintptr_t>(pointers.destination)}),
           pointers, stream);
}

/// A page-locked buffer, and when the device is done with it.
struct Stage {
  Buffer buffer;
  Event done;
  std::byte* bytes = buffer.host_bytes().data();
};

/// One part of a copy: the same slice of both sides, and how it lies in a buffer.
struct Part {
  StridedLayout source;
  StridedLayout destination;
  StridedLayout packed;
};

/// Slices of the axis along which parts of both sides are largest.
std::vector<Part> parts_of(const CopySides& sides) {
  std::vector<Part> parts;
  const StridedLayout& shape = sides.destination;
  const std::int64_t bytes = shape.volume() * shape.itemsize();
  if (bytes == 0) {
    return parts;
  }
  const Dimensions order = shape.stride_order();
  std::size_t axis = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    axis = static_cast<std::size_t>(order[i]);
    if (shape.shape()[axis] > 1) {
      break;
    }
  }
  const std::int64_t extent = shape.ndim() == 0 ? 1 : shape.shape()[axis];
  const std::int64_t step = std::clamp<std::int64_t>(part_bytes / std::max<std::int64_t>(bytes / extent, 1), 1, extent);
  for (std::int64_t first = 0; first < extent; first += step) {
    std::vector<AxisSlice> slices(shape.ndim() == 0 ? 0 : axis + 1, AxisSlice::all());
    if (!slices.empty()) {
      slices.back() = AxisSlice(first, std::min(first + step, extent));
    }
    Part part{sides.source.sliced(slices), sides.destination.sliced(slices), {}};
    part.packed = part.destination.to_dense();
    parts.push_back(part);
  }
  return parts;
}

std::vector<Stage> make_stages(const std::vector<Part>& parts, const Stream& stream) {
  std::vector<Stage> stages;
  std::int64_t largest = 0;
  for (const Part& part : parts) {
    largest = std::max(largest, part.packed.required_size_in_bytes());
  }
  const Device device = stream.device();
  for (std::size_t stage = 0; stage < std::min<std::size_t>(parts.size(), 2); ++stage) {
    stages.push_back({device.allocate_pinned(static_cast<std::size_t>(largest)), device.create_event({})});
  }
  return stages;
}

}  // namespace

void upload(const CopySides& sides, const Stream& stream) {
  const std::vector<Part> parts = parts_of(sides);
  const std::vector<Stage> stages = make_stages(parts, stream);
  for (std::size_t number = 0; number < parts.size(); ++number) {
    const Part& part = parts[number];
    const Stage& stage = stages[number % stages.size()];
    if (number >= stages.size()) {
      stage.done.synchronize();
    }
    copy_on_host(part.source, part.packed, {sides.pointers.source, stage.bytes});
    copy_on_device(part.packed, part.destination, {stage.bytes, sides.pointers.destination}, stream);
    stream.record(stage.done);
  }
  // The buffers are given back here.
  for (const Stage& stage : stages) {
    stage.done.synchronize();
  }
}

void download(const CopySides& sides, const Stream& stream) {
  const std::vector<Part> parts = parts_of(sides);
  const std::vector<Stage> stages = make_stages(parts, stream);
  const auto unpack = [&](std::size_t number) {
    const Stage& stage = stages[number % stages.size()];
    stage.done.synchronize();
    copy_on_host(parts[number].packed, parts[number].destination, {stage.bytes, sides.pointers.destination});
  };
  for (std::size_t number = 0; number < parts.size(); ++number) {
    const Stage& stage = stages[number % stages.size()];
    if (number >= stages.size()) {
      unpack(number - stages.size());
    }
    copy_on_device(parts[number].source, parts[number].packed, {sides.pointers.source, stage.bytes}, stream);
    stream.record(stage.done);
  }
  for (std::size_t number = parts.size() - stages.size(); number < parts.size(); ++number) {
    unpack(number);
  }
}

}  // namespace texelscope::gpu::copy
