// Hello texture in a Qt 6 window: in each frame, a kernel writes an OpenGL texture.
// usage: hello_qt [DEVICE [FRAMES FILE.ppm]], where DEVICE is cpu, cuda or cuda:N. It exits after FRAMES frames.

#include <texelscope/gpu/gl_context.h>
#include <texelscope/gpu/graphics_resource.h>
#include <texelscope/gpu/surface_object.h>
#include <QGuiApplication>
#include <QOpenGLContext>
#include <QOpenGLExtraFunctions>
#include <QWindow>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "draw_waves.h"

namespace gpu = texelscope::gpu;

int main(int argc, char** argv) try {
  QGuiApplication application(argc, argv);
  QWindow window;
  window.setSurfaceType(QSurface::OpenGLSurface);
  window.resize(256, 256);
  window.show();
  QOpenGLContext qt_context;
  if (!qt_context.create() || !qt_context.makeCurrent(&window)) {
    throw std::runtime_error("Qt cannot use OpenGL here");
  }
  QOpenGLExtraFunctions& gl = *qt_context.extraFunctions();
  GLuint image = 0;
  GLuint framebuffer = 0;
  gl.glGenTextures(1, &image);
  gl.glBindTexture(GL_TEXTURE_2D, image);
  gl.glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 256, 256);
  gl.glGenFramebuffers(1, &framebuffer);
  gl.glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
  gl.glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, image, 0);
  const gpu::Device device = gpu::Device::open(gpu::device_id_from_string(argc > 1 ? argv[1] : "cpu").value());
  const gpu::Stream stream = device.create_stream();
  const auto context =
      gpu::GLContext::from_current(device, [&](const char* name) { return qt_context.getProcAddress(name); });
  const auto resource = gpu::GraphicsResource::from_gl_image(context, image, gpu::GraphicsFlags::surface_load_store);
  const int frames = argc > 3 ? std::atoi(argv[2]) : 0;
  for (int frame = 0; window.isVisible() && (frames == 0 || frame < frames); ++frame) {
    {
      const gpu::Mapping mapping = resource.map(stream);
      const auto surface = gpu::SurfaceObject::from_array(mapping.array());
      draw_waves(stream, surface, frame);
    }  // unmapped: later OpenGL commands are ordered after the kernel
    gl.glBlitFramebuffer(0, 0, 256, 256, 0, 256, 256, 0, GL_COLOR_BUFFER_BIT, GL_NEAREST);  // row 0 is at the top
    qt_context.swapBuffers(&window);
    QGuiApplication::processEvents();
  }
  if (argc > 3) {
    std::vector<char> pixels(256 * 256 * 3);
    gl.glReadPixels(0, 0, 256, 256, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
    std::ofstream(argv[3], std::ios::binary) << "P6\n256 256\n255\n" << std::string_view(pixels.data(), pixels.size());
  }
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
