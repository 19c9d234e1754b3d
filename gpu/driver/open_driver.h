#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gpu/driver/driver.h"

namespace texelscope::gpu::driver {

/// The driver of one device, not yet started (ContextRetain starts it).
/// @throws Unavailable when this build or this machine has none of that kind, with the reason and the way out.
[[nodiscard]] std::unique_ptr<Driver> open_driver(DeviceId id);

/// How many CUDA devices the driver lists, at least 1. @throws Unavailable as above.
[[nodiscard]] int count_cuda_devices();

/// A context that others made.
struct FoundContext {
  DeviceId id;
  ContextHandle context;
  /// Whether it is the device's primary context, which is retained rather than borrowed.
  bool is_primary = false;
};

/// Which device a context is on. @throws InvalidArgument for null, or what the driver does not know; Unavailable when
/// this build or this machine has no CUDA device.
[[nodiscard]] FoundContext find_context(ContextHandle context);
/// The context that is current on this thread (cuCtxGetCurrent); null for none. @throws Unavailable as above.
[[nodiscard]] ContextHandle current_context();
/// The context of a stream (cuStreamGetCtx), and of memory (CU_POINTER_ATTRIBUTE_CONTEXT) or, where it has none, as
/// memory of a pool, the primary one of its device. @throws InvalidArgument for what the driver does not know;
/// Unavailable as above.
[[nodiscard]] FoundContext context_of(StreamHandle stream);
[[nodiscard]] FoundContext context_of(DevicePointer pointer);

/// Starts ahead what ProgramOptions::nvrtc_process is: `command` is a program and its arguments, `rehearsal` a whole
/// text with one kernel, and `properties` are of the CUDA device. @throws Unavailable when this build has no such
/// device.
[[nodiscard]] std::shared_ptr<NvrtcProcess> start_nvrtc_process(const DeviceProperties& properties,
                                                                std::vector<std::string> command,
                                                                std::string rehearsal);

/// What the processes that it starts do; returns the exit code. @throws InvalidArgument when this one was not started
/// for that; Unavailable as above.
[[nodiscard]] int run_nvrtc_process();

/// A few calls of a device's driver as a program makes them that does not use this library: what the library's cost is
/// measured against. On one thread. Handles and addresses are the device's own.
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

/// The raw calls of a device: on a CUDA device the driver API's functions, with the device's context current on this
/// thread for as long as they live; on the CPU device `driver`, directly. @throws Unavailable.
[[nodiscard]] std::unique_ptr<RawCalls> open_raw_calls(DeviceId id, Driver& driver);

}  // namespace texelscope::gpu::driver
