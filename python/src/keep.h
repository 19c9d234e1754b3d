#pragma once

#include <pybind11/pybind11.h>

#include <memory>

namespace texelscope::python {

/// Keeps a Python object; lets go of it with the interpreter's lock held, on whichever thread.
[[nodiscard]] std::shared_ptr<const void> keep(pybind11::object object);

}  // namespace texelscope::python
