#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "texelscope/gpu/dimensions.h"
#include "texelscope/gpu/element_type.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/stride_order.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::python {

/// Translates the program's exceptions for all functions that pybind11 calls: ValueError for invalid arguments, OSError
/// for unusable files, BufferError for memory that cannot be shared, RuntimeError for the rest.
void register_errors();

/// Converts a caught exception to a Python exception, in functions that pybind11 does not call.
void set_error(const std::exception_ptr& error) noexcept;

/// Does `work`, which reads or exports a tensor. If the memory cannot be shared, because of its elements or strides or
/// a malformed interface, that is a BufferError, as in DLPack and in Python's buffer protocol, and not an invalid
/// argument.
template <class Work>
decltype(auto) shared(Work&& work) {
  try {
    return work();
  } catch (const gpu::InvalidArgument& error) {
    throw pybind11::buffer_error(error.what());
  } catch (const pybind11::builtin_exception& error) {
    throw pybind11::buffer_error(error.what());
  }
}

/// The class name of an object, for errors.
[[nodiscard]] std::string type_name(pybind11::handle object);

/// Takes ownership of the new reference that a C function returned. @throws the Python exception if it is null.
[[nodiscard]] pybind11::object require_new(PyObject* reference);
/// An attribute; none if the object lacks it. @throws other exceptions of the object.
[[nodiscard]] pybind11::object attribute_of(PyObject* object, PyObject* name);

/// The path of a str or os.PathLike; none for any other object. @throws ValueError for a null byte.
[[nodiscard]] std::optional<std::filesystem::path> to_path(pybind11::handle object);
[[nodiscard]] pybind11::bytes to_bytes(const std::vector<std::byte>& bytes);
/// The NumPy array of an image file, a .npy file, or an array of any library. The module of the comparison alone has
/// its own definition, which leaves other libraries to NumPy. @throws the errors of view() and of image files.
[[nodiscard]] pybind11::object to_array(const pybind11::object& object);
/// @throws BufferError for a masked array of NumPy, whose interfaces export its data without its mask.
void require_unmasked(pybind11::handle object);

/// An integer that fits in 64 bits. @throws TypeError, ValueError; `what` names it.
[[nodiscard]] std::int64_t to_int64(pybind11::handle object, const char* what);
/// A sequence of integers. @throws TypeError, ValueError.
[[nodiscard]] gpu::Dimensions to_dimensions(pybind11::handle object, const char* what);
[[nodiscard]] pybind11::tuple to_tuple(const gpu::Dimensions& dimensions);
/// Parses "C", "F", "K" or a permutation.
[[nodiscard]] gpu::StrideOrder to_stride_order(pybind11::handle object);

/// numpy.dtype of an element type; ml_dtypes provides the small floating-point types. @throws NotImplementedError if it
/// is not installed.
[[nodiscard]] pybind11::object dtype_of(const gpu::ElementType& type);

/// The element type of a numpy.dtype, or of anything that numpy.dtype() accepts. @throws ValueError, also for fields,
/// which are not mere bytes.
[[nodiscard]] gpu::ElementType element_of(pybind11::handle dtype);

/// A value in command-line syntax: a number, a Boolean ("true"), a string, or a sequence of these, joined by commas.
/// @throws TypeError for anything else; `what` names it.
[[nodiscard]] std::string option_text(pybind11::handle value, const std::string& what);

/// (width, height) in pixels, each 1–16384. @throws TypeError, ValueError.
[[nodiscard]] std::pair<int, int> to_size(pybind11::handle size);

void bind_layout(pybind11::module_& module);
void bind_memory_view(pybind11::module_& module);
/// For tools/bench_python.py.
void bind_measurement(pybind11::module_& module);
// The functions of the command line, as functions of the module.
void bind_sample(pybind11::module_& module);
void bind_scenes(pybind11::module_& module);
void bind_comparison(pybind11::module_& module);
void bind_show(pybind11::module_& module);
/// Arrays that the window of another process shows.
void bind_watch(pybind11::module_& module);

}  // namespace texelscope::python
