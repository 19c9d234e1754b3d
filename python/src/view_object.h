#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <optional>

#include "python/src/device_work.h"
#include "python/src/viewed_memory.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::python {

/// Keeps a Python object alive, and releases it with the GIL, on any thread.
[[nodiscard]] std::shared_ptr<const void> keep(pybind11::object object);

/// Adds `__dlpack_c_exchange_api__` and its earlier name `__c_dlpack_exchange_api__` to the class of views: the
/// functions through which other libraries import views without calling Python.
void bind_exchange_table(const pybind11::object& type);

/// Adds from_buffer, copy_from and copy_to, as declared by cuda.core, to the class of views.
void bind_view_copy(const pybind11::object& type);

/// The view of a tensor through the fastest interface. `stream` is parsed by to_stream().
[[nodiscard]] pybind11::object view_of(const pybind11::object& object, pybind11::handle stream);

/// Adds texelscope.view, the constructors with cuda.core's names, such as from_dlpack, and the fast call of the class:
/// C functions with a fast path for PyTorch tensors.
void bind_view_functions(pybind11::module_& module, const pybind11::object& view_type);

/// An object of the Python class StridedMemoryView. The class does not use pybind11, whose objects take longer to
/// create than everything else that a view needs.
struct ViewObject {
  PyObject ob_base;
  ViewedMemory memory;
  /// The object that it was created from; null once the garbage collector has broken a cycle here.
  PyObject* exporting_obj;
  /// The last stream that a caller specified for work on this memory; none if the caller takes care of the order.
  std::optional<gpu::ForeignStream> work_stream;
  /// The numpy.dtype, once it has been accessed; otherwise null.
  PyObject* dtype;
};

/// The class, created with the module.
[[nodiscard]] pybind11::handle view_type();
/// Creates the class. `constructor` is called for StridedMemoryView(…) and returns the view.
[[nodiscard]] pybind11::object make_view_type(const pybind11::object& constructor);

/// A view of `exporting_obj`, which it keeps alive; null, with a Python exception, if out of memory. `make` returns the
/// memory.
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

/// Orders work on a CUDA device after the work on a view (its work_stream), through an event: the work of the
/// consumer's stream, of the legacy default stream if none is specified, and of the host if none is specified and the
/// host can access the memory. @throws Unavailable if the device cannot be opened; DriverError.
void order_after_work(const ViewObject& view, const StreamArgument& consumer);

/// The memory with an owner, for another Python view.
[[nodiscard]] gpu::StridedMemoryView memory_for_view(const ViewObject& view);
/// The memory with an owner that outlives the view, for anything that may release it without the GIL: it keeps the view
/// itself alive, because releasing its contents may call other libraries, which acquire the GIL.
[[nodiscard]] gpu::StridedMemoryView owned_memory(const ViewObject& view);

}  // namespace texelscope::python
