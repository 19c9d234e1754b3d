#pragma once

#include <pybind11/pybind11.h>

#include <optional>

#include "texelscope/gpu/dlpack_exchange.h"

namespace texelscope::python {

/// Of the capsule that a class has as `__dlpack_c_exchange_api__`.
inline constexpr const char* exchange_capsule_name = "dlpack_exchange_api";

/// The functions that the class of an object gives to C; nothing where it gives none. @throws as DLPackExchange.
[[nodiscard]] std::optional<gpu::DLPackExchange> exchange_of(PyObject* object);

}  // namespace texelscope::python
