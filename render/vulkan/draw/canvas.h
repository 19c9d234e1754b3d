#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "render/vulkan/context/context.h"
#include "render/vulkan/draw/drawing.h"
#include "render/vulkan/image/color_format.h"

namespace texelscope::render::vulkan {

/// A picture to draw into without a window, 8 bits a channel.
class Canvas {
 public:
  /// The format is that of the passes that draw. @throws Error when width or height is < 1 or beyond the device's
  /// limit, or when memory is short.
  Canvas(const Context& context, ColorFormat format, int width, int height);
  ~Canvas();
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  /// Draws it, and reads all pixels, in the order red, green, blue, alpha, rows from the top. Waits.
  /// @throws Error when an image in it is acquired, or the span has another size than width × height × 4.
  void draw(const Drawing& drawing, std::span<std::byte> pixels);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace texelscope::render::vulkan
