#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "render/vulkan/draw/drawing.h"
#include "render/vulkan/draw/render_target.h"
#include "render/vulkan/image/shared_state.h"

namespace texelscope::render::vulkan {

struct DrawingState {
  std::array<float, 4> background{};
  /// Vulkan acquires them first.
  std::vector<std::shared_ptr<SharedState>> shared;
  /// The destination of the submission's number, for code that must wait for it before it changes or destroys
  /// something.
  std::vector<std::shared_ptr<std::uint64_t>> uses;
  /// Run inside the render pass; each sets all of its state.
  std::vector<std::function<void(VkCommandBuffer)>> steps;
};

/// Draws into a target, and executes `after` after the render pass. @returns the submission's number. @throws Error.
std::uint64_t submit_drawing(ContextState& context, const DrawingState& drawing, const RenderTarget& target,
                             const std::function<void(VkCommandBuffer)>& after = {},
                             std::span<const SemaphorePoint> waits = {}, std::span<const SemaphorePoint> signals = {});

/// Sets the part of the target, in pixels from its upper left corner, that later commands draw into.
void set_area(const ContextState& context, VkCommandBuffer commands, const VkRect2D& viewport, const VkRect2D& scissor);

}  // namespace texelscope::render::vulkan
