#include "render/vulkan/draw/render_target.h"

#include <array>
#include <utility>

#include "render/vulkan/context/call.h"
#include "render/vulkan/image/sampling.h"

namespace texelscope::render::vulkan {

RenderPass::RenderPass(std::shared_ptr<ContextState> context, ColorFormat format, VkImageLayout final_layout)
    : context_{std::move(context)} {
  const VkAttachmentDescription attachment{.format = native(format),
                                           .samples = VK_SAMPLE_COUNT_1_BIT,
                                           .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                           .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                           .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
                                           .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
                                           .initialLayout = VK_IMAGE_LAYOUT_UNDEFINED,
                                           .finalLayout = final_layout};
  const VkAttachmentReference color{.attachment = 0, .layout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
  const VkSubpassDescription subpass{
      .pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS, .colorAttachmentCount = 1, .pColorAttachments = &color};
  // Executes after earlier uses of the image, such as the wait for a window's image, and before its readers.
  const std::array dependencies{
      VkSubpassDependency{.srcSubpass = VK_SUBPASS_EXTERNAL,
                          .dstSubpass = 0,
                          .srcStageMask = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                          .dstStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                          .srcAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                          .dstAccessMask = VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT},
      VkSubpassDependency{.srcSubpass = 0,
                          .dstSubpass = VK_SUBPASS_EXTERNAL,
                          .srcStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                          .dstStageMask = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                          .srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
                          .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT}};
  const VkRenderPassCreateInfo info{.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                    .attachmentCount = 1,
                                    .pAttachments = &attachment,
                                    .subpassCount = 1,
                                    .pSubpasses = &subpass,
                                    .dependencyCount = static_cast<std::uint32_t>(dependencies.size()),
                                    .pDependencies = dependencies.data()};
  require_call("vkCreateRenderPass", "create a render pass", context_->functions.CreateRenderPass, context_->device,
               &info, nullptr, &handle_);
}

RenderPass::~RenderPass() { context_->functions.DestroyRenderPass(context_->device, handle_, nullptr); }

RenderTarget::RenderTarget(std::shared_ptr<ContextState> context, const RenderPass& pass, VkImage image,
                           ColorFormat format, VkExtent2D extent)
    : context_{std::move(context)}, pass_{pass.handle()}, extent_{extent} {
  try {
    view_ = make_view(*context_, image, native(format));
    const VkFramebufferCreateInfo info{.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                       .renderPass = pass_,
                                       .attachmentCount = 1,
                                       .pAttachments = &view_,
                                       .width = extent.width,
                                       .height = extent.height,
                                       .layers = 1};
    require_call("vkCreateFramebuffer", "create a framebuffer", context_->functions.CreateFramebuffer, context_->device,
                 &info, nullptr, &framebuffer_);
  } catch (...) {
    close();
    throw;
  }
}

RenderTarget::~RenderTarget() { close(); }

void RenderTarget::close() noexcept {
  context_->functions.DestroyFramebuffer(context_->device, framebuffer_, nullptr);
  context_->functions.DestroyImageView(context_->device, view_, nullptr);
}

}  // namespace texelscope::render::vulkan
