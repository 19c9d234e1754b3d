#pragma once

#include <memory>

#include "render/vulkan/context/context.h"
#include "render/vulkan/draw/drawing.h"
#include "render/vulkan/image/color_format.h"
#include "render/window/window.h"

namespace texelscope::render::vulkan {

/// The images of a window, which drawings are shown in. They follow the window's size, and are made again when the
/// window system asks for it or has lost them. For the window's thread.
class Swapchain {
 public:
  /// The window must outlive it. @throws Unavailable when the device cannot show pictures in the window, Error.
  Swapchain(const Context& context, const Window& window, bool has_vsync);
  /// Waits for what is drawn.
  ~Swapchain();
  Swapchain(const Swapchain&) = delete;
  Swapchain& operator=(const Swapchain&) = delete;

  /// Of its images; it stays the same.
  [[nodiscard]] ColorFormat format() const noexcept;

  /// Draws it into the window. @returns false when nothing could be shown: the window has no pixels, as a minimized
  /// one, or changes all the time. @throws Error when the device is lost or memory is short; the next call works on
  /// where it can.
  bool show(const Drawing& drawing);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace texelscope::render::vulkan
