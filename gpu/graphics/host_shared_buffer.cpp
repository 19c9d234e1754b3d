#include "gpu/graphics/gl_transfer.h"
#include "gpu/graphics/host_shared_resource.h"
#include "gpu/graphics/host_staging.h"

namespace texelscope::gpu::graphics {

namespace {

/// A GL buffer and device memory of the same size; on a device with host memory, one memory block serves as both.
class HostSharedBuffer final : public HostSharedResource {
 public:
  HostSharedBuffer(driver::Driver& driver, bool is_memory_on_host, std::uint32_t name, std::size_t size_bytes,
                   GraphicsFlags flags) noexcept
      : HostSharedResource{flags},
        driver_{driver},
        is_memory_on_host_{is_memory_on_host},
        name_{name},
        size_bytes_{size_bytes},
        staging_{driver} {}

  Status allocate() override {
    if (const Status status = staging_.allocate(size_bytes_); status != Status::success || is_memory_on_host_) {
      return status;
    }
    driver::StreamCreate create;
    if (const Status status = driver_.perform(create); status != Status::success) {
      return status;
    }
    stream_ = create.created;
    driver::MemoryAllocate memory{size_bytes_, stream_};
    if (const Status status = driver_.perform(memory); status != Status::success) {
      return status;
    }
    memory_ = memory.pointer;
    // From now on, the memory may be used on any stream.
    driver::StreamSynchronize synchronize{stream_};
    return driver_.perform(synchronize);
  }

  Status fetch(const GLFunctions& gl, StreamHandle stream) override {
    if (!fetch_bytes(gl, name_, size_bytes_, staging_.bytes())) {
      return Status::map_failed;
    }
    if (is_memory_on_host_) {
      return Status::success;
    }
    Status status = copy(memory_, host_pointer(), stream);
    keep_first(status, staging_.record_read(stream));
    return status;
  }
  Status copy_out(StreamHandle stream) noexcept override {
    if (is_memory_on_host_) {
      return Status::success;
    }
    Status status = staging_.wait_read(stream);
    keep_first(status, copy(host_pointer(), memory_, stream));
    return status;
  }
  Status store(const GLFunctions& gl) override {
    return store_bytes(gl, name_, size_bytes_, staging_.bytes()) ? Status::success : Status::unmap_failed;
  }
  Status free() noexcept override {
    Status status = staging_.free();
    if (memory_) {
      driver::MemoryFree memory{memory_, stream_};
      keep_first(status, driver_.perform(memory));
      memory_ = {};
    }
    if (stream_) {
      driver::StreamDestroy destroy{stream_};
      keep_first(status, driver_.perform(destroy));
      stream_ = {};
    }
    return status;
  }
  Status mapped_pointer(driver::GraphicsMappedPointer& call) const noexcept override {
    call.pointer = is_memory_on_host_ ? host_pointer() : memory_;
    call.size_bytes = size_bytes_;
    return Status::success;
  }

 private:
  [[nodiscard]] DevicePointer host_pointer() const noexcept {
    return {reinterpret_cast<std::uint64_t>(staging_.bytes())};
  }
  [[nodiscard]] Status copy(DevicePointer destination, DevicePointer source, StreamHandle stream) noexcept {
    driver::MemoryCopy call{destination, source, size_bytes_, stream};
    return driver_.perform(call);
  }

  driver::Driver& driver_;
  bool is_memory_on_host_;
  std::uint32_t name_;
  std::size_t size_bytes_;
  HostStaging staging_;
  /// The stream on which device memory is allocated and freed.
  StreamHandle stream_{};
  DevicePointer memory_{};
};

}  // namespace

std::unique_ptr<HostSharedResource> make_host_shared_buffer(driver::Driver& driver, bool is_memory_on_host,
                                                            std::uint32_t name, std::size_t size_bytes,
                                                            GraphicsFlags flags) {
  return std::make_unique<HostSharedBuffer>(driver, is_memory_on_host, name, size_bytes, flags);
}

}  // namespace texelscope::gpu::graphics
