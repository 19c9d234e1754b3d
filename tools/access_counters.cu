// Kernels whose estimated requests and sectors tools/access_counters.py compares with a GPU's counters.
// ON_GPU: launches each kernel once, with the CUDA runtime alone. Otherwise: prints the estimates of the CPU device as
// JSON; usage: access_counters MODULE, the library of the same kernels compiled for recording.
#include <cstddef>
#include <cstdint>
#include <cstdio>

#include "texelscope/kernels/surface.h"
#include "texelscope/kernels/texture.h"
#include "tools/access_counters.h"

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
#include "texelscope/gpu/mipmapped_array.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/gpu/texture_object.h"
#include "texelscope/kernels/launch.h"
#endif

#ifdef ON_GPU

namespace {

using namespace counted;

bool is_ok(cudaError_t error) {
  if (error != cudaSuccess) {
    std::fprintf(stderr, "access_counters: %s\n", cudaGetErrorString(error));
  }
  return error == cudaSuccess;
}

/// With the blocks that the library uses.
struct LaunchOnDevice {
  template <class Kernel>
  void operator()(LaunchExtent over, const Kernel& kernel) const {
    const dim3 block = over.depth > 1 ? dim3(8, 8, 4) : dim3(32, 8);
    const dim3 grid(over.width / block.x, over.height / block.y, over.depth / block.z);
    kernel_on_device<<<grid, block>>>(kernel, over);
  }
};

cudaResourceDesc make_array(const cudaChannelFormatDesc& format, const cudaExtent& shape, unsigned flags = 0) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  is_ok(cudaMalloc3DArray(&resource.res.array.array, &format, shape, cudaArraySurfaceLoadStore | flags));
  return resource;
}

Texture make_texture(const cudaResourceDesc& resource, cudaTextureFilterMode filter, cudaTextureReadMode read,
                     bool is_normalized = false) {
  cudaTextureDesc sampling{};
  sampling.addressMode[0] = sampling.addressMode[1] = sampling.addressMode[2] = cudaAddressModeClamp;
  sampling.filterMode = filter;
  sampling.readMode = read;
  sampling.normalizedCoords = is_normalized ? 1 : 0;
  cudaTextureObject_t texture = 0;
  is_ok(cudaCreateTextureObject(&texture, &resource, &sampling, nullptr));
  return Texture{texelscope::gpu::TextureHandle{texture}};
}

Texture make_levels(unsigned anisotropy) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeMipmappedArray;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
  is_ok(cudaMallocMipmappedArray(&resource.res.mipmap.mipmap, &format, cudaExtent{width, height, 0}, 6));
  cudaTextureDesc sampling{};
  sampling.addressMode[0] = sampling.addressMode[1] = cudaAddressModeWrap;
  sampling.filterMode = sampling.mipmapFilterMode = cudaFilterModeLinear;
  sampling.readMode = cudaReadModeNormalizedFloat;
  sampling.normalizedCoords = 1;
  sampling.maxMipmapLevelClamp = 5;
  sampling.maxAnisotropy = anisotropy;
  sampling.disableTrilinearOptimization = 1;
  cudaTextureObject_t texture = 0;
  is_ok(cudaCreateTextureObject(&texture, &resource, &sampling, nullptr));
  return Texture{texelscope::gpu::TextureHandle{texture}};
}

Surface make_surface(const cudaResourceDesc& resource) {
  cudaSurfaceObject_t surface = 0;
  is_ok(cudaCreateSurfaceObject(&surface, &resource));
  return Surface{texelscope::gpu::SurfaceHandle{surface}};
}

}  // namespace

