#pragma once

#include <pybind11/pybind11.h>

#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::python {

/// Keeps a Python object; lets go of it with the interpreter's lock held, on whichever thread.
[[nodiscard]] std::shared_ptr<const void> keep(pybind11::object object);

/// By obj.__dlpack__(), of version 1 where the object knows it; `stream` is passed on, None left out. @throws
/// BufferError when it has no such method, and what that throws.
[[nodiscard]] gpu::StridedMemoryView view_by_dlpack(const pybind11::object& object, pybind11::handle stream);
/// By __array_interface__ of version 3, in host memory. @throws ValueError, BufferError.
[[nodiscard]] gpu::StridedMemoryView view_by_array_interface(const pybind11::object& object);

/// A capsule "dltensor", or "dltensor_versioned" where `max_version` is (1, 0) or later. @throws BufferError for a
/// read-only view without a version.
[[nodiscard]] pybind11::capsule to_dlpack_capsule(const gpu::StridedMemoryView& view, pybind11::handle max_version);

/// numpy.dtype of an element; of the small floating-point types ml_dtypes has them. @throws NotImplementedError where
/// it is not installed.
[[nodiscard]] pybind11::object dtype_of(const gpu::ElementType& type);
/// The element of a numpy.dtype, or of what numpy.dtype() takes. @throws ValueError.
[[nodiscard]] gpu::ElementType element_of(pybind11::handle dtype);

}  // namespace texelscope::python
