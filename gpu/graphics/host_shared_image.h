#pragma once

#include <vector>

#include "gpu/graphics/gl_formats.h"
#include "gpu/graphics/host_shared_resource.h"
#include "gpu/graphics/host_sharing.h"
#include "gpu/graphics/host_staging.h"

namespace texelscope::gpu::graphics {

/// A GL image and an array of the device for each of its layers and levels.
class HostSharedImage final : public HostSharedResource {
 public:
  HostSharedImage(driver::Driver& driver, HostSharing::HostTexels host_texels, GLImage image, GraphicsFlags flags);

  /// Makes the arrays. After a failure, free() gives back what was made.
  Status allocate();

  Status fetch(const GLFunctions& gl, StreamHandle stream) noexcept override;
  Status copy_out(StreamHandle stream) noexcept override;
  void store(const GLFunctions& gl) noexcept override;
  Status free() noexcept override;
  Status mapped_array(driver::GraphicsMappedArray& call) const noexcept override;
  Status mapped_pointer(driver::GraphicsMappedPointer& call) const noexcept override;

 private:
  /// One layer of one level.
  struct Part {
    unsigned level;
    unsigned layer;
    ArrayHandle array;
    /// In the staging memory, or the array's own.
    std::byte* texels;
  };

  enum class CopyDirection : unsigned char { to_array, to_texels };
  Status copy(const Part& part, CopyDirection direction, StreamHandle stream) noexcept;

  driver::Driver& driver_;
  HostSharing::HostTexels host_texels_;
  GLImage image_;
  /// Level by level, its layers in order.
  std::vector<Part> parts_;
  HostStaging staging_;
};

}  // namespace texelscope::gpu::graphics
