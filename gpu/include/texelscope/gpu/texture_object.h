#pragma once

#include <memory>

#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/handle_owner.h"
#include "texelscope/gpu/resource_descriptor.h"
#include "texelscope/gpu/texture_descriptor.h"

namespace texelscope::gpu {

class TextureBox;

/// A resource bound for reading through the texture unit. A cheap reference that keeps the resource's memory alive.
class TextureObject {
 public:
  /// @throws InvalidArgument for a combination that the texture unit does not have, with the rule that forbids it.
  /// Reports a diagnostic for one that is legal and surprising, such as WRAP or MIRROR with unnormalized coordinates,
  /// which the hardware silently clamps.
  [[nodiscard]] static TextureObject from_resource(const ResourceDescriptor& resource,
                                                   const TextureDescriptor& descriptor);
  /// The same of a view of the resource. @throws also as ResourceDescriptor::viewed().
  [[nodiscard]] static TextureObject from_resource(const ResourceDescriptor& resource,
                                                   const TextureDescriptor& descriptor, const ResourceView& view) {
    return from_resource(resource.viewed(view), descriptor);
  }
  [[nodiscard]] static TextureObject from_array(const CUDAArray& array, const TextureDescriptor& descriptor) {
    return from_resource(ResourceDescriptor::from_array(array), descriptor);
  }

  /// A texture that others made (CUtexObject, cudaTextureObject_t). The driver tells what it reads and how
  /// (cuTexObjectGetResourceDesc, cuTexObjectGetResourceViewDesc, cuTexObjectGetTextureDesc); the resource is borrowed,
  /// whoever owns the texture. A border color a CUDA driver does not tell (measured with 580): the descriptor has
  /// zeros.
  /// @throws InvalidArgument for null, or one that is destroyed or of another context; Unavailable for a format that is
  /// none of DataType's.
  [[nodiscard]] static TextureObject from_handle(const Device& device, TextureHandle handle,
                                                 const HandleOwner& owner = {});

  /// For kernels: make a kernels::Texture from it. @throws InvalidState when closed, or when the mapping that the
  /// resource came from has ended.
  [[nodiscard]] TextureHandle handle() const;
  [[nodiscard]] const TextureDescriptor& descriptor() const;  ///< How it reads.
  [[nodiscard]] const ResourceDescriptor& resource() const;   ///< What it reads.
  /// @throws InvalidArgument when it reads no array but another kind of resource.
  [[nodiscard]] CUDAArray array() const { return resource().array(); }
  [[nodiscard]] Device device() const;

  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; closing again is nothing.
  void close() noexcept { box_.reset(); }

  explicit TextureObject(std::shared_ptr<TextureBox> box) : box_{std::move(box)} {}

 private:
  std::shared_ptr<TextureBox> box_;
};

/// Why the texture unit cannot read such a resource as `texture` says; empty when it can. For tools that explain;
/// from_resource checks the same rules.
[[nodiscard]] std::string texture_refusal(const ResourceFacts& resource, const TextureDescriptor& texture);
/// What is legal and surprising about it; empty when nothing is.
[[nodiscard]] std::string texture_warning(const ResourceFacts& resource, const TextureDescriptor& texture);
/// The same for an array.
[[nodiscard]] inline std::string texture_refusal(const ArrayDescriptor& array, const TextureDescriptor& texture) {
  return texture_refusal(ResourceFacts{ResourceKind::array, array}, texture);
}
[[nodiscard]] inline std::string texture_warning(const ArrayDescriptor& array, const TextureDescriptor& texture) {
  return texture_warning(ResourceFacts{ResourceKind::array, array}, texture);
}

/// Whether kernels can gather from textures of such a resource (tex2Dgather): a plain 2D array, mipmapped or not, with
/// is_texture_gather. Nothing sees what a kernel does: a gather from another resource is undefined on a GPU.
[[nodiscard]] bool can_gather(const ResourceFacts& resource) noexcept;

}  // namespace texelscope::gpu
