// Kernels whose estimated requests and sectors tools/access_counters.py compares with a GPU's counters.
// ON_GPU: launches each kernel once, with the CUDA runtime alone. Otherwise: prints the estimates of the CPU device as
// JSON; usage: access_counters MODULE, the library of the same kernels compiled for recording.
#include <cstddef>
#include <cstdint>
#include <cstdio>

#include "texelscope/kernels/index.h"
#include "texelscope/kernels/kernel_function.h"
#include "texelscope/kernels/surface.h"
#include "texelscope/kernels/texture.h"

#ifdef ON_GPU
#include "texelscope/kernels/kernel_entry.h"
#else
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "app/accesses/access_maps.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/gpu/texture_object.h"
#include "texelscope/kernels/launch.h"
#endif

namespace counted {

using namespace texelscope::kernels;

constexpr int width = 1024;
constexpr int height = 512;

/// Neighboring threads access neighboring elements.
struct RowCopy {
  const float* from;
  float* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const { to[i.y * width + i.x] = from[i.y * width + i.x]; }
};

/// Neighboring threads read elements of a column.
struct ColumnRead {
  const float* from;
  float* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const { to[i.y * height + i.x] = from[i.x * width + i.y]; }
};

/// Rows of 16-byte elements become columns.
struct TransposeFour {
  const Float4* from;
  Float4* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const { to[i.x * height + i.y] = from[i.y * width + i.x]; }
};

/// One texel for each thread, at its center.
struct FetchTexels {
  Texture from;
  float* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    to[i.y * width + i.x] = from.sample_2d(static_cast<float>(i.x) + 0.5F, static_cast<float>(i.y) + 0.5F).x;
  }
};

/// Four bilinear taps for each pixel of a magnified picture, as in the scene bicubic.
struct FourTaps {
  Texture from;
  Surface to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    const float x = static_cast<float>(i.x) * 0.125F;
    const float y = static_cast<float>(i.y) * 0.125F;
    const Float4 sum = from.sample_2d(x + 0.3F, y + 0.3F) + from.sample_2d(x + 1.7F, y + 0.3F) +
                       from.sample_2d(x + 0.3F, y + 1.7F) + from.sample_2d(x + 1.7F, y + 1.7F);
    to.write_2d(Uchar4{static_cast<std::uint8_t>(sum.x * 63), static_cast<std::uint8_t>(sum.y * 63),
                       static_cast<std::uint8_t>(sum.z * 63), 255},
                i.x, i.y);
  }
};

constexpr LaunchExtent extent{width, height, 1};
constexpr LaunchExtent column_extent{height, width, 1};
constexpr std::size_t buffer_bytes = std::size_t{width} * height * sizeof(Float4);

}  // namespace counted

#ifdef ON_GPU

namespace {

using namespace counted;

bool is_ok(cudaError_t error) {
  if (error != cudaSuccess) {
    std::fprintf(stderr, "access_counters: %s\n", cudaGetErrorString(error));
  }
  return error == cudaSuccess;
}

/// With the blocks that the library uses for two axes.
template <class Kernel>
void launch(LaunchExtent over, const Kernel& kernel) {
  const dim3 grid(over.width / 32, over.height / 8);
  kernel_on_device<<<grid, dim3(32, 8)>>>(kernel, over);
}

}  // namespace

