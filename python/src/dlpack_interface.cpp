#include <array>
#include <string>
#include <utility>

#include "python/src/arguments.h"
#include "python/src/interfaces.h"
#include "python/src/torch_bridge.h"
#include "texelscope/gpu/dlpack.h"
#include "texelscope/gpu/dlpack_abi.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/stream.h"

namespace py = pybind11;

namespace texelscope::python {
namespace {

py::buffer_error lacks(py::handle object, const char* interface) {
  return py::buffer_error(type_name(object) + " has no " + interface + "; pass an array, such as numpy.asarray(…)");
}

/// The argument `stream` of __dlpack__: none for host memory, which has no streams.
py::object stream_for(const py::object& object, const StreamArgument& stream) {
  // Interned, because Python looks it up faster than a new string.
  static PyObject* const name = PyUnicode_InternFromString("__dlpack_device__");
  const py::object method = attribute_of(object.ptr(), name);
  if (!method) {
    return {};
  }
  const py::object device = require_new(PyObject_CallNoArgs(method.ptr()));
  if (!PyTuple_Check(device.ptr()) || PyTuple_GET_SIZE(device.ptr()) != 2) {
    throw py::type_error("__dlpack_device__ must return (type, number), but returned " +
                         py::repr(device).cast<std::string>());
  }
  const auto number = [&](Py_ssize_t index) {
    return to_int64(PyTuple_GET_ITEM(device.ptr(), index), "the result of __dlpack_device__");
  };
  const std::int64_t type = number(0);
  if (type != gpu::dlpack::cuda && type != gpu::dlpack::cuda_managed) {
    return {};
  }
  const auto consumer = stream.required({gpu::DeviceKind::cuda, static_cast<int>(number(1))});
  return consumer ? py::int_(consumer->value) : py::int_(-1);
}

/// Whether another interface may work: needed for NumPy's read-only arrays, times and strings, and CuPy's negative
/// strides, which DLPack does not support. Tensors that PyTorch rejects are still rejected.
bool has_other_interface(const py::object& object) {
  return !is_of_torch(object.ptr()) &&
         (py::hasattr(object, "__cuda_array_interface__") || py::hasattr(object, "__array_interface__"));
}

py::object capsule_of(const py::object& method, const py::object& stream) {
  static PyObject* const version =
      py::make_tuple(gpu::dlpack::version.major, gpu::dlpack::version.minor).release().ptr();
  static PyObject* const version_name = py::make_tuple("max_version").release().ptr();
  static PyObject* const both_names = py::make_tuple("max_version", "stream").release().ptr();
  static PyObject* const stream_name = py::make_tuple("stream").release().ptr();
  const std::array<PyObject*, 2> values{version, stream.ptr()};
  PyObject* capsule = PyObject_Vectorcall(method.ptr(), values.data(), 0, stream ? both_names : version_name);
  if (capsule == nullptr && PyErr_ExceptionMatches(PyExc_TypeError) != 0) {
    // This argument does not exist before DLPack 1.0.
    PyErr_Clear();
    capsule = PyObject_Vectorcall(method.ptr(), values.data() + 1, 0, stream ? stream_name : nullptr);
  }
  return require_new(capsule);
}

/// Imports the tensor through the C functions of the object's class.
ViewedMemory view_by(const gpu::DLPackExchange& exchange, const py::object& object, const StreamArgument& stream) {
  auto tensor = exchange.import_tensor(object.ptr());
  if (!tensor) {
    throw py::error_already_set();
  }
  ViewedMemory memory{std::move(*tensor)};
  const gpu::DeviceId device = memory.device_id();
  if (device.kind == gpu::DeviceKind::cuda) {
    // Memory that the host can also access may have been written by the host alone.
    const auto consumer = memory.is_host_accessible() ? stream.consumer : stream.required(device);
    const auto producer = exchange.current_stream({gpu::dlpack::cuda, device.ordinal});
    if (!producer && PyErr_Occurred() != nullptr) {
      throw py::error_already_set();
    }
    if (consumer && producer) {
      order_streams(device.ordinal, *consumer, *producer);
    }
  }
  return memory;
}

/// The tensor that obj.__dlpack__() returns.
gpu::ImportedTensor import_by_dlpack(const py::object& object, const StreamArgument& stream) {
  static PyObject* const name = PyUnicode_InternFromString("__dlpack__");
  const py::object method = attribute_of(object.ptr(), name);
  if (!method) {
    throw lacks(object, "__dlpack__");
  }
  if (is_of_torch(object.ptr())) {
    require_plain_torch(object);
  }
  return take_capsule(capsule_of(method, stream_for(object, stream)));
}

}  // namespace

ViewedMemory view_by_exchange(const py::object& object, const StreamArgument& stream) {
  const auto exchange = exchange_of(object.ptr());
  if (!exchange) {
    throw lacks(object, "__dlpack_c_exchange_api__");
  }
  return view_by(*exchange, object, stream);
}

ViewedMemory view_by_dlpack(const py::object& object, const StreamArgument& stream) {
  return ViewedMemory{import_by_dlpack(object, stream)};
}

ViewedMemory view_by_any_interface(const py::object& object, const StreamArgument& stream) {
  if (!is_of_torch(object.ptr())) {
    if (const auto exchange = exchange_of(object.ptr())) {
      return view_by(*exchange, object, stream);
    }
  }
  if (py::hasattr(object, "__dlpack__")) {
    try {
      return import_by_dlpack(object, stream).view();
    } catch (py::error_already_set& error) {
      if (!(error.matches(PyExc_BufferError) || error.matches(PyExc_TypeError)) || !has_other_interface(object)) {
        throw;
      }
    } catch (const gpu::InvalidArgument&) {
      if (!has_other_interface(object)) {
        throw;
      }
    }
  }
  if (py::hasattr(object, "__cuda_array_interface__")) {
    return view_by_cuda_array_interface(object, stream);
  }
  if (py::hasattr(object, "__array_interface__")) {
    return view_by_array_interface(object, stream);
  }
  throw lacks(object, "__dlpack__, __cuda_array_interface__ or __array_interface__");
}

}  // namespace texelscope::python
