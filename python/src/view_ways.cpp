
#include "python/src/arguments.h"
#include "python/src/interfaces.h"
#include "python/src/torch_bridge.h"
#include "python/src/view_object.h"
#include "texelscope/gpu/dlpack_abi.h"

namespace py = pybind11;

namespace texelscope::python {
namespace {

/// A function of C, and the same as Python calls it, with names and errors.
struct Way {
  const char* name;
  const char* stream_name;
  PyObject* general = nullptr;
  PyObject* interned_stream_name = nullptr;
};

Way view_way{.name = "view", .stream_name = "stream"};
Way from_any_way{.name = "from_any_interface", .stream_name = "stream_ptr"};

/// f(tensor), f(tensor, stream) or f(tensor, stream=stream); null, without an exception, for other arguments.
PyObject* quick_view(const Way& way, PyObject* const* arguments, Py_ssize_t count, PyObject* names) noexcept {
  const Py_ssize_t named = names == nullptr ? 0 : PyTuple_GET_SIZE(names);
  if (count < 1 || count + named > 2 || (named == 1 && PyTuple_GET_ITEM(names, 0) != way.interned_stream_name)) {
    return nullptr;
  }
  PyObject* const stream = count + named == 2 ? arguments[1] : Py_None;
  try {
    return view_of(py::reinterpret_borrow<py::object>(arguments[0]), stream).release().ptr();
  } catch (...) {
    set_error(std::current_exception());
    return nullptr;
  }
}

template <Way& way>
PyObject* call(PyObject* /*module*/, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
  if (PyObject* const view = quick_view(way, arguments, count, names); view != nullptr || PyErr_Occurred() != nullptr) {
    return view;
  }
  return PyObject_Vectorcall(way.general, arguments, static_cast<std::size_t>(count), names);
}

template <Way& way>
py::object function_of(const char* doc) {
  way.general = py::cpp_function(&view_of, py::name(way.name), py::arg("obj"), py::arg(way.stream_name) = py::none())
                    .release()
                    .ptr();
  way.interned_stream_name = PyUnicode_InternFromString(way.stream_name);
  static PyMethodDef method{way.name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&call<way>)),
                            METH_FASTCALL | METH_KEYWORDS, doc};
  return py::reinterpret_steal<py::object>(PyCFunction_NewEx(&method, nullptr, nullptr));
}

}  // namespace

py::object view_of(const py::object& object, py::handle stream) {
  if (object.is_none()) {
    throw py::type_error("there is nothing to view: give an object with __dlpack__ or an array interface");
  }
  const StreamArgument order = to_stream(stream);
  if (is_torch_tensor(object.ptr())) {
    if (const auto metadata = torch_metadata(object.ptr())) {
      if (metadata->device.type == gpu::dlpack::cuda) {
        const auto consumer = order.required({gpu::DeviceKind::cuda, metadata->device.id});
        if (consumer) {
          wait_for_torch(metadata->device.id, *consumer);
        }
      }
      return make_view(metadata->view(), object, order.consumer);
    }
  }
  return require_new(
      make_view_object(object.ptr(), order.consumer, [&] { return view_by_any_interface(object, order); }));
}

void bind_view_functions(py::module_& module, const py::object& view_type) {
  module.attr("view") = function_of<view_way>(
      "view(obj, stream=None)\n--\n\n"
      "The StridedMemoryView of a tensor of any library, in place. The stream is the one that the tensor will be\n"
      "used on, and waits for the tensor's library: 1 the legacy default stream, 2 the per-thread one, or the\n"
      "address of a CUstream; -1 leaves out the ordering. Memory of the host needs none.");
  const py::handle static_method = reinterpret_cast<PyObject*>(&PyStaticMethod_Type);
  view_type.attr("from_any_interface") =
      static_method(function_of<from_any_way>("from_any_interface(obj, stream_ptr=None)\n--\n\nAs texelscope.view()."));
}

}  // namespace texelscope::python
