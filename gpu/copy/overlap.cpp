#include "gpu/copy/overlap.h"

#include <algorithm>
#include <numeric>

namespace texelscope::gpu::copy {
namespace {

struct Range {
  std::uint64_t begin;
  std::uint64_t end;
};

Range range_of(const PlacedLayout& placed) noexcept {
  const OffsetBounds bounds = placed.layout.offset_bounds();
  const auto itemsize = placed.layout.itemsize();
  return {placed.address + static_cast<std::uint64_t>(bounds.min * itemsize),
          placed.address + static_cast<std::uint64_t>((bounds.max + 1) * itemsize)};
}

/// What every stride in bytes is a multiple of; 0 where there is a single element.
std::uint64_t step_of(const StridedLayout& layout) noexcept {
  std::uint64_t step = 0;
  for (std::size_t axis = 0; axis < layout.ndim(); ++axis) {
    if (layout.shape()[axis] > 1) {
      step = std::gcd(step, static_cast<std::uint64_t>(layout.strides()[axis] * layout.itemsize()));
    }
  }
  return step;
}

}  // namespace

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
  // Modulo the step each side is one run of bytes.
  const std::uint64_t ahead = second.begin >= first.begin ? (second.begin - first.begin) % step
                                                          : (step - (first.begin - second.begin) % step) % step;
  const auto size = static_cast<std::uint64_t>(a.layout.itemsize());
  const auto other_size = static_cast<std::uint64_t>(b.layout.itemsize());
  return !(ahead >= size && step - ahead >= other_size);
}

}  // namespace texelscope::gpu::copy
