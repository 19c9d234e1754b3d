#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>

#include "texelscope/gpu/dimensions.h"
#include "texelscope/gpu/stride_order.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::python {

/// The name of an object's class, for errors.
[[nodiscard]] std::string type_name(pybind11::handle object);

/// A whole number that fits 64 bits. @throws TypeError, ValueError; `what` names it.
[[nodiscard]] std::int64_t to_int64(pybind11::handle object, const char* what);
/// A sequence of such. @throws TypeError, ValueError.
[[nodiscard]] gpu::Dimensions to_dimensions(pybind11::handle object, const char* what);
[[nodiscard]] pybind11::tuple to_tuple(const gpu::Dimensions& dimensions);
/// "C", "F", "K" or a permutation.
[[nodiscard]] gpu::StrideOrder to_stride_order(pybind11::handle object);

void bind_layout(pybind11::module_& module);
void bind_memory_view(pybind11::module_& module);
/// For texelscope.bench.
void bind_measurement(pybind11::module_& module);

}  // namespace texelscope::python
