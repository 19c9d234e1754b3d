#pragma once

#include <memory>

#include "render/common/viewport_view.h"
#include "render/gl/texture.h"

namespace texelscope::render::gl {

/// Draws an image for inspecting texels: each texel is a hard-edged square (averaged only below 1:1), a checkerboard
/// under transparency, a grid at high zoom. Bytes are shown unchanged; floats are exposed, clamped and encoded for
/// sRGB, NaN in magenta, infinities in magenta stripes with white (+) or black (-).
class ViewportPass {
 public:
  /// @throws Error when the shaders do not compile.
  ViewportPass();
  ~ViewportPass();
  ViewportPass(ViewportPass&&) noexcept;
  ViewportPass& operator=(ViewportPass&&) noexcept;

  /// Draws into the current framebuffer, only inside view.target. Changes the viewport, the program and texture unit 0,
  /// and leaves blending, culling, scissor, depth and stencil tests off. Compiles the shader for a kind of view when it
  /// is first drawn. @throws Error if the image is acquired or the view has invalid numbers.
  void draw(const Texture& image, const ViewportView& view) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace texelscope::render::gl
