#include <string>

#include "python/src/arguments.h"
#include "python/src/interfaces.h"
#include "python/src/tensor_argument.h"
#include "python/src/view_object.h"
#include "texelscope/gpu/dlpack.h"

namespace py = pybind11;

namespace texelscope::python {
namespace {

/// The device number of cuda.core for memory that only the host can access.
constexpr int host_device = -1;

bool is_on_host(const ViewedMemory& memory) { return memory.device_id().kind == gpu::DeviceKind::cpu; }

int device_number(const ViewedMemory& memory) { return is_on_host(memory) ? host_device : memory.device_id().ordinal; }

/// Cached, because creating a NumPy dtype takes longer than creating a view. None if the view has no type.
py::object dtype_of_view(ViewObject& view) {
  const gpu::StridedMemoryView& memory = view.memory.view();
  if (!memory.has_type()) {
    return py::none();
  }
  if (view.dtype == nullptr) {
    py::object made = dtype_of(memory.type());
    // Creating the dtype may have run Python code that set the cached one.
    Py_XSETREF(view.dtype, made.release().ptr());
  }
  return py::reinterpret_borrow<py::object>(view.dtype);
}

void require_type(const ViewObject& view, const std::string& consumer) {
  if (!view.memory.view().has_type()) {
    throw py::buffer_error("the view has no dtype, which " + consumer + " requires; set one with view(dtype=…)");
  }
}

py::object view_again(py::handle self, py::handle layout, py::handle dtype) {
  const gpu::StridedMemoryView memory = memory_for_view(view_from(self));
  const auto& seen_as = layout.is_none() ? memory.layout() : layout.cast<const gpu::StridedLayout&>();
  return make_view(dtype.is_none() ? memory.view(seen_as) : memory.view(seen_as, element_of(dtype)),
                   view_from(self).exporting_obj, view_from(self).work_stream);
}

py::tuple dlpack_device_of(py::handle self) {
  const gpu::DLPackDevice device = gpu::dlpack_device(view_from(self).memory.view());
  return py::make_tuple(device.type, device.id);
}

py::capsule dlpack(py::handle self, py::handle stream, py::handle max_version, py::handle dl_device, py::handle copy) {
  const ViewObject& view = view_from(self);
  if (is_on_host(view.memory) && !stream.is_none()) {
    throw py::value_error("host memory has no stream; omit it");
  }
  if (!dl_device.is_none() && !dlpack_device_of(self).equal(dl_device)) {
    throw py::buffer_error("a view cannot move memory; copy it to the other device first");
  }
  if (!copy.is_none() && copy.cast<bool>()) {
    throw py::buffer_error("a view cannot copy; omit copy=True");
  }
  require_type(view, "DLPack");
  if (PyLong_Check(stream.ptr()) != 0 && PyObject_IsTrue(stream.ptr()) == 0) {
    throw py::value_error(
        "stream 0 is not valid in DLPack, because it is ambiguous; use 1 for the legacy default stream, 2 for the "
        "per-thread one");
  }
  order_after_work(view, to_stream(stream));
  return to_dlpack_capsule(owned_memory(view), max_version);
}

/// For numpy.asarray(), with the arguments of NumPy 2.
py::object array_of(py::handle self, py::handle dtype, py::handle copy) {
  const ViewObject& view = view_from(self);
  if (!view.memory.is_host_accessible()) {
    throw py::buffer_error("the memory is on " + to_string(view.memory.device_id()) +
                           ", which NumPy cannot access; copy it to the host first: array = numpy.empty(view.shape, "
                           "view.dtype); view.copy_to(array, stream)");
  }
  require_type(view, "NumPy");
  order_after_work(view, {});
  const py::array array = to_numpy(owned_memory(view));
  const py::object wanted = dtype.is_none() ? array.dtype() : py::module_::import("numpy").attr("dtype")(dtype);
  if (!copy.is_none() && !py::bool_(py::reinterpret_borrow<py::object>(copy)) && !wanted.equal(array.dtype())) {
    throw py::value_error("elements of " + py::str(array.dtype()).cast<std::string>() + " cannot become " +
                          py::str(wanted).cast<std::string>() + " without a copy; omit copy=False");
  }
  return array.attr("astype")(wanted, py::arg("copy") = py::bool_(py::reinterpret_borrow<py::object>(copy)));
}

std::string text_of_view(py::handle self) {
  const gpu::StridedMemoryView& memory = view_from(self).memory.view();
  return "StridedMemoryView(ptr=" + std::to_string(memory.pointer().value) + ", " + gpu::to_string(memory.layout()) +
         ", " + (memory.has_type() ? gpu::to_string(memory.type()) : "no dtype") +
         ", device_id=" + std::to_string(device_number(memory)) + (memory.is_read_only() ? ", readonly)" : ")");
}

template <class Get>
void add_property(const py::object& type, const char* name, const char* doc, Get&& get) {
  const py::handle property = reinterpret_cast<PyObject*>(&PyProperty_Type);
  type.attr(name) =
      property(py::cpp_function([get](py::handle self) { return get(view_from(self)); }), py::none(), py::none(), doc);
}

void bind_attributes(const py::object& type) {
  add_property(type, "ptr", "The address of the element at offset 0 of the layout.",
               [](const ViewObject& view) { return view.memory.pointer().value; });
  add_property(type, "device_id", "-1 for memory that only the host can access.",
               [](const ViewObject& view) { return device_number(view.memory); });
  add_property(type, "is_device_accessible", "",
               [](const ViewObject& view) { return !is_on_host(view.memory) && view.memory.is_device_accessible(); });
  add_property(type, "readonly", "", [](const ViewObject& view) { return view.memory.is_read_only(); });
  add_property(type, "exporting_obj", "The object from which the view was created.", [](const ViewObject& view) {
    return view.exporting_obj == nullptr ? py::none() : py::reinterpret_borrow<py::object>(view.exporting_obj);
  });
  add_property(type, "_layout", "", [](const ViewObject& view) { return view.memory.view().layout(); });
  add_property(type, "size", "", [](const ViewObject& view) { return view.memory.view().layout().volume(); });
  add_property(type, "shape", "", [](const ViewObject& view) { return to_tuple(view.memory.view().layout().shape()); });
  add_property(type, "strides", "In elements; None if they were omitted (C order).", [](const ViewObject& view) {
    const gpu::StridedLayout& layout = view.memory.view().layout();
    return layout.has_strides() ? py::object(to_tuple(layout.strides())) : py::none();
  });
  add_property(type, "dtype",
               "None if the view has no type. Raises NotImplementedError if neither NumPy nor ml_dtypes has the type.",
               &dtype_of_view);
}

template <class Function, class... Extra>
void add_method(const py::object& type, const char* name, Function&& function, const Extra&... extra) {
  type.attr(name) = py::cpp_function(function, py::name(name), py::is_method(type), extra...);
}

}  // namespace

void bind_memory_view(py::module_& module) {
  const py::object type = make_view_type(py::cpp_function(&view_of, py::name("StridedMemoryView"),
                                                          py::arg("obj") = py::none(), py::arg("stream") = py::none()));
  bind_attributes(type);
  add_method(type, "view", &view_again, py::arg("layout") = py::none(), py::arg("dtype") = py::none());
  add_method(type, "__dlpack__", &dlpack, py::kw_only(), py::arg("stream") = py::none(),
             py::arg("max_version") = py::none(), py::arg("dl_device") = py::none(), py::arg("copy") = py::none());
  add_method(type, "__dlpack_device__", &dlpack_device_of);
  add_method(type, "__array__", &array_of, py::arg("dtype") = py::none(), py::arg("copy") = py::none());
  add_method(type, "__repr__", &text_of_view);
  bind_view_copy(type);
  bind_exchange_table(type);
  module.attr("StridedMemoryView") = type;
  bind_view_functions(module, type);
}

}  // namespace texelscope::python
