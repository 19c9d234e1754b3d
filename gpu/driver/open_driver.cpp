#include "gpu/driver/open_driver.h"

#include <utility>

#include "gpu/cpu/make_driver.h"
#include "texelscope/gpu/error.h"

#ifdef TEXELSCOPE_WITH_CUDA
#include "gpu/cuda/compile_order.h"
#include "gpu/cuda/make_driver.h"
#include "gpu/cuda/nvrtc_process.h"
#endif

namespace texelscope::gpu::driver {
namespace {

#ifndef TEXELSCOPE_WITH_CUDA
[[noreturn]] void throw_no_cuda(const std::string& device) {
  throw Unavailable(device +
                    ": this build has no CUDA device: install the CUDA toolkit and rebuild with "
                    "-DTEXELSCOPE_CUDA=ON, or use the cpu device");
}
#endif

/// Raw calls through the driver interface, without the objects above it.
class PerformCalls final : public RawCalls {
 public:
  explicit PerformCalls(Driver& driver) : driver_{driver} {}

  Status allocate_and_free(std::size_t size_bytes, StreamHandle stream) noexcept override {
    MemoryAllocate allocate{.size_bytes = size_bytes, .stream = stream};
    if (const Status status = driver_.perform(allocate); status != Status::success) {
      return status;
    }
    MemoryFree free{allocate.pointer, stream};
    return driver_.perform(free);
  }

  Status copy(DevicePointer destination, DevicePointer source, std::size_t size_bytes,
              StreamHandle stream) noexcept override {
    MemoryCopy call{destination, source, size_bytes, stream};
    return driver_.perform(call);
  }

  Status fill(DevicePointer destination, std::size_t size_bytes, StreamHandle stream) noexcept override {
    MemoryFill call{destination, 0, size_bytes, stream};
    return driver_.perform(call);
  }

  Status launch(const kernels::KernelEntry& entry, const void* kernel, StreamHandle stream) noexcept override {
    Launch call{.entry = &entry, .extent = {1, 1, 1}, .kernel = kernel, .stream = stream};
    return driver_.perform(call);
  }

  Status record(EventHandle event, StreamHandle stream) noexcept override {
    EventRecord call{event, stream};
    return driver_.perform(call);
  }

 private:
  Driver& driver_;
};

}  // namespace

std::unique_ptr<Driver> open_driver(DeviceId id, std::shared_ptr<AccessRecorder> recorder) {
  if (id.kind == DeviceKind::cpu) {
    if (id.ordinal != 0) {
      throw Unavailable("there is only one cpu device: use number 0, not " + std::to_string(id.ordinal));
    }
    return cpu::make_driver(std::move(recorder));
  }
#ifdef TEXELSCOPE_WITH_CUDA
  return cuda::make_driver(id.ordinal);
#else
  throw_no_cuda(to_string(id));
#endif
}

std::unique_ptr<RawCalls> open_raw_calls(DeviceId id, Driver& driver) {
  if (id.kind == DeviceKind::cpu) {
    return std::make_unique<PerformCalls>(driver);
  }
#ifdef TEXELSCOPE_WITH_CUDA
  return cuda::make_raw_calls(id.ordinal);
#else
  throw_no_cuda(to_string(id));
#endif
}

// NOLINTBEGIN(performance-unnecessary-value-param): with CUDA they are moved.
std::shared_ptr<NvrtcProcess> start_nvrtc_process([[maybe_unused]] const DeviceProperties& properties,
                                                  [[maybe_unused]] std::vector<std::string> command,
                                                  [[maybe_unused]] std::string rehearsal) {
  // NOLINTEND(performance-unnecessary-value-param)
#ifdef TEXELSCOPE_WITH_CUDA
  const cuda::CompileOrder order{.driver_version = properties.driver_version,
                                 .capability = 10 * properties.compute_major + properties.compute_minor,
                                 .num_kernels = 1,
                                 .folder = {},
                                 .source = std::move(rehearsal)};
  return std::make_shared<NvrtcProcess>(std::move(command), order);
#else
  throw_no_cuda("cuda");
#endif
}

int run_nvrtc_process() {
#ifdef TEXELSCOPE_WITH_CUDA
  return cuda::run_nvrtc_process();
#else
  throw_no_cuda("cuda");
#endif
}

int count_cuda_devices() {
#ifdef TEXELSCOPE_WITH_CUDA
  return cuda::count_devices();
#else
  throw_no_cuda("cuda");
#endif
}

#ifdef TEXELSCOPE_WITH_CUDA
FoundContext find_context(ContextHandle context) { return cuda::find_context(context); }
ContextHandle current_context() { return cuda::current_context(); }
FoundContext context_of(StreamHandle stream) { return cuda::context_of(stream); }
FoundContext context_of(DevicePointer pointer) { return cuda::context_of(pointer); }
#else
FoundContext find_context(ContextHandle /*context*/) { throw_no_cuda("cuda"); }
ContextHandle current_context() { throw_no_cuda("cuda"); }
FoundContext context_of(StreamHandle /*stream*/) { throw_no_cuda("cuda"); }
FoundContext context_of(DevicePointer /*pointer*/) { throw_no_cuda("cuda"); }
#endif

}  // namespace texelscope::gpu::driver
