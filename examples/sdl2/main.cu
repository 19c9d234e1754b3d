// Hello texture in an SDL window: in each frame, a kernel writes an OpenGL texture.
// usage: hello_sdl [DEVICE [FRAMES FILE.ppm]], where DEVICE is cpu, cuda or cuda:N. It exits after FRAMES frames.

#define GL_GLEXT_PROTOTYPES
#include <SDL.h>
#include <SDL_opengl.h>
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

int main(int argc, char* argv[]) try {
  SDL_Init(SDL_INIT_VIDEO);
  SDL_Window* const window =
      SDL_CreateWindow("Hello texture", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, 256, 256, SDL_WINDOW_OPENGL);
  SDL_GLContext const gl = SDL_GL_CreateContext(window);  // current from now on
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
  const auto context = gpu::GLContext::from_current(device, SDL_GL_GetProcAddress);
  auto resource = gpu::GraphicsResource::from_gl_image(context, image, gpu::GraphicsFlags::surface_load_store);
  const int frames = argc > 3 ? std::atoi(argv[2]) : 0;
  bool is_open = true;
  for (int frame = 0; is_open && (frames == 0 || frame < frames); ++frame) {
    {
      const gpu::Mapping mapping = resource.map(stream);
      const auto surface = gpu::SurfaceObject::from_array(mapping.array());
      kernels::launch(stream, {256, 256}, DrawWaves{kernels::Surface(surface.handle()), frame});
    }  // unmapped: later OpenGL commands are ordered after the kernel
    glBlitFramebuffer(0, 0, 256, 256, 0, 256, 256, 0, GL_COLOR_BUFFER_BIT, GL_NEAREST);  // row 0 is at the top
    SDL_GL_SwapWindow(window);
    for (SDL_Event event; SDL_PollEvent(&event) != 0;) {
      is_open = is_open && event.type != SDL_QUIT;
    }
  }
  if (argc > 3) {
    std::vector<char> pixels(256 * 256 * 3);
    glReadPixels(0, 0, 256, 256, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
    std::ofstream(argv[3], std::ios::binary) << "P6\n256 256\n255\n" << std::string_view(pixels.data(), pixels.size());
  }
  resource.close();  // before the GL context in which it was registered
  SDL_GL_DeleteContext(gl);
  SDL_DestroyWindow(window);
  SDL_Quit();
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