int main() {
  void* from = nullptr;
  void* to = nullptr;
  cudaArray_t arrays[2] = {};
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
  if (!is_ok(cudaMalloc(&from, buffer_bytes)) || !is_ok(cudaMalloc(&to, buffer_bytes)) ||
      !is_ok(cudaMemset(from, 0, buffer_bytes)) || !is_ok(cudaMallocArray(&arrays[0], &format, width, height)) ||
      !is_ok(cudaMallocArray(&arrays[1], &format, width, height, cudaArraySurfaceLoadStore))) {
    return 1;
  }
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = arrays[0];
  cudaTextureDesc sampling{};
  sampling.addressMode[0] = sampling.addressMode[1] = cudaAddressModeClamp;
  sampling.filterMode = cudaFilterModeLinear;
  sampling.readMode = cudaReadModeNormalizedFloat;
  cudaTextureObject_t linear = 0;
  cudaTextureObject_t point = 0;
  cudaSurfaceObject_t surface = 0;
  if (!is_ok(cudaCreateTextureObject(&linear, &resource, &sampling, nullptr))) {
    return 1;
  }
  sampling.filterMode = cudaFilterModePoint;
  if (!is_ok(cudaCreateTextureObject(&point, &resource, &sampling, nullptr))) {
    return 1;
  }
  resource.res.array.array = arrays[1];
  if (!is_ok(cudaCreateSurfaceObject(&surface, &resource))) {
    return 1;
  }
  launch(extent, RowCopy{static_cast<const float*>(from), static_cast<float*>(to)});
  launch(column_extent, ColumnRead{static_cast<const float*>(from), static_cast<float*>(to)});
  launch(extent, TransposeFour{static_cast<const Float4*>(from), static_cast<Float4*>(to)});
  launch(extent, FetchTexels{Texture{texelscope::gpu::TextureHandle{point}}, static_cast<float*>(to)});
  launch(extent,
         FourTaps{Texture{texelscope::gpu::TextureHandle{linear}}, Surface{texelscope::gpu::SurfaceHandle{surface}}});
  return is_ok(cudaGetLastError()) && is_ok(cudaDeviceSynchronize()) ? 0 : 1;
}

#else

int main(int argc, char** argv) try {
  using namespace counted;
  namespace gpu = texelscope::gpu;
  const auto maps = std::make_shared<texelscope::app::AccessMaps>();
  gpu::AccessRecorderOptions options{.max_accesses = 0};
  options.modules = {argc > 1 ? argv[1] : "access_counters_recorded.so"};
  options.sinks = {maps};
  const auto recorder = std::make_shared<gpu::AccessRecorder>(options);
  const gpu::Device device = gpu::Device::open({}, {.access_recorder = recorder});
  const gpu::Stream stream = device.create_stream();
  const gpu::Buffer from = device.allocate(buffer_bytes, stream);
  const gpu::Buffer to = device.allocate(buffer_bytes, stream);
  const std::vector<std::byte> zeros(buffer_bytes);
  from.copy_from(zeros, stream);
  const gpu::ArrayDescriptor descriptor{.shape = gpu::Extent(width, height), .is_surface_load_store = true};
  const gpu::CUDAArray arrays[] = {gpu::CUDAArray::from_descriptor(device, descriptor),
                                   gpu::CUDAArray::from_descriptor(device, descriptor)};
  const auto texture = [&](gpu::FilterMode filter) {
    return gpu::TextureObject::from_array(
        arrays[0],
        {.address_mode = gpu::AddressMode::clamp, .filter_mode = filter, .read_mode = gpu::ReadMode::normalized_float});
  };
  const gpu::TextureObject linear = texture(gpu::FilterMode::linear);
  const gpu::TextureObject point = texture(gpu::FilterMode::point);
  const gpu::SurfaceObject surface = gpu::SurfaceObject::from_array(arrays[1]);
  const auto* const in = reinterpret_cast<const float*>(from.handle().value);
  auto* const out = reinterpret_cast<float*>(to.handle().value);
  recorder->set_on(true);
  launch(stream, extent, RowCopy{in, out});
  launch(stream, column_extent, ColumnRead{in, out});
  launch(stream, extent,
         TransposeFour{reinterpret_cast<const Float4*>(from.handle().value),
                       reinterpret_cast<Float4*>(to.handle().value)});
  launch(stream, extent, FetchTexels{Texture{point.handle()}, out});
  launch(stream, extent, FourTaps{Texture{linear.handle()}, Surface{surface.handle()}});
  stream.synchronize();
  const gpu::AccessRecording recording = recorder->recording();
  const char* separator = "[";
  for (const texelscope::app::LineMap& line : maps->lines()) {
    const std::string& kernel = recording.launches[line.launch].kernel;
    std::printf("%s{\"kernel\": \"%s\", \"access\": \"%s\", \"requests\": %llu, \"sectors\": %llu}", separator,
                kernel.substr(kernel.rfind(':') + 1).c_str(),
                std::string(gpu::access_kind_names[static_cast<std::size_t>(line.kind)]).c_str(),
                static_cast<unsigned long long>(line.requests), static_cast<unsigned long long>(line.sectors));
    separator = ",\n ";
  }
  std::puts("]");
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "access_counters: %s\n", error.what());
  return 1;
}

#endif
