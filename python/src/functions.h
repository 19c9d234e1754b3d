#pragma once

#include <pybind11/pybind11.h>

namespace texelscope::python {

// What the program does at the command line, as functions of the module.

void bind_sample(pybind11::module_& module);
void bind_scenes(pybind11::module_& module);
void bind_comparison(pybind11::module_& module);
void bind_show(pybind11::module_& module);

}  // namespace texelscope::python
