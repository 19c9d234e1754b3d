#include "python/src/dtype.h"

#include <bit>
#include <string>

#include "texelscope/gpu/error.h"

namespace py = pybind11;

namespace texelscope::python {

py::object dtype_of(const gpu::ElementType& type) {
  const py::object dtype = py::module_::import("numpy").attr("dtype");
  try {
    return dtype(gpu::to_numpy_string(type));
  } catch (const gpu::InvalidArgument&) {
    // One of ml_dtypes, or none.
  }
  try {
    return dtype(py::module_::import("ml_dtypes").attr(gpu::to_string(type).c_str()));
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_ImportError) && !error.matches(PyExc_AttributeError)) {
      throw;
    }
  }
  PyErr_SetString(PyExc_NotImplementedError,
                  ("NumPy has no dtype for " + gpu::to_string(type) + "; the package ml_dtypes may have one").c_str());
  throw py::error_already_set();
}

gpu::ElementType element_of(py::handle dtype) {
  const py::object found = py::module_::import("numpy").attr("dtype")(dtype);
  const gpu::NumpyType type = gpu::numpy_type_from_string(found.attr("str").cast<std::string>());
  if (type.byte_order != std::endian::native) {
    throw py::value_error("elements in another byte order cannot be viewed: convert them first");
  }
  return type.type;
}

}  // namespace texelscope::python
