#pragma once

#include <vector>

#include "gpu/graphics/gl_formats.h"
#include "gpu/graphics/host_shared_resource.h"
#include "gpu/graphics/host_sharing.h"
#include "gpu/graphics/host_staging.h"

namespace texelscope::gpu::graphics {

/// A GL image and its copy on the device: a mipmapped array, whose parts are an array for each layer and level. Where
/// the image has layers and the host cannot reach the device's arrays, there are only the parts, each an array of its
/// own.
class HostSharedImage final : public HostSharedResource {
 public:
  HostSharedImage(driver::Driver& driver, HostSharing::HostPartOf host_part_of, GLImage image, GraphicsFlags flags);

  /// Makes the arrays. After a failure, free() gives back what was made.
  Status allocate();

  Status fetch(const GLFunctions& gl, StreamHandle stream) noexcept override;
  Status copy_out(StreamHandle stream) noexcept override;
  void store(const GLFunctions& gl) noexcept override;
  Status free() noexcept override;
  Status mapped_array(driver::GraphicsMappedArray& call) const noexcept override;
  Status mapped_mipmapped_array(driver::GraphicsMappedMipmappedArray& call) const noexcept override;
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
  Status allocate_whole();
  Status allocate_parts();
  Status find_texels();
  [[nodiscard]] ArrayDescriptor whole_descriptor() const noexcept;
  /// With what the flags of the registration allow.
  [[nodiscard]] ArrayDescriptor as_registered(ArrayDescriptor descriptor) const noexcept;

  driver::Driver& driver_;
  HostSharing::HostPartOf host_part_of_;
  GLImage image_;
  /// None where the parts are arrays of their own.
  MipmappedArrayHandle whole_{};
  /// Level by level, its layers in order.
  std::vector<Part> parts_;
  HostStaging staging_;
};

}  // namespace texelscope::gpu::graphics
