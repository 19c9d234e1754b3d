#pragma once

#include <memory>

namespace texelscope::render::vulkan {

struct DrawingState;

/// One picture as what is to be drawn over a background: passes add to it, then a Canvas or a Swapchain draws it, in
/// one submission. What was added must live until then.
class Drawing {
 public:
  /// The background's color, each 0 … 1.
  Drawing(float red, float green, float blue);
  ~Drawing();
  Drawing(Drawing&&) noexcept;
  Drawing& operator=(Drawing&&) noexcept;

  [[nodiscard]] DrawingState& state() const noexcept { return *state_; }

 private:
  std::unique_ptr<DrawingState> state_;
};

}  // namespace texelscope::render::vulkan
