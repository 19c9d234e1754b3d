#include "app/labs/tensor/tensor_pieces.h"

#include <algorithm>
#include <vector>

namespace texelscope::app {

TensorPieces::TensorPieces(const gpu::StridedMemoryView& tensor, std::int64_t max_elements)
    : tensor_{tensor.view(tensor.layout().permuted(tensor.layout().stride_order()))} {
  if (tensor.layout().is_empty()) {
    return;
  }
  count_ = 1;
  const gpu::Dimensions& shape = tensor_.layout().shape();
  std::int64_t inner = 1;
  for (axis_ = static_cast<int>(shape.size()) - 1; axis_ >= 0; --axis_) {
    const std::int64_t extent = shape[static_cast<std::size_t>(axis_)];
    length_ = std::min(extent, max_elements / inner);
    if (length_ < extent) {
      break;
    }
    inner *= extent;
  }
  for (int axis = 0; axis <= axis_; ++axis) {
    const std::int64_t extent = shape[static_cast<std::size_t>(axis)];
    count_ *= axis < axis_ ? extent : (extent + length_ - 1) / length_;
  }
}

gpu::StridedMemoryView TensorPieces::operator[](std::int64_t number) const {
  const gpu::Dimensions& shape = tensor_.layout().shape();
  std::vector<gpu::AxisSlice> slices(static_cast<std::size_t>(axis_ + 1), gpu::AxisSlice::all());
  for (int axis = axis_; axis >= 0; --axis) {
    const auto at = static_cast<std::size_t>(axis);
    const std::int64_t length = axis == axis_ ? length_ : 1;
    const std::int64_t lengths = (shape[at] + length - 1) / length;
    const std::int64_t first = number % lengths * length;
    number /= lengths;
    slices[at] = {first, std::min(first + length, shape[at])};
  }
  return tensor_.view(tensor_.layout().sliced(slices));
}

}  // namespace texelscope::app
