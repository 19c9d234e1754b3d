#include "app/explore/screen.h"

#include <GL/gl.h>

#include <cstddef>
#include <string>

#include "render/common/error.h"
#include "render/gl/framebuffer.h"

namespace texelscope::app {
namespace {

// The program links no GL: its functions come from the window's context.
template <typename Function>
Function* gl_function(const render::gl::Window& window, const char* name) {
  auto* const function = reinterpret_cast<Function*>(window.loader()(name));
  if (function == nullptr) {
    throw render::Unavailable(std::string{"GL has no function "} + name + ": install the driver's OpenGL 4.5 library");
  }
  return function;
}

}  // namespace

void clear_screen(const render::gl::Window& window, float red, float green, float blue) {
  gl_function<decltype(glClearColor)>(window, "glClearColor")(red, green, blue, 1);
  gl_function<decltype(glClear)>(window, "glClear")(GL_COLOR_BUFFER_BIT);
}

Image read_screen(const render::gl::Window& window) {
  Image image{window.framebuffer_width(), window.framebuffer_height(), 4, gpu::DataType::uint8, {}};
  image.pixels.resize(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * 4);
  render::gl::read_framebuffer({0, 0, image.width, image.height}, image.pixels);
  // What blending left in the window's alpha channel, nobody sees.
  for (std::size_t alpha = 3; alpha < image.pixels.size(); alpha += 4) {
    image.pixels[alpha] = std::byte{255};
  }
  return image;
}

void finish_screen(const render::gl::Window& window) { gl_function<decltype(glFinish)>(window, "glFinish")(); }

}  // namespace texelscope::app
