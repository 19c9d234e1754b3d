#include "gpu/driver/perform_calls.h"

namespace texelscope::gpu::driver {
namespace {

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

std::unique_ptr<RawCalls> make_perform_calls(Driver& driver) { return std::make_unique<PerformCalls>(driver); }

}  // namespace texelscope::gpu::driver
