#pragma once

#include <pybind11/pybind11.h>

#include <functional>
#include <optional>

#include "texelscope/gpu/device.h"

namespace texelscope::python {

/// "cpu", "cuda" or "cuda:N"; nothing for None. @throws TypeError, ValueError.
[[nodiscard]] std::optional<gpu::DeviceId> to_device_id(pybind11::handle device);

/// Calls `work` without the interpreter's lock. @throws RuntimeError for a device, a renderer or a display that is not
/// there; what else `work` throws.
void run_unlocked(const std::function<void()>& work);

/// Opens a device, by default the first CUDA device where it works, else the CPU device, and calls `work` with it
/// as run_unlocked() does. What the device has to say becomes a RuntimeWarning.
void run_on_device(std::optional<gpu::DeviceId> id, const std::function<void(const gpu::Device&)>& work);

/// Takes the lock for a moment, and ends the work where the user interrupts it. @throws KeyboardInterrupt.
void check_signals();

}  // namespace texelscope::python
