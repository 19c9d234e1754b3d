#pragma once

#include <cstdint>

#include "gpu/graphics/host_shared_resource.h"
#include "gpu/graphics/host_staging.h"

namespace texelscope::gpu::graphics {

/// A GL buffer and memory of the device of the same size; on a device whose memory is the host's, both are one.
class HostSharedBuffer final : public HostSharedResource {
 public:
  HostSharedBuffer(driver::Driver& driver, bool is_memory_on_host, std::uint32_t name, std::size_t size_bytes,
                   GraphicsFlags flags) noexcept;

  /// Makes the memory. After a failure, free() gives back what was made.
  Status allocate() noexcept;

  Status fetch(const GLFunctions& gl, StreamHandle stream) noexcept override;
  Status copy_out(StreamHandle stream) noexcept override;
  void store(const GLFunctions& gl) noexcept override;
  Status free() noexcept override;
  Status mapped_array(driver::GraphicsMappedArray& call) const noexcept override;
  Status mapped_mipmapped_array(driver::GraphicsMappedMipmappedArray& call) const noexcept override;
  Status mapped_pointer(driver::GraphicsMappedPointer& call) const noexcept override;

 private:
  [[nodiscard]] DevicePointer host_pointer() const noexcept;
  [[nodiscard]] Status copy(DevicePointer destination, DevicePointer source, StreamHandle stream) noexcept;

  driver::Driver& driver_;
  bool is_memory_on_host_;
  std::uint32_t name_;
  std::size_t size_bytes_;
  HostStaging staging_;
  /// Device memory is allocated and freed in the order of a stream, and this is its own.
  StreamHandle stream_{};
  DevicePointer memory_{};
};

}  // namespace texelscope::gpu::graphics
