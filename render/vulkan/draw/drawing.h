#pragma once

#include <memory>

namespace texelscope::render::vulkan {

struct DrawingState;

/// One frame as a list of content over a background: passes add to it, then a Canvas or a Swapchain draws it, in one
/// submission. Added objects must live until then.
class Drawing {
 public:
  /// The background's color, each channel 0 … 1.
  Drawing(float red, float green, float blue);
  ~Drawing();
  Drawing(Drawing&&) noexcept;
  Drawing& operator=(Drawing&&) noexcept;

  [[nodiscard]] DrawingState& state() const noexcept { return *state_; }

 private:
  std::unique_ptr<DrawingState> state_;
};

}  // namespace texelscope::render::vulkan
