// Hello texture in a GLFW window: in each frame, a kernel writes an OpenGL texture.
// usage: hello_glfw [DEVICE [FRAMES FILE.ppm]], where DEVICE is cpu, cuda or cuda:N. It exits after FRAMES frames.

#define GL_GLEXT_PROTOTYPES
#define GLFW_INCLUDE_GLEXT
#include <GLFW/glfw3.h>
#include <texelscope/gpu/gl_context.h>
#include <texelscope/gpu/graphics_resource.h>
#include <texelscope/gpu/surface_object.h>
#include <texelscope/kernels/launch.h>
#include <texelscope/kernels/surface.h>
#include <texelscope/kernels/vector.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace gpu = texelscope::gpu;
namespace kernels = texelscope::kernels;

struct DrawWaves {
  kernels::Surface image;
  int frame;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index at) const {
    const int wave = (at.x * at.x + at.y * at.y) / 1024 + frame;
    const auto band = static_cast<std::uint8_t>(wave % 8 * 32);
    image.write_2d(kernels::Uchar4{band, static_cast<std::uint8_t>(at.y / 64 * 64), 160, 255}, at.x, at.y);
  }
};

int main(int argc, char** argv) try {
  glfwInit();
  glfwWindowHint(GLFW_RESIZABLE, GLFW_FALSE);
  GLFWwindow* const window = glfwCreateWindow(256, 256, "Hello texture", nullptr, nullptr);
  if (window == nullptr) {
    throw std::runtime_error("GLFW cannot open a window");
  }
  glfwMakeContextCurrent(window);
  GLuint image = 0;
  GLuint framebuffer = 0;
  glGenTextures(1, &image);
  glBindTexture(GL_TEXTURE_2D, image);
  glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 256, 256);
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
  glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, image, 0);

  const gpu::Device device = gpu::Device::open(gpu::device_id_from_string(argc > 1 ? argv[1] : "cpu").value());
  const gpu::Stream stream = device.create_stream();
  const auto context = gpu::GLContext::from_current(device, glfwGetProcAddress);
  auto resource = gpu::GraphicsResource::from_gl_image(context, image, gpu::GraphicsFlags::surface_load_store);
  const int frames = argc > 3 ? std::atoi(argv[2]) : 0;
  for (int frame = 0; glfwWindowShouldClose(window) == 0 && (frames == 0 || frame < frames); ++frame) {
    {
      const gpu::Mapping mapping = resource.map(stream);
      const auto surface = gpu::SurfaceObject::from_array(mapping.array());
      kernels::launch(stream, {256, 256}, DrawWaves{kernels::Surface(surface.handle()), frame});
    }  // unmapped: later OpenGL commands are ordered after the kernel
    glBlitFramebuffer(0, 0, 256, 256, 0, 256, 256, 0, GL_COLOR_BUFFER_BIT, GL_NEAREST);  // row 0 is at the top
    glfwSwapBuffers(window);
    glfwPollEvents();
  }
  if (argc > 3) {
    std::vector<char> pixels(256 * 256 * 3);
    glReadPixels(0, 0, 256, 256, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
    std::ofstream(argv[3], std::ios::binary) << "P6\n256 256\n255\n" << std::string_view(pixels.data(), pixels.size());
  }
  resource.close();  // before the GL context in which it was registered
  glfwDestroyWindow(window);
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
