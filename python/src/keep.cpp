#include "python/src/keep.h"

namespace py = pybind11;

namespace texelscope::python {

std::shared_ptr<const void> keep(py::object object) {
  return {object.release().ptr(), [](PyObject* kept) {
            // At exit the interpreter may be gone before a view is.
            if (Py_IsInitialized() != 0) {
              const py::gil_scoped_acquire lock;
              Py_DECREF(kept);
            }
          }};
}

}  // namespace texelscope::python
