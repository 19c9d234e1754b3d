#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "render/vulkan/context/context.h"
#include "render/vulkan/draw/drawing.h"
#include "render/vulkan/image/color_format.h"

namespace texelscope::render::vulkan {

/// An offscreen drawing target with 8 bits per channel.
class Canvas {
 public:
  /// The format must be that for which the passes were created. @throws Error if width or height is < 1 or exceeds the
  /// device's limit, or when out of memory.
  Canvas(const Context& context, ColorFormat format, int width, int height);
  ~Canvas();
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  /// Draws `drawing`, waits, and reads back all pixels, in the order red, green, blue, alpha, rows from the top.
  /// @throws Error if an image in it is acquired, or the span's size is not width × height × 4.
  void draw(const Drawing& drawing, std::span<std::byte> pixels);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace texelscope::render::vulkan
