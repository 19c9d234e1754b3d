#pragma once

#include <pybind11/pybind11.h>

namespace texelscope::python {

/// The view of a tensor by whichever way is fastest. `stream` as to_stream() takes it.
[[nodiscard]] pybind11::object view_of(const pybind11::object& object, pybind11::handle stream);

/// Adds texelscope.view, and StridedMemoryView.from_any_interface, which calls its second argument stream_ptr:
/// functions of C, by which a PyTorch tensor goes the short way and all else the way of view_of().
void bind_view_functions(pybind11::module_& module, const pybind11::object& view_type);

}  // namespace texelscope::python
