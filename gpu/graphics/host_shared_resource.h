#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "gpu/driver/driver.h"
#include "gpu/graphics/gl_formats.h"
#include "gpu/graphics/host_sharing.h"

namespace texelscope::gpu::graphics {

/// A GL object and its copy on the device. A map consists of fetch; an unmap consists of copy_out, a wait for the
/// stream, and store.
class HostSharedResource {
 public:
  explicit HostSharedResource(GraphicsFlags flags) noexcept : flags_{flags} {}
  virtual ~HostSharedResource() = default;
  HostSharedResource(const HostSharedResource&) = delete;
  HostSharedResource& operator=(const HostSharedResource&) = delete;

  /// Creates the copy on the device. After a failure, free() destroys the objects created so far.
  virtual Status allocate() = 0;
  /// Copies from GL to host memory on this thread, and from there to the device on `stream`. Raises GL errors.
  /// @throws std::bad_alloc.
  virtual Status fetch(const GLFunctions& gl, StreamHandle stream) = 0;
  /// Copies from the device to host memory, in the order of `stream`.
  virtual Status copy_out(StreamHandle stream) noexcept = 0;
  /// Copies from host memory to GL, on this thread. Raises GL errors. @throws std::bad_alloc.
  virtual Status store(const GLFunctions& gl) = 0;
  /// Destroys all driver objects; called once.
  virtual Status free() noexcept = 0;

  [[nodiscard]] virtual Status mapped_array(driver::GraphicsMappedArray&) const noexcept {
    return driver::not_mapped_as_array;
  }
  [[nodiscard]] virtual Status mapped_mipmapped_array(driver::GraphicsMappedMipmappedArray&) const noexcept {
    return driver::not_mapped_as_array;
  }
  [[nodiscard]] virtual Status mapped_pointer(driver::GraphicsMappedPointer&) const noexcept {
    return driver::not_mapped_as_pointer;
  }

  [[nodiscard]] GraphicsFlags flags() const noexcept { return flags_; }
  [[nodiscard]] bool is_mapped() const noexcept { return is_mapped_; }
  void set_mapped(bool is_mapped) noexcept { is_mapped_ = is_mapped; }

 private:
  GraphicsFlags flags_;
  bool is_mapped_ = false;
};

/// A GL buffer and device memory of the same size; on a device with host memory, one memory block serves as both.
[[nodiscard]] std::unique_ptr<HostSharedResource> make_host_shared_buffer(driver::Driver& driver,
                                                                          bool is_memory_on_host, std::uint32_t name,
                                                                          std::size_t size_bytes, GraphicsFlags flags);
/// A GL image and its copy on the device.
[[nodiscard]] std::unique_ptr<HostSharedResource> make_host_shared_image(driver::Driver& driver,
                                                                         HostSharing::HostPartOf host_part_of,
                                                                         GLImage image, GraphicsFlags flags);

/// The first failure of multiple calls.
inline void keep_first(Status& first, Status next) noexcept { first = first == Status::success ? next : first; }

}  // namespace texelscope::gpu::graphics
