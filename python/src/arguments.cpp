#include "python/src/arguments.h"

#include <vector>

namespace py = pybind11;

namespace texelscope::python {

std::string type_name(py::handle object) {
  return py::str(py::type::handle_of(object).attr("__name__")).cast<std::string>();
}

std::int64_t to_int64(py::handle object, const char* what) {
  const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
  if (!index) {
    PyErr_Clear();
    throw py::type_error(std::string(what) + " must be a whole number, not " + type_name(object));
  }
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
  if (overflow != 0) {
    throw py::value_error(std::string(what) + " does not fit 64 bits: " + py::str(index).cast<std::string>());
  }
  return value;
}

gpu::Dimensions to_dimensions(py::handle object, const char* what) {
  if (!py::isinstance<py::sequence>(object) || py::isinstance<py::str>(object)) {
    throw py::type_error(std::string(what) + " must be a tuple of whole numbers, not " + type_name(object));
  }
  std::vector<std::int64_t> values;
  // Objects: an array makes its items when they are asked for.
  for (const py::object item : py::reinterpret_borrow<py::sequence>(object)) {
    values.push_back(to_int64(item, what));
  }
  return gpu::Dimensions{std::span<const std::int64_t>{values}};
}

py::tuple to_tuple(const gpu::Dimensions& dimensions) {
  py::tuple result(dimensions.size());
  for (std::size_t axis = 0; axis < dimensions.size(); ++axis) {
    result[axis] = py::int_(dimensions[axis]);
  }
  return result;
}

gpu::StrideOrder to_stride_order(py::handle object) {
  if (py::isinstance<py::str>(object)) {
    const auto text = object.cast<std::string>();
    if (text != "C" && text != "F" && text != "K") {
      throw py::value_error("stride_order cannot be '" + text + "': take 'C', 'F', 'K' or a permutation of the axes");
    }
    return gpu::stride_order_from_string(text);
  }
  return {to_dimensions(object, "stride_order")};
}

}  // namespace texelscope::python
