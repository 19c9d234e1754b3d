#pragma once

#include <pybind11/pybind11.h>

namespace texelscope::python {

/// Adds from_buffer, copy_from and copy_to, as cuda.core declares them, to the class of views.
void bind_view_copy(const pybind11::object& type);

}  // namespace texelscope::python
