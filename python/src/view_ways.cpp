
#include "python/src/arguments.h"
#include "python/src/interfaces.h"
#include "python/src/torch_bridge.h"
#include "python/src/view_object.h"
#include "texelscope/gpu/dlpack_abi.h"

namespace py = pybind11;

namespace texelscope::python {
namespace {

/// A view of a PyTorch tensor through its stable functions, of anything else through `other`.
using OtherWay = ViewedMemory(const py::object& object, const StreamArgument& order);

/// A C function, and its general version for calls from Python, with names and errors.
struct Way {
  const char* name;
  OtherWay* other;
  PyObject* general = nullptr;
};

constexpr const char* stream_name = "stream";

Way view_way{.name = "view", .other = &view_by_any_interface};
Way construct_way{.name = "StridedMemoryView", .other = &view_by_any_interface};
Way any_way{.name = "from_any_interface", .other = &view_by_any_interface};
Way dlpack_way{.name = "from_dlpack", .other = &view_by_dlpack};
Way cuda_array_way{.name = "from_cuda_array_interface", .other = &view_by_cuda_array_interface};
Way array_way{.name = "from_array_interface", .other = &view_by_array_interface};

PyObject* view_by(OtherWay* other, const py::object& object, py::handle stream) {
  if (object.is_none()) {
    throw py::type_error("nothing to view; pass an object with __dlpack__ or an array interface");
  }
  require_unmasked(object);
  const StreamArgument order = to_stream(stream);
  if (is_torch_tensor(object.ptr())) {
    if (const auto metadata = torch_metadata(object.ptr())) {
      if (metadata->device.type == gpu::dlpack::cuda) {
        const auto consumer = order.required({gpu::DeviceKind::cuda, metadata->device.id});
        if (consumer) {
          wait_for_torch(metadata->device.id, *consumer);
        }
      }
      return make_view_object(object.ptr(), order.consumer,
                              [&] { return shared([&] { return ViewedMemory::copied(*metadata); }); });
    }
  }
  return make_view_object(object.ptr(), order.consumer, [&] { return shared([&] { return other(object, order); }); });
}

/// f(tensor), f(tensor, stream) or f(tensor, stream=stream); null, without an exception, for other arguments.
PyObject* quick_view(const Way& way, PyObject* const* arguments, Py_ssize_t count, PyObject* names) noexcept {
  static PyObject* const interned_stream_name = PyUnicode_InternFromString(stream_name);
  const Py_ssize_t named = names == nullptr ? 0 : PyTuple_GET_SIZE(names);
  if (count < 1 || count + named > 2 || (named == 1 && PyTuple_GET_ITEM(names, 0) != interned_stream_name)) {
    return nullptr;
  }
  PyObject* const stream = count + named == 2 ? arguments[1] : Py_None;
  try {
    return view_by(way.other, py::reinterpret_borrow<py::object>(arguments[0]), stream);
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

PyObject* call_class(PyObject* view_class, PyObject* const* arguments, std::size_t count, PyObject* names) {
  return call<construct_way>(view_class, arguments, PyVectorcall_NARGS(count), names);
}

template <Way& way>
py::object general_way(const py::object& object, py::handle stream) {
  return require_new(view_by(way.other, object, stream));
}

template <Way& way>
py::object function_of(const char* doc) {
  way.general = py::cpp_function(&general_way<way>, py::name(way.name), py::arg("obj") = py::none(),
                                 py::arg(stream_name) = py::none())
                    .release()
                    .ptr();
  static PyMethodDef method{way.name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&call<way>)),
                            METH_FASTCALL | METH_KEYWORDS, doc};
  return py::reinterpret_steal<py::object>(PyCFunction_NewEx(&method, nullptr, nullptr));
}

template <Way& way>
void add_way(const py::object& view_type, const char* doc) {
  const py::handle static_method = reinterpret_cast<PyObject*>(&PyStaticMethod_Type);
  view_type.attr(way.name) = static_method(function_of<way>(doc));
}

}  // namespace

py::object view_of(const py::object& object, py::handle stream) {
  return require_new(view_by(&view_by_any_interface, object, stream));
}

void bind_view_functions(py::module_& module, const py::object& view_type) {
  module.attr("view") = function_of<view_way>(
      "view(obj, stream=None)\n"
      "--\n"
      "\n"
      "Returns a StridedMemoryView of a tensor of any library, without copying. stream: the stream that will use\n"
      "the tensor, which waits for the tensor's library: 0 or 1 for the legacy default stream, 2 for the per-thread "
      "one, or\n"
      "the address of a CUstream; -1 skips the ordering. Host memory needs no stream.");
  add_way<any_way>(view_type, "from_any_interface(obj, stream=None)\n--\n\nSame as texelscope.view().");
  add_way<dlpack_way>(view_type, "from_dlpack(obj, stream=None)\n--\n\nViews an object with __dlpack__.");
  add_way<cuda_array_way>(view_type,
                          "from_cuda_array_interface(obj, stream=None)\n"
                          "--\n"
                          "\n"
                          "Views an object with __cuda_array_interface__ of version 2 or 3, or a PyTorch tensor.");
  add_way<array_way>(view_type,
                     "from_array_interface(obj, stream=None)\n"
                     "--\n"
                     "\n"
                     "Views an object with __array_interface__ of version 3, or a PyTorch tensor.");
  static_cast<void>(function_of<construct_way>(""));
  // Python prefers this to tp_new for calling a class, without a tuple of arguments.
  reinterpret_cast<PyTypeObject*>(view_type.ptr())->tp_vectorcall = &call_class;
}

}  // namespace texelscope::python
