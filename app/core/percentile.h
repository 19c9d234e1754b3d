#pragma once

#include "app/core/tensor_view.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app {

/// The percentiles of the slice's finite numbers that a settled view asks for (nearest rank); exact. 0 … 1 where none
/// is finite. Works through the slice seven times. Waits. @throws gpu::InvalidArgument as brought_to().
[[nodiscard]] NumberRange percentiles_of_slice(const gpu::StridedMemoryView& tensor, const TensorView& view,
                                               const gpu::Stream& stream);

}  // namespace texelscope::app
