#include "python/src/interfaces.h"

#include <string>

#include "python/src/arguments.h"
#include "texelscope/gpu/dlpack.h"
#include "texelscope/gpu/error.h"

namespace py = pybind11;

namespace texelscope::python {
namespace {

constexpr const char* plain = "dltensor";
constexpr const char* versioned = "dltensor_versioned";

/// Lets go of a tensor that nobody took.
template <class Managed>
void drop(PyObject* capsule, const char* name) {
  if (PyCapsule_IsValid(capsule, name) != 0) {
    static_cast<void>(gpu::from_dlpack(static_cast<Managed*>(PyCapsule_GetPointer(capsule, name))));
  }
}

gpu::StridedMemoryView take(const py::object& capsule) {
  PyObject* const object = capsule.ptr();
  const auto used = [&](const char* name) {
    if (PyCapsule_SetName(object, name) != 0) {
      throw py::error_already_set();
    }
  };
  if (PyCapsule_IsValid(object, versioned) != 0) {
    gpu::StridedMemoryView view =
        gpu::from_dlpack(static_cast<DLManagedTensorVersioned*>(PyCapsule_GetPointer(object, versioned)));
    used("used_dltensor_versioned");
    return view;
  }
  if (PyCapsule_IsValid(object, plain) != 0) {
    gpu::StridedMemoryView view = gpu::from_dlpack(static_cast<DLManagedTensor*>(PyCapsule_GetPointer(object, plain)));
    used("used_dltensor");
    return view;
  }
  const char* const name = PyCapsule_CheckExact(object) != 0 ? PyCapsule_GetName(object) : "no capsule";
  throw py::buffer_error("a DLPack capsule must be named dltensor or dltensor_versioned, and this is " +
                         std::string(name == nullptr ? "without a name" : name) + ": a capsule can be taken over once");
}

py::object capsule_of(const py::object& method, py::handle stream) {
  py::dict arguments;
  if (!stream.is_none()) {
    arguments["stream"] = stream;
  }
  py::dict with_version = arguments.attr("copy")();
  with_version["max_version"] = py::make_tuple(1, 3);
  try {
    return method(**with_version);
  } catch (py::error_already_set& error) {
    // Before DLPack 1.0 there was no such argument.
    if (!error.matches(PyExc_TypeError)) {
      throw;
    }
  }
  return method(**arguments);
}

}  // namespace

std::shared_ptr<const void> keep(py::object object) {
  return {object.release().ptr(), [](PyObject* kept) {
            // At exit the interpreter may be gone before a view is.
            if (Py_IsInitialized() != 0) {
              const py::gil_scoped_acquire lock;
              Py_DECREF(kept);
            }
          }};
}

gpu::StridedMemoryView view_by_dlpack(const py::object& object, py::handle stream) {
  const py::object method = py::getattr(object, "__dlpack__", py::none());
  if (method.is_none()) {
    throw py::buffer_error(py::str(py::type::of(object)).cast<std::string>() + " has no __dlpack__");
  }
  return take(capsule_of(method, stream));
}

gpu::StridedMemoryView view_by_array_interface(const py::object& object) {
  const py::object found = py::getattr(object, "__array_interface__", py::none());
  if (!py::isinstance<py::dict>(found)) {
    throw py::buffer_error(py::str(py::type::of(object)).cast<std::string>() + " has no __array_interface__");
  }
  const auto interface = py::reinterpret_borrow<py::dict>(found);
  for (const char* key : {"shape", "typestr", "data", "version"}) {
    if (!interface.contains(key)) {
      throw py::value_error("an __array_interface__ needs " + std::string(key));
    }
  }
  if (to_int64(interface["version"], "version") < 3) {
    throw py::buffer_error("an __array_interface__ must be of version 3 or later");
  }
  if (!py::isinstance<py::tuple>(interface["data"]) || py::len(interface["data"]) != 2) {
    throw py::buffer_error("the data of an __array_interface__ must be (address, is read-only)");
  }
  const gpu::NumpyType type = gpu::numpy_type_from_string(interface["typestr"].cast<std::string>());
  if (type.byte_order != std::endian::native) {
    throw py::value_error("elements in another byte order cannot be viewed: convert them first");
  }
  const auto data = interface["data"].cast<py::tuple>();
  const gpu::Dimensions shape = to_dimensions(interface["shape"], "shape");
  const bool has_strides = interface.contains("strides") && !interface["strides"].is_none();
  const std::int64_t itemsize = type.type.itemsize();
  const gpu::StridedLayout layout =
      has_strides
          ? gpu::StridedLayout(shape, to_dimensions(interface["strides"], "strides"), itemsize, gpu::StrideUnit::bytes)
          : gpu::StridedLayout(shape, itemsize);
  return gpu::StridedMemoryView::from_external(
      {.pointer = {static_cast<std::uint64_t>(to_int64(data[0], "the address"))},
       .is_read_only = data[1].cast<bool>(),
       .owner = keep(object)},
      layout, type.type);
}

py::capsule to_dlpack_capsule(const gpu::StridedMemoryView& view, py::handle max_version) {
  const bool has_version = !max_version.is_none() && to_dimensions(max_version, "max_version")[0] >= 1;
  if (!has_version && view.is_read_only()) {
    throw py::buffer_error("a read-only view needs max_version=(1, 0) or later: without it none could tell");
  }
  return has_version
             ? py::capsule(to_dlpack_versioned(view), versioned,
                           [](PyObject* capsule) { drop<DLManagedTensorVersioned>(capsule, versioned); })
             : py::capsule(to_dlpack(view), plain, [](PyObject* capsule) { drop<DLManagedTensor>(capsule, plain); });
}

py::object dtype_of(const gpu::ElementType& type) {
  const py::object dtype = py::module_::import("numpy").attr("dtype");
  try {
    return dtype(gpu::to_numpy_string(type));
  } catch (const gpu::InvalidArgument&) {
    // One of ml_dtypes, or none.
  }
  try {
    return dtype(py::module_::import("ml_dtypes").attr(gpu::to_string(type).c_str()));
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_ImportError) && !error.matches(PyExc_AttributeError)) {
      throw;
    }
  }
  PyErr_SetString(PyExc_NotImplementedError,
                  ("NumPy has no dtype for " + gpu::to_string(type) + "; the package ml_dtypes may have one").c_str());
  throw py::error_already_set();
}

gpu::ElementType element_of(py::handle dtype) {
  const py::object found = py::module_::import("numpy").attr("dtype")(dtype);
  const gpu::NumpyType type = gpu::numpy_type_from_string(found.attr("str").cast<std::string>());
  if (type.byte_order != std::endian::native) {
    throw py::value_error("elements in another byte order cannot be viewed: convert them first");
  }
  return type.type;
}

}  // namespace texelscope::python
