
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "python/src/arguments.h"
#include "python/src/device_work.h"
#include "python/src/interfaces.h"
#include "python/src/interpreter_lock.h"
#include "python/src/view_object.h"

namespace py = pybind11;

namespace texelscope::python {
namespace {

const gpu::Device& cpu_device() {
  static auto& device = *new gpu::Device(gpu::Device::open({}));
  return device;
}

/// One stream per device, private to this module.
const gpu::Stream& copy_stream(const gpu::Device& device) {
  static auto& streams = *new std::map<int, gpu::Stream>;
  const auto found = streams.find(device.id().ordinal);
  return found != streams.end() ? found->second
                                : streams.emplace(device.id().ordinal, device.create_stream()).first->second;
}

void copy_on_host(const gpu::StridedMemoryView& source, const gpu::StridedMemoryView& destination) {
  const ScopedUnlock unlocked;
  const gpu::Stream stream = cpu_device().create_stream();
  destination.copy_from(source, stream);
  stream.synchronize();
}

/// Copies in the order of the caller's stream.
void copy_on_device(const gpu::StridedMemoryView& source, const gpu::StridedMemoryView& destination, int ordinal,
                    const StreamArgument& argument, bool is_blocking) {
  const auto caller = argument.required({gpu::DeviceKind::cuda, ordinal});
  const gpu::Stream& stream = copy_stream(cuda_device(ordinal));
  const ScopedUnlock unlocked;
  if (caller) {
    stream.wait_for(*caller);
  }
  destination.copy_from(source, stream);
  if (caller) {
    stream.be_waited_for_by(*caller);
  }
  if (is_blocking || !caller) {
    stream.synchronize();
  }
}

void copy(py::handle from, py::handle to, py::handle stream, py::handle allocator, py::handle blocking) {
  if (!allocator.is_none()) {
    throw py::type_error("copies need no allocator; omit it");
  }
  const StreamArgument order = to_stream(stream);
  // Other objects are converted to views, ordered before the copy.
  const auto as_view = [&](py::handle object) {
    return is_view(object) ? py::reinterpret_borrow<py::object>(object)
                           : view_of(py::reinterpret_borrow<py::object>(object), stream);
  };
  const py::object source = as_view(from);
  const py::object destination = as_view(to);
  const gpu::StridedMemoryView& source_memory = view_from(source).memory.view();
  const gpu::StridedMemoryView& destination_memory = view_from(destination).memory.view();
  const bool is_from_cuda = source_memory.device_id().kind == gpu::DeviceKind::cuda;
  const bool is_to_cuda = destination_memory.device_id().kind == gpu::DeviceKind::cuda;
  if (!is_from_cuda && !is_to_cuda) {
    copy_on_host(source_memory, destination_memory);
    return;
  }
  const int ordinal = (is_to_cuda ? destination_memory : source_memory).device_id().ordinal;
  const bool is_blocking = blocking.is_none() ? is_from_cuda != is_to_cuda : blocking.cast<bool>();
  copy_on_device(source_memory, destination_memory, ordinal, order, is_blocking);
  if (order.consumer) {
    view_from(source).work_stream = order.consumer;
    view_from(destination).work_stream = order.consumer;
  }
}

/// None if unknown: a cuda.core Buffer of memory without a memory resource may report 0.
std::optional<std::uint64_t> size_of(const py::object& buffer) {
  const py::object size = buffer.attr("size");
  if (size.is_none()) {
    return std::nullopt;
  }
  const auto bytes = size.cast<std::uint64_t>();
  const bool is_of_others = py::hasattr(buffer, "memory_resource") && buffer.attr("memory_resource").is_none();
  return bytes == 0 && is_of_others ? std::nullopt : std::optional{bytes};
}

/// Memory with a known address: with Python's buffer protocol, or the attributes of a cuda.core Buffer.
gpu::ForeignMemory memory_of(const py::object& buffer, bool is_read_only) {
  require_unmasked(buffer);
  gpu::ForeignMemory memory{.is_read_only = is_read_only};
  if (PyObject_CheckBuffer(buffer.ptr()) != 0) {
    // The memoryview stays alive, so that the exporter cannot move the bytes while the view exists.
    const py::object kept = require_new(PyMemoryView_FromObject(buffer.ptr()));
    const Py_buffer& bytes = *PyMemoryView_GET_BUFFER(kept.ptr());
    if (PyBuffer_IsContiguous(&bytes, 'A') == 0) {
      throw py::buffer_error("the buffer is not contiguous; use a contiguous buffer");
    }
    memory.pointer = {reinterpret_cast<std::uintptr_t>(bytes.buf)};
    memory.size_bytes = static_cast<std::uint64_t>(bytes.len);
    memory.is_read_only = is_read_only || bytes.readonly != 0;
    memory.owner = keep(kept);
    return memory;
  }
  for (const char* name : {"handle", "size", "device_id", "is_host_accessible", "is_device_accessible"}) {
    if (!py::hasattr(buffer, name)) {
      throw py::type_error(std::string("the buffer has no ") + name +
                           "; use an object with Python's buffer protocol, or a Buffer of cuda.core");
    }
  }
  memory.pointer = {static_cast<std::uint64_t>(py::int_(buffer.attr("handle")).cast<std::uint64_t>())};
  memory.size_bytes = size_of(buffer);
  memory.is_host_accessible = buffer.attr("is_host_accessible").cast<bool>();
  memory.is_device_accessible = buffer.attr("is_device_accessible").cast<bool>();
  if (const int device = buffer.attr("device_id").cast<int>(); device >= 0) {
    memory.device_id = {gpu::DeviceKind::cuda, device};
  }
  memory.owner = keep(buffer);
  return memory;
}

py::object view_of_buffer(const py::object& buffer, py::handle shape, py::handle strides, py::handle itemsize,
                          py::handle dtype, bool is_readonly) {
  if (itemsize.is_none() && dtype.is_none()) {
    throw py::value_error("from_buffer needs a dtype or an itemsize");
  }
  const std::optional<gpu::ElementType> type =
      dtype.is_none() ? std::nullopt : std::optional<gpu::ElementType>(element_of(dtype));
  const std::int64_t size = itemsize.is_none() ? type->itemsize() : to_int64(itemsize, "itemsize");
  if (type && size != type->itemsize()) {
    throw py::value_error("itemsize " + std::to_string(size) + " does not match the dtype, " +
                          std::to_string(type->itemsize()));
  }
  const gpu::Dimensions extents = to_dimensions(shape, "shape");
  const gpu::StridedLayout layout = strides.is_none()
                                        ? gpu::StridedLayout(extents, size)
                                        : gpu::StridedLayout(extents, to_dimensions(strides, "strides"), size);
  gpu::ForeignMemory memory = memory_of(buffer, is_readonly);
  return make_view(type ? gpu::StridedMemoryView::from_external(std::move(memory), layout, *type)
                        : gpu::StridedMemoryView::from_external(std::move(memory), layout),
                   buffer);
}

}  // namespace

void bind_view_copy(const py::object& type) {
  const py::handle static_method = reinterpret_cast<PyObject*>(&PyStaticMethod_Type);
  type.attr("from_buffer") = static_method(py::cpp_function(
      &view_of_buffer, py::name("from_buffer"), py::arg("buffer"), py::arg("shape"), py::arg("strides") = py::none(),
      py::kw_only(), py::arg("itemsize") = py::none(), py::arg("dtype") = py::none(), py::arg("is_readonly") = false));
  const auto add_copy = [&type](const char* name, auto function) {
    type.attr(name) = py::cpp_function(function, py::name(name), py::is_method(type), py::arg("other"),
                                       py::arg("stream") = py::none(), py::arg("allocator") = py::none(),
                                       py::arg("blocking") = py::none());
  };
  add_copy("copy_from", [](py::handle self, py::handle other, py::handle stream, py::handle allocator,
                           py::handle blocking) { copy(other, self, stream, allocator, blocking); });
  add_copy("copy_to", &copy);
}

}  // namespace texelscope::python
