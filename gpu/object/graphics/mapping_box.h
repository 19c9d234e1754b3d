#pragma once

#include <memory>
#include <vector>

#include "gpu/object/graphics/graphics_box.h"
#include "texelscope/gpu/graphics_resource.h"

namespace texelscope::gpu {

class MappingBox {
 public:
  /// Maps all resources in one driver call. @throws like GraphicsResource::map_all, in which case nothing is mapped.
  [[nodiscard]] static std::unique_ptr<MappingBox> map(std::vector<std::shared_ptr<GraphicsBox>> resources,
                                                       const Stream& stream);
  ~MappingBox();
  MappingBox(const MappingBox&) = delete;
  MappingBox& operator=(const MappingBox&) = delete;

  [[nodiscard]] std::size_t size() const noexcept { return parts_.size(); }
  [[nodiscard]] const std::shared_ptr<StreamBox>& stream() const noexcept { return stream_; }
  [[nodiscard]] bool is_mapped() const noexcept;
  [[nodiscard]] std::shared_ptr<ArrayBox> array(std::size_t index, unsigned layer, unsigned level) const;
  [[nodiscard]] std::shared_ptr<MipmappedArrayBox> mipmapped_array(std::size_t index) const;
  [[nodiscard]] std::shared_ptr<BufferBox> buffer(std::size_t index) const;
  /// Unmaps all parts, on the stream of the map if `stream` is null.
  void unmap(const Stream* stream);

 private:
  struct Part {
    std::shared_ptr<GraphicsBox> resource;
    std::shared_ptr<MappingValidity> validity;
  };

  MappingBox(std::vector<std::shared_ptr<GraphicsBox>> resources, std::shared_ptr<StreamBox> stream);
  [[nodiscard]] const Part& mapped_part(std::size_t index) const;
  /// Like mapped_part(), but for an image. @throws InvalidArgument, including for a buffer.
  [[nodiscard]] const Part& mapped_image(std::size_t index) const;
  /// Invalidates the parts that are still mapped and lists their handles.
  [[nodiscard]] std::span<const GraphicsHandle> end_all() noexcept;

  std::shared_ptr<GLContextBox> context_;
  std::shared_ptr<StreamBox> stream_;
  std::vector<Part> parts_;
  /// Preallocated space for one handle each, so that unmapping needs no memory.
  std::vector<GraphicsHandle> handles_;
};

}  // namespace texelscope::gpu
