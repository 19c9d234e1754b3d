#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <optional>

#include "python/src/device_work.h"
#include "python/src/viewed_memory.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::python {

/// Keeps a Python object; lets go of it with the interpreter's lock held, on whichever thread.
[[nodiscard]] std::shared_ptr<const void> keep(pybind11::object object);

/// Gives the class of views its `__dlpack_c_exchange_api__`: the functions by which other libraries take views without
/// a call of Python's.
void bind_exchange_table(const pybind11::object& type);

/// Adds from_buffer, copy_from and copy_to, as cuda.core declares them, to the class of views.
void bind_view_copy(const pybind11::object& type);

/// The view of a tensor by whichever way is fastest. `stream` as to_stream() takes it.
[[nodiscard]] pybind11::object view_of(const pybind11::object& object, pybind11::handle stream);

/// Adds texelscope.view, the ways of cuda.core's names, from_dlpack and others, which call their second argument
/// stream_ptr, and the quick call of the class: functions of C, by which a PyTorch tensor goes the short way and all
/// else the way of the name.
void bind_view_functions(pybind11::module_& module, const pybind11::object& view_type);

/// An object of Python's class StridedMemoryView. The class is Python's own and none of pybind11's, whose objects take
/// longer to be made than everything else that a view needs.
struct ViewObject {
  PyObject ob_base;
  ViewedMemory memory;
  /// What it was made from; null once a cycle of garbage was broken here.
  PyObject* exporting_obj;
  /// The last stream that a caller named for work on this memory; nothing where the caller sees to the order.
  std::optional<gpu::ForeignStream> work_stream;
  /// The numpy.dtype, once someone has asked for it; else null.
  PyObject* dtype;
};

/// The class; made with the module.
[[nodiscard]] pybind11::handle view_type();
/// Makes the class. `constructor` is called for StridedMemoryView(…) and returns the view.
[[nodiscard]] pybind11::object make_view_type(const pybind11::object& constructor);

/// A view of `exporting_obj`, which it keeps; null, with Python's exception set, when there is no memory for it. `make`
/// returns the memory.
template <class Make>
[[nodiscard]] PyObject* make_view_object(PyObject* exporting_obj, std::optional<gpu::ForeignStream> work_stream,
                                         Make&& make) {
  auto* const type = reinterpret_cast<PyTypeObject*>(view_type().ptr());
  ViewObject* const view = PyObject_GC_New(ViewObject, type);
  if (view == nullptr) {
    return nullptr;
  }
  try {
    new (&view->memory) ViewedMemory(make());
  } catch (...) {
    PyObject_GC_Del(view);
    Py_DECREF(type);
    throw;
  }
  Py_INCREF(exporting_obj);
  view->exporting_obj = exporting_obj;
  new (&view->work_stream) std::optional<gpu::ForeignStream>(work_stream);
  view->dtype = nullptr;
  PyObject_GC_Track(view);
  return &view->ob_base;
}
[[nodiscard]] pybind11::object make_view(ViewedMemory memory, pybind11::handle exporting_obj,
                                         std::optional<gpu::ForeignStream> work_stream = std::nullopt);

/// @throws TypeError for any other object.
[[nodiscard]] ViewObject& view_from(pybind11::handle object);
[[nodiscard]] bool is_view(pybind11::handle object);

/// Orders work on a CUDA device after that on a view (its work_stream), by an event: that of the consumer's stream, of
/// the legacy default stream where none is named, and of the host where none is named and the host reaches the memory.
/// @throws Unavailable where the device cannot be opened; DriverError.
void order_after_work(const ViewObject& view, const StreamArgument& consumer);

/// The memory with an owner, for another view of Python's.
[[nodiscard]] gpu::StridedMemoryView memory_for_view(const ViewObject& view);
/// The memory with an owner that outlasts the view, for all who may let go of it without the interpreter's lock: it
/// keeps the view itself, as letting go of what is in there may call other libraries, which ask Python for the lock.
[[nodiscard]] gpu::StridedMemoryView owned_memory(const ViewObject& view);

}  // namespace texelscope::python
