#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "render/gl/texture.h"

namespace texelscope::render::gl {

/// An offscreen drawing target: a texture that is owned elsewhere. Owns its GL name. Belongs to the thread of the GL
/// context.
class DrawTarget {
 public:
  /// @throws Error if GL cannot create one.
  DrawTarget();
  DrawTarget(DrawTarget&& other) noexcept;
  DrawTarget& operator=(DrawTarget&& other) noexcept;
  ~DrawTarget();

  /// Replaces the attached texture with `color`; GL keeps it in memory until the next texture is attached. @throws
  /// Error when it is acquired, or GL cannot draw into it.
  void attach(const Texture& color) const;
  /// Makes this the framebuffer that is drawn to and read from, with a viewport of that size.
  void bind(int width, int height) const;

 private:
  std::uint32_t name_ = 0;
};

/// An offscreen drawing target with one color texture. Owns its GL names. Belongs to the thread of the GL context.
class Framebuffer {
 public:
  /// @throws Error if GL does not support the size or cannot draw into the format.
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

/// Binds the window's framebuffer (none in a windowless context) again.
void bind_default_framebuffer();

/// Reads a box of the current framebuffer as RGBA8. `rect` is in pixels from the lower left corner, as GL counts; the
/// result has its rows from top to bottom, as images do. Waits for GL. @throws Error if the span is too small or GL
/// fails.
void read_framebuffer(const PixelRect& rect, std::span<std::byte> pixels);

}  // namespace texelscope::render::gl
