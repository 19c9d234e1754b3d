#pragma once

#include <pybind11/pybind11.h>

#include <optional>

#include "texelscope/gpu/dlpack_exchange.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::python {

/// Of the capsule that a class has as `__dlpack_c_exchange_api__`.
inline constexpr const char* exchange_capsule_name = "dlpack_exchange_api";

/// The functions that the class of an object gives to C; nothing where it gives none. @throws as DLPackExchange.
[[nodiscard]] std::optional<gpu::DLPackExchange> exchange_of(PyObject* object);

/// Takes over the tensor of a capsule "dltensor" or "dltensor_versioned", which is marked as used. @throws BufferError
/// for any other object, a used capsule among them.
[[nodiscard]] gpu::StridedMemoryView take_capsule(const pybind11::object& capsule);

/// A capsule "dltensor", or "dltensor_versioned" where `max_version` is (1, 0) or later. @throws BufferError for a
/// read-only view without a version.
[[nodiscard]] pybind11::capsule to_dlpack_capsule(const gpu::StridedMemoryView& view, pybind11::handle max_version);

}  // namespace texelscope::python
