#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "gpu/copy/device/staging.h"
#include "gpu/copy/run_plan.h"
#include "gpu/layout/magnitude.h"
#include "texelscope/gpu/copy_plan.h"
#include "texelscope/gpu/copy_route.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/element_type.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/strided_layout.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::gpu::copy {
namespace {

/// A layout and the address of its offset 0.
struct PlacedLayout {
  const StridedLayout& layout;
  std::uint64_t address = 0;
};

struct Range {
  std::uint64_t begin;
  std::uint64_t end;
};

Range range_of(const PlacedLayout& placed) noexcept {
  const auto itemsize = placed.layout.itemsize();
  return {placed.address + static_cast<std::uint64_t>(placed.layout.min_offset() * itemsize),
          placed.address + static_cast<std::uint64_t>((placed.layout.max_offset() + 1) * itemsize)};
}

/// The common divisor of all strides in bytes; 0 for a single element.
std::uint64_t step_of(const StridedLayout& layout) noexcept {
  std::uint64_t step = 0;
  for (std::size_t axis = 0; axis < layout.ndim(); ++axis) {
    if (layout.shape()[axis] > 1) {
      step = std::gcd(step, magnitude(layout.strides()[axis] * layout.itemsize()));
    }
  }
  return step;
}

/// Whether elements of both layouts may share a byte. Exact for layouts whose byte ranges are disjoint, and for those
/// that interleave with a common step, such as the even and the odd rows; otherwise conservatively true.
bool may_overlap(const PlacedLayout& a, const PlacedLayout& b) noexcept {
  if (a.layout.is_empty() || b.layout.is_empty()) {
    return false;
  }
  const Range first = range_of(a);
  const Range second = range_of(b);
  if (first.end <= second.begin || second.end <= first.begin) {
    return false;
  }
  const std::uint64_t step = std::gcd(step_of(a.layout), step_of(b.layout));
  if (step == 0) {
    return true;
  }
  // Modulo the step, each side is one run of bytes.
  const std::uint64_t ahead = second.begin >= first.begin ? (second.begin - first.begin) % step
                                                          : (step - (first.begin - second.begin) % step) % step;
  const auto size = static_cast<std::uint64_t>(a.layout.itemsize());
  const auto other_size = static_cast<std::uint64_t>(b.layout.itemsize());
  return !(ahead >= size && step - ahead >= other_size);
}

}  // namespace
}  // namespace texelscope::gpu::copy

namespace texelscope::gpu {
namespace {

bool is_reached_by(const Device& device, const StridedMemoryView& view) {
  return device.id().kind == DeviceKind::cpu ? view.is_host_accessible()
                                             : view.is_device_accessible() && view.device_id() == device.id();
}

void require_reach(const Device& device, const StridedMemoryView& view, const char* side) {
  if (!is_reached_by(device, view) && !view.is_host_accessible()) {
    throw InvalidArgument(
        fmt::format("the {} of the copy is memory of {}, which neither {} nor the host can access; copy it on a "
                    "stream of its device first",
                    side, to_string(view.device_id()), to_string(device.id())));
  }
}

/// Whether copying the bits of one type preserves the meaning of the other, if it has one.
bool are_alike(const ElementType& source, const ElementType& destination) {
  return source == destination || source.kind() == ElementKind::opaque || destination.kind() == ElementKind::opaque;
}

/// A copy that has been checked, with its plan and its route.
struct CheckedCopy {
  copy::CopySides sides;
  copy::CopyEnds ends;
  CopyPlan plan;
  CopyRoute route;
};

CheckedCopy check_copy(const StridedMemoryView& source, const StridedMemoryView& destination, const Device& device) {
  if (destination.is_read_only()) {
    throw InvalidArgument(
        fmt::format("{}: cannot copy into a read-only view; use a writable view", to_string(destination.device_id())));
  }
  if (source.type().itemsize() == destination.type().itemsize() && !are_alike(source.type(), destination.type())) {
    throw InvalidArgument(
        fmt::format("{}: cannot copy elements of {} into elements of {}: copies do not convert; convert them first, or "
                    "copy their bits by calling view() to view one side as the other's type",
                    to_string(destination.device_id()), to_string(source.type()), to_string(destination.type())));
  }
  require_reach(device, source, "source");
  require_reach(device, destination, "destination");
  const std::uint64_t from = source.pointer().value;
  const std::uint64_t to = destination.pointer().value;
  CheckedCopy checked{{source.layout(),
                       destination.layout(),
                       {reinterpret_cast<const std::byte*>(from), reinterpret_cast<std::byte*>(to)}},
                      {},
                      plan_copy(source.layout(), destination.layout(), {.source = from, .destination = to}),
                      CopyRoute::direct};
  if (copy::may_overlap({source.layout(), from}, {destination.layout(), to})) {
    throw InvalidArgument(
        fmt::format("{}: source and destination of the copy may overlap, so the result would depend on the order; "
                    "copy through other memory",
                    to_string(destination.device_id())));
  }
  const bool has_own_memory = device.id().kind == DeviceKind::cuda;
  checked.ends = {is_reached_by(device, source), is_reached_by(device, destination),
                  has_own_memory && source.is_host_accessible(), has_own_memory && destination.is_host_accessible()};
  checked.route = copy::choose_route(checked.plan, checked.sides.pointers, checked.ends);
  return checked;
}

}  // namespace

CopyRoute route_of(const StridedMemoryView& source, const StridedMemoryView& destination, const Device& device) {
  return check_copy(source, destination, device).route;
}

void StridedMemoryView::copy_from(const StridedMemoryView& source, const Stream& stream) const {
  const CheckedCopy checked = check_copy(source, *this, stream.device());
  // The side that the device cannot access, if both are host memory.
  const bool is_from_host =
      checked.ends.is_destination_reached && (checked.ends.is_source_on_host || !checked.ends.is_source_reached);
  const copy::HostSide host = is_from_host ? copy::HostSide::source : copy::HostSide::destination;
  switch (checked.route) {
    case CopyRoute::direct:
      copy::run_plan(checked.plan, checked.sides.pointers, stream);
      break;
    case CopyRoute::pitched:
      copy::run_across_bus(checked.plan, checked.sides.pointers, stream);
      break;
    case CopyRoute::packed_on_device:
      copy::copy_through_device(checked.sides, host, stream);
      break;
    case CopyRoute::packed_on_host:
      copy::copy_through_host(checked.sides, host, stream);
      break;
    case CopyRoute::within_host:
      copy::copy_within_host(checked.sides, stream);
      break;
  }
}

const StridedMemoryView& StridedMemoryView::copy_to(const StridedMemoryView& destination, const Stream& stream) const {
  destination.copy_from(*this, stream);
  return destination;
}

}  // namespace texelscope::gpu
