#include "texelscope/gpu/copy_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "gpu/copy/choose_method.h"
#include "gpu/layout/name_at.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu::copy {
namespace {

constexpr std::int64_t widest_item = 16;

std::string axes_text(std::size_t count) { return fmt::format("{} {}", count, count == 1 ? "axis" : "axes"); }

/// The axes with more than one element; strides in bytes.
std::vector<CopyAxis> axes_of(const StridedLayout& source, const StridedLayout& destination) {
  std::vector<CopyAxis> axes;
  for (std::size_t axis = 0; axis < source.ndim(); ++axis) {
    if (source.shape()[axis] != 1) {
      axes.push_back({source.shape()[axis], source.strides()[axis] * source.itemsize(),
                      destination.strides()[axis] * destination.itemsize()});
    }
  }
  return axes;
}

/// The destination is traversed forward: an axis of negative stride begins at its other end, on both sides.
void flip(CopyPlan& plan) {
  std::size_t flipped = 0;
  for (CopyAxis& axis : plan.axes) {
    if (axis.destination_stride < 0) {
      plan.source_offset += (axis.extent - 1) * axis.source_stride;
      plan.destination_offset += (axis.extent - 1) * axis.destination_stride;
      axis.source_stride = -axis.source_stride;
      axis.destination_stride = -axis.destination_stride;
      ++flipped;
    }
  }
  if (flipped > 0) {
    plan.steps.push_back(
        fmt::format("reverses {}, so that the destination is written in ascending order", axes_text(flipped)));
  }
}

void sort(CopyPlan& plan) {
  const auto is_coarser = [](const CopyAxis& a, const CopyAxis& b) {
    return a.destination_stride > b.destination_stride;
  };
  if (!std::ranges::is_sorted(plan.axes, is_coarser)) {
    std::ranges::stable_sort(plan.axes, is_coarser);
    plan.steps.emplace_back("sorts the axes by destination stride");
  }
}

bool is_continued_by(const CopyAxis& outer, const CopyAxis& inner) {
  return outer.source_stride == inner.source_stride * inner.extent &&
         outer.destination_stride == inner.destination_stride * inner.extent;
}

void merge(CopyPlan& plan) {
  std::vector<CopyAxis> merged;
  for (const CopyAxis& axis : plan.axes) {
    if (!merged.empty() && is_continued_by(merged.back(), axis)) {
      merged.back() = {merged.back().extent * axis.extent, axis.source_stride, axis.destination_stride};
    } else {
      merged.push_back(axis);
    }
  }
  if (merged.size() < plan.axes.size()) {
    plan.steps.push_back(fmt::format("merges {} axes into {}", plan.axes.size(), merged.size()));
    plan.axes = std::move(merged);
  }
}

/// The common divisor of all addresses and strides except those of the innermost axis.
std::uint64_t common_alignment(const CopyPlan& plan, const CopyAddresses& addresses) {
  std::uint64_t common = std::gcd(addresses.source + static_cast<std::uint64_t>(plan.source_offset),
                                  addresses.destination + static_cast<std::uint64_t>(plan.destination_offset));
  for (std::size_t axis = 0; axis + 1 < plan.axes.size(); ++axis) {
    common = std::gcd(common, static_cast<std::uint64_t>(plan.axes[axis].source_stride));
    common = std::gcd(common, static_cast<std::uint64_t>(plan.axes[axis].destination_stride));
  }
  return common;
}

/// Elements that are adjacent on both sides move as one item.
void widen(CopyPlan& plan, const CopyAddresses& addresses) {
  if (plan.axes.empty() || plan.axes.back().source_stride != plan.item_bytes ||
      plan.axes.back().destination_stride != plan.item_bytes) {
    return;
  }
  const std::uint64_t alignment = common_alignment(plan, addresses);
  CopyAxis& inner = plan.axes.back();
  const std::int64_t before = plan.item_bytes;
  while (plan.item_bytes * 2 <= widest_item && inner.extent % 2 == 0 &&
         alignment % static_cast<std::uint64_t>(plan.item_bytes * 2) == 0) {
    plan.item_bytes *= 2;
    inner = {inner.extent / 2, plan.item_bytes, plan.item_bytes};
  }
  if (plan.item_bytes > before) {
    plan.steps.push_back(
        fmt::format("moves {} adjacent elements as one item of {} bytes", plan.item_bytes / before, plan.item_bytes));
  }
  if (inner.extent == 1) {
    plan.axes.pop_back();
  }
}

/// An element whose size is not a power of two, or exceeds the widest item, moves as smaller items along an additional
/// axis.
void split_items(CopyPlan& plan, const CopyAddresses& addresses) {
  const std::int64_t itemsize = plan.item_bytes;
  std::uint64_t common = std::gcd(static_cast<std::uint64_t>(widest_item), static_cast<std::uint64_t>(itemsize));
  plan.axes.push_back({1, itemsize, itemsize});
  common = std::gcd(common, common_alignment(plan, addresses));
  plan.axes.pop_back();
  if (static_cast<std::int64_t>(common) == itemsize) {
    return;
  }
  plan.item_bytes = static_cast<std::int64_t>(common);
  plan.axes.push_back({itemsize / plan.item_bytes, plan.item_bytes, plan.item_bytes});
  plan.steps.push_back(fmt::format("moves elements of {} bytes as items of {}", itemsize, plan.item_bytes));
}

/// Fills in the whole plan except the method: the same elements with as few axes as possible, and items as wide as both
/// sides allow. Source and destination have the same shape and itemsize, and the destination's elements do not overlap.
CopyPlan normalize(const StridedLayout& source, const StridedLayout& destination, const CopyAddresses& addresses) {
  CopyPlan plan;
  plan.item_bytes = source.itemsize();
  plan.volume_bytes = source.volume() * source.itemsize();
  if (source.is_empty()) {
    return plan;
  }
  plan.source_offset = source.slice_offset_in_bytes();
  plan.destination_offset = destination.slice_offset_in_bytes();
  plan.axes = axes_of(source, destination);
  if (plan.axes.size() < source.ndim()) {
    plan.steps.push_back(fmt::format("drops {} of extent 1", axes_text(source.ndim() - plan.axes.size())));
  }
  flip(plan);
  sort(plan);
  split_items(plan, addresses);
  merge(plan);
  widen(plan, addresses);
  return plan;
}

}  // namespace
}  // namespace texelscope::gpu::copy

