#include <fmt/format.h>

#include "gpu/layout/axes.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::gpu {

bool StridedLayout::can_merge(std::size_t axis) const noexcept {
  std::int64_t needed = 0;
  return is_empty() || (!__builtin_mul_overflow(strides_[axis], shape_[axis], &needed) && needed == strides_[axis - 1]);
}

StridedLayout StridedLayout::permuted(const Dimensions& permutation) const {
  const std::size_t count = ndim();
  StridedLayout result;
  result.itemsize_ = itemsize_;
  result.slice_offset_ = slice_offset_;
  result.volume_ = volume_;
  AxisMask named = 0;
  for (const std::int64_t number : permutation) {
    const std::optional<std::size_t> axis = axis_index(number, count);
    if (!axis || (named >> *axis & 1) != 0) {
      break;
    }
    named |= AxisMask{1} << *axis;
    result.shape_.push_back(shape_[*axis]);
    result.strides_.push_back(strides_[*axis]);
  }
  if (result.ndim() != count || permutation.size() != count) {
    throw InvalidArgument(fmt::format("cannot permute shape {} by {}: {}", to_string(shape_), to_string(permutation),
                                      permutation_fault(permutation, count)));
  }
  return result;
}

StridedLayout StridedLayout::flattened(std::int64_t start_axis, std::int64_t end_axis) const {
  if (start_axis == 0 && end_axis == -1) {
    return flattened_by_mask(all_axes);
  }
  const auto start = axis_index(start_axis, ndim());
  const auto end = axis_index(end_axis, ndim());
  if (!start || !end) {
    throw InvalidArgument(fmt::format("cannot flatten shape {} from axis {} to {}: axis {} is out of range; {}",
                                      to_string(shape_), start_axis, end_axis, start ? end_axis : start_axis,
                                      axes_text(ndim())));
  }
  AxisMask mask = 0;
  for (std::size_t axis = *start + 1; axis <= *end; ++axis) {
    mask |= AxisMask{1} << axis;
  }
  return flattened_by_mask(mask);
}

StridedLayout StridedLayout::flattened_by_mask(AxisMask mask) const {
  StridedLayout result;
  result.itemsize_ = itemsize_;
  result.slice_offset_ = slice_offset_;
  result.volume_ = volume_;
  if (ndim() == 0) {
    result.shape_.push_back(1);
    result.strides_.push_back(1);
    return result;
  }
  for (std::size_t axis = 0; axis < ndim(); ++axis) {
    if (axis > 0 && (mask >> axis & 1) != 0 && can_merge(axis)) {
      result.shape_[result.ndim() - 1] *= shape_[axis];
      result.strides_[result.ndim() - 1] = strides_[axis];
    } else {
      result.shape_.push_back(shape_[axis]);
      result.strides_.push_back(strides_[axis]);
    }
  }
  return result;
}

StridedLayout StridedLayout::squeezed() const {
  StridedLayout result;
  result.itemsize_ = itemsize_;
  result.slice_offset_ = slice_offset_;
  result.volume_ = volume_;
  if (is_empty()) {
    result.shape_.push_back(0);
    result.strides_.push_back(0);
    return result;
  }
  for (std::size_t axis = 0; axis < ndim(); ++axis) {
    if (shape_[axis] != 1) {
      result.shape_.push_back(shape_[axis]);
      result.strides_.push_back(strides_[axis]);
    }
  }
  return result;
}

StridedLayout StridedLayout::broadcast_to(const Dimensions& shape) const {
  if (shape.size() < ndim()) {
    throw InvalidArgument(
        fmt::format("cannot broadcast shape {} to {}: it has {} axes, but the new shape has only {}; keep all axes",
                    to_string(shape_), to_string(shape), ndim(), shape.size()));
  }
  StridedLayout result;
  result.itemsize_ = itemsize_;
  result.slice_offset_ = slice_offset_;
  result.set_shape(shape);
  result.strides_ = Dimensions::filled(shape.size(), 0);
  const std::size_t added = shape.size() - ndim();
  for (std::size_t axis = 0; axis < ndim(); ++axis) {
    const std::int64_t extent = shape[axis + added];
    if (shape_[axis] != 1 && shape_[axis] != extent) {
      throw InvalidArgument(
          fmt::format("cannot broadcast shape {} to {}: axis {} has extent {}, which is neither 1 "
                      "nor {}",
                      to_string(shape_), to_string(shape), axis, shape_[axis], extent));
    }
    if (shape_[axis] != 1) {
      result.strides_[axis + added] = strides_[axis];
    }
  }
  return result;
}

}  // namespace texelscope::gpu
