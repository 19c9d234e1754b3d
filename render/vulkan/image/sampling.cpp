#include "render/vulkan/image/sampling.h"

#include "render/vulkan/context/call.h"
#include "render/vulkan/context/context_state.h"

namespace texelscope::render::vulkan {
namespace {

VkSampler make_sampler(const DeviceFunctions& functions, VkDevice device, VkFilter filter) {
  const VkSamplerCreateInfo info{.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                 .magFilter = filter,
                                 .minFilter = filter,
                                 .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                 .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                 .addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE};
  VkSampler sampler = VK_NULL_HANDLE;
  require_call("vkCreateSampler", "create a sampler", functions.CreateSampler, device, &info, nullptr, &sampler);
  return sampler;
}

}  // namespace

void make_sampling(const DeviceFunctions& functions, VkDevice device, Sampling& sampling) {
  const VkDescriptorSetLayoutBinding binding{.binding = 0,
                                             .descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                             .descriptorCount = 1,
                                             .stageFlags = VK_SHADER_STAGE_FRAGMENT_BIT};
  const VkDescriptorSetLayoutCreateInfo info{
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 1, .pBindings = &binding};
  require_call("vkCreateDescriptorSetLayout", "create a descriptor set layout", functions.CreateDescriptorSetLayout,
               device, &info, nullptr, &sampling.layout);
  sampling.nearest = make_sampler(functions, device, VK_FILTER_NEAREST);
  sampling.linear = make_sampler(functions, device, VK_FILTER_LINEAR);
}

void destroy_sampling(const DeviceFunctions& functions, VkDevice device, const Sampling& sampling) noexcept {
  functions.DestroySampler(device, sampling.linear, nullptr);
  functions.DestroySampler(device, sampling.nearest, nullptr);
  functions.DestroyDescriptorSetLayout(device, sampling.layout, nullptr);
}

VkImageView make_view(const ContextState& context, VkImage image, VkFormat format) {
  const VkImageViewCreateInfo info{.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                   .image = image,
                                   .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                   .format = format,
                                   .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
  VkImageView view = VK_NULL_HANDLE;
  require_call("vkCreateImageView", "create an image view", context.functions.CreateImageView, context.device, &info,
               nullptr, &view);
  return view;
}

SampledView::SampledView(const ContextState& context, VkImage image, VkFormat format, VkImageLayout layout,
                         bool is_smooth)
    : context_{context} {
  const DeviceFunctions& functions = context.functions;
  try {
    view_ = make_view(context, image, format);
    const VkDescriptorPoolSize size{.type = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, .descriptorCount = 1};
    const VkDescriptorPoolCreateInfo pool_info{
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1, .poolSizeCount = 1, .pPoolSizes = &size};
    require_call("vkCreateDescriptorPool", "make an image readable by shaders", functions.CreateDescriptorPool,
                 context.device, &pool_info, nullptr, &pool_);
    const VkDescriptorSetAllocateInfo set_info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                               .descriptorPool = pool_,
                                               .descriptorSetCount = 1,
                                               .pSetLayouts = &context.sampling.layout};
    require_call("vkAllocateDescriptorSets", "make an image readable by shaders", functions.AllocateDescriptorSets,
                 context.device, &set_info, &set_);
  } catch (...) {
    close();
    throw;
  }
  const VkDescriptorImageInfo image_info{.sampler = is_smooth ? context.sampling.linear : context.sampling.nearest,
                                         .imageView = view_,
                                         .imageLayout = layout};
  const VkWriteDescriptorSet write{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                   .dstSet = set_,
                                   .descriptorCount = 1,
                                   .descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                   .pImageInfo = &image_info};
  functions.UpdateDescriptorSets(context.device, 1, &write, 0, nullptr);
}

SampledView::~SampledView() { close(); }

void SampledView::close() noexcept {
  context_.functions.DestroyDescriptorPool(context_.device, pool_, nullptr);
  context_.functions.DestroyImageView(context_.device, view_, nullptr);
}

}  // namespace texelscope::render::vulkan
