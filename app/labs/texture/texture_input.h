#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "app/texture/texture_source.h"
#include "texelscope/gpu/resource_descriptor.h"
#include "texelscope/gpu/texture_descriptor.h"
#include "texelscope/kernels/texture_fetch.h"

namespace texelscope::app {

enum class TexelContent : std::uint8_t { pattern, typed, image, npy };

/// Where the texels of the texture lab come from, and what array they make, as chosen.
struct TexelInput {
  TexelContent content = TexelContent::pattern;
  /// Name of a texture_patterns() entry.
  std::string pattern = "colors";
  /// As parse_texels() reads them.
  std::string typed = "0 1; 1 0";
  /// Of images and .npy files; empty for the picture that comes with the program.
  std::string file{};
  kernels::TextureShape shape = kernels::TextureShape::texture_2d;
  /// Width, height and depth of a pattern, as far as the shape has them.
  std::array<std::int64_t, 3> extent{8, 8, 8};
  /// Layers, or cube maps, of a pattern.
  std::int64_t num_layers = 3;
  gpu::DataType format = gpu::DataType::uint8;
  /// Whether a file's own format stands instead.
  bool keeps_format = true;
  /// Of patterns and typed texels; files have their own.
  int num_channels = 4;
  bool operator==(const TexelInput&) const = default;
};

/// Which texture instruction the picture is made of, and its operands besides the position in the picture.
struct FetchInput {
  kernels::TextureOperation operation = kernels::TextureOperation::sample;
  float level = 0;
  /// Derivatives, in the coordinates' own units.
  std::array<float, 3> dx{};
  std::array<float, 3> dy{};
  int component = 0;
  int layer = 0;
  /// Of a cube map, 0 … 5.
  int face = 0;
  /// Where a 3D texture is cut: 0 … 1 from its first slice to its last.
  float depth = 0.5F;
  bool operator==(const FetchInput&) const = default;
};

/// All that decides what the texture lab samples: two descriptors read the same texels.
struct TextureInput {
  TexelInput texels;
  gpu::ResourceKind resource = gpu::ResourceKind::array;
  /// Of a mipmapped array.
  int num_levels = 4;
  FetchInput fetch;
  std::array<gpu::TextureDescriptor, 2> descriptors;
  bool operator==(const TextureInput&) const = default;
};

/// The largest extent of a pattern along an axis.
inline constexpr std::int64_t max_pattern_extent = 1024;
inline constexpr std::int64_t max_pattern_layers = 64;

/// The array of a pattern with these choices. Extents beyond the bounds are taken as the nearest within, and as few
/// texels as 2²⁴ are kept.
[[nodiscard]] gpu::ArrayDescriptor pattern_array(const TexelInput& input);
/// Rank of the texels, or of one layer or face.
[[nodiscard]] int rank_of(kernels::TextureShape shape) noexcept;

/// Reads texels as typed: "0 1; 1 0". Spaces or tabs separate texels, semicolons or line ends rows, bars slices, layers
/// of 2D textures or faces; a layered 1D texture has its layers as rows. A texel is one number, for all its channels,
/// or as many as there are channels, separated by commas: "255,0,0,255". Numbers are those that the format holds:
/// whole ones in its range for integers, any for floats, "inf" and "nan" too.
/// @throws ParameterError where a text is no number of the format, rows or slices differ in length, or the texels are
/// not of the shape (a cube map has 6 square faces); the message says which texel.
[[nodiscard]] TextureSource parse_texels(std::string_view text, kernels::TextureShape shape, gpu::DataType format,
                                         int num_channels);

}  // namespace texelscope::app
