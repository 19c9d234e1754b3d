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

/// Shares GL objects with any device by copying through host memory: at map GL's texels go into arrays of the device,
/// at unmap they come back. A device hands it the graphics calls whose access.path is through_host.
/// All calls must be made on the thread of the GL context, which is the object layer's to check.
class HostSharing {
 public:
  /// The texels of an array in C order without padding, where the device keeps them so in host memory.
  using HostTexels = std::byte* (*)(driver::Driver& driver, ArrayHandle array);

  /// `driver` is the device that makes the arrays; it must outlive this. `host_texels` is null for a device whose
  /// arrays the host cannot reach; copies then go through a page-locked buffer. With it, the device's memory is host
  /// memory.
  HostSharing(driver::Driver& driver, HostTexels host_texels) noexcept;
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
  Status perform(driver::GraphicsMappedPointer& call) noexcept;

 private:
  HostSharedResource* find(GraphicsHandle handle) noexcept;
  Status find_all(std::span<const GraphicsHandle> handles, bool is_mapped,
                  std::vector<HostSharedResource*>& resources) noexcept;
  Status store(const GLFunctions* gl, std::span<HostSharedResource* const> resources) noexcept;
  template <class Resource>
  Status keep(std::unique_ptr<Resource> resource, GraphicsHandle& handle);

  driver::Driver& driver_;
  HostTexels host_texels_;
  std::mutex mutex_;
  std::unordered_map<std::uint64_t, std::unique_ptr<HostSharedResource>> live_;
};

}  // namespace texelscope::gpu::graphics
