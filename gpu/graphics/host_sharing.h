#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include "gpu/driver/driver.h"

namespace texelscope::gpu::graphics {

class HostSharedResource;

/// One layer of one level of a mipmapped array, as a plain array, and the address of its texels.
struct HostPart {
  ArrayHandle array{};
  /// In C order without padding; null if the array has no memory.
  std::byte* texels = nullptr;
};

/// Shares GL objects with any device by copying through host memory: a map copies GL's texels into arrays of the
/// device, and an unmap copies them back. A device forwards to it the graphics calls whose access.path is through_host.
/// All calls must be made on the thread of the GL context, which the object layer checks.
class HostSharing {
 public:
  /// A part of a mipmapped array that the device stores in host memory. The array belongs to the mipmapped array.
  using HostPartOf = HostPart (*)(driver::Driver& driver, MipmappedArrayHandle array, unsigned level,
                                  unsigned slice) noexcept;

  /// `driver` is the device that creates the arrays; it must outlive this object. `host_part_of` is null for a device
  /// whose arrays the host cannot access; copies then use a pinned buffer. If it is not null, the device's memory is
  /// host memory.
  HostSharing(driver::Driver& driver, HostPartOf host_part_of) noexcept;
  ~HostSharing();
  HostSharing(const HostSharing&) = delete;
  HostSharing& operator=(const HostSharing&) = delete;

  /// Creates the arrays; they live until the resource is unregistered. invalid_value for an object that
  /// describe_gl_image or describe_gl_buffer rejects.
  Status perform(driver::GraphicsRegisterImage& call) noexcept;
  Status perform(driver::GraphicsRegisterBuffer& call) noexcept;
  /// Frees the arrays. Discards the writes of a mapping that is still open.
  Status perform(driver::GraphicsUnregister& call) noexcept;
  /// Copies GL's texels into the arrays unless the resource is write_discard. Maps all resources or none.
  Status perform(driver::GraphicsMap& call) noexcept;
  /// Waits for the stream, then copies the arrays into GL's objects unless the resource is read_only. The mapping has
  /// ended regardless of the result, except for not_mapped and invalid_handle, which change nothing.
  Status perform(driver::GraphicsUnmap& call) noexcept;
  Status perform(driver::GraphicsMappedArray& call) noexcept;
  /// not_supported for an image of layers or faces on a device whose arrays the host cannot access: there, each layer
  /// is a separate array.
  Status perform(driver::GraphicsMappedMipmappedArray& call) noexcept;
  Status perform(driver::GraphicsMappedPointer& call) noexcept;

 private:
  HostSharedResource* find(GraphicsHandle handle) noexcept;
  Status find_all(std::span<const GraphicsHandle> handles, bool is_mapped,
                  std::vector<HostSharedResource*>& resources) noexcept;
  Status store(const GLFunctions* gl, std::span<HostSharedResource* const> resources) noexcept;
  Status keep(std::unique_ptr<HostSharedResource> resource, GraphicsHandle& handle);

  driver::Driver& driver_;
  HostPartOf host_part_of_;
  std::mutex mutex_;
  std::unordered_map<std::uint64_t, std::unique_ptr<HostSharedResource>> live_;
};

}  // namespace texelscope::gpu::graphics
