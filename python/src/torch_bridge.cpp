#include "python/src/torch_bridge.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/torch_tensor.h"

namespace py = pybind11;

namespace texelscope::python {
namespace {

/// The PyTorch of this process; found with its first tensor, and cached.
struct Torch {
  const gpu::TorchFunctions* functions = nullptr;
  PyTypeObject* tensor = nullptr;
  PyTypeObject* parameter = nullptr;
  /// The distance from the Python object to its at::Tensor, in bytes.
  std::ptrdiff_t offset = 0;
  PyObject* requires_grad = nullptr;  // a name
  PyObject* is_neg = nullptr;         // methods
  PyObject* is_conj = nullptr;
};

enum class State : std::uint8_t { unknown, usable, unusable };

State state = State::unknown;
Torch torch;

constexpr std::array oldest{2, 3};
constexpr std::array newest{2, 11};

py::object loaded_module() { return py::reinterpret_borrow<py::dict>(PyImport_GetModuleDict()).attr("get")("torch"); }

bool is_known_version(const std::string& version) {
  std::array<int, 2> numbers{};
  return std::sscanf(version.c_str(), "%d.%d", &numbers[0], &numbers[1]) == 2 && numbers >= oldest && numbers <= newest;
}

/// The tensor follows the object's header, after a flag up to PyTorch 2.9. It is at the offset where the object
/// contains the address of its implementation, which PyTorch reports.
std::ptrdiff_t offset_in(const py::object& tensor) {
  const auto implementation = tensor.attr("_cdata").cast<std::uint64_t>();
  for (std::ptrdiff_t offset = sizeof(PyObject);
       offset <= static_cast<std::ptrdiff_t>(sizeof(PyObject) + sizeof(void*)); offset += sizeof(void*)) {
    std::uint64_t value = 0;
    std::memcpy(&value, reinterpret_cast<const char*>(tensor.ptr()) + offset, sizeof(value));
    if (value == implementation) {
      return offset;
    }
  }
  return 0;
}

State look_at(PyObject* object) {
  try {
    if (!is_of_torch(object)) {
      return State::unknown;
    }
    const py::object module = loaded_module();
    torch.functions = gpu::TorchFunctions::find();
    torch.offset = offset_in(py::reinterpret_borrow<py::object>(object));
    if (torch.functions == nullptr || torch.offset == 0 ||
        !is_known_version(py::str(module.attr("__version__")).cast<std::string>())) {
      return State::unusable;
    }
    const py::object tensor = module.attr("Tensor");
    torch.requires_grad = PyUnicode_InternFromString("requires_grad");
    torch.is_neg = tensor.attr("is_neg").cast<py::object>().release().ptr();
    torch.is_conj = tensor.attr("is_conj").cast<py::object>().release().ptr();
    torch.parameter =
        reinterpret_cast<PyTypeObject*>(module.attr("nn").attr("Parameter").cast<py::object>().release().ptr());
    torch.tensor = reinterpret_cast<PyTypeObject*>(py::object(tensor).release().ptr());
    return State::usable;
  } catch (const std::exception&) {
    // A module named torch that is not PyTorch.
    return State::unusable;
  }
}

/// Also true if Python cannot determine it.
bool is_set(PyObject* answer) {
  const bool set = answer != Py_False;
  Py_XDECREF(answer);
  if (answer == nullptr) {
    PyErr_Clear();
  }
  return set;
}

bool call(PyObject* method, PyObject* tensor) { return is_set(PyObject_Vectorcall(method, &tensor, 1, nullptr)); }

}  // namespace

bool is_torch_tensor(PyObject* object) noexcept {
  if (state == State::unknown) [[unlikely]] {
    state = look_at(object);
  }
  return Py_TYPE(object) == torch.tensor || Py_TYPE(object) == torch.parameter;
}

AtenTensorOpaque* torch_handle(PyObject* tensor) noexcept {
  return reinterpret_cast<AtenTensorOpaque*>(reinterpret_cast<char*>(tensor) + torch.offset);
}

const gpu::TorchFunctions& torch_functions() noexcept { return *torch.functions; }

std::optional<gpu::TensorMetadata> torch_metadata(PyObject* tensor) noexcept {
  AtenTensorOpaque* const handle = torch_handle(tensor);
  if (!torch.functions->is_strided(handle) || is_set(PyObject_GetAttr(tensor, torch.requires_grad)) ||
      call(torch.is_neg, tensor)) {
    return std::nullopt;
  }
  try {
    const gpu::TensorMetadata metadata = torch.functions->metadata_of(handle);
    constexpr std::uint8_t complex = 5;  // kDLComplex
    if (metadata.type.code == complex && call(torch.is_conj, tensor)) {
      return std::nullopt;
    }
    return metadata;
  } catch (const gpu::Error&) {
    // DLPack reports why, or supports it.
    return std::nullopt;
  }
}

void wait_for_torch(int device, gpu::ForeignStream consumer) {
  if (state == State::usable) {
    order_streams(device, consumer, torch.functions->current_stream(device));
    return;
  }
  const auto handle =
      loaded_module().attr("cuda").attr("current_stream")(device).attr("cuda_stream").cast<std::uint64_t>();
  order_streams(device, consumer, gpu::ForeignStream::of_handle(handle));
}

bool is_of_torch(PyObject* object) {
  static PyObject* const name = PyUnicode_InternFromString("torch");
  if (PyDict_GetItem(PyImport_GetModuleDict(), name) == nullptr) {
    return false;
  }
  static PyObject* tensor = nullptr;
  if (tensor == nullptr) {
    py::object found = py::getattr(loaded_module(), "Tensor", py::none());
    // During its import, PyTorch does not have the class yet.
    if (!PyType_Check(found.ptr())) {
      return false;
    }
    tensor = found.release().ptr();
  }
  return PyType_IsSubtype(Py_TYPE(object), reinterpret_cast<PyTypeObject*>(tensor)) != 0;
}

void require_plain_torch(py::handle tensor) {
  const auto refuse_where = [&](const char* asked, const char* what, const char* way_out) {
    if (py::hasattr(tensor, asked) && py::bool_(tensor.attr(asked)())) {
      throw py::buffer_error(std::string("the ") + what + " bit of this tensor is set, so its memory contains other " +
                             "values; use tensor." + way_out + "()");
    }
  };
  refuse_where("is_neg", "negative", "resolve_neg");
  refuse_where("is_conj", "conjugate", "resolve_conj");
}

}  // namespace texelscope::python
