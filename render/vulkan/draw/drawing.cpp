#include "render/vulkan/draw/drawing.h"

#include <algorithm>

#include "render/vulkan/draw/drawing_state.h"

namespace texelscope::render::vulkan {

Drawing::Drawing(float red, float green, float blue) : state_{std::make_unique<DrawingState>()} {
  state_->background = {red, green, blue, 1};
}

Drawing::~Drawing() = default;
Drawing::Drawing(Drawing&&) noexcept = default;
Drawing& Drawing::operator=(Drawing&&) noexcept = default;

std::uint64_t submit_drawing(ContextState& context, const DrawingState& drawing, const RenderTarget& target,
                             const std::function<void(VkCommandBuffer)>& after, std::span<const SemaphorePoint> waits,
                             std::span<const SemaphorePoint> signals) {
  const auto record = [&](VkCommandBuffer commands) {
    VkClearValue background{};
    std::copy(drawing.background.begin(), drawing.background.end(), background.color.float32);
    const VkRenderPassBeginInfo begin{.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                      .renderPass = target.pass(),
                                      .framebuffer = target.framebuffer(),
                                      .renderArea = {{0, 0}, target.extent()},
                                      .clearValueCount = 1,
                                      .pClearValues = &background};
    context.functions.CmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
    for (const auto& step : drawing.steps) {
      step(commands);
    }
    context.functions.CmdEndRenderPass(commands);
    if (after) {
      after(commands);
    }
  };
  const std::uint64_t submission = submit_with(context, drawing.shared, "draw", record, waits, signals);
  for (const std::shared_ptr<std::uint64_t>& use : drawing.uses) {
    *use = submission;
  }
  return submission;
}

void set_area(const ContextState& context, VkCommandBuffer commands, const VkRect2D& viewport,
              const VkRect2D& scissor) {
  const VkViewport area{.x = static_cast<float>(viewport.offset.x),
                        .y = static_cast<float>(viewport.offset.y),
                        .width = static_cast<float>(viewport.extent.width),
                        .height = static_cast<float>(viewport.extent.height),
                        .minDepth = 0,
                        .maxDepth = 1};
  context.functions.CmdSetViewport(commands, 0, 1, &area);
  context.functions.CmdSetScissor(commands, 0, 1, &scissor);
}

}  // namespace texelscope::render::vulkan
