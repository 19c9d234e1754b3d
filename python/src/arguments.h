#pragma once

#include <pybind11/pybind11.h>
#include <cstdint>
#include <exception>
#include <string>
#include <utility>

#include "texelscope/gpu/dimensions.h"
#include "texelscope/gpu/element_type.h"
#include "texelscope/gpu/stride_order.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::python {

/// Makes Python's errors of the program's, for all functions that pybind11 calls: ValueError for wrong arguments,
/// OSError for files that cannot be used, BufferError for what cannot be shared, RuntimeError for the rest.
void register_errors();

/// Sets Python's exception for one that was caught, in functions that pybind11 does not call.
void set_error(const std::exception_ptr& error) noexcept;

/// The name of an object's class, for errors.
[[nodiscard]] std::string type_name(pybind11::handle object);

/// What a function of C gives. @throws the exception that it set where it gives nothing.
[[nodiscard]] pybind11::object require_new(PyObject* reference);
/// An attribute, or nothing where the object lacks it. @throws what else the object raises.
[[nodiscard]] pybind11::object attribute_of(PyObject* object, PyObject* name);

/// A whole number that fits 64 bits. @throws TypeError, ValueError; `what` names it.
[[nodiscard]] std::int64_t to_int64(pybind11::handle object, const char* what);
/// A sequence of such. @throws TypeError, ValueError.
[[nodiscard]] gpu::Dimensions to_dimensions(pybind11::handle object, const char* what);
[[nodiscard]] pybind11::tuple to_tuple(const gpu::Dimensions& dimensions);
/// "C", "F", "K" or a permutation.
[[nodiscard]] gpu::StrideOrder to_stride_order(pybind11::handle object);

/// numpy.dtype of an element; of the small floating-point types ml_dtypes has them. @throws NotImplementedError where
/// it is not installed.
[[nodiscard]] pybind11::object dtype_of(const gpu::ElementType& type);

/// The element of a numpy.dtype, or of what numpy.dtype() takes. @throws ValueError.
[[nodiscard]] gpu::ElementType element_of(pybind11::handle dtype);

/// A value as the text that the command line takes for it: a number, a truth ("true"), a text, or a sequence of such,
/// joined by commas. @throws TypeError for anything else; `what` names it.
[[nodiscard]] std::string option_text(pybind11::handle value, const std::string& what);

/// (width, height) in pixels, each 1–16384. @throws TypeError, ValueError.
[[nodiscard]] std::pair<int, int> to_size(pybind11::handle size);

void bind_layout(pybind11::module_& module);
void bind_memory_view(pybind11::module_& module);
/// For texelscope.bench.
void bind_measurement(pybind11::module_& module);
// What the program does at the command line, as functions of the module.
void bind_sample(pybind11::module_& module);
void bind_scenes(pybind11::module_& module);
void bind_comparison(pybind11::module_& module);
void bind_show(pybind11::module_& module);

}  // namespace texelscope::python
