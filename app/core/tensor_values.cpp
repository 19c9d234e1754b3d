#include "app/core/tensor_values.h"

#include <array>
#include <utility>

namespace texelscope::app {
namespace {

void append(TensorValues& values, std::int64_t extent, std::int64_t stride, std::int64_t bit_stride) {
  if (values.axes > 0) {
    const std::int32_t last = values.axes - 1;
    if (values.extents[last] == 1) {
      --values.axes;
    } else if (extent == 1) {
      return;
    } else if (values.strides[last] == stride * extent && bit_stride == 0) {
      values.extents[last] *= extent;
      values.strides[last] = stride;
      return;
    }
  }
  values.extents[values.axes] = extent;
  values.strides[values.axes] = stride;
  values.bit_strides[values.axes] = bit_stride;
  ++values.axes;
}

TensorValues no_values(const gpu::StridedMemoryView& tensor, ComplexPart part) {
  return {
      .first = reinterpret_cast<const std::uint8_t*>(tensor.pointer().value) + tensor.layout().slice_offset_in_bytes(),
      .format = number_format(tensor.type()),
      .part = part};
}

}  // namespace

TensorValues all_values(const gpu::StridedMemoryView& tensor, ComplexPart part) {
  TensorValues values = no_values(tensor, part);
  const gpu::StridedLayout& layout = tensor.layout();
  for (std::size_t axis = 0; axis < layout.ndim(); ++axis) {
    append(values, layout.shape()[axis], layout.strides()[axis] * layout.itemsize(), 0);
  }
  if (const std::int64_t lanes = values_per_element(tensor.type()); lanes > 1 || values.axes == 0) {
    append(values, lanes, 0, values.format.value_bits());
  }
  return values;
}

TensorValues slice_values(const gpu::StridedMemoryView& elements, const TensorView& view) {
  TensorValues values = no_values(elements, view.part);
  const gpu::StridedLayout& layout = elements.layout();
  const int lanes_axis = values_per_element(elements.type()) > 1 ? static_cast<int>(layout.ndim()) : -1;
  for (const int shown : {view.row_axis, view.column_axis, view.channel_axis}) {
    const std::int32_t axis = values.axes++;
    values.extents[axis] = 1;
    if (shown >= 0 && shown == lanes_axis) {
      values.extents[axis] = values_per_element(elements.type());
      values.bit_strides[axis] = values.format.value_bits();
    } else if (shown >= 0) {
      const auto from = static_cast<std::size_t>(shown);
      values.extents[axis] = layout.shape()[from];
      values.strides[axis] = layout.strides()[from] * layout.itemsize();
    }
  }
  const bool shows_lanes = lanes_axis < 0 || lanes_axis == view.row_axis || lanes_axis == view.column_axis ||
                           lanes_axis == view.channel_axis;
  if (!shows_lanes) {
    values.first_bit = view.index[static_cast<std::size_t>(lanes_axis)] * values.format.value_bits();
  }
  // An axis that is not shown and has no elements leaves nothing to show.
  if (layout.is_empty()) {
    values.extents[0] = 0;
  }
  return values;
}

}  // namespace texelscope::app
