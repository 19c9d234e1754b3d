#include "texelscope/gpu/strided_layout.h"

#include <fmt/format.h>

#include "gpu/layout/axes.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {

StridedLayout StridedLayout::dense_like(const StridedLayout& other, const StrideOrder& order) {
  using Kind = StrideOrder::Kind;
  if (!other.has_strides_ && (order.kind() == Kind::c || order.kind() == Kind::keep)) {
    return other;
  }
  if (order.kind() != Kind::keep) {
    const StridedLayout result = dense(other.shape_, other.itemsize_, order);
    // A contiguous layout can still have other strides on axes of extent 1; absent strides stay absent only if equal.
    return !other.has_strides_ && other.strides_ == result.strides_ ? other : result;
  }
  if (other.is_contiguous_c()) {
    return dense(other.shape_, other.itemsize_, StrideOrder::c());
  }
  if (other.is_contiguous_f()) {
    return dense(other.shape_, other.itemsize_, StrideOrder::f());
  }
  return dense(other.shape_, other.itemsize_, other.stride_order());
}

std::int64_t StridedLayout::offset_of(const Dimensions& index) const {
  if (index.size() != ndim()) {
    throw InvalidArgument(fmt::format("index {} has {} entries, but shape {} has {} axes; use one entry per axis",
                                      to_string(index), index.size(), to_string(shape_), ndim()));
  }
  for (std::size_t axis = 0; axis < ndim(); ++axis) {
    if (index[axis] < 0 || index[axis] >= shape_[axis]) {
      throw InvalidArgument(
          fmt::format("index {} is out of range on axis {}: {} is not below extent {}; use indices from 0 within "
                      "the shape",
                      to_string(index), axis, index[axis], shape_[axis]));
    }
  }
  return (*this)(index.values());
}

void StridedLayout::refuse_itemsize() const {
  throw InvalidArgument(fmt::format("unsupported itemsize of {} bytes: use 1 to {}", itemsize_, max_itemsize));
}

void StridedLayout::refuse_extent(std::size_t axis) const {
  throw InvalidArgument(fmt::format("shape {} has the negative extent {} on axis {}: use extents from 0",
                                    to_string(shape_), shape_[axis], axis));
}

void StridedLayout::refuse_strides() const {
  throw InvalidArgument(fmt::format("strides {} has {} entries, but shape {} has {} axes: use one stride per axis",
                                    to_string(strides_), strides_.size(), to_string(shape_), ndim()));
}

void StridedLayout::refuse_byte_stride(std::size_t axis) const {
  throw InvalidArgument(
      fmt::format("the stride of {} bytes on axis {} is not a multiple of the itemsize {}: a layout counts strides "
                  "in elements; use a smaller itemsize",
                  strides_[axis], axis, itemsize_));
}

void StridedLayout::refuse_size(Size size, std::size_t axis) const {
  const std::string what = size == Size::volume   ? fmt::format("the volume of shape {}", to_string(shape_))
                           : size == Size::stride ? fmt::format("the stride {} on axis {}", strides_[axis], axis)
                           : size == Size::slice_offset
                               ? fmt::format("the slice offset {}", slice_offset_)
                               : fmt::format("an offset within shape {}, strides {}, slice offset {}",
                                             to_string(shape_), to_string(strides_), slice_offset_);
  throw InvalidArgument(
      fmt::format("{} overflows 64 bits, counted in bytes of itemsize {}: use smaller extents, "
                  "strides or offsets",
                  what, itemsize_));
}

void StridedLayout::refuse_order(const StrideOrder& order) const {
  if (order.kind() == StrideOrder::Kind::keep) {
    throw InvalidArgument(
        "order K requires a second layout, whose order it keeps: use C, F, a permutation or "
        "dense_like");
  }
  throw InvalidArgument(fmt::format("cannot lay out shape {} in order {}: {}", to_string(shape_), to_string(order),
                                    permutation_fault(order.permutation(), ndim())));
}

std::string to_string(const StridedLayout& layout) {
  const std::string offset = layout.slice_offset() == 0 ? "" : fmt::format(", slice_offset {}", layout.slice_offset());
  return fmt::format("shape {}, strides {}, itemsize {}{}", to_string(layout.shape()), to_string(layout.strides()),
                     layout.itemsize(), offset);
}

}  // namespace texelscope::gpu
