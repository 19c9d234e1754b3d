#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "app/labs/texture/texture_code.h"

namespace texelscope::app {
namespace {

using gpu::ArrayKind;
using gpu::ResourceKind;

constexpr std::array modes = {"cudaAddressModeWrap", "cudaAddressModeClamp", "cudaAddressModeMirror",
                              "cudaAddressModeBorder"};

const char* filter(gpu::FilterMode mode) {
  return mode == gpu::FilterMode::linear ? "cudaFilterModeLinear" : "cudaFilterModePoint";
}

/// "UnsignedBlockCompressed7SRGB"; nothing for other encodings.
std::optional<std::string> block_kind(gpu::TexelEncoding encoding) {
  if (!gpu::is_block_compressed(encoding)) {
    return std::nullopt;
  }
  const std::string_view name = to_string(encoding);
  const bool is_signed = name.ends_with("snorm") || name.ends_with("sf16");
  return fmt::format("{}BlockCompressed{}{}", is_signed ? "Signed" : "Unsigned",
                     name.starts_with("bc6h") ? "6H" : name.substr(2, 1), gpu::is_srgb(encoding) ? "SRGB" : "");
}

std::string channel_format(const gpu::ArrayDescriptor& array) {
  const auto bits = static_cast<int>(8 * gpu::size_bytes(array.format));
  const auto channel = [&](int number) { return number < array.num_channels ? bits : 0; };
  const std::string kind = block_kind(array.encoding)
                               .value_or(gpu::is_floating_point(array.format)   ? "Float"
                                         : gpu::is_signed_integer(array.format) ? "Signed"
                                                                                : "Unsigned");
  return fmt::format(
      "  const cudaChannelFormatDesc format =\n      cudaCreateChannelDesc({}, {}, {}, {}, "
      "cudaChannelFormatKind{});\n",
      channel(0), channel(1), channel(2), channel(3), kind);
}

std::string flags(const gpu::ArrayDescriptor& array) {
  std::string text;
  const auto add = [&](bool is_set, const char* flag) {
    if (is_set) {
      text += fmt::format("{}{}", text.empty() ? "" : " | ", flag);
    }
  };
  add(array.is_layered(), "cudaArrayLayered");
  add(array.is_cube_map(), "cudaArrayCubemap");
  add(array.is_texture_gather, "cudaArrayTextureGather");
  return text.empty() ? "cudaArrayDefault" : text;
}

/// The extent for array creation: 0 for a missing height or depth; z counts layers or faces.
std::string array_extent(const gpu::ArrayDescriptor& array) {
  const std::uint64_t height = array.shape.rank() > 1 ? array.shape.height() : 0;
  const std::uint64_t depth = array.kind != ArrayKind::plain ? array.num_slices()
                              : array.shape.rank() == 3      ? array.shape.depth()
                                                             : 0;
  return fmt::format("make_cudaExtent({}, {}, {})", array.shape.width(), height, depth);
}

/// The number of blocks along an extent of a block array, as an expression; the extent itself for other arrays.
std::string stored_extent(const gpu::ArrayDescriptor& array, const std::string& extent) {
  return gpu::is_block_compressed(array.encoding) ? fmt::format("({} + 3) / 4", extent) : extent;
}

/// Copies into an array of `extent` texels, as expressions. The memory of a block array has rows of blocks, but its
/// extent is in texels: in blocks, a quarter of each row and column is copied (H200, driver 580.159.04).
std::string array_copy(const char* indent, const char* source, const char* name, const gpu::ArrayDescriptor& array,
                       const std::array<std::string, 3>& extent) {
  const std::string columns = stored_extent(array, extent[0]);
  return fmt::format(
      "{0}cudaMemcpy3DParms copy{{}};\n"
      "{0}copy.srcPtr = make_cudaPitchedPtr(const_cast<void*>({1}), {4} * {3}, {4}, {5});\n"
      "{0}copy.dstArray = {2};\n"
      "{0}copy.extent = make_cudaExtent({6}, {7}, {8});\n"
      "{0}copy.kind = cudaMemcpyHostToDevice;\n"
      "{0}cudaMemcpy3DAsync(&copy, stream);\n",
      indent, source, name, array.element_size(), columns, stored_extent(array, extent[1]), extent[0], extent[1],
      extent[2]);
}

std::string array_resource(const TextureCodeParts& parts) {
  const gpu::ArrayDescriptor& array = parts.array;
  const std::uint64_t height = array.shape.rank() > 1 ? array.shape.height() : 1;
  const std::uint64_t depth = parts.array.copy_extent().depth();
  return fmt::format("  cudaArray_t array{{}};\n  cudaMalloc3DArray(&array, &format, {}, {});\n", array_extent(array),
                     flags(array)) +
         array_copy("  ", "levels[0]", "array", array,
                    {fmt::format("{}", array.shape.width()), fmt::format("{}", height), fmt::format("{}", depth)}) +
         "  cudaResourceDesc resource{};\n"
         "  resource.resType = cudaResourceTypeArray;\n"
         "  resource.res.array.array = array;\n";
}

std::string mipmapped_resource(const TextureCodeParts& parts) {
  const gpu::ArrayDescriptor& array = parts.array;
  const auto shrunk = [](std::uint64_t extent) {
    return extent == 1 ? "1" : fmt::format("std::max({}u >> level, 1u)", extent);
  };
  const bool is_volume = array.kind == ArrayKind::plain;
  return fmt::format(
             "  cudaMipmappedArray_t array{{}};\n"
             "  cudaMallocMipmappedArray(&array, &format, {}, {}, {});\n"
             "  for (unsigned level = 0; level < {}; ++level) {{\n"
             "    cudaArray_t level_array{{}};\n"
             "    cudaGetMipmappedArrayLevel(&level_array, array, level);\n"
             "    const std::size_t width = {};\n"
             "    const std::size_t height = {};\n"
             "    const std::size_t depth = {};\n",
             array_extent(array), parts.num_levels, flags(array), parts.num_levels, shrunk(array.shape.width()),
             shrunk(array.shape.height()),
             is_volume ? shrunk(array.shape.depth()) : fmt::format("{}", array.num_slices())) +
         array_copy("    ", "levels[level]", "level_array", array, {"width", "height", "depth"}) +
         "  }\n"
         "  cudaResourceDesc resource{};\n"
         "  resource.resType = cudaResourceTypeMipmappedArray;\n"
         "  resource.res.mipmap.mipmap = array;\n";
}

std::string linear_resource(const TextureCodeParts& parts) {
  return fmt::format(
      "  const std::size_t size = {};\n"
      "  void* memory = nullptr;\n"
      "  cudaMalloc(&memory, size);\n"
      "  cudaMemcpyAsync(memory, levels[0], size, cudaMemcpyHostToDevice, stream);\n"
      "  cudaResourceDesc resource{{}};\n"
      "  resource.resType = cudaResourceTypeLinear;\n"
      "  resource.res.linear.devPtr = memory;\n"
      "  resource.res.linear.desc = format;\n"
      "  resource.res.linear.sizeInBytes = size;\n",
      parts.array.size_bytes());
}

std::string pitch_resource(const TextureCodeParts& parts) {
  const std::size_t row = parts.array.shape.width() * parts.array.element_size();
  return fmt::format(
      "  void* memory = nullptr;\n"
      "  std::size_t pitch = 0;\n"
      "  cudaMallocPitch(&memory, &pitch, {0}, {1});\n"
      "  cudaMemcpy2DAsync(memory, pitch, levels[0], {0}, {0}, {1}, cudaMemcpyHostToDevice, stream);\n"
      "  cudaResourceDesc resource{{}};\n"
      "  resource.resType = cudaResourceTypePitch2D;\n"
      "  resource.res.pitch2D.devPtr = memory;\n"
      "  resource.res.pitch2D.desc = format;\n"
      "  resource.res.pitch2D.width = {2};\n"
      "  resource.res.pitch2D.height = {1};\n"
      "  resource.res.pitch2D.pitchInBytes = pitch;\n",
      row, parts.array.shape.height(), parts.array.shape.width());
}

std::string resource(const TextureCodeParts& parts) {
  switch (parts.resource) {
    case ResourceKind::mipmapped_array:
      return mipmapped_resource(parts);
    case ResourceKind::linear:
      return linear_resource(parts);
    case ResourceKind::pitch_2d:
      return pitch_resource(parts);
    case ResourceKind::array:
      break;
  }
  return array_resource(parts);
}

std::string descriptor(const TextureCodeParts& parts) {
  const gpu::TextureDescriptor& texture = parts.texture;
  std::string text = "  cudaTextureDesc descriptor{};\n";
  const auto set = [&](const std::string& field, const std::string& value) {
    text += fmt::format("  descriptor.{} = {};\n", field, value);
  };
  for (int axis = 0; axis < 3; ++axis) {
    set(fmt::format("addressMode[{}]", axis), modes[static_cast<std::size_t>(texture.address_mode[axis])]);
  }
  set("filterMode", filter(texture.filter_mode));
  const bool is_normalized =
      gpu::is_block_compressed(parts.array.encoding) || texture.read_mode == gpu::ReadMode::normalized_float;
  set("readMode", is_normalized && !gpu::is_floating_point(parts.array.format) ? "cudaReadModeNormalizedFloat"
                                                                               : "cudaReadModeElementType");
  set("normalizedCoords", texture.normalized_coords ? "1" : "0");
  // The runtime API refuses textures of sRGB blocks without the flag, and those that are seamless without being cube
  // maps.
  if (texture.srgb || gpu::is_srgb(parts.array.encoding)) {
    set("sRGB", "1");
  }
  if (texture.border_color != std::array<float, 4>{}) {
    for (std::size_t channel = 0; channel < 4; ++channel) {
      set(fmt::format("borderColor[{}]", channel), float_text(texture.border_color[channel], "F"));
    }
  }
  if (texture.max_anisotropy > 0) {
    set("maxAnisotropy", fmt::format("{}", texture.max_anisotropy));
  }
  if (parts.is_mipmapped()) {
    set("mipmapFilterMode", filter(texture.mipmap_filter_mode));
    set("mipmapLevelBias", float_text(texture.mipmap_level_bias, "F"));
    set("minMipmapLevelClamp", float_text(texture.min_mipmap_level_clamp, "F"));
    set("maxMipmapLevelClamp", float_text(texture.max_mipmap_level_clamp, "F"));
  }
  if (texture.disable_trilinear_optimization) {
    set("disableTrilinearOptimization", "1");
  }
  if (texture.seamless_cubemap && parts.array.is_cube_map()) {
    set("seamlessCubemap", "1");
  }
  return text;
}

}  // namespace

std::string cuda_code(const TextureCodeParts& parts) {
  return fmt::format(
             "#include <cuda_runtime.h>\n\n#include <algorithm>\n#include <cstddef>\n\n"
             "{}\n"
             "// {}. Texels of each level: x fastest, then y, z, and layers or faces.\n"
             "// Check the cudaError_t that each call returns. Free the memory after destroying the texture.\n"
             "cudaTextureObject_t make_texture(const void* const* levels, cudaStream_t stream) {{\n",
             parts.cuda_kernel("__global__ "),
             to_string(gpu::ResourceFacts{parts.resource, parts.array, static_cast<unsigned>(parts.num_levels)})) +
         channel_format(parts.array) + resource(parts) + descriptor(parts) +
         "  cudaTextureObject_t texture = 0;\n"
         "  cudaCreateTextureObject(&texture, &resource, &descriptor, nullptr);\n"
         "  return texture;\n"
         "}\n";
}

}  // namespace texelscope::app
