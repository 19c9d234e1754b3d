#pragma once

#include <pybind11/pybind11.h>

#include "app/labs/tensor/tensor_view.h"

namespace texelscope::python {

/// How a tensor is looked at: the view that comes with it, changed by axes (rows, columns), channels, index, part, map,
/// range, symmetric and percentile where they are given. @throws TypeError, ValueError, naming the option.
[[nodiscard]] app::TensorView to_tensor_view(const pybind11::dict& options, const gpu::StridedMemoryView& tensor);

}  // namespace texelscope::python
