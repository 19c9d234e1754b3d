#pragma once

#include <memory>

#include "render/common/viewport_view.h"
#include "render/vulkan/context/context.h"
#include "render/vulkan/draw/drawing.h"
#include "render/vulkan/image/color_format.h"
#include "render/vulkan/image/image.h"

namespace texelscope::render::vulkan {

/// Draws an image for inspecting texels, like gl::ViewportPass, with the same shader.
class ViewportPass {
 public:
  /// For drawings into images of `format`. @throws Error.
  ViewportPass(const Context& context, ColorFormat format);
  ~ViewportPass();
  ViewportPass(const ViewportPass&) = delete;
  ViewportPass& operator=(const ViewportPass&) = delete;

  /// Adds an image to a drawing of `target_height` pixels, only inside view.target, whose y counts from the drawing's
  /// lower edge. Creates the pipeline for a kind of view when it is first drawn. @throws Error if the image is acquired
  /// or the view has invalid numbers.
  void draw(Drawing& drawing, int target_height, const Image& image, const ViewportView& view);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace texelscope::render::vulkan
