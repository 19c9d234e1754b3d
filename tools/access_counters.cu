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

/// A texel from one surface to another.
template <class T>
struct CopyTexels {
  Surface from;
  Surface to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const { to.write_2d(from.read_2d<T>(i.x, i.y), i.x, i.y); }
};
struct CopyBytes : CopyTexels<std::uint8_t> {};
struct CopyFourBytes : CopyTexels<Uchar4> {};
struct CopyFloats : CopyTexels<float> {};
struct CopyFourFloats : CopyTexels<Float4> {};
struct CopyTwoBytes : CopyTexels<std::uint16_t> {};
struct CopyEightBytes : CopyTexels<Float2> {};

/// Neighboring threads read texels of a column.
struct SurfaceColumns {
  Surface from;
  float* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    to[i.y * height + i.x] = static_cast<float>(from.read_2d<Uchar4>(i.y, i.x).x);
  }
};

/// Texels of one byte, at their centers.
struct FetchBytes {
  Texture from;
  float* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    to[i.y * width + i.x] = from.sample_2d(static_cast<float>(i.x) + 0.5F, static_cast<float>(i.y) + 0.5F).x;
  }
};

/// Texels of 16 bytes, at their centers.
struct FetchFourFloats {
  Texture from;
  Float4* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    to[i.y * width + i.x] = from.sample_2d(static_cast<float>(i.x) + 0.5F, static_cast<float>(i.y) + 0.5F);
  }
};

/// A bilinear tap for each pixel of a picture that is turned and made smaller.
struct FetchTurned {
  Texture from;
  Float4* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    const float x = static_cast<float>(i.x);
    const float y = static_cast<float>(i.y);
    to[i.y * width + i.x] = from.sample_2d(0.8125F * x - 0.75F * y + 300, 0.75F * x + 0.8125F * y - 100);
  }
};

struct TurnedBytes : FetchTurned {};
struct TurnedShorts : FetchTurned {};
struct TurnedEights : FetchTurned {};
struct TurnedFourFloats : FetchTurned {};

/// Neighboring threads fetch bytes of a column.
struct ByteColumns {
  Texture from;
  float* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    to[i.y * height + i.x] = from.sample_2d(static_cast<float>(i.y) + 0.5F, static_cast<float>(i.x) + 0.5F).x;
  }
};

/// A tap in a layer of a picture that is made smaller.
struct FetchLayer {
  Texture from;
  float* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    to[i.y * width + i.x] =
        from.sample_2d_layered(static_cast<float>(i.x) * 1.25F + 0.25F, static_cast<float>(i.y) + 0.125F, i.x & 1).x;
  }
};

/// Trilinear taps in a volume that is turned.
struct TurnedVolume {
  Texture from;
  float* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    const float x = static_cast<float>(i.x);
    const float y = static_cast<float>(i.y);
    const float z = static_cast<float>(i.z);
    const Float4 value = from.sample_3d(0.5F * x + 0.25F * y + 3, 0.75F * y - 0.5F * x + 20, 0.75F * z + 0.625F * x);
    to[(i.z * 64 + i.y) * 64 + i.x] = value.x + value.w;
  }
};
struct TurnedByteVolume : TurnedVolume {};
struct TurnedEightVolume : TurnedVolume {};
struct TurnedFloatsVolume : TurnedVolume {};

/// Neighboring threads read texels along the third axis of a volume.
struct VolumeColumns {
  Surface from;
  float* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    to[(i.z * 64 + i.y) * 64 + i.x] = static_cast<float>(from.read_3d<Uchar4>(i.z, i.y, i.x).x);
  }
};

/// Trilinear taps in a volume.
struct FetchVolume {
  Texture from;
  Float4* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    to[(i.z * 64 + i.y) * 64 + i.x] = from.sample_3d(static_cast<float>(i.x) * 0.5F + 0.25F,
                                                     static_cast<float>(i.y) + 0.75F, static_cast<float>(i.z) + 0.5F);
  }
};

/// Three floats for each thread, side by side.
struct ReadThrees {
  const float* from;
  float* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    const float* const three = from + 3 * (i.y * width + i.x);
    to[i.y * width + i.x] = three[0] + three[1] * three[2];
  }
};

constexpr LaunchExtent extent{width, height, 1};
constexpr LaunchExtent column_extent{height, width, 1};
constexpr LaunchExtent volume_extent{64, 64, 64};
constexpr std::size_t buffer_bytes = std::size_t{width} * height * sizeof(Float4);

/// The arguments of the kernels. Pictures have 4 bytes a texel if nothing else is said.
struct Arguments {
  const void* from;
  void* to;
  Texture linear, point, byte_point, floats_point, volume, byte_linear, short_linear, eight_linear, floats_linear,
      layers, byte_volume, eight_volume, floats_volume;
  Surface picture, other, bytes, other_bytes, single, other_single, floats, other_floats, shorts, other_shorts, eights,
      other_eights, volume_surface;
};

