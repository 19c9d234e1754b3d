#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "render/gl/texture.h"

namespace texelscope::render::gl {

/// A picture to draw into instead of a window: one colour texture. Owns its GL names. Belongs to the thread of the GL
/// context.
class Framebuffer {
 public:
  Framebuffer() = default;
  /// @throws Error when GL does not take the size or cannot draw into the format.
  Framebuffer(PixelFormat format, int width, int height);
  Framebuffer(Framebuffer&& other) noexcept;
  Framebuffer& operator=(Framebuffer&& other) noexcept;
  ~Framebuffer();

  [[nodiscard]] int width() const noexcept { return color_.width(); }
  [[nodiscard]] int height() const noexcept { return color_.height(); }
  /// GL's row 0 is the lowest.
  [[nodiscard]] const Texture& color() const noexcept { return color_; }

  /// Makes this the framebuffer that is drawn to and read from, with a viewport of its size.
  void bind() const;

 private:
  std::uint32_t name_ = 0;
  Texture color_;
};

/// Makes the window's framebuffer (none in a windowless context) the current one again.
void bind_default_framebuffer();

/// Reads a box of the current framebuffer as RGBA8: `rect` in pixels from the lower left corner, as GL counts; the rows
/// come from top to bottom, as images are stored. Waits for GL. @throws Error when the span is too small or GL refuses.
void read_framebuffer(const PixelRect& rect, std::span<std::byte> pixels);

}  // namespace texelscope::render::gl
