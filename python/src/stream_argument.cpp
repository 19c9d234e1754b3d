#include "python/src/device_work.h"

#include <map>
#include <string>

#include "python/src/arguments.h"

namespace py = pybind11;

namespace texelscope::python {

namespace {

constexpr const char* remedy =
    "; use 0 or 1 for the legacy default stream, 2 for the per-thread one, the address of a CUstream, an object with "
    "__cuda_stream__, or -1 to skip the ordering";

/// The result of __cuda_stream__; none if the object lacks it. An exception of the object becomes the cause.
py::object answer_of(py::handle stream) {
  static PyObject* const name = PyUnicode_InternFromString("__cuda_stream__");
  try {
    const py::object method = attribute_of(stream.ptr(), name);
    return method ? method() : method;
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_Exception)) {
      throw;
    }
    const std::string text = "__cuda_stream__ of " + type_name(stream) + " raised " +
                             py::str(error.type().attr("__name__")).cast<std::string>() + remedy;
    py::raise_from(error, PyExc_ValueError, text.c_str());
    throw py::error_already_set();
  }
}

/// (version, handle)
std::uint64_t handle_of(const py::object& answer, py::handle stream) {
  const auto text = py::repr(answer).cast<std::string>();
  const std::string what = "__cuda_stream__ of " + type_name(stream) + " must return (0, handle), but returned " +
                           (text.find('\n') == std::string::npos ? text : type_name(answer)) + remedy;
  if (!(py::isinstance<py::tuple>(answer) || py::isinstance<py::list>(answer)) || py::len(answer) != 2) {
    throw py::type_error(what);
  }
  const auto values = py::reinterpret_borrow<py::sequence>(answer);
  const py::object version = values[0];
  const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(py::object(values[1]).ptr()));
  if (!index || PyIndex_Check(version.ptr()) == 0) {
    PyErr_Clear();
    throw py::type_error(what);
  }
  const unsigned long long handle = PyLong_AsUnsignedLongLong(index.ptr());
  const bool is_handle = PyErr_Occurred() == nullptr;
  PyErr_Clear();
  if (!is_handle || !version.equal(py::int_(0))) {
    throw py::value_error(what);
  }
  return handle;
}

}  // namespace

StreamArgument to_stream(py::handle stream) {
  if (stream.is_none()) {
    return {};
  }
  if (!PyLong_Check(stream.ptr())) {
    if (const py::object answer = answer_of(stream)) {
      return {.consumer = gpu::ForeignStream::of_handle(handle_of(answer, stream))};
    }
  }
  if (PyIndex_Check(stream.ptr()) == 0) {
    throw py::type_error("stream cannot be of type " + type_name(stream) + remedy);
  }
  const std::int64_t value = to_int64(stream, "stream");
  if (value == -1) {
    return {.is_opted_out = true};
  }
  if (value < 0) {
    throw py::value_error("stream " + std::to_string(value) + " is not a stream" + remedy);
  }
  return {.consumer = gpu::ForeignStream::of_handle(static_cast<std::uint64_t>(value))};
}

std::optional<gpu::ForeignStream> StreamArgument::required(gpu::DeviceId device) const {
  if (!is_opted_out && !consumer) {
    throw py::buffer_error("the memory is on " + to_string(device) +
                           "; pass stream=… with the stream that will use it (1 is the legacy default stream), or "
                           "stream=-1 to skip the ordering");
  }
  return consumer;
}

void order_streams(int ordinal, gpu::ForeignStream consumer, gpu::ForeignStream producer) {
  if (consumer.value != producer.value) {
    make_wait(cuda_device(ordinal), consumer, producer);
  }
}

const gpu::Device& cuda_device(int ordinal) {
  // Never destroyed, because the driver may be unloaded first when the process exits.
  static auto& devices = *new std::map<int, gpu::Device>;
  const auto found = devices.find(ordinal);
  return found != devices.end()
             ? found->second
             : devices.emplace(ordinal, gpu::Device::open({gpu::DeviceKind::cuda, ordinal})).first->second;
}

}  // namespace texelscope::python
