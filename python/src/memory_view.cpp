#include <string>

#include "python/src/arguments.h"
#include "python/src/interfaces.h"
#include "texelscope/gpu/dlpack.h"

namespace py = pybind11;

namespace texelscope::python {
namespace {

/// cuda.core's number for memory that only the host reaches.
constexpr int host_device = -1;
/// A view, and the object that it was made from.
struct View {
  gpu::StridedMemoryView memory;
  py::object exporting_obj;

  [[nodiscard]] bool is_on_host() const { return memory.device_id().kind == gpu::DeviceKind::cpu; }
};

View view_of(const py::object& object, py::handle stream) {
  if (object.is_none()) {
    throw py::type_error("there is nothing to view: give an object with __dlpack__ or __array_interface__");
  }
  if (py::hasattr(object, "__dlpack__")) {
    try {
      return {view_by_dlpack(object, stream), object};
    } catch (py::error_already_set& error) {
      // NumPy's read-only arrays, times and texts are no DLPack tensors; their own interface has them.
      const bool is_refused = error.matches(PyExc_BufferError) || error.matches(PyExc_TypeError);
      if (!is_refused || !py::hasattr(object, "__array_interface__")) {
        throw;
      }
    }
  }
  if (py::hasattr(object, "__array_interface__")) {
    return {view_by_array_interface(object), object};
  }
  throw py::buffer_error(py::str(py::type::of(object)).cast<std::string>() +
                         " cannot be viewed: it has neither __dlpack__ nor __array_interface__");
}

View view_again(const View& self, py::handle layout, py::handle dtype) {
  const gpu::ElementType type = dtype.is_none() ? self.memory.type() : element_of(dtype);
  return {self.memory.view(layout.is_none() ? self.memory.layout() : layout.cast<const gpu::StridedLayout&>(), type),
          self.exporting_obj};
}

py::tuple device_of(const View& self) {
  const gpu::DLPackDevice device = gpu::dlpack_device(self.memory);
  return py::make_tuple(device.type, device.id);
}

py::capsule dlpack(const View& self, py::handle stream, py::handle max_version, py::handle dl_device, py::handle copy) {
  if (self.is_on_host() && !stream.is_none()) {
    throw py::value_error("memory of the host has no stream: leave it out");
  }
  if (!dl_device.is_none() && !device_of(self).equal(dl_device)) {
    throw py::buffer_error("the memory is where it is: copy it to another device first");
  }
  if (!copy.is_none() && copy.cast<bool>()) {
    throw py::buffer_error("a view does not copy: copy=True cannot be had");
  }
  return to_dlpack_capsule(self.memory, max_version);
}

std::string text_of(const View& self) {
  return "StridedMemoryView(ptr=" + std::to_string(self.memory.pointer().value) + ", " +
         gpu::to_string(self.memory.layout()) + ", " + gpu::to_string(self.memory.type()) +
         ", device_id=" + std::to_string(self.is_on_host() ? host_device : self.memory.device_id().ordinal) +
         (self.memory.is_read_only() ? ", readonly)" : ")");
}

void bind_attributes(py::class_<View>& view) {
  view.def_property_readonly("ptr", [](const View& self) { return self.memory.pointer().value; })
      .def_property_readonly(
          "device_id",
          [](const View& self) { return self.is_on_host() ? host_device : self.memory.device_id().ordinal; })
      .def_property_readonly("is_device_accessible",
                             [](const View& self) { return !self.is_on_host() && self.memory.is_device_accessible(); })
      .def_property_readonly("readonly", [](const View& self) { return self.memory.is_read_only(); })
      .def_readonly("exporting_obj", &View::exporting_obj)
      .def_property_readonly("_layout", [](const View& self) { return self.memory.layout(); })
      .def_property_readonly("size", [](const View& self) { return self.memory.layout().volume(); })
      .def_property_readonly("shape", [](const View& self) { return to_tuple(self.memory.layout().shape()); })
      .def_property_readonly("strides",
                             [](const View& self) {
                               const gpu::StridedLayout& layout = self.memory.layout();
                               return layout.has_strides() ? py::object(to_tuple(layout.strides())) : py::none();
                             })
      .def_property_readonly("dtype", [](const View& self) { return dtype_of(self.memory.type()); });
}

}  // namespace

void bind_memory_view(py::module_& module) {
  py::class_<View> view(module, "StridedMemoryView",
                        "A tensor of any library, seen in place: address, layout, dtype, and who reaches it.");
  view.def(py::init(&view_of), py::arg("obj") = py::none(), py::arg("stream_ptr") = py::none())
      .def_static(
          "from_dlpack",
          [](const py::object& object, py::handle stream) {
            return View{view_by_dlpack(object, stream), object};
          },
          py::arg("obj"), py::arg("stream_ptr") = py::none())
      .def_static(
          "from_array_interface",
          [](const py::object& object) {
            return View{view_by_array_interface(object), object};
          },
          py::arg("obj"))
      .def_static("from_any_interface", &view_of, py::arg("obj"), py::arg("stream_ptr") = py::none())
      .def("view", &view_again, py::arg("layout") = py::none(), py::arg("dtype") = py::none())
      .def("__dlpack__", &dlpack, py::kw_only(), py::arg("stream") = py::none(), py::arg("max_version") = py::none(),
           py::arg("dl_device") = py::none(), py::arg("copy") = py::none())
      .def("__dlpack_device__", &device_of)
      .def("__repr__", &text_of);
  bind_attributes(view);
  module.def("view", &view_of, py::arg("obj"), py::arg("stream") = py::none(),
             "The StridedMemoryView of a tensor: by DLPack where it has that, else by its array interface.");
}

}  // namespace texelscope::python