int main() {
  void* from = nullptr;
  void* to = nullptr;
  if (!is_ok(cudaMalloc(&from, buffer_bytes)) || !is_ok(cudaMalloc(&to, buffer_bytes)) ||
      !is_ok(cudaMemset(from, 0, buffer_bytes))) {
    return 1;
  }
  const cudaExtent shape{width, height, 0};
  const cudaResourceDesc picture = make_array(cudaCreateChannelDesc<uchar4>(), shape);
  const cudaResourceDesc bytes = make_array(cudaCreateChannelDesc<unsigned char>(), shape);
  const cudaResourceDesc floats = make_array(cudaCreateChannelDesc<float4>(), shape);
  const cudaExtent volume_shape{64, 64, 64};
  const cudaResourceDesc volume = make_array(cudaCreateChannelDesc<uchar4>(), volume_shape);
  const cudaResourceDesc layers =
      make_array(cudaCreateChannelDesc<uchar4>(), cudaExtent{width, height, 2}, cudaArrayLayered);
  const auto new_surface = [&](const cudaChannelFormatDesc& format) { return make_surface(make_array(format, shape)); };
  launch_all(
      {.from = from,
       .to = to,
       .linear = make_texture(picture, cudaFilterModeLinear, cudaReadModeNormalizedFloat),
       .point = make_texture(picture, cudaFilterModePoint, cudaReadModeNormalizedFloat),
       .byte_point = make_texture(bytes, cudaFilterModePoint, cudaReadModeNormalizedFloat),
       .floats_point = make_texture(floats, cudaFilterModePoint, cudaReadModeElementType),
       .volume = make_texture(volume, cudaFilterModeLinear, cudaReadModeNormalizedFloat),
       .byte_linear = make_texture(bytes, cudaFilterModeLinear, cudaReadModeNormalizedFloat),
       .short_linear = make_texture(make_array(cudaCreateChannelDesc<unsigned short>(), shape), cudaFilterModeLinear,
                                    cudaReadModeNormalizedFloat),
       .eight_linear = make_texture(make_array(cudaCreateChannelDesc<float2>(), shape), cudaFilterModeLinear,
                                    cudaReadModeElementType),
       .floats_linear = make_texture(floats, cudaFilterModeLinear, cudaReadModeElementType),
       .layers = make_texture(layers, cudaFilterModeLinear, cudaReadModeNormalizedFloat),
       .byte_volume = make_texture(make_array(cudaCreateChannelDesc<unsigned char>(), volume_shape),
                                   cudaFilterModeLinear, cudaReadModeNormalizedFloat),
       .eight_volume = make_texture(make_array(cudaCreateChannelDesc<float2>(), volume_shape), cudaFilterModeLinear,
                                    cudaReadModeElementType),
       .floats_volume = make_texture(make_array(cudaCreateChannelDesc<float4>(), volume_shape), cudaFilterModeLinear,
                                     cudaReadModeElementType),
       .levels = make_levels(0),
       .anisotropic = make_levels(8),
       .cube = make_texture(make_array(cudaCreateChannelDesc<uchar4>(), cudaExtent{256, 256, 6}, cudaArrayCubemap),
                            cudaFilterModeLinear, cudaReadModeNormalizedFloat, true),
       .row = make_texture(make_array(cudaCreateChannelDesc<uchar4>(), cudaExtent{width, 0, 0}), cudaFilterModeLinear,
                           cudaReadModeNormalizedFloat),
       .picture = new_surface(cudaCreateChannelDesc<uchar4>()),
       .other = new_surface(cudaCreateChannelDesc<uchar4>()),
       .bytes = new_surface(cudaCreateChannelDesc<unsigned char>()),
       .other_bytes = new_surface(cudaCreateChannelDesc<unsigned char>()),
       .single = new_surface(cudaCreateChannelDesc<float>()),
       .other_single = new_surface(cudaCreateChannelDesc<float>()),
       .floats = new_surface(cudaCreateChannelDesc<float4>()),
       .other_floats = new_surface(cudaCreateChannelDesc<float4>()),
       .shorts = new_surface(cudaCreateChannelDesc<unsigned short>()),
       .other_shorts = new_surface(cudaCreateChannelDesc<unsigned short>()),
       .eights = new_surface(cudaCreateChannelDesc<float2>()),
       .other_eights = new_surface(cudaCreateChannelDesc<float2>()),
       .volume_surface = make_surface(volume),
       .layer_surface = make_surface(layers)},
      LaunchOnDevice{});
  return is_ok(cudaGetLastError()) && is_ok(cudaDeviceSynchronize()) ? 0 : 1;
}

#else

