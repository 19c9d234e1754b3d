#include "python/src/device_work.h"

#include <map>
#include <string>

#include "python/src/arguments.h"

namespace py = pybind11;

namespace texelscope::python {

StreamArgument to_stream(py::handle stream) {
  if (stream.is_none()) {
    return {};
  }
  if (!PyLong_Check(stream.ptr()) && py::hasattr(stream, "__cuda_stream__")) {
    // (version, handle)
    const auto answer = stream.attr("__cuda_stream__")().cast<py::tuple>();
    return {.consumer = gpu::ForeignStream::of_handle(answer[1].cast<std::uint64_t>())};
  }
  const std::int64_t value = to_int64(stream, "stream");
  if (value == -1) {
    return {.is_opted_out = true};
  }
  if (value < 0) {
    throw py::value_error("stream " + std::to_string(value) +
                          " is not a stream; use 0 or 1 for the legacy default stream, 2 for the per-thread one, "
                          "the address of a CUstream, or -1 to skip the ordering");
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
