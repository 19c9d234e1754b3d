#pragma once

#include <memory>

#include "render/vulkan/context/context.h"
#include "render/vulkan/draw/drawing.h"
#include "render/vulkan/image/color_format.h"
#include "render/window/window.h"

namespace texelscope::render::vulkan {

/// The images of a window, in which drawings are presented. They follow the window's size, and are re-created when the
/// window system requests it or has lost them. Only for use on the window's thread.
class Swapchain {
 public:
  /// The window must outlive it. @throws Unavailable when the device cannot present to the window, Error.
  Swapchain(const Context& context, const Window& window, bool has_vsync);
  /// Waits for drawings in flight.
  ~Swapchain();
  Swapchain(const Swapchain&) = delete;
  Swapchain& operator=(const Swapchain&) = delete;

  /// The format of its images; it never changes.
  [[nodiscard]] ColorFormat format() const noexcept;

  /// Draws `drawing` into the window. @returns false if nothing could be presented: the window has no pixels, for
  /// example because it is minimized, or keeps changing. @throws Error when the device is lost or out of memory; the
  /// next call continues if possible.
  bool show(const Drawing& drawing);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace texelscope::render::vulkan
