// Draws into an OpenGL texture without a window, through EGL, and reads it back with OpenGL.
// usage: offscreen [DEVICE [FILE.ppm]], where DEVICE is cpu, cuda or cuda:N.

#define EGL_NO_X11
#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <texelscope/gpu/gl_context.h>
#include <texelscope/gpu/graphics_resource.h>
#include <texelscope/gpu/surface_object.h>
#include <texelscope/kernels/launch.h>
#include <texelscope/kernels/surface.h>
#include <texelscope/kernels/vector.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace gpu = texelscope::gpu;
namespace kernels = texelscope::kernels;

struct DrawRings {
  kernels::Surface image;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index at) const {
    const auto ring = static_cast<std::uint8_t>((at.x - 128) * (at.x - 128) / 64 + (at.y - 128) * (at.y - 128) / 64);
    image.write_2d(kernels::Uchar4{ring, 90, static_cast<std::uint8_t>(255 - ring), 255}, at.x, at.y);
  }
};

/// Makes a windowless context current, on the first EGL device that supports one: a GPU, or Mesa's software renderer.
void open_context() {
  const auto query = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
  std::array<EGLDeviceEXT, 16> devices{};
  EGLint count = 0;
  const bool has_devices = query != nullptr && query(16, devices.data(), &count) == EGL_TRUE;
  for (std::size_t i = 0; has_devices && i < static_cast<std::size_t>(count); ++i) {
    const EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr);
    if (eglInitialize(display, nullptr, nullptr) && eglBindAPI(EGL_OPENGL_API)) {
      const EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, nullptr);
      if (context != EGL_NO_CONTEXT && eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
        return;
      }
    }
  }
  throw std::runtime_error("no EGL device here supports OpenGL without a window");
}

int main(int argc, char** argv) try {
  open_context();
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 256, 256);
  const gpu::Device device = gpu::Device::open(gpu::device_id_from_string(argc > 1 ? argv[1] : "cpu").value());
  const gpu::Stream stream = device.create_stream();
  const auto context = gpu::GLContext::from_current(device, eglGetProcAddress);
  const auto resource = gpu::GraphicsResource::from_gl_image(context, texture, gpu::GraphicsFlags::surface_load_store);
  {
    const gpu::Mapping mapping = resource.map(stream);
    const auto surface = gpu::SurfaceObject::from_array(mapping.array());
    kernels::launch(stream, {256, 256}, DrawRings{kernels::Surface(surface.handle())});
  }  // unmapped on the same stream: later OpenGL commands see the kernel's writes

  std::vector<char> pixels(256 * 256 * 3);
  glGetTexImage(GL_TEXTURE_2D, 0, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
  std::ofstream file(argc > 2 ? argv[2] : "offscreen.ppm", std::ios::binary);
  file << "P6\n256 256\n255\n" << std::string_view(pixels.data(), pixels.size());
  return file.flush() ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
