#pragma once

#include "render/vulkan/context/functions.h"

namespace texelscope::render::vulkan {

struct ContextState;

/// The objects shared by all shaders that read an image: the layout of a set with one image and its sampler, for the
/// fragment stage, and the two samplers. Coordinates clamp to the edge.
struct Sampling {
  VkDescriptorSetLayout layout = VK_NULL_HANDLE;
  VkSampler nearest = VK_NULL_HANDLE;
  VkSampler linear = VK_NULL_HANDLE;
};

/// @throws Error; objects created so far stay in `sampling`.
void make_sampling(const DeviceFunctions& functions, VkDevice device, Sampling& sampling);
void destroy_sampling(const DeviceFunctions& functions, VkDevice device, const Sampling& sampling) noexcept;

/// An image as a shader reads it.
class SampledView {
 public:
  /// `layout` is the image's layout while it is read. The image and the context must outlive it. @throws Error.
  SampledView(const ContextState& context, VkImage image, VkFormat format, VkImageLayout layout, bool is_smooth);
  /// Work that draws from it must have finished.
  ~SampledView();
  SampledView(const SampledView&) = delete;
  SampledView& operator=(const SampledView&) = delete;

  [[nodiscard]] VkDescriptorSet set() const noexcept { return set_; }

 private:
  void close() noexcept;

  const ContextState& context_;
  VkImageView view_ = VK_NULL_HANDLE;
  VkDescriptorPool pool_ = VK_NULL_HANDLE;
  VkDescriptorSet set_ = VK_NULL_HANDLE;
};

/// A view of a whole image with one level. @throws Error.
[[nodiscard]] VkImageView make_view(const ContextState& context, VkImage image, VkFormat format);

}  // namespace texelscope::render::vulkan
