#include <pybind11/operators.h>

#include <limits>
#include <string>
#include <vector>

#include "python/src/arguments.h"

namespace py = pybind11;

namespace texelscope::python {
namespace {

using gpu::StridedLayout;

StridedLayout make_layout(py::handle shape, py::handle strides, py::handle itemsize, bool divide_strides) {
  const gpu::Dimensions extents = to_dimensions(shape, "shape");
  const std::int64_t size = to_int64(itemsize, "itemsize");
  if (strides.is_none()) {
    return {extents, size};
  }
  return {extents, to_dimensions(strides, "strides"), size,
          divide_strides ? gpu::StrideUnit::bytes : gpu::StrideUnit::elements};
}

py::object strides_of(const StridedLayout& layout, const gpu::Dimensions& strides) {
  return layout.has_strides() ? py::object(to_tuple(strides)) : py::none();
}

std::optional<std::int64_t> bound_of(py::handle slice, const char* name) {
  const py::object value = slice.attr(name);
  if (value.is_none()) {
    return std::nullopt;
  }
  // A value beyond 64 bits is beyond every axis.
  const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  if (!index) {
    PyErr_Clear();
    throw py::type_error("a slice's " + std::string(name) + " must be an integer or None");
  }
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
  return overflow == 0
             ? number
             : (overflow > 0 ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int64_t>::min());
}

gpu::AxisSlice to_slice(py::handle object) {
  if (PySlice_Check(object.ptr())) {
    return {bound_of(object, "start"), bound_of(object, "stop"), bound_of(object, "step")};
  }
  // A boolean is an integer to Python, but a mask to NumPy.
  if (PyBool_Check(object.ptr())) {
    throw py::type_error("an index must be an integer or a slice, not bool");
  }
  return {to_int64(object, "an index")};
}

StridedLayout sliced(const StridedLayout& layout, py::handle slices) {
  std::vector<gpu::AxisSlice> all;
  if (py::isinstance<py::tuple>(slices)) {
    for (const py::handle item : py::reinterpret_borrow<py::tuple>(slices)) {
      all.push_back(to_slice(item));
    }
  } else {
    all.push_back(to_slice(slices));
  }
  return layout.sliced(std::span<const gpu::AxisSlice>{all});
}

StridedLayout flattened(const StridedLayout& layout, std::int64_t start_axis, std::int64_t end_axis, py::handle mask) {
  if (mask.is_none()) {
    return layout.flattened(start_axis, end_axis);
  }
  const py::object bits = require_new(PyNumber_Index(mask.ptr()));
  const unsigned long long value = PyLong_AsUnsignedLongLong(bits.ptr());
  if (PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    throw py::value_error("mask " + py::repr(bits).cast<std::string>() +
                          " is not a set of axes; use an integer of up to 64 bits, one per axis");
  }
  return layout.flattened_by_mask(value);
}

StridedLayout unsqueezed(const StridedLayout& layout, py::handle axis) {
  return layout.unsqueezed(py::isinstance<py::sequence>(axis) ? to_dimensions(axis, "axis")
                                                              : gpu::Dimensions{to_int64(axis, "axis")});
}

/// Everything that operator== compares, as Python objects.
py::tuple state_of(const StridedLayout& layout) {
  return py::make_tuple(to_tuple(layout.shape()), to_tuple(layout.strides()), layout.itemsize(), layout.slice_offset());
}

/// For pickle and copy.
py::tuple saved(const StridedLayout& layout) {
  py::tuple state = state_of(layout);
  if (!layout.has_strides() && layout.slice_offset() == 0) {
    state[1] = py::none();
  }
  return state;
}

StridedLayout restored(const py::tuple& state) {
  if (state.size() != 4) {
    throw py::value_error("the state of a StridedLayout has 4 values, not " + std::to_string(state.size()));
  }
  const gpu::Dimensions shape = to_dimensions(state[0], "shape");
  const std::int64_t itemsize = to_int64(state[2], "itemsize");
  return state[1].is_none() ? StridedLayout(shape, itemsize)
                            : StridedLayout(shape, to_dimensions(state[1], "strides"), itemsize,
                                            gpu::StrideUnit::elements, to_int64(state[3], "slice_offset"));
}

std::string text_of(const StridedLayout& layout) {
  const auto text = [](const py::object& object) { return py::repr(object).cast<std::string>(); };
  std::string all = "StridedLayout(shape=" + text(to_tuple(layout.shape())) +
                    ", strides=" + text(strides_of(layout, layout.strides())) +
                    ", itemsize=" + std::to_string(layout.itemsize());
  if (layout.slice_offset() != 0) {
    all += ", _slice_offset=" + std::to_string(layout.slice_offset());
  }
  return all + ")";
}

void bind_properties(py::class_<StridedLayout>& layout) {
  layout.def_property_readonly("ndim", &StridedLayout::ndim)
      .def_property_readonly("shape", [](const StridedLayout& self) { return to_tuple(self.shape()); })
      .def_property_readonly("strides", [](const StridedLayout& self) { return strides_of(self, self.strides()); })
      .def_property_readonly("strides_in_bytes",
                             [](const StridedLayout& self) { return strides_of(self, self.strides_in_bytes()); })
      .def_property_readonly("stride_order", [](const StridedLayout& self) { return to_tuple(self.stride_order()); })
      .def_property_readonly("itemsize", &StridedLayout::itemsize)
      .def_property_readonly("volume", &StridedLayout::volume)
      .def_property_readonly("slice_offset", &StridedLayout::slice_offset)
      .def_property_readonly("slice_offset_in_bytes", &StridedLayout::slice_offset_in_bytes)
      .def_property_readonly("is_unique", &StridedLayout::is_unique)
      .def_property_readonly("is_contiguous_c", &StridedLayout::is_contiguous_c)
      .def_property_readonly("is_contiguous_f", &StridedLayout::is_contiguous_f)
      .def_property_readonly("is_contiguous_any", &StridedLayout::is_contiguous_any)
      .def_property_readonly("is_dense", &StridedLayout::is_dense)
      .def_property_readonly(
          "offset_bounds",
          [](const StridedLayout& self) { return py::make_tuple(self.offset_bounds().min, self.offset_bounds().max); })
      .def_property_readonly("min_offset", [](const StridedLayout& self) { return self.offset_bounds().min; })
      .def_property_readonly("max_offset", [](const StridedLayout& self) { return self.offset_bounds().max; });
}

void bind_operations(py::class_<StridedLayout>& layout) {
  layout.def("required_size_in_bytes", &StridedLayout::required_size_in_bytes)
      .def("flattened_axis_mask", &StridedLayout::flattened_axis_mask)
      .def(
          "to_dense", [](const StridedLayout& self, py::handle order) { return self.to_dense(to_stride_order(order)); },
          py::arg("stride_order") = "K")
      .def(
          "reshaped",
          [](const StridedLayout& self, py::handle shape) { return self.reshaped(to_dimensions(shape, "shape")); },
          py::arg("shape"))
      .def(
          "permuted",
          [](const StridedLayout& self, py::handle order) { return self.permuted(to_dimensions(order, "axis_order")); },
          py::arg("axis_order"))
      .def("flattened", &flattened, py::arg("start_axis") = 0, py::arg("end_axis") = -1, py::arg("mask") = py::none())
      .def("squeezed", &StridedLayout::squeezed)
      .def("unsqueezed", &unsqueezed, py::arg("axis"))
      .def(
          "broadcast_to",
          [](const StridedLayout& self, py::handle shape) { return self.broadcast_to(to_dimensions(shape, "shape")); },
          py::arg("shape"))
      .def("repacked", &StridedLayout::repacked, py::arg("itemsize"), py::arg("data_ptr") = 0, py::arg("axis") = -1,
           py::arg("keep_dim") = true)
      .def("max_compatible_itemsize", &StridedLayout::max_compatible_itemsize, py::arg("max_itemsize") = 16,
           py::arg("data_ptr") = 0, py::arg("axis") = -1)
      .def("sliced", &sliced, py::arg("slices"))
      .def("__getitem__", &sliced);
}

}  // namespace

void bind_layout(py::module_& module) {
  py::class_<StridedLayout> layout(module, "StridedLayout",
                                   "The memory layout of a tensor: shape, strides, itemsize and slice offset.");
  layout
      .def(py::init(&make_layout), py::arg("shape"), py::arg("strides"), py::arg("itemsize"),
           py::arg("divide_strides") = false)
      .def_static(
          "dense",
          [](py::handle shape, py::handle itemsize, py::handle order) {
            return StridedLayout::dense(to_dimensions(shape, "shape"), to_int64(itemsize, "itemsize"),
                                        to_stride_order(order));
          },
          py::arg("shape"), py::arg("itemsize"), py::arg("stride_order") = "C")
      .def_static(
          "dense_like",
          [](const StridedLayout& other, py::handle order) {
            return StridedLayout::dense_like(other, to_stride_order(order));
          },
          py::arg("other"), py::arg("stride_order") = "K")
      .def(py::self == py::self)
      .def("__repr__", &text_of);
  layout.def("__hash__", [](const StridedLayout& self) { return py::hash(state_of(self)); });
  layout.def(py::pickle(&saved, &restored));
  bind_properties(layout);
  bind_operations(layout);
}

}  // namespace texelscope::python
