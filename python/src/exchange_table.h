#pragma once

#include <pybind11/pybind11.h>

namespace texelscope::python {

/// Gives the class of views its `__dlpack_c_exchange_api__`: the functions by which other libraries take views without
/// a call of Python's.
void bind_exchange_table(const pybind11::object& type);

}  // namespace texelscope::python