namespace texelscope::gpu {
namespace {

void check(const StridedLayout& source, const StridedLayout& destination) {
  if (source.shape() != destination.shape()) {
    throw InvalidArgument(fmt::format("cannot copy shape {} into shape {}; broadcast or reshape one of them first",
                                      to_string(source.shape()), to_string(destination.shape())));
  }
  if (source.itemsize() != destination.itemsize()) {
    throw InvalidArgument(
        fmt::format("cannot copy elements of {} bytes into elements of {}; view one side with the "
                    "other's type first",
                    source.itemsize(), destination.itemsize()));
  }
  if (!destination.is_unique()) {
    const std::size_t axis = destination.overlapping_axis().value_or(0);
    throw InvalidArgument(
        fmt::format("destination elements may overlap along axis {} (extent {}, stride {}), so the result would "
                    "depend on their order; copy into a dense layout",
                    axis, destination.shape()[axis], destination.strides()[axis]));
  }
}

}  // namespace

std::string_view to_string(CopyMethod method) noexcept {
  constexpr std::array<std::string_view, 6> names{"nothing", "linear", "rows", "channels", "tiles", "elements"};
  return name_at(names, method);
}

CopyPlan plan_copy(const StridedLayout& source, const StridedLayout& destination, const CopyAddresses& addresses) {
  check(source, destination);
  CopyPlan plan = copy::normalize(source, destination, addresses);
  copy::choose_method(plan);
  return plan;
}

std::string to_string(const CopyPlan& plan) {
  std::string shape;
  for (const CopyAxis& axis : plan.axes) {
    shape += fmt::format("{}{}", shape.empty() ? "" : " × ", axis.extent);
  }
  return fmt::format("{}: {} {} of {} byte{}", to_string(plan.method), shape.empty() ? "1" : shape,
                     plan.volume_bytes == plan.item_bytes ? "item" : "items", plan.item_bytes,
                     plan.item_bytes == 1 ? "" : "s");
}

}  // namespace texelscope::gpu
