#include "texelscope/gpu/copy_route.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "gpu/copy/run_plan.h"
#include "gpu/layout/name_at.h"

namespace texelscope::gpu {
namespace {

/// A smaller copy finishes sooner than an additional call would.
constexpr std::int64_t min_packed_bytes = std::int64_t{1} << 20;
/// Shorter runs of the host's memory cross the bus as requests that are mostly overhead.
constexpr std::int64_t min_run_bytes = 64;

/// Contiguous bytes in the memory of one side, in any order of its items.
std::int64_t run_bytes(const CopyPlan& plan, std::int64_t CopyAxis::*stride) {
  std::vector<CopyAxis> axes = plan.axes;
  std::ranges::sort(axes, {}, [&](const CopyAxis& axis) { return std::abs(axis.*stride); });
  std::int64_t run = plan.item_bytes;
  for (const CopyAxis& axis : axes) {
    if (std::abs(axis.*stride) != run) {
      break;
    }
    run *= axis.extent;
  }
  return run;
}

}  // namespace

std::string_view to_string(CopyRoute route) noexcept {
  constexpr std::array<std::string_view, 5> names{"direct", "pitched", "packed_on_device", "packed_on_host",
                                                  "within_host"};
  return name_at(names, route);
}

std::string_view description(CopyRoute route) noexcept {
  switch (route) {
    case CopyRoute::direct:
      return "the device moves the items directly from source to destination";
    case CopyRoute::pitched:
      return "the copy engine moves pitched rows, in one call";
    case CopyRoute::packed_on_device:
      return "the host side is transferred as one run, in 64 MiB chunks, and packed or unpacked in device memory";
    case CopyRoute::packed_on_host:
      return "host threads pack or unpack 2 MiB chunks in pinned buffers while the device transfers other chunks";
    case CopyRoute::within_host:
      break;
  }
  return "the host synchronizes the stream, then copies with all its threads";
}

CopyRoute route_of(const CopyPlan& plan, MemorySpace source, MemorySpace destination) {
  const auto is_reached = [](MemorySpace space) { return space != MemorySpace::pageable; };
  const auto is_on_host = [](MemorySpace space) { return space != MemorySpace::device; };
  return copy::choose_route(plan, {},
                            {is_reached(source), is_reached(destination), is_on_host(source), is_on_host(destination)});
}

namespace copy {

CopyRoute choose_route(const CopyPlan& plan, const CopyPointers& pointers, const CopyEnds& ends) {
  if (!ends.is_source_reached && !ends.is_destination_reached) {
    return CopyRoute::within_host;
  }
  if (!ends.is_source_reached || !ends.is_destination_reached) {
    return CopyRoute::packed_on_host;
  }
  const bool crosses_bus = ends.is_source_on_host != ends.is_destination_on_host;
  if (!crosses_bus || plan.method == CopyMethod::nothing || plan.method == CopyMethod::linear) {
    return CopyRoute::direct;
  }
  if (pitched_copy(plan, pointers)) {
    return CopyRoute::pitched;
  }
  const std::int64_t host_run =
      run_bytes(plan, ends.is_source_on_host ? &CopyAxis::source_stride : &CopyAxis::destination_stride);
  if (plan.volume_bytes >= min_packed_bytes && host_run == plan.volume_bytes) {
    return CopyRoute::packed_on_device;
  }
  const bool is_small = plan.volume_bytes < min_packed_bytes;
  return is_small || host_run >= min_run_bytes ? CopyRoute::direct : CopyRoute::packed_on_host;
}

}  // namespace copy
}  // namespace texelscope::gpu
