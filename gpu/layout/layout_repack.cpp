#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "gpu/layout/axes.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::gpu {
namespace {

[[nodiscard]] bool is_power_of_two(std::int64_t itemsize) noexcept {
  return std::has_single_bit(static_cast<std::uint64_t>(itemsize));
}

/// The number of trailing zero bits of the size of `elements` elements in bytes.
[[nodiscard]] int trailing_zeros(std::int64_t elements, std::int64_t itemsize) noexcept {
  return std::countr_zero(static_cast<std::uint64_t>(elements * itemsize));
}

}  // namespace

StridedLayout StridedLayout::repacked(std::int64_t itemsize, std::uintptr_t data_ptr, std::int64_t axis,
                                      bool keep_dim) const {
  if (itemsize == itemsize_) {
    return *this;
  }
  const auto refuse = [&](const std::string& why) {
    throw InvalidArgument(fmt::format("cannot repack {} to itemsize {}: {}", to_string(*this), itemsize, why));
  };
  if (itemsize < 1 || itemsize > max_itemsize || !is_power_of_two(itemsize) || !is_power_of_two(itemsize_)) {
    refuse(fmt::format("both itemsizes must be powers of two from 1 to {}", max_itemsize));
  }
  const auto packed = axis_index(axis, ndim());
  if (!packed) {
    refuse(fmt::format("axis {} is out of range; {}", axis, axes_text(ndim())));
  }
  if (shape_[*packed] == 0 || strides_[*packed] != 1) {
    refuse(fmt::format("axis {} has extent {} and stride {}, but must have an extent of at least 1 and a stride of 1",
                       *packed, shape_[*packed], strides_[*packed]));
  }
  StridedLayout result = *this;
  result.has_strides_ = true;
  result.itemsize_ = itemsize;
  if (itemsize < itemsize_) {
    const std::int64_t parts = itemsize_ / itemsize;
    for (std::int64_t& stride : result.strides_) {
      stride *= parts;
    }
    result.shape_[*packed] *= parts;
    result.strides_[*packed] = 1;
    result.slice_offset_ *= parts;
    result.volume_ *= parts;
    return result;
  }
  const std::int64_t parts = itemsize / itemsize_;
  if (data_ptr % static_cast<std::uintptr_t>(itemsize) != 0) {
    refuse(fmt::format("the address {:#x} is not aligned to {} bytes", data_ptr, itemsize));
  }
  if (shape_[*packed] % parts != 0) {
    refuse(fmt::format("the extent {} of axis {} is not divisible by {}", shape_[*packed], *packed, parts));
  }
  if (slice_offset_ % parts != 0) {
    refuse(fmt::format("the slice offset {} is not divisible by {}", slice_offset_, parts));
  }
  for (std::size_t other = 0; other < ndim(); ++other) {
    if (other != *packed && strides_[other] % parts != 0) {
      refuse(fmt::format("the stride {} of axis {} is not divisible by {}", strides_[other], other, parts));
    }
    result.strides_[other] /= parts;
  }
  result.shape_[*packed] /= parts;
  result.strides_[*packed] = 1;
  result.slice_offset_ /= parts;
  result.volume_ /= parts;
  if (!keep_dim && result.shape_[*packed] == 1) {
    result.shape_.remove(*packed);
    result.strides_.remove(*packed);
  }
  return result;
}

std::int64_t StridedLayout::max_compatible_itemsize(std::int64_t largest, std::uintptr_t data_ptr,
                                                    std::int64_t axis) const {
  const auto packed = axis_index(axis, ndim());
  if (!packed) {
    throw InvalidArgument(
        fmt::format("axis {} of shape {} is out of range; {}", axis, to_string(shape_), axes_text(ndim())));
  }
  if (largest < itemsize_ || largest > max_itemsize) {
    throw InvalidArgument(
        fmt::format("the largest itemsize {} is outside {} to {}: it must not be below the current itemsize", largest,
                    itemsize_, max_itemsize));
  }
  if (!is_power_of_two(itemsize_) || shape_[*packed] == 0 || strides_[*packed] != 1) {
    return itemsize_;
  }
  int zeros = 63 - std::countl_zero(static_cast<std::uint64_t>(largest));
  zeros = std::min(zeros, std::countr_zero(static_cast<std::uint64_t>(data_ptr)));
  zeros = std::min(zeros, trailing_zeros(slice_offset_, itemsize_));
  zeros = std::min(zeros, trailing_zeros(shape_[*packed], itemsize_));
  for (std::size_t other = 0; other < ndim(); ++other) {
    if (other != *packed) {
      zeros = std::min(zeros, trailing_zeros(strides_[other], itemsize_));
    }
  }
  return std::max(itemsize_, std::int64_t{1} << zeros);
}

}  // namespace texelscope::gpu
