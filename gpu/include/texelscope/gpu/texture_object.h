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
  /// @throws InvalidArgument for a combination that the texture unit does not support, with the violated rule. Reports
  /// a diagnostic for a legal but surprising combination, such as WRAP or MIRROR with unnormalized coordinates, which
  /// the hardware silently clamps.
  [[nodiscard]] static TextureObject from_resource(const ResourceDescriptor& resource,
                                                   const TextureDescriptor& descriptor);
  /// Creates a texture of a view of the resource. @throws also like ResourceDescriptor::viewed().
  [[nodiscard]] static TextureObject from_resource(const ResourceDescriptor& resource,
                                                   const TextureDescriptor& descriptor, const ResourceView& view) {
    return from_resource(resource.viewed(view), descriptor);
  }
  [[nodiscard]] static TextureObject from_array(const CUDAArray& array, const TextureDescriptor& descriptor) {
    return from_resource(ResourceDescriptor::from_array(array), descriptor);
  }

  /// A texture created elsewhere (CUtexObject, cudaTextureObject_t). The driver reports its resource and settings
  /// (cuTexObjectGetResourceDesc, cuTexObjectGetResourceViewDesc, cuTexObjectGetTextureDesc); the resource is borrowed
  /// regardless of who owns the texture. A CUDA driver does not report the border color (measured with 580): the
  /// descriptor has zeros.
  /// @throws InvalidArgument for null, or a texture that has been destroyed or belongs to a different context;
  /// Unavailable for a format that DataType does not include.
  [[nodiscard]] static TextureObject from_handle(const Device& device, TextureHandle handle,
                                                 const HandleOwner& owner = {});

  /// For kernels: construct a kernels::Texture from it. @throws InvalidState when closed, or after the mapping that the
  /// resource came from has ended.
  [[nodiscard]] TextureHandle handle() const;
  [[nodiscard]] const TextureDescriptor& descriptor() const;  ///< The settings with which it reads.
  [[nodiscard]] const ResourceDescriptor& resource() const;   ///< The resource that it reads.
  /// @throws InvalidArgument if it reads a resource other than an array.
  [[nodiscard]] CUDAArray array() const { return resource().array(); }
  [[nodiscard]] Device device() const;

  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; closing again has no effect.
  void close() noexcept { box_.reset(); }

  explicit TextureObject(std::shared_ptr<TextureBox> box) : box_{std::move(box)} {}

 private:
  std::shared_ptr<TextureBox> box_;
};

/// The reason why the texture unit cannot read a resource with these facts and the settings of `texture`; empty if it
/// can. Intended for tools that explain the rules; from_resource checks the same rules.
[[nodiscard]] std::string texture_refusal(const ResourceFacts& resource, const TextureDescriptor& texture);
/// A warning about a legal but surprising combination; empty if there is none.
[[nodiscard]] std::string texture_warning(const ResourceFacts& resource, const TextureDescriptor& texture);
/// Overload for an array.
[[nodiscard]] inline std::string texture_refusal(const ArrayDescriptor& array, const TextureDescriptor& texture) {
  return texture_refusal(ResourceFacts{ResourceKind::array, array}, texture);
}
[[nodiscard]] inline std::string texture_warning(const ArrayDescriptor& array, const TextureDescriptor& texture) {
  return texture_warning(ResourceFacts{ResourceKind::array, array}, texture);
}

/// Whether kernels can gather from textures of a resource with these facts (tex2Dgather): a plain 2D array, mipmapped
/// or not, with is_texture_gather. This cannot be checked for the kernel itself: a gather from any other resource is
/// undefined on a GPU.
[[nodiscard]] bool can_gather(const ResourceFacts& resource) noexcept;

}  // namespace texelscope::gpu
