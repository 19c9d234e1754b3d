#include <string>

#include "python/src/arguments.h"
#include "python/src/interfaces.h"
#include "python/src/torch_bridge.h"
#include "python/src/view_object.h"
#include "texelscope/gpu/array_interface.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/stream.h"

namespace py = pybind11;

namespace texelscope::python {
namespace {

/// The highest bit of a pointer may be set.
std::uint64_t to_address(py::handle object) {
  const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
  const unsigned long long value = index ? PyLong_AsUnsignedLongLong(index.ptr()) : 0;
  if (PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    throw py::value_error("the address of an array interface must be a 64-bit integer, not " +
                          py::repr(object).cast<std::string>());
  }
  return value;
}

/// Keeps the string that the interface refers to alive, and the dict, which may be the only owner of the memory: an
/// object may create a new array per access.
struct Parsed {
  py::object entries;
  std::string typestr;
  gpu::ArrayInterface interface;
};

/// The interface of plain elements has [("", typestr)], or no description.
bool has_fields(const py::dict& entries) {
  if (!entries.contains("descr") || !py::isinstance<py::list>(entries["descr"])) {
    return false;
  }
  const py::list parts = entries["descr"];
  return parts.size() > 1 || (parts.size() == 1 && (!py::isinstance<py::tuple>(parts[0]) || py::len(parts[0]) != 2 ||
                                                    !py::object(py::tuple(parts[0])[0]).equal(py::str(""))));
}

void parse(const py::object& object, const char* name, Parsed& parsed) {
  const py::object found = py::getattr(object, name, py::none());
  if (!py::isinstance<py::dict>(found)) {
    throw py::buffer_error(type_name(object) + " has no " + name + "; pass an array, such as numpy.asarray(…)");
  }
  const auto entries = py::reinterpret_borrow<py::dict>(found);
  parsed.entries = found;
  for (const char* key : {"shape", "typestr", "data", "version"}) {
    if (!entries.contains(key)) {
      throw py::value_error(std::string("an ") + name + " needs " + key);
    }
  }
  if (!py::isinstance<py::tuple>(entries["data"]) || py::len(entries["data"]) != 2) {
    throw py::buffer_error(std::string("the data of an ") + name + " must be (address, is_readonly)");
  }
  const auto has = [&](const char* key) { return entries.contains(key) && !entries[key].is_none(); };
  if (has("mask")) {
    throw py::buffer_error(std::string("an ") + name +
                           " with a mask cannot be viewed, because some of its values "
                           "are missing");
  }
  if (has_fields(entries)) {
    throw py::buffer_error(
        "elements with fields cannot be viewed; pass one field, such as array['name'], or the bytes, such as "
        "array.view('V' + str(array.itemsize))");
  }
  if (!py::isinstance<py::str>(entries["typestr"])) {
    throw py::type_error(std::string("the typestr of an ") + name + " must be a string");
  }
  const auto data = entries["data"].cast<py::tuple>();
  parsed.typestr = entries["typestr"].cast<std::string>();
  parsed.interface = {.shape = to_dimensions(entries["shape"], "shape"),
                      .typestr = parsed.typestr,
                      .address = to_address(data[0]),
                      .is_read_only = py::bool_(py::object(data[1])),
                      .version = to_int64(entries["version"], "version")};
  if (has("strides")) {
    parsed.interface.strides = to_dimensions(entries["strides"], "strides");
  }
  if (has("stream")) {
    const std::int64_t stream = to_int64(entries["stream"], "stream");
    if (stream < 0) {
      throw py::value_error(std::string("the stream of an ") + name + " must not be negative");
    }
    parsed.interface.stream = static_cast<std::uint64_t>(stream);
  }
}

}  // namespace

ViewedMemory view_by_array_interface(const py::object& object, const StreamArgument& stream) {
  if (is_of_torch(object.ptr())) {
    return view_by_dlpack(object, stream);
  }
  Parsed parsed;
  parse(object, "__array_interface__", parsed);
  return from_array_interface(parsed.interface, keep(py::make_tuple(object, parsed.entries)));
}

ViewedMemory view_by_cuda_array_interface(const py::object& object, const StreamArgument& stream) {
  if (is_of_torch(object.ptr())) {
    require_plain_torch(object);
  }
  Parsed parsed;
  parse(object, "__cuda_array_interface__", parsed);
  // Without memory, any device will do.
  int ordinal = 0;
  if (parsed.interface.address != 0) {
    const auto location = location_of(cuda_device(0), {parsed.interface.address});
    ordinal = location ? location->ordinal : 0;
  }
  gpu::StridedMemoryView view =
      from_cuda_array_interface(parsed.interface, ordinal, keep(py::make_tuple(object, parsed.entries)));
  const auto consumer = stream.required(view.device_id());
  if (!consumer) {
    return view;
  }
  if (const auto producer = producer_stream(parsed.interface)) {
    order_streams(ordinal, *consumer, *producer);
  }
  if (is_of_torch(object.ptr())) {
    wait_for_torch(ordinal, *consumer);
  }
  return view;
}

}  // namespace texelscope::python
