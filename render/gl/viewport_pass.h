#pragma once

#include <memory>

#include "render/gl/texture.h"

namespace texelscope::render::gl {

/// How an image is laid into a rectangle of the framebuffer.
struct ViewportView {
  /// The rectangle, in framebuffer pixels from the lower left corner.
  PixelRect target;
  /// Framebuffer pixels per texel, 1/65536 to 65536.
  float zoom = 1;
  /// The image position, in texels from its upper left corner (row 0 on top), shown at the target's centre.
  float center_x = 0;
  float center_y = 0;
  /// Stops of exposure, -64 to 64: values are multiplied by 2^exposure before display. Float images only.
  float exposure = 0;
  /// Lines between texels; fade in from 8 pixels per texel.
  bool has_grid = true;
  /// Colour around the image.
  float background[3] = {0.08F, 0.08F, 0.09F};
};

/// Draws an image for looking at texels: each texel a hard-edged square (averaged only below 1:1), a checkerboard under
/// transparency, a grid at high zoom. Bytes are shown as they are; floats are exposed, clamped and encoded for sRGB,
/// NaN in magenta, infinities in magenta stripes with white (+) or black (-).
class ViewportPass {
 public:
  /// @throws Error when the shaders do not compile.
  ViewportPass();
  ~ViewportPass();
  ViewportPass(ViewportPass&&) noexcept;
  ViewportPass& operator=(ViewportPass&&) noexcept;

  /// Draws into the current framebuffer, inside view.target only. Changes the viewport, the program and texture unit 0,
  /// and leaves blending, culling, scissor, depth and stencil tests off. A kind of view that was not drawn before
  /// compiles its shader. @throws Error when the image is lent or the view holds no usable numbers.
  void draw(const Texture& image, const ViewportView& view) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace texelscope::render::gl
