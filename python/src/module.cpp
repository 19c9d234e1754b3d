#include "python/src/arguments.h"
#include "python/src/interpreter_lock.h"

namespace py = pybind11;

PYBIND11_MODULE(_native, module) {
  module.attr("__version__") = TEXELSCOPE_VERSION;
  texelscope::python::watch_exit();
  texelscope::python::register_errors();
  texelscope::python::bind_layout(module);
  texelscope::python::bind_memory_view(module);
  texelscope::python::bind_measurement(module);
  texelscope::python::bind_sample(module);
  texelscope::python::bind_scenes(module);
  texelscope::python::bind_comparison(module);
  texelscope::python::bind_show(module);
  texelscope::python::bind_watch(module);
}
