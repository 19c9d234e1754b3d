#include "python/src/arguments.h"

namespace py = pybind11;

PYBIND11_MODULE(_native, module) {
  module.attr("__version__") = TEXELSCOPE_VERSION;
  texelscope::python::register_errors();
  texelscope::python::bind_layout(module);
  texelscope::python::bind_memory_view(module);
  texelscope::python::bind_measurement(module);
  texelscope::python::bind_sample(module);
  texelscope::python::bind_scenes(module);
  texelscope::python::bind_comparison(module);
  texelscope::python::bind_show(module);
}
