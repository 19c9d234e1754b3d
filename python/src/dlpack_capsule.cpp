#include "python/src/interfaces.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "python/src/arguments.h"
#include "python/src/kept_error.h"
#include "texelscope/gpu/dlpack.h"
#include "texelscope/gpu/dlpack_abi.h"

namespace py = pybind11;

namespace texelscope::python {
namespace {

/// The attribute of a class with this name; none if the class lacks it. Classes without it, such as NumPy's, are
/// cached, because a failing lookup in Python takes longer than everything else here.
py::object capsule_of(PyTypeObject* type) {
  constexpr std::size_t most = 8;
  static std::array<PyTypeObject*, most> without{};
  static std::size_t next = 0;
  static PyObject* const name = PyUnicode_InternFromString("__dlpack_c_exchange_api__");
  if (std::ranges::find(without, type) != without.end()) {
    return {};
  }
  py::object found = attribute_of(reinterpret_cast<PyObject*>(type), name);
  if (!found) {
    Py_INCREF(type);
    Py_XDECREF(std::exchange(without[next], type));
    next = (next + 1) % most;
  }
  return found;
}

}  // namespace

std::optional<gpu::DLPackExchange> exchange_of(PyObject* object) {
  const py::object capsule = capsule_of(Py_TYPE(object));
  if (!capsule || PyCapsule_IsValid(capsule.ptr(), exchange_capsule_name) == 0) {
    return std::nullopt;
  }
  return gpu::DLPackExchange(
      static_cast<const DLPackExchangeAPI*>(PyCapsule_GetPointer(capsule.ptr(), exchange_capsule_name)));
}

namespace {

constexpr const char* plain = "dltensor";
constexpr const char* versioned = "dltensor_versioned";

/// Releases a tensor that was not consumed. Previous owners of the capsule may have changed everything except the
/// deleter, and an exception thrown through Python ends the process.
template <class Managed>
void drop(PyObject* capsule, const char* name) noexcept {
  if (PyCapsule_IsValid(capsule, name) != 0) {
    auto* const tensor = static_cast<Managed*>(PyCapsule_GetPointer(capsule, name));
    const KeptError error;
    if (tensor->deleter != nullptr) {
      tensor->deleter(tensor);
    }
  }
}

template <class Managed>
gpu::ImportedTensor take(PyObject* capsule, const char* name, const char* used_name) {
  gpu::ImportedTensor tensor = gpu::import_dlpack(static_cast<Managed*>(PyCapsule_GetPointer(capsule, name)));
  if (PyCapsule_SetName(capsule, used_name) != 0) {
    throw py::error_already_set();
  }
  return tensor;
}

}  // namespace

gpu::ImportedTensor take_capsule(const py::object& capsule) {
  PyObject* const object = capsule.ptr();
  if (PyCapsule_IsValid(object, versioned) != 0) {
    return take<DLManagedTensorVersioned>(object, versioned, "used_dltensor_versioned");
  }
  if (PyCapsule_IsValid(object, plain) != 0) {
    return take<DLManagedTensor>(object, plain, "used_dltensor");
  }
  const char* const name = PyCapsule_CheckExact(object) != 0 ? PyCapsule_GetName(object) : "not a capsule";
  throw py::buffer_error("a DLPack capsule must be named dltensor or dltensor_versioned, but this one is " +
                         std::string(name == nullptr ? "unnamed" : name) +
                         "; a capsule can be consumed only "
                         "once");
}

py::capsule to_dlpack_capsule(const gpu::StridedMemoryView& view, py::handle max_version) {
  const gpu::Dimensions newest =
      max_version.is_none() ? gpu::Dimensions{0, 0} : to_dimensions(max_version, "max_version");
  if (newest.size() != 2) {
    throw py::value_error("max_version must be (major, minor), not " + py::repr(max_version).cast<std::string>());
  }
  const bool has_version = newest[0] >= 1;
  if (!has_version && view.is_read_only()) {
    throw py::buffer_error(
        "a read-only view needs max_version=(1, 0) or later; earlier versions cannot mark it "
        "read-only");
  }
  return has_version ? py::capsule(shared([&] { return to_dlpack_versioned(view); }), versioned,
                                   [](PyObject* capsule) { drop<DLManagedTensorVersioned>(capsule, versioned); })
                     : py::capsule(shared([&] { return to_dlpack(view); }), plain,
                                   [](PyObject* capsule) { drop<DLManagedTensor>(capsule, plain); });
}

}  // namespace texelscope::python
