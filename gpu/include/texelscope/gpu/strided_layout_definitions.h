#pragma once

#include <cstddef>
#include <cstdint>

#include "texelscope/gpu/strided_layout.h"

// The constexpr members of StridedLayout.

namespace texelscope::gpu {

constexpr void StridedLayout::check_itemsize() const {
  if (itemsize_ < 1 || itemsize_ > max_itemsize) {
    refuse_itemsize();
  }
}

// The nonzero extents must fit even if some extent is 0: dense strides are products of them.
constexpr void StridedLayout::set_shape(const Dimensions& shape) {
  shape_ = shape;
  std::int64_t product = 1;
  bool is_any_zero = false;
  bool is_beyond = false;
  for (std::size_t axis = 0; axis < shape_.size(); ++axis) {
    const std::int64_t extent = shape_[axis];
    if (extent < 0) {
      refuse_extent(axis);
    }
    is_any_zero |= extent == 0;
    is_beyond |= __builtin_mul_overflow(product, extent == 0 ? 1 : extent, &product);
  }
  volume_ = is_any_zero ? 0 : product;
  if (__builtin_mul_overflow(product, itemsize_, &product) || is_beyond) {
    refuse_size(Size::volume);
  }
}

/// Sets each stride to the product of the extents of the preceding axes, in the order of axis_at.
template <class AxisAt>
constexpr void StridedLayout::set_dense_strides(AxisAt&& axis_at) {
  std::int64_t stride = is_empty() ? 0 : 1;
  strides_.set_size(shape_.size());
  for (std::size_t i = 0; i < shape_.size(); ++i) {
    const std::size_t axis = axis_at(i);
    strides_[axis] = stride;
    stride *= shape_[axis];
  }
}

constexpr void StridedLayout::set_permuted_strides(const StrideOrder& order) {
  const Dimensions& permutation = order.permutation();
  const std::size_t count = shape_.size();
  if (order.kind() == StrideOrder::Kind::keep || permutation.size() != count) {
    refuse_order(order);
  }
  AxisMask named = 0;
  set_dense_strides([&](std::size_t i) {
    const std::int64_t number = permutation[count - 1 - i];
    const auto axis = static_cast<std::size_t>(number < 0 ? number + static_cast<std::int64_t>(count) : number);
    if (axis >= count || ((named >> axis) & 1) != 0) {
      refuse_order(order);
    }
    named |= AxisMask{1} << axis;
    return axis;
  });
}

constexpr void StridedLayout::set_strides_from_bytes() {
  for (std::size_t axis = 0; axis < strides_.size(); ++axis) {
    if (strides_[axis] % itemsize_ != 0) {
      refuse_byte_stride(axis);
    }
    strides_[axis] /= itemsize_;
  }
}

constexpr void StridedLayout::check_strides() const {
  std::int64_t bytes = 0;
  for (std::size_t axis = 0; axis < strides_.size(); ++axis) {
    if (__builtin_mul_overflow(strides_[axis], itemsize_, &bytes)) {
      refuse_size(Size::stride, axis);
    }
  }
  if (__builtin_mul_overflow(slice_offset_, itemsize_, &bytes)) {
    refuse_size(Size::slice_offset);
  }
}

constexpr void StridedLayout::check_offset_bounds() const {
  if (is_empty()) {
    return;
  }
  std::int64_t lowest = slice_offset_ * itemsize_;
  std::int64_t end = lowest;
  bool is_beyond = false;
  for (std::size_t axis = 0; axis < shape_.size(); ++axis) {
    std::int64_t span = 0;
    is_beyond |= __builtin_mul_overflow(strides_[axis] * itemsize_, shape_[axis] - 1, &span);
    is_beyond |= __builtin_add_overflow(span < 0 ? lowest : end, span, span < 0 ? &lowest : &end);
  }
  is_beyond |= __builtin_add_overflow(end, itemsize_, &end);
  if (is_beyond) {
    refuse_size(Size::offset_bounds);
  }
}

constexpr StridedLayout::StridedLayout(const Dimensions& shape, std::int64_t itemsize)
    : itemsize_{itemsize}, has_strides_{false} {
  check_itemsize();
  set_shape(shape);
  set_dense_strides([this](std::size_t i) { return shape_.size() - 1 - i; });
}

constexpr StridedLayout::StridedLayout(const Dimensions& shape, const Dimensions& strides, std::int64_t itemsize,
                                       StrideUnit unit, std::int64_t slice_offset)
    : strides_{strides}, itemsize_{itemsize}, slice_offset_{slice_offset} {
  check_itemsize();
  set_shape(shape);
  if (strides_.size() != shape_.size()) {
    refuse_strides();
  }
  if (unit == StrideUnit::bytes) {
    set_strides_from_bytes();
  }
  check_strides();
  check_offset_bounds();
}

constexpr StridedLayout StridedLayout::dense(const Dimensions& shape, std::int64_t itemsize, const StrideOrder& order) {
  StridedLayout layout;
  layout.itemsize_ = itemsize;
  layout.check_itemsize();
  layout.set_shape(shape);
  if (order.kind() == StrideOrder::Kind::c) {
    layout.set_dense_strides([&](std::size_t i) { return shape.size() - 1 - i; });
  } else if (order.kind() == StrideOrder::Kind::f) {
    layout.set_dense_strides([](std::size_t i) { return i; });
  } else {
    layout.set_permuted_strides(order);
  }
  return layout;
}

constexpr OffsetBounds StridedLayout::offset_bounds() const noexcept {
  if (is_empty()) {
    return {};
  }
  OffsetBounds bounds{slice_offset_, slice_offset_};
  for (std::size_t axis = 0; axis < shape_.size(); ++axis) {
    const std::int64_t span = strides_[axis] * (shape_[axis] - 1);
    (span < 0 ? bounds.min : bounds.max) += span;
  }
  return bounds;
}

constexpr bool StridedLayout::is_contiguous_c() const noexcept {
  std::int64_t stride = 1;
  for (std::size_t axis = shape_.size(); axis-- > 0 && !is_empty();) {
    if (shape_[axis] != 1 && strides_[axis] != stride) {
      return false;
    }
    stride *= shape_[axis];
  }
  return true;
}

constexpr bool StridedLayout::is_contiguous_f() const noexcept {
  std::int64_t stride = 1;
  for (std::size_t axis = 0; axis < shape_.size() && !is_empty(); ++axis) {
    if (shape_[axis] != 1 && strides_[axis] != stride) {
      return false;
    }
    stride *= shape_[axis];
  }
  return true;
}

constexpr std::int64_t StridedLayout::operator()(std::span<const std::int64_t> index) const noexcept {
  std::int64_t offset = slice_offset_;
  for (std::size_t axis = 0; axis < shape_.size(); ++axis) {
    offset += index[axis] * strides_[axis];
  }
  return offset;
}

}  // namespace texelscope::gpu
