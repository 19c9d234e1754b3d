#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "render/gl/texture.h"

namespace texelscope::render::gl {

/// What GL draws into instead of a window: a texture of somebody's. Owns its GL name. Belongs to the thread of the GL
/// context.
class DrawTarget {
 public:
  /// @throws Error when GL gives none.
  DrawTarget();
  DrawTarget(DrawTarget&& other) noexcept;
  DrawTarget& operator=(DrawTarget&& other) noexcept;
  ~DrawTarget();

  /// Takes `color` in place of the texture before; GL keeps it in memory until the next. @throws Error when it is
  /// acquired, or GL cannot draw into it.
  void attach(const Texture& color) const;
  /// Makes this the framebuffer that is drawn to and read from, with a viewport of that size.
  void bind(int width, int height) const;

 private:
  std::uint32_t name_ = 0;
};

/// A picture to draw into instead of a window: one color texture. Owns its GL names. Belongs to the thread of the GL
/// context.
class Framebuffer {
 public:
  /// @throws Error when GL does not take the size or cannot draw into the format.
  Framebuffer(PixelFormat format, int width, int height);

  [[nodiscard]] int width() const noexcept { return color_.width(); }
  [[nodiscard]] int height() const noexcept { return color_.height(); }
  /// GL's row 0 is the lowest.
  [[nodiscard]] const Texture& color() const noexcept { return color_; }

  /// Makes this the framebuffer that is drawn to and read from, with a viewport of its size.
  void bind() const { target_.bind(width(), height()); }

 private:
  Texture color_;
  DrawTarget target_;
};

/// Makes the window's framebuffer (none in a windowless context) the current one again.
void bind_default_framebuffer();

/// Reads a box of the current framebuffer as RGBA8: `rect` in pixels from the lower left corner, as GL counts; the rows
/// come from top to bottom, as images are stored. Waits for GL. @throws Error when the span is too small or GL refuses.
void read_framebuffer(const PixelRect& rect, std::span<std::byte> pixels);

}  // namespace texelscope::render::gl
