#include <fmt/format.h>

#include <algorithm>

#include "gpu/layout/axes.h"
#include "gpu/layout/magnitude.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::gpu {

Dimensions StridedLayout::strides_in_bytes() const {
  Dimensions bytes = strides_;
  for (std::int64_t& stride : bytes) {
    stride *= itemsize_;
  }
  return bytes;
}

Dimensions StridedLayout::stride_order() const {
  Dimensions order;
  for (std::size_t axis = 0; axis < ndim(); ++axis) {
    order.push_back(static_cast<std::int64_t>(axis));
  }
  std::ranges::sort(order, [this](std::int64_t a, std::int64_t b) {
    const std::uint64_t stride_a = magnitude(strides_[static_cast<std::size_t>(a)]);
    const std::uint64_t stride_b = magnitude(strides_[static_cast<std::size_t>(b)]);
    return stride_a != stride_b ? stride_a > stride_b : a < b;
  });
  return order;
}

std::int64_t StridedLayout::required_size_in_bytes() const {
  if (const std::int64_t lowest = min_offset(); lowest < 0) {
    throw InvalidArgument(
        fmt::format("{} needs memory before its first byte: its smallest offset is {}; use "
                    "to_dense(), or allocate from there",
                    to_string(*this), lowest));
  }
  return (max_offset() + 1) * itemsize_;
}

std::optional<ContiguityBreak> StridedLayout::contiguity_break(const StrideOrder& order) const {
  // The strides required for the given order.
  const bool is_any = order.kind() == StrideOrder::Kind::keep;
  const Dimensions needed = dense(shape_, itemsize_, is_any ? StrideOrder{stride_order()} : order).strides();
  std::optional<ContiguityBreak> found;
  for (std::size_t axis = 0; axis < ndim() && !is_empty(); ++axis) {
    const bool is_off = shape_[axis] != 1 && strides_[axis] != needed[axis];
    if (is_off && (!found || needed[axis] < found->needed_stride)) {
      found = ContiguityBreak{axis, strides_[axis], needed[axis]};
    }
  }
  return found;
}

AxisMask StridedLayout::flattened_axis_mask() const noexcept {
  AxisMask mask = 0;
  for (std::size_t axis = 1; axis < ndim(); ++axis) {
    mask |= AxisMask{can_merge(axis)} << axis;
  }
  return mask;
}

}  // namespace texelscope::gpu
