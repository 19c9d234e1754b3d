#include "app/labs/tensor/tensor_values.h"

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

/// The axis of an element's values; −1 if it has only one.
int lanes_axis(const gpu::StridedMemoryView& tensor) {
  return values_per_element(tensor.type()) > 1 ? static_cast<int>(tensor.layout().ndim()) : -1;
}

/// The only value of an element that a view shows; nothing if it shows all.
std::optional<std::int64_t> shown_lane(const gpu::StridedMemoryView& tensor, const TensorView& view) {
  const int axis = lanes_axis(tensor);
  const bool shows_all = axis < 0 || axis == view.row_axis || axis == view.column_axis || axis == view.channel_axis;
  return shows_all ? std::nullopt : std::optional{view.index[static_cast<std::size_t>(axis)]};
}

}  // namespace

ValueSet slice_set(const gpu::StridedMemoryView& tensor, const TensorView& view) {
  return {elements_of(tensor, view, whole_slice(view, tensor)), view.part, shown_lane(tensor, view)};
}

ValueSet whole_set(const gpu::StridedMemoryView& tensor, const TensorView& view) { return {tensor, view.part}; }

TensorValues all_values(const ValueSet& set) {
  TensorValues values = no_values(set.elements, set.part);
  const gpu::StridedLayout& layout = set.elements.layout();
  for (std::size_t axis = 0; axis < layout.ndim(); ++axis) {
    append(values, layout.shape()[axis], layout.strides()[axis] * layout.itemsize(), 0);
  }
  values.first_bit = set.lane.value_or(0) * values.format.value_bits();
  const std::int64_t lanes = set.lane ? 1 : values_per_element(set.elements.type());
  if (lanes > 1 || values.axes == 0) {
    append(values, lanes, 0, values.format.value_bits());
  }
  return values;
}

TensorValues slice_values(const gpu::StridedMemoryView& elements, const TensorView& view) {
  TensorValues values = no_values(elements, view.part);
  const gpu::StridedLayout& layout = elements.layout();
  const int lanes = lanes_axis(elements);
  for (const int shown : {view.row_axis, view.column_axis, view.channel_axis}) {
    const std::int32_t axis = values.axes++;
    values.extents[axis] = 1;
    if (shown >= 0 && shown == lanes) {
      values.extents[axis] = values_per_element(elements.type());
      values.bit_strides[axis] = values.format.value_bits();
    } else if (shown >= 0) {
      const auto from = static_cast<std::size_t>(shown);
      values.extents[axis] = layout.shape()[from];
      values.strides[axis] = layout.strides()[from] * layout.itemsize();
    }
  }
  values.first_bit = shown_lane(elements, view).value_or(0) * values.format.value_bits();
  // A hidden axis of extent 0 leaves no elements to show.
  if (layout.is_empty()) {
    values.extents[0] = 0;
  }
  return values;
}

}  // namespace texelscope::app
