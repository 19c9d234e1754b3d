#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gpu/driver/driver.h"

namespace texelscope::gpu::driver {

/// The driver of one device, not yet started (ContextRetain starts it). A CPU device records accesses with `recorder`,
/// if there is one.
/// @throws InvalidArgument for modules of the recorder that have no recorded kernels.
/// @throws Unavailable if this build or this machine has no device of that kind, with the reason and a remedy.
[[nodiscard]] std::unique_ptr<Driver> open_driver(DeviceId id, std::shared_ptr<AccessRecorder> recorder = nullptr);

/// The number of CUDA devices that the driver lists, at least 1. @throws Unavailable as above.
[[nodiscard]] int count_cuda_devices();

/// A context that was created elsewhere.
struct FoundContext {
  DeviceId id;
  ContextHandle context;
  /// Whether it is the device's primary context, which is retained rather than borrowed.
  bool is_primary = false;
};

/// The device of a context. @throws InvalidArgument for null or an unknown context; Unavailable when this build or this
/// machine has no CUDA device.
[[nodiscard]] FoundContext find_context(ContextHandle context);
/// The context that is current on this thread (cuCtxGetCurrent), or null. @throws Unavailable as above.
[[nodiscard]] ContextHandle current_context();
/// The context of a stream (cuStreamGetCtx), and of memory (CU_POINTER_ATTRIBUTE_CONTEXT) or, for memory that has no
/// context, such as a pool's, the primary context of its device. @throws InvalidArgument for unknown handles and
/// addresses; Unavailable as above.
[[nodiscard]] FoundContext context_of(StreamHandle stream);
[[nodiscard]] FoundContext context_of(DevicePointer pointer);

/// Prestarts the process of ProgramOptions::nvrtc_process: `command` is a program and its arguments, `rehearsal` is a
/// whole source with one kernel, and `properties` are those of the CUDA device. @throws Unavailable when this build
/// does not support CUDA devices.
[[nodiscard]] std::shared_ptr<NvrtcProcess> start_nvrtc_process(const DeviceProperties& properties,
                                                                std::vector<std::string> command,
                                                                std::string rehearsal);

/// The main function of an NVRTC process; returns the exit code. @throws InvalidArgument if this process was not
/// started for compiling; Unavailable as above.
[[nodiscard]] int run_nvrtc_process();

/// A few driver calls, made as in a program that does not use this library: the baseline for measuring the library's
/// overhead. Only for use on one thread. Handles and addresses are the device's own.
class RawCalls {
 public:
  virtual ~RawCalls() = default;

  virtual Status allocate_and_free(std::size_t size_bytes, StreamHandle stream) noexcept = 0;
  virtual Status copy(DevicePointer destination, DevicePointer source, std::size_t size_bytes,
                      StreamHandle stream) noexcept = 0;
  virtual Status fill(DevicePointer destination, std::size_t size_bytes, StreamHandle stream) noexcept = 0;
  /// One thread.
  virtual Status launch(const kernels::KernelEntry& entry, const void* kernel, StreamHandle stream) noexcept = 0;
  virtual Status record(EventHandle event, StreamHandle stream) noexcept = 0;
};

/// The raw calls of a device: on a CUDA device, the driver API's functions, with the device's context current on this
/// thread for as long as this object exists; on the CPU device, direct calls of `driver`. @throws Unavailable.
[[nodiscard]] std::unique_ptr<RawCalls> open_raw_calls(DeviceId id, Driver& driver);

}  // namespace texelscope::gpu::driver