int main(int argc, char** argv) try {
  using namespace counted;
  namespace gpu = texelscope::gpu;
  using gpu::DataType;
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
  stream.synchronize();
  std::vector<gpu::TextureObject> textures;
  std::vector<gpu::SurfaceObject> surfaces;
  const auto new_array = [&](DataType format, int channels, const gpu::Extent& shape = gpu::Extent(width, height)) {
    return gpu::CUDAArray::from_descriptor(
        device, {.shape = shape, .format = format, .num_channels = channels, .is_surface_load_store = true});
  };
  const auto new_texture = [&](const gpu::CUDAArray& array, gpu::FilterMode filter, gpu::ReadMode read) {
    return Texture{textures
                       .emplace_back(gpu::TextureObject::from_array(
                           array, {.address_mode = gpu::AddressMode::clamp, .filter_mode = filter, .read_mode = read}))
                       .handle()};
  };
  const auto new_surface = [&](DataType format, int channels) {
    return Surface{surfaces.emplace_back(gpu::SurfaceObject::from_array(new_array(format, channels))).handle()};
  };
  constexpr auto normalized = gpu::ReadMode::normalized_float;
  const gpu::CUDAArray picture = new_array(DataType::uint8, 4);
  const gpu::Extent volume_shape(64, 64, 64);
  const gpu::CUDAArray volume = new_array(DataType::uint8, 4, volume_shape);
  const auto new_linear = [&](const gpu::CUDAArray& array) {
    return new_texture(array, gpu::FilterMode::linear,
                       array.descriptor().format == DataType::float32 ? gpu::ReadMode::element : normalized);
  };
  const auto layers = gpu::CUDAArray::from_descriptor(device, {.shape = gpu::Extent(width, height),
                                                               .is_surface_load_store = true,
                                                               .kind = gpu::ArrayKind::layered,
                                                               .num_layers = 2});
  const auto cube = gpu::CUDAArray::from_descriptor(
      device, {.shape = gpu::Extent(256, 256), .is_surface_load_store = true, .kind = gpu::ArrayKind::cube_map});
  const auto row =
      gpu::CUDAArray::from_descriptor(device, {.shape = gpu::Extent(width), .is_surface_load_store = true});
  const auto new_levels = [&](unsigned anisotropy) {
    const auto array = gpu::MipmappedArray::from_descriptor(device, {.shape = gpu::Extent(width, height)}, 6);
    gpu::TextureDescriptor sampling{.address_mode = gpu::AddressMode::wrap,
                                    .filter_mode = gpu::FilterMode::linear,
                                    .read_mode = normalized,
                                    .normalized_coords = true};
    sampling.mipmap_filter_mode = gpu::FilterMode::linear;
    sampling.max_mipmap_level_clamp = 5;
    sampling.max_anisotropy = anisotropy;
    return Texture{textures
                       .emplace_back(gpu::TextureObject::from_resource(
                           gpu::ResourceDescriptor::from_mipmapped_array(array), sampling))
                       .handle()};
  };
  const Arguments arguments{
      .from = reinterpret_cast<const void*>(from.handle().value),
      .to = reinterpret_cast<void*>(to.handle().value),
      .linear = new_linear(picture),
      .point = new_texture(picture, gpu::FilterMode::point, normalized),
      .byte_point = new_texture(new_array(DataType::uint8, 1), gpu::FilterMode::point, normalized),
      .floats_point = new_texture(new_array(DataType::float32, 4), gpu::FilterMode::point, gpu::ReadMode::element),
      .volume = new_linear(volume),
      .byte_linear = new_linear(new_array(DataType::uint8, 1)),
      .short_linear = new_linear(new_array(DataType::uint16, 1)),
      .eight_linear = new_linear(new_array(DataType::float32, 2)),
      .floats_linear = new_linear(new_array(DataType::float32, 4)),
      .layers = new_linear(layers),
      .byte_volume = new_linear(new_array(DataType::uint8, 1, volume_shape)),
      .eight_volume = new_linear(new_array(DataType::float32, 2, volume_shape)),
      .floats_volume = new_linear(new_array(DataType::float32, 4, volume_shape)),
      .levels = new_levels(0),
      .anisotropic = new_levels(8),
      .cube = Texture{textures
                          .emplace_back(gpu::TextureObject::from_array(cube, {.address_mode = gpu::AddressMode::clamp,
                                                                              .filter_mode = gpu::FilterMode::linear,
                                                                              .read_mode = normalized,
                                                                              .normalized_coords = true}))
                          .handle()},
      .row = new_linear(row),
      .picture = new_surface(DataType::uint8, 4),
      .other = new_surface(DataType::uint8, 4),
      .bytes = new_surface(DataType::uint8, 1),
      .other_bytes = new_surface(DataType::uint8, 1),
      .single = new_surface(DataType::float32, 1),
      .other_single = new_surface(DataType::float32, 1),
      .floats = new_surface(DataType::float32, 4),
      .other_floats = new_surface(DataType::float32, 4),
      .shorts = new_surface(DataType::uint16, 1),
      .other_shorts = new_surface(DataType::uint16, 1),
      .eights = new_surface(DataType::float32, 2),
      .other_eights = new_surface(DataType::float32, 2),
      .volume_surface = Surface{surfaces.emplace_back(gpu::SurfaceObject::from_array(volume)).handle()},
      .layer_surface = Surface{surfaces.emplace_back(gpu::SurfaceObject::from_array(layers)).handle()}};
  recorder->set_on(true);
  launch_all(arguments, [&](LaunchExtent over, const auto& kernel) { launch(stream, over, kernel); });
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
