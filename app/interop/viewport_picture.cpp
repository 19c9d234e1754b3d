#include "app/interop/viewport_picture.h"

#include "render/gl/framebuffer.h"

namespace texelscope::app {

Image viewport_picture(const render::gl::Texture& image, render::ViewportView view) {
  view.target.x = 0;
  view.target.y = 0;
  const render::gl::Framebuffer framebuffer{render::PixelFormat::rgba8, view.target.width, view.target.height};
  framebuffer.bind();
  render::gl::ViewportPass{}.draw(image, view);
  Image picture{view.target.width, view.target.height, 4, gpu::DataType::uint8, {}};
  picture.pixels.resize(static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height) * 4);
  render::gl::read_framebuffer(view.target, picture.pixels);
  render::gl::bind_default_framebuffer();
  return picture;
}

}  // namespace texelscope::app
