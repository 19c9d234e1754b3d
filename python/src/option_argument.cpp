#include "python/src/option_argument.h"

#include "python/src/arguments.h"

namespace py = pybind11;

namespace texelscope::python {

namespace {

bool is_sequence(py::handle value) { return py::isinstance<py::sequence>(value) && !py::isinstance<py::str>(value); }

std::string scalar_text(py::handle value, const std::string& what) {
  if (py::isinstance<py::str>(value)) {
    return value.cast<std::string>();
  }
  if (py::isinstance<py::bool_>(value)) {
    return value.cast<bool>() ? "true" : "false";
  }
  if (is_sequence(value) || (PyIndex_Check(value.ptr()) == 0 && !py::hasattr(value, "__float__"))) {
    throw py::type_error(what + " must be a text, a number or a sequence of them, not " + type_name(value));
  }
  const auto number = py::reinterpret_steal<py::object>(PyIndex_Check(value.ptr()) != 0 ? PyNumber_Index(value.ptr())
                                                                                        : PyNumber_Float(value.ptr()));
  if (!number) {
    throw py::error_already_set();
  }
  return py::repr(number).cast<std::string>();
}

}  // namespace

std::string option_text(py::handle value, const std::string& what) {
  if (!is_sequence(value)) {
    return scalar_text(value, what);
  }
  std::string text;
  // Objects: an array makes its items when they are asked for.
  for (const py::object item : py::reinterpret_borrow<py::sequence>(value)) {
    text += text.empty() ? "" : ",";
    text += scalar_text(item, what);
  }
  return text;
}

std::pair<int, int> to_size(py::handle size) {
  constexpr std::int64_t largest = 16384;
  const gpu::Dimensions extents = to_dimensions(size, "size");
  const auto is_outside = [](std::int64_t extent) { return extent < 1 || extent > largest; };
  if (extents.size() != 2 || is_outside(extents[0]) || is_outside(extents[1])) {
    throw py::value_error("size cannot be " + py::repr(size).cast<std::string>() +
                          ": give (width, height) of 1 to 16384 pixels each, such as (1280, 720)");
  }
  return {static_cast<int>(extents[0]), static_cast<int>(extents[1])};
}

}  // namespace texelscope::python
