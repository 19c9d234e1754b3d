#pragma once

#include <pybind11/pybind11.h>

namespace texelscope::python {

/// Keeps Python's current exception in a scope whose code may run Python, such as a deleter of another library: objects
/// also die while an exception is pending. An exception of that code goes to sys.unraisablehook. Must be used with the
/// GIL.
class KeptError {
 public:
  KeptError() { PyErr_Fetch(&type_, &value_, &traceback_); }
  KeptError(const KeptError&) = delete;
  KeptError& operator=(const KeptError&) = delete;
  ~KeptError() {
    if (PyErr_Occurred() != nullptr) {
      PyErr_WriteUnraisable(nullptr);
    }
    PyErr_Restore(type_, value_, traceback_);
  }

 private:
  PyObject* type_ = nullptr;
  PyObject* value_ = nullptr;
  PyObject* traceback_ = nullptr;
};

}  // namespace texelscope::python
