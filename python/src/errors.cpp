#include "python/src/arguments.h"

#include <new>

#include <pybind11/pybind11.h>

#include "app/files/file_error.h"
#include "app/text/parameter.h"
#include "texelscope/gpu/error.h"

namespace py = pybind11;

namespace texelscope::python {
namespace {

/// @throws anything that is not an error of the program.
void set_error_of_library(const std::exception_ptr& pointer) {
  try {
    if (pointer) {
      std::rethrow_exception(pointer);
    }
  } catch (const gpu::InvalidArgument& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  } catch (const app::ParameterError& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  } catch (const app::FileError& error) {
    PyErr_SetString(PyExc_OSError, error.what());
  } catch (const gpu::Unavailable& error) {
    PyErr_SetString(PyExc_BufferError, error.what());
  } catch (const gpu::Error& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
}

}  // namespace

void register_errors() {
  py::register_exception_translator([](std::exception_ptr pointer) { set_error_of_library(pointer); });
}

void set_error(const std::exception_ptr& error) noexcept {
  try {
    set_error_of_library(error);
  } catch (py::error_already_set& of_python) {
    of_python.restore();
  } catch (const py::builtin_exception& builtin) {
    builtin.set_error();
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& other) {
    PyErr_SetString(PyExc_RuntimeError, other.what());
  }
}

}  // namespace texelscope::python