/// Calls `launch(extent, kernel)` for each kernel.
template <class Launch>
void launch_all(const Arguments& on, const Launch& launch) {
  const auto* const from = static_cast<const float*>(on.from);
  auto* const to = static_cast<float*>(on.to);
  auto* const fours = static_cast<Float4*>(on.to);
  launch(extent, RowCopy{from, to});
  launch(column_extent, ColumnRead{from, to});
  launch(extent, TransposeFour{static_cast<const Float4*>(on.from), fours});
  launch(extent, FetchTexels{on.point, to});
  launch(extent, FourTaps{on.linear, on.picture});
  launch(extent, CopyBytes{{on.bytes, on.other_bytes}});
  launch(extent, CopyFourBytes{{on.picture, on.other}});
  launch(extent, CopyFloats{{on.single, on.other_single}});
  launch(extent, CopyFourFloats{{on.floats, on.other_floats}});
  launch(column_extent, SurfaceColumns{on.picture, to});
  launch(extent, FetchBytes{on.byte_point, to});
  launch(extent, FetchFourFloats{on.floats_point, fours});
  launch(extent, FetchTurned{on.linear, fours});
  launch(volume_extent, FetchVolume{on.volume, fours});
  launch(extent, ReadThrees{from, to});
  launch(extent, CopyTwoBytes{{on.shorts, on.other_shorts}});
  launch(extent, CopyEightBytes{{on.eights, on.other_eights}});
  launch(extent, TurnedBytes{{on.byte_linear, fours}});
  launch(extent, TurnedShorts{{on.short_linear, fours}});
  launch(extent, TurnedEights{{on.eight_linear, fours}});
  launch(extent, TurnedFourFloats{{on.floats_linear, fours}});
  launch(column_extent, ByteColumns{on.byte_point, to});
  launch(extent, FetchLayer{on.layers, to});
  launch(volume_extent, TurnedVolume{on.volume, to});
  launch(volume_extent, TurnedByteVolume{{on.byte_volume, to}});
  launch(volume_extent, TurnedEightVolume{{on.eight_volume, to}});
  launch(volume_extent, TurnedFloatsVolume{{on.floats_volume, to}});
  launch(volume_extent, VolumeColumns{on.volume_surface, to});
}

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

Texture make_texture(const cudaResourceDesc& resource, cudaTextureFilterMode filter, cudaTextureReadMode read) {
  cudaTextureDesc sampling{};
  sampling.addressMode[0] = sampling.addressMode[1] = sampling.addressMode[2] = cudaAddressModeClamp;
  sampling.filterMode = filter;
  sampling.readMode = read;
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
  const auto new_surface = [&](const cudaChannelFormatDesc& format) { return make_surface(make_array(format, shape)); };
  launch_all({.from = from,
              .to = to,
              .linear = make_texture(picture, cudaFilterModeLinear, cudaReadModeNormalizedFloat),
              .point = make_texture(picture, cudaFilterModePoint, cudaReadModeNormalizedFloat),
              .byte_point = make_texture(bytes, cudaFilterModePoint, cudaReadModeNormalizedFloat),
              .floats_point = make_texture(floats, cudaFilterModePoint, cudaReadModeElementType),
              .volume = make_texture(volume, cudaFilterModeLinear, cudaReadModeNormalizedFloat),
              .byte_linear = make_texture(bytes, cudaFilterModeLinear, cudaReadModeNormalizedFloat),
              .short_linear = make_texture(make_array(cudaCreateChannelDesc<unsigned short>(), shape),
                                           cudaFilterModeLinear, cudaReadModeNormalizedFloat),
              .eight_linear = make_texture(make_array(cudaCreateChannelDesc<float2>(), shape), cudaFilterModeLinear,
                                           cudaReadModeElementType),
              .floats_linear = make_texture(floats, cudaFilterModeLinear, cudaReadModeElementType),
              .layers = make_texture(
                  make_array(cudaCreateChannelDesc<uchar4>(), cudaExtent{width, height, 2}, cudaArrayLayered),
                  cudaFilterModeLinear, cudaReadModeNormalizedFloat),
              .byte_volume = make_texture(make_array(cudaCreateChannelDesc<unsigned char>(), volume_shape),
                                          cudaFilterModeLinear, cudaReadModeNormalizedFloat),
              .eight_volume = make_texture(make_array(cudaCreateChannelDesc<float2>(), volume_shape),
                                           cudaFilterModeLinear, cudaReadModeElementType),
              .floats_volume = make_texture(make_array(cudaCreateChannelDesc<float4>(), volume_shape),
                                            cudaFilterModeLinear, cudaReadModeElementType),
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
              .volume_surface = make_surface(volume)},
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
  const auto layers = gpu::CUDAArray::from_descriptor(
      device, {.shape = gpu::Extent(width, height), .kind = gpu::ArrayKind::layered, .num_layers = 2});
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
      .volume_surface = Surface{surfaces.emplace_back(gpu::SurfaceObject::from_array(volume)).handle()}};
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
