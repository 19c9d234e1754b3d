#pragma once

#include <pybind11/pybind11.h>
#include <cstdint>
#include <functional>
#include <optional>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/stream.h"

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

/// What a caller says of the order between its work and the producer's: the argument `stream`.
struct StreamArgument {
  /// −1: the caller sees to it.
  bool is_opted_out = false;
  /// The stream that the tensor will be used on.
  std::optional<gpu::ForeignStream> consumer{};

  /// For memory of a CUDA device: the stream to be made wait; nothing where the caller sees to it. @throws BufferError
  /// when neither was said.
  [[nodiscard]] std::optional<gpu::ForeignStream> required(gpu::DeviceId device) const;
};

/// None, −1, 0 or 1 (the legacy default stream, which PyTorch and others know as the null handle), 2 (the per-thread
/// one), the address of a CUstream, or an object with __cuda_stream__. @throws TypeError, ValueError for other negative
/// numbers.
[[nodiscard]] StreamArgument to_stream(pybind11::handle stream);

/// Makes the consumer's stream wait for what the producer's has been given, by an event; nothing, and no device is
/// opened, when they are one. @throws as cuda_device() and gpu::make_wait().
void order_streams(int ordinal, gpu::ForeignStream consumer, gpu::ForeignStream producer);

/// A CUDA device, opened once and kept. @throws Unavailable, which is a BufferError in Python.
[[nodiscard]] const gpu::Device& cuda_device(int ordinal);

}  // namespace texelscope::python
