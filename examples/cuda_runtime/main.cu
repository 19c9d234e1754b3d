// The CUDA runtime and this library alternate on one stream and one array, and OpenGL receives the result without a
// copy to the host. usage: mixed [DEVICE [FILE.ppm]], where DEVICE is cuda, cuda:N or cpu, which needs no CUDA runtime.

#define EGL_NO_X11
#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <cuda_runtime.h>
#include <texelscope/gpu/graphics_resource.h>
#include <texelscope/gpu/kernel.h>
#include <texelscope/gpu/native.h>
#include <texelscope/kernels/launch.h>
#include <texelscope/kernels/surface.h>

#include <cstdint>
#include <fstream>
#include <string_view>
#include <vector>

namespace gpu = texelscope::gpu;
namespace kernels = texelscope::kernels;
struct DrawRows {
  kernels::Surface image;
  std::uint8_t red;
  int first_row;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index at) const {
    image.write_2d(kernels::Uchar4{red, static_cast<std::uint8_t>(at.x), 90, 255}, at.x, at.y + first_row);
  }
};
__global__ void draw_rows(DrawRows rows) {
  rows({int(blockIdx.x * blockDim.x + threadIdx.x), int(blockIdx.y * blockDim.y + threadIdx.y), 0});
}

int main(int argc, char** argv) {
  EGLDeviceEXT egl_device = nullptr;
  EGLint count = 0;
  reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"))(1, &egl_device, &count);
  const EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, egl_device, nullptr);
  eglInitialize(display, nullptr, nullptr);
  eglBindAPI(EGL_OPENGL_API);
  const EGLContext gl = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, nullptr);
  eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, gl);
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 256, 256);
  const bool is_cpu = argc > 1 && std::string_view(argv[1]) == "cpu";
  cudaStream_t my_stream = nullptr;
  cudaArray_t my_array = nullptr;
  if (!is_cpu) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
    cudaStreamCreate(&my_stream);
    cudaMallocArray(&my_array, &format, 256, 256, cudaArraySurfaceLoadStore);
  }
  const gpu::Device device = is_cpu ? gpu::Device::open({}) : gpu::Device::current();  // set by cudaSetDevice
  const auto stream = is_cpu ? device.create_stream() : gpu::Stream::from_handle(device, gpu::handle_of(my_stream));
  const auto array = is_cpu
                         ? gpu::CUDAArray::from_descriptor(device, {.shape = {256, 256}, .is_surface_load_store = true})
                         : gpu::CUDAArray::from_handle(device, gpu::handle_of(my_array));
  const auto surface = gpu::SurfaceObject::from_array(array);
  const kernels::Surface image(surface.handle());
  if (is_cpu) {
    kernels::launch(stream, {256, 128}, DrawRows{image, 30, 0});
  } else {
    draw_rows<<<dim3(16, 4), dim3(16, 16), 0, my_stream>>>(DrawRows{image, 30, 0});
    const gpu::Kernel kernel = gpu::Kernel::from_function(device, draw_rows);
    gpu::launch(stream, {.grid = {16, 4}, .block = {16, 16}}, kernel, DrawRows{image, 30, 64});
  }
  kernels::launch(stream, {256, 128}, DrawRows{image, 220, 128});
  const auto resource = gpu::GraphicsResource::from_gl_image(gpu::GLContext::from_current(device), texture,
                                                             gpu::GraphicsFlags::write_discard);
  gpu::Mapping mapping = resource.map(stream);
  mapping.array().copy_from(array, stream);
  mapping.unmap();
  std::vector<char> pixels(256 * 256 * 3);
  glGetTexImage(GL_TEXTURE_2D, 0, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
  std::ofstream file(argc > 2 ? argv[2] : "mixed.ppm", std::ios::binary);
  file << "P6\n256 256\n255\n" << std::string_view(pixels.data(), pixels.size());
}
