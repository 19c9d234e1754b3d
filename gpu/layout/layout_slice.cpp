#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "gpu/layout/axes.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::gpu {
namespace {

/// The indices that a slice selects from an extent: `count` indices from `start` on, `step` apart.
struct TakenIndices {
  std::int64_t start = 0;
  std::int64_t step = 1;
  std::int64_t count = 0;
};

/// The position of `bound` on an axis: counted from the end if negative, clamped to least … most.
std::int64_t drawn_in(std::int64_t bound, std::int64_t extent, std::int64_t least, std::int64_t most) noexcept {
  return std::clamp(bound < 0 ? bound + extent : bound, least, most);
}

/// The rules of Python's slice.indices(); an empty slice starts at 0 with step 1, as in NumPy.
TakenIndices taken_indices(const AxisSlice& slice, std::int64_t extent) noexcept {
  // The negative of the smallest number does not fit; for every extent it is equivalent to the next number.
  const std::int64_t step = std::max(slice.step(), -std::numeric_limits<std::int64_t>::max());
  const bool is_backward = step < 0;
  const std::int64_t least = is_backward ? -1 : 0;
  const std::int64_t most = is_backward ? extent - 1 : extent;
  const std::int64_t start = slice.has_start() ? drawn_in(slice.start(), extent, least, most)
                             : is_backward     ? most
                                               : least;
  const std::int64_t stop = slice.has_stop() ? drawn_in(slice.stop(), extent, least, most) : is_backward ? least : most;
  const std::int64_t distance = is_backward ? start - stop : stop - start;
  if (distance <= 0) {
    return {};
  }
  if (step == 1 || step == -1) {
    return {start, step, distance};  // without the division
  }
  return {start, step, (distance - 1) / (is_backward ? -step : step) + 1};
}

[[noreturn]] void refuse_slice(const StridedLayout& layout, std::size_t axis, const AxisSlice& slice,
                               const std::string& why) {
  throw InvalidArgument(
      fmt::format("cannot take {} of axis {} of shape {}: {}", to_string(slice), axis, to_string(layout.shape()), why));
}

/// Moves `offset` by `index` along a stride. @returns whether the result fits in 64 bits.
bool move(std::int64_t& offset, std::int64_t index, std::int64_t stride) noexcept {
  std::int64_t distance = 0;
  return !__builtin_mul_overflow(index, stride, &distance) && !__builtin_add_overflow(offset, distance, &offset);
}

}  // namespace

StridedLayout StridedLayout::sliced(std::span<const AxisSlice> slices) const {
  if (slices.size() > ndim()) {
    throw InvalidArgument(fmt::format("{} slices are too many for the {} axes of shape {}: use at most one per axis",
                                      slices.size(), ndim(), to_string(shape_)));
  }
  StridedLayout result;
  result.itemsize_ = itemsize_;
  result.slice_offset_ = slice_offset_;
  for (std::size_t axis = 0; axis < ndim(); ++axis) {
    if (axis >= slices.size()) {
      result.shape_.push_back(shape_[axis]);
      result.strides_.push_back(strides_[axis]);
      result.volume_ *= shape_[axis];
      continue;
    }
    const AxisSlice& slice = slices[axis];
    const std::int64_t extent = shape_[axis];
    if (slice.is_index()) {
      const std::int64_t index = slice.index() < 0 ? slice.index() + extent : slice.index();
      if (index < 0 || index >= extent) {
        refuse_slice(*this, axis, slice,
                     extent == 0 ? std::string("the axis is empty; use a range instead of an index")
                                 : fmt::format("the index {} is out of range for extent {}; use {} to {}",
                                               slice.index(), extent, -extent, extent - 1));
      }
      if (!move(result.slice_offset_, index, strides_[axis])) {
        refuse_slice(*this, axis, slice, "the offset overflows 64 bits; use smaller strides");
      }
      continue;
    }
    if (slice.step() == 0) {
      refuse_slice(*this, axis, slice, "the step is 0; use a nonzero step");
    }
    const TakenIndices taken = taken_indices(slice, extent);
    std::int64_t stride = 0;
    std::int64_t stride_in_bytes = 0;
    if (!move(result.slice_offset_, taken.start, strides_[axis]) ||
        __builtin_mul_overflow(strides_[axis], taken.step, &stride) ||
        __builtin_mul_overflow(stride, itemsize_, &stride_in_bytes)) {
      refuse_slice(*this, axis, slice,
                   fmt::format("its stride {} times the step {} overflows 64 bits in bytes of itemsize {}; use a "
                               "smaller step",
                               strides_[axis], taken.step, itemsize_));
    }
    result.shape_.push_back(taken.count);
    result.strides_.push_back(stride);
    result.volume_ *= taken.count;
  }
  std::int64_t offset_in_bytes = 0;
  if (__builtin_mul_overflow(result.slice_offset_, itemsize_, &offset_in_bytes)) {
    result.refuse_size(Size::slice_offset);
  }
  return result;
}

}  // namespace texelscope::gpu
