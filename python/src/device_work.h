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

/// Opens a device, by default the first CUDA device if it works, otherwise the CPU device, and calls `work` with it
/// like run_unlocked(). Diagnostics of the device become RuntimeWarnings.
void run_on_device(std::optional<gpu::DeviceId> id, const std::function<void(const gpu::Device&)>& work);

/// Acquires the GIL briefly, and ends the work if the user interrupted it. @throws KeyboardInterrupt.
void check_signals();

/// The argument `stream`: how a caller orders its work after the producer's.
struct StreamArgument {
  /// −1: the caller takes care of the order.
  bool is_opted_out = false;
  /// The stream that will use the tensor.
  std::optional<gpu::ForeignStream> consumer{};

  /// For CUDA device memory: the stream that must wait; none if the caller takes care of the order. @throws
  /// BufferError if neither is specified.
  [[nodiscard]] std::optional<gpu::ForeignStream> required(gpu::DeviceId device) const;
};

/// Parses None, −1, 0 or 1 (the legacy default stream, which is the null handle in PyTorch and others), 2 (the
/// per-thread one), the address of a CUstream, or an object with __cuda_stream__. @throws TypeError, ValueError for
/// other negative numbers.
[[nodiscard]] StreamArgument to_stream(pybind11::handle stream);

/// Makes the consumer's stream wait for the work scheduled on the producer's, through an event; does nothing, and opens
/// no device, if they are the same. @throws the errors of cuda_device() and gpu::make_wait().
void order_streams(int ordinal, gpu::ForeignStream consumer, gpu::ForeignStream producer);

/// A CUDA device, opened once and cached. @throws Unavailable, which is a BufferError in Python.
[[nodiscard]] const gpu::Device& cuda_device(int ordinal);

}  // namespace texelscope::python
