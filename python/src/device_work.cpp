#include "python/src/device_work.h"

#include <exception>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/device/device_choice.h"
#include "python/src/arguments.h"
#include "python/src/interpreter_lock.h"
#include "texelscope/gpu/error.h"

namespace py = pybind11;

namespace texelscope::python {
namespace {

/// Messages from any thread, in order.
struct Diagnostics {
  std::mutex mutex;
  std::vector<std::string> texts;
};

}  // namespace

std::optional<gpu::DeviceId> to_device_id(py::handle device) {
  if (device.is_none()) {
    return std::nullopt;
  }
  if (!py::isinstance<py::str>(device)) {
    throw py::type_error("device must be a string such as 'cpu' or 'cuda:0', or None, not " + type_name(device));
  }
  const std::optional<gpu::DeviceId> id = gpu::device_id_from_string(device.cast<std::string>());
  if (!id) {
    throw py::value_error("unknown device '" + device.cast<std::string>() + "'; use cpu, cuda or cuda:N");
  }
  return id;
}

void run_on_device(std::optional<gpu::DeviceId> id, const std::function<void(const gpu::Device&)>& work) {
  const auto said = std::make_shared<Diagnostics>();
  std::exception_ptr failure;
  const auto work_on_device = [&] {
    gpu::DeviceOptions options;
    options.diagnostics = [said](const gpu::Diagnostic& diagnostic) {
      const std::lock_guard lock(said->mutex);
      said->texts.push_back(diagnostic.text);
    };
    work(app::open_device(id, options).device);
  };
  try {
    run_unlocked(work_on_device);
  } catch (...) {
    failure = std::current_exception();
  }
  std::vector<std::string> texts;
  {
    // The mutex is not held while Python runs: another thread may hold the GIL and report a diagnostic.
    const std::lock_guard lock(said->mutex);
    texts.swap(said->texts);
  }
  for (const std::string& text : texts) {
    if (PyErr_WarnEx(PyExc_RuntimeWarning, text.c_str(), 1) != 0 && failure == nullptr) {
      throw py::error_already_set();
    }
  }
  if (failure != nullptr) {
    PyErr_Clear();
    std::rethrow_exception(failure);
  }
}

void check_signals() {
  run_locked([] {
    if (PyErr_CheckSignals() != 0) {
      throw py::error_already_set();
    }
  });
}

}  // namespace texelscope::python
