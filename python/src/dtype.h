#pragma once

#include <pybind11/pybind11.h>

#include "texelscope/gpu/element_type.h"

namespace texelscope::python {

/// numpy.dtype of an element; of the small floating-point types ml_dtypes has them. @throws NotImplementedError where
/// it is not installed.
[[nodiscard]] pybind11::object dtype_of(const gpu::ElementType& type);
/// The element of a numpy.dtype, or of what numpy.dtype() takes. @throws ValueError.
[[nodiscard]] gpu::ElementType element_of(pybind11::handle dtype);

}  // namespace texelscope::python
