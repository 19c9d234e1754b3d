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

/// One layer of one level of a mipmapped array, as a plain array and where its texels are.
struct HostPart {
  ArrayHandle array{};
  /// In C order without padding; null when there was no memory for the array.
  std::byte* texels = nullptr;
};

/// Shares GL objects with any device by copying through host memory: at map GL's texels go into arrays of the device,
/// at unmap they come back. A device hands it the graphics calls whose access.path is through_host.
/// All calls must be made on the thread of the GL context, which is the object layer's to check.
class HostSharing {
 public:
  /// A part of a mipmapped array that the device keeps in host memory. The array belongs to the mipmapped array.
  using HostPartOf = HostPart (*)(driver::Driver& driver, MipmappedArrayHandle array, unsigned level,
                                  unsigned slice) noexcept;

  /// `driver` is the device that makes the arrays; it must outlive this. `host_part_of` is null for a device whose
  /// arrays the host cannot reach; copies then go through a page-locked buffer. With it, the device's memory is host
  /// memory.
  HostSharing(driver::Driver& driver, HostPartOf host_part_of) noexcept;
  ~HostSharing();
  HostSharing(const HostSharing&) = delete;
  HostSharing& operator=(const HostSharing&) = delete;

  /// Makes the arrays; they live until the resource is unregistered. invalid_value for an object that describe_gl_image
  /// or describe_gl_buffer refuses.
  Status perform(driver::GraphicsRegisterImage& call) noexcept;
  Status perform(driver::GraphicsRegisterBuffer& call) noexcept;
  /// Frees them. Discards what a mapping that is still open wrote.
  Status perform(driver::GraphicsUnregister& call) noexcept;
  /// Copies GL's texels into the arrays unless the resource is write_discard. All or none.
  Status perform(driver::GraphicsMap& call) noexcept;
  /// Waits for the stream, then copies the arrays into GL's objects unless the resource is read_only. The mapping has
  /// ended whatever the result, except for not_mapped and invalid_handle, which change nothing.
  Status perform(driver::GraphicsUnmap& call) noexcept;
  Status perform(driver::GraphicsMappedArray& call) noexcept;
  /// not_supported for an image of layers or faces on a device whose arrays the host cannot reach: there each layer is
  /// an array of its own.
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
