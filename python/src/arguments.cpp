#include "python/src/arguments.h"

#include <bit>
#include <string>
#include <vector>

#include "texelscope/gpu/error.h"

namespace py = pybind11;

namespace texelscope::python {

py::object dtype_of(const gpu::ElementType& type) {
  const py::object dtype = py::module_::import("numpy").attr("dtype");
  try {
    return dtype(gpu::to_numpy_string(type));
  } catch (const gpu::InvalidArgument&) {
    // One of the ml_dtypes types, or none.
  }
  try {
    return dtype(py::module_::import("ml_dtypes").attr(gpu::to_string(type).c_str()));
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_ImportError) && !error.matches(PyExc_AttributeError)) {
      throw;
    }
  }
  PyErr_SetString(PyExc_NotImplementedError,
                  ("NumPy has no dtype for " + gpu::to_string(type) + "; install the package ml_dtypes").c_str());
  throw py::error_already_set();
}

gpu::ElementType element_of(py::handle dtype) {
  const py::object found = py::module_::import("numpy").attr("dtype")(dtype);
  if (!found.attr("fields").is_none() || !found.attr("subdtype").is_none()) {
    throw py::value_error("dtype " + py::str(found).cast<std::string>() +
                          " has fields or axes, which a view does not support; use a plain dtype, or 'V" +
                          py::str(found.attr("itemsize")).cast<std::string>() + "' for the bytes");
  }
  const gpu::NumpyType type = gpu::numpy_type_from_string(found.attr("str").cast<std::string>());
  if (type.byte_order != std::endian::native) {
    throw py::value_error("elements in non-native byte order cannot be viewed; convert them first");
  }
  return type.type;
}

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
    throw py::type_error(what + " must be a string, a number or a sequence of them, not " + type_name(value));
  }
  return py::repr(
             require_new(PyIndex_Check(value.ptr()) != 0 ? PyNumber_Index(value.ptr()) : PyNumber_Float(value.ptr())))
      .cast<std::string>();
}

}  // namespace

std::string option_text(py::handle value, const std::string& what) {
  if (!is_sequence(value)) {
    return scalar_text(value, what);
  }
  std::string text;
  // Owning references, because an array creates its items on access.
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
                          "; use (width, height) of 1 to 16384 pixels each, such as (1280, 720)");
  }
  return {static_cast<int>(extents[0]), static_cast<int>(extents[1])};
}

std::string type_name(py::handle object) {
  return py::str(py::type::handle_of(object).attr("__name__")).cast<std::string>();
}

py::object require_new(PyObject* reference) {
  if (reference == nullptr) {
    throw py::error_already_set();
  }
  return py::reinterpret_steal<py::object>(reference);
}

py::object attribute_of(PyObject* object, PyObject* name) {
  PyObject* const found = PyObject_GetAttr(object, name);
  if (found == nullptr) {
    if (PyErr_ExceptionMatches(PyExc_AttributeError) == 0) {
      throw py::error_already_set();
    }
    PyErr_Clear();
  }
  return py::reinterpret_steal<py::object>(found);
}

std::int64_t to_int64(py::handle object, const char* what) {
  const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
  if (!index) {
    PyErr_Clear();
    throw py::type_error(std::string(what) + " must be an integer, not " + type_name(object));
  }
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
  if (overflow != 0) {
    throw py::value_error(std::string(what) + " does not fit in 64 bits: " + py::str(index).cast<std::string>());
  }
  return value;
}

gpu::Dimensions to_dimensions(py::handle object, const char* what) {
  if (!py::isinstance<py::sequence>(object) || py::isinstance<py::str>(object)) {
    throw py::type_error(std::string(what) + " must be a tuple of integers, not " + type_name(object));
  }
  std::vector<std::int64_t> values;
  // Owning references, because an array creates its items on access.
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
      throw py::value_error("stride_order cannot be '" + text + "'; use 'C', 'F', 'K' or a permutation of the axes");
    }
    return gpu::stride_order_from_string(text);
  }
  return {to_dimensions(object, "stride_order")};
}

std::optional<std::filesystem::path> to_path(py::handle object) {
  if (!py::isinstance<py::str>(object) && !py::hasattr(object, "__fspath__")) {
    return std::nullopt;
  }
  const auto path = py::module_::import("os").attr("fsencode")(object).cast<std::string>();
  if (path.find('\0') != std::string::npos) {
    throw py::value_error("a path cannot contain a null byte: " + py::repr(object).cast<std::string>());
  }
  return path;
}

py::bytes to_bytes(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void require_unmasked(py::handle object) {
  static PyObject* const name = PyUnicode_InternFromString("numpy.ma");
  static PyObject* masked_array = nullptr;
  if (masked_array == nullptr) {
    PyObject* const module = PyDict_GetItem(PyImport_GetModuleDict(), name);
    py::object found = module == nullptr ? py::none() : py::getattr(module, "MaskedArray", py::none());
    // Without the class, or during its import, there is no object of it.
    if (!PyType_Check(found.ptr())) {
      return;
    }
    masked_array = found.release().ptr();
  }
  if (PyType_IsSubtype(Py_TYPE(object.ptr()), reinterpret_cast<PyTypeObject*>(masked_array)) != 0) {
    throw py::buffer_error(
        "a masked array cannot be viewed, because its memory does not contain its mask; pass array.data to ignore the "
        "mask, or array.filled(value) to replace the masked elements");
  }
}

}  // namespace texelscope::python
