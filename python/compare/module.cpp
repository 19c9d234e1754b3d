#include <filesystem>
#include <optional>

#include "app/images/image.h"
#include "app/images/image_file.h"
#include "python/src/arguments.h"
#include "python/src/interpreter_lock.h"

namespace py = pybind11;

namespace texelscope::python {
namespace {

py::object array_of_file(const std::filesystem::path& path) {
  if (path.extension() == ".npy") {
    return py::module_::import("numpy").attr("load")(path.native(), py::arg("allow_pickle") = false);
  }
  app::Image image;
  run_unlocked([&] { image = app::load_image(path); });
  const py::object flat = py::module_::import("numpy").attr("frombuffer")(to_bytes(image.pixels), dtype_of(image.type));
  return image.channels == 1 ? flat.attr("reshape")(image.height, image.width)
                             : flat.attr("reshape")(image.height, image.width, image.channels);
}

}  // namespace

py::object to_array(const py::object& object) {
  if (const std::optional<std::filesystem::path> path = to_path(object)) {
    return array_of_file(*path);
  }
  const py::module_ numpy = py::module_::import("numpy");
  for (const char* const name : {"__array_interface__", "__array__"}) {
    if (py::hasattr(object, name)) {
      return numpy.attr("asarray")(object);
    }
  }
  if (py::hasattr(object, "__dlpack__")) {
    return numpy.attr("from_dlpack")(object);
  }
  if (PyObject_CheckBuffer(object.ptr()) != 0) {
    return numpy.attr("asarray")(object);
  }
  throw py::type_error("a " + type_name(object) +
                       " is not an array; pass an array of any library, or the path of an image");
}

}  // namespace texelscope::python

PYBIND11_MODULE(_native, module) {
  module.attr("__version__") = TEXELSCOPE_VERSION;
  texelscope::python::watch_exit();
  texelscope::python::register_errors();
  texelscope::python::bind_comparison(module);
}
