#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>

#include "inspect/include/texelscope_inspect.h"
#include "python/src/arguments.h"
#include "python/src/interpreter_lock.h"
#include "python/src/tensor_argument.h"
#include "python/src/torch_bridge.h"
#include "python/src/view_object.h"

namespace py = pybind11;

namespace texelscope::python {
namespace {

/// The share of a Python program's time that copies may take: with the cost of the calls themselves, 1 %.
constexpr double python_budget = 0.008;
/// Copies of more bytes are made without the GIL. Acquiring it again may take longer than a smaller copy.
constexpr std::uint64_t locked_bytes = 65536;

PyObject* general_watch = nullptr;
PyObject* always_name = nullptr;

/// A status by the name that Python uses. Borrowed.
PyObject* status_name(texelscope_inspect_status status) {
  static const std::array<PyObject*, 3> names{PyUnicode_InternFromString("sent"), PyUnicode_InternFromString("skipped"),
                                              PyUnicode_InternFromString("not watched")};
  return names.at(status);
}

/// An object with an interface of arrays: `object` itself, or its numbers.
py::object watchable(const py::object& object) {
  if (is_view(object)) {
    return object;
  }
  if (is_of_torch(object.ptr())) {
    // A parameter is shown as it is, although its gradient cannot be shared.
    const py::object needs_gradient = py::getattr(object, "requires_grad", py::none());
    return needs_gradient.is(py::bool_(true)) ? object.attr("detach")() : object;
  }
  const bool has_interface = py::hasattr(object, "__dlpack__") || py::hasattr(object, "__cuda_array_interface__") ||
                             py::hasattr(object, "__array_interface__") ||
                             py::hasattr(object, "__dlpack_c_exchange_api__");
  if (!has_interface && PyObject_CheckBuffer(object.ptr()) != 0) {
    return py::module_::import("numpy").attr("asarray")(py::memoryview(object));
  }
  const bool is_number = PyFloat_Check(object.ptr()) || PyLong_Check(object.ptr()) || PyComplex_Check(object.ptr());
  return !has_interface && is_number ? py::module_::import("numpy").attr("asarray")(object) : object;
}

/// NumPy's interface has no names for the small types of ml_dtypes.
std::string watched_type(const gpu::StridedMemoryView& memory, const py::object& array) {
  const bool is_opaque = !memory.has_type() || memory.type().kind() == gpu::ElementKind::opaque;
  return is_opaque && py::hasattr(array, "dtype") ? py::str(array.attr("dtype")).cast<std::string>()
                                                  : to_string(memory.type());
}

texelscope_inspect_status send_array(const std::string& name, const py::object& object, bool is_forced) {
  if (name.empty() || name.find('\0') != std::string::npos) {
    throw py::value_error("name must have 1 to 200 bytes, without null characters");
  }
  if (texelscope_inspect_state == 0) {
    texelscope_inspect_set_budget(python_budget);
  }
  // To view an array of another library takes longer than a small copy.
  if (!is_forced && texelscope_inspect_is_due(name.c_str()) == 0) {
    return texelscope_inspect_is_watched() != 0 ? TEXELSCOPE_INSPECT_SKIPPED : TEXELSCOPE_INSPECT_NOT_WATCHED;
  }
  const py::object array = watchable(object);
  const py::object view = to_view(array);
  const gpu::StridedMemoryView& memory = view_from(view).memory.view();
  const gpu::StridedLayout& layout = memory.layout();
  const gpu::Dimensions strides = layout.strides_in_bytes();
  const std::string type_text = watched_type(memory, array);
  texelscope_inspect_array shown{};
  shown.struct_size = sizeof shown;
  shown.flags = is_forced ? TEXELSCOPE_INSPECT_ALWAYS : 0;
  shown.name = name.c_str();
  shown.data = reinterpret_cast<const void*>(memory.pointer().value +
                                             static_cast<std::uint64_t>(layout.slice_offset_in_bytes()));
  shown.type = type_text.c_str();
  shown.rank = static_cast<std::int32_t>(layout.shape().size());
  // Its stream is the legacy default one, which waits for the array's library.
  shown.memory = memory.is_host_accessible() ? TEXELSCOPE_INSPECT_HOST : TEXELSCOPE_INSPECT_CUDA;
  shown.shape = layout.shape().begin();
  shown.strides = strides.begin();
  texelscope_inspect_status status{};
  if (static_cast<std::uint64_t>(layout.volume()) * static_cast<std::uint64_t>(layout.itemsize()) <= locked_bytes) {
    status = texelscope_inspect_show(&shown);
  } else {
    const ScopedUnlock released;
    status = texelscope_inspect_show(&shown);
  }
  if (status == TEXELSCOPE_INSPECT_REFUSED) {
    throw py::value_error(texelscope_inspect_last_error());
  }
  return status;
}

/// watch() with any arguments.
py::object watch(py::handle name, const py::object& array, bool always) {
  if (PyUnicode_Check(name.ptr()) == 0) {
    throw py::type_error("the name of an array cannot be of type " + type_name(name) + "; pass a str");
  }
  const texelscope_inspect_status status = texelscope_inspect_is_watched() != 0
                                               ? send_array(name.cast<std::string>(), array, always)
                                               : TEXELSCOPE_INSPECT_NOT_WATCHED;
  return py::reinterpret_borrow<py::object>(status_name(status));
}

PyObject* call_watch(PyObject* /*module*/, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
  const bool is_plain =
      count == 2 && PyUnicode_Check(arguments[0]) != 0 &&
      (names == nullptr || (PyTuple_GET_SIZE(names) == 1 && PyTuple_GET_ITEM(names, 0) == always_name));
  if (is_plain && texelscope_inspect_is_watched() == 0) {
    PyObject* const status = status_name(TEXELSCOPE_INSPECT_NOT_WATCHED);
    Py_INCREF(status);
    return status;
  }
  return PyObject_Vectorcall(general_watch, arguments, static_cast<std::size_t>(count), names);
}

bool wait_for_window(double seconds) {
  if (!(seconds >= 0 && seconds <= 1e6)) {
    throw py::value_error("seconds must be a number from 0 to 1,000,000");
  }
  if (texelscope_inspect_state == 0) {
    texelscope_inspect_set_budget(python_budget);
  }
  const ScopedUnlock released;
  return texelscope_inspect_wait(static_cast<int>(std::min(std::ceil(seconds * 1000), 2e9))) != 0;
}

}  // namespace

void bind_watch(py::module_& module) {
  always_name = PyUnicode_InternFromString("always");
  general_watch = py::cpp_function(&watch, py::name("watch"), py::arg("name"), py::arg("array"), py::kw_only(),
                                   py::arg("always") = false)
                      .release()
                      .ptr();
  static PyMethodDef method{
      "watch", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&call_watch)), METH_FASTCALL | METH_KEYWORDS,
      "watch(name, array, *, always=False)\n"
      "--\n"
      "\n"
      "Shows an array's current elements in texelscope's window, if one is open: of NumPy, PyTorch, CuPy or anything\n"
      "else with __dlpack__, an array interface or Python's buffer protocol, or a number. Returns \"sent\",\n"
      "\"skipped\" (copies have taken 1 % of the program's time; always=True copies nevertheless), or\n"
      "\"not watched\" without a window, in less than 1 us. A window is looked for from the first call on."};
  module.attr("watch") = py::reinterpret_steal<py::object>(PyCFunction_NewEx(&method, nullptr, nullptr));
  module.def("is_watched", [] { return texelscope_inspect_is_watched() != 0; });
  module.def(
      "end_watch", [](const std::string& name) { texelscope_inspect_end(name.c_str()); }, py::arg("name"));
  module.def("wait_for_window", &wait_for_window, py::arg("seconds") = 1.0);
}

}  // namespace texelscope::python
