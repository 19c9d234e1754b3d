#include "python/src/exchange.h"

#include <algorithm>
#include <array>
#include <utility>

namespace py = pybind11;

namespace texelscope::python {
namespace {

/// What a class has under the name; nothing where it has nothing. Classes without are remembered, as NumPy's is: that
/// Python finds nothing takes it longer than all else here.
py::object capsule_of(PyTypeObject* type) {
  constexpr std::size_t most = 8;
  static std::array<PyTypeObject*, most> without{};
  static std::size_t next = 0;
  static PyObject* const name = PyUnicode_InternFromString("__dlpack_c_exchange_api__");
  if (std::ranges::find(without, type) != without.end()) {
    return {};
  }
  PyObject* const found = PyObject_GetAttr(reinterpret_cast<PyObject*>(type), name);
  if (found == nullptr) {
    if (PyErr_ExceptionMatches(PyExc_AttributeError) == 0) {
      throw py::error_already_set();
    }
    PyErr_Clear();
    Py_INCREF(type);
    Py_XDECREF(std::exchange(without[next], type));
    next = (next + 1) % most;
  }
  return py::reinterpret_steal<py::object>(found);
}

}  // namespace

std::optional<gpu::DLPackExchange> exchange_of(PyObject* object) {
  const py::object capsule = capsule_of(Py_TYPE(object));
  if (!capsule || PyCapsule_IsValid(capsule.ptr(), exchange_capsule_name) == 0) {
    return std::nullopt;
  }
  return gpu::DLPackExchange(
      static_cast<const DLPackExchangeAPI*>(PyCapsule_GetPointer(capsule.ptr(), exchange_capsule_name)));
}

}  // namespace texelscope::python
