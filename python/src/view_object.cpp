#include "python/src/view_object.h"

#include <array>
#include <string>
#include <utility>

#include "python/src/arguments.h"
#include "python/src/interpreter_lock.h"
#include "python/src/kept_error.h"
#include "texelscope/gpu/stream.h"

namespace py = pybind11;

namespace texelscope::python {

std::shared_ptr<const void> keep(py::object object) {
  return {object.release().ptr(), [](PyObject* kept) {
            // At exit, the interpreter may end, together with the object, before a view does.
            static_cast<void>(try_locked([kept] {
              const KeptError error;
              Py_DECREF(kept);
            }));
          }};
}

namespace {

PyObject* type = nullptr;
PyObject* constructor = nullptr;

void free_view(PyObject* object) {
  auto* const view = reinterpret_cast<ViewObject*>(object);
  PyTypeObject* const type_of_view = Py_TYPE(object);
  PyObject_GC_UnTrack(object);
  const KeptError error;
  // The memory is released first, because its deleter may need the object from which it was imported.
  view->memory.~ViewedMemory();
  Py_CLEAR(view->exporting_obj);
  Py_CLEAR(view->dtype);
  PyObject_GC_Del(object);
  Py_DECREF(type_of_view);
}

int visit_view(PyObject* object, visitproc visit, void* arg) {
  Py_VISIT(reinterpret_cast<ViewObject*>(object)->exporting_obj);
  Py_VISIT(reinterpret_cast<ViewObject*>(object)->dtype);
  Py_VISIT(Py_TYPE(object));
  return 0;
}

int clear_view(PyObject* object) {
  Py_CLEAR(reinterpret_cast<ViewObject*>(object)->exporting_obj);
  return 0;
}

PyObject* construct(PyTypeObject* /*of*/, PyObject* arguments, PyObject* named) {
  return PyObject_Call(constructor, arguments, named);
}

/// The memory, owned by the object.
gpu::StridedMemoryView kept_by(PyObject* object, const gpu::StridedMemoryView& memory) {
  gpu::ForeignMemory kept{.pointer = memory.pointer(),
                          .device_id = memory.device_id(),
                          .is_host_accessible = memory.is_host_accessible(),
                          .is_device_accessible = memory.is_device_accessible(),
                          .is_read_only = memory.is_read_only(),
                          .owner = keep(py::reinterpret_borrow<py::object>(object))};
  return memory.has_type() ? gpu::StridedMemoryView::from_external(std::move(kept), memory.layout(), memory.type())
                           : gpu::StridedMemoryView::from_external(std::move(kept), memory.layout());
}

}  // namespace

py::handle view_type() { return type; }

py::object make_view_type(const py::object& made_by) {
  constructor = py::object(made_by).release().ptr();
  static std::array slots{
      PyType_Slot{Py_tp_dealloc, reinterpret_cast<void*>(&free_view)},
      PyType_Slot{Py_tp_traverse, reinterpret_cast<void*>(&visit_view)},
      PyType_Slot{Py_tp_clear, reinterpret_cast<void*>(&clear_view)},
      PyType_Slot{Py_tp_new, reinterpret_cast<void*>(&construct)},
      PyType_Slot{Py_tp_doc,
                  const_cast<char*>("A view of a tensor of any library, without copying: address, layout, dtype, and "
                                    "accessibility.")},
      PyType_Slot{0, nullptr}};
  static PyType_Spec spec{.name = "texelscope.StridedMemoryView",
                          .basicsize = sizeof(ViewObject),
                          .itemsize = 0,
                          .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
                          .slots = slots.data()};
  type = PyType_FromSpec(&spec);
  if (type == nullptr) {
    throw py::error_already_set();
  }
  return py::reinterpret_borrow<py::object>(type);
}

py::object make_view(ViewedMemory memory, py::handle exporting_obj, std::optional<gpu::ForeignStream> work_stream) {
  return require_new(make_view_object(exporting_obj.ptr(), work_stream, [&] { return std::move(memory); }));
}

void order_after_work(const ViewObject& view, const StreamArgument& consumer) {
  const ViewedMemory& memory = view.memory;
  if (consumer.is_opted_out || !view.work_stream || memory.device_id().kind != gpu::DeviceKind::cuda) {
    return;
  }
  const int ordinal = memory.device_id().ordinal;
  if (!consumer.consumer && memory.is_host_accessible()) {
    const gpu::Stream waiting = cuda_device(ordinal).create_stream();
    waiting.wait_for(*view.work_stream);
    const py::gil_scoped_release unlocked;
    waiting.synchronize();
    return;
  }
  // The null handle is the legacy default stream.
  order_streams(ordinal, consumer.consumer.value_or(gpu::ForeignStream::of_handle(0)), *view.work_stream);
}

bool is_view(py::handle object) { return reinterpret_cast<PyObject*>(Py_TYPE(object.ptr())) == type; }

ViewObject& view_from(py::handle object) {
  if (!is_view(object)) {
    throw py::type_error("expected a StridedMemoryView, not " + type_name(object) +
                         "; create one with texelscope.view()");
  }
  return *reinterpret_cast<ViewObject*>(object.ptr());
}

gpu::StridedMemoryView memory_for_view(const ViewObject& view) {
  const gpu::StridedMemoryView& memory = view.memory.view();
  return memory.owner() != nullptr || view.exporting_obj == nullptr ? memory : kept_by(view.exporting_obj, memory);
}

gpu::StridedMemoryView owned_memory(const ViewObject& view) {
  return kept_by(const_cast<PyObject*>(&view.ob_base), view.memory.view());
}

}  // namespace texelscope::python
