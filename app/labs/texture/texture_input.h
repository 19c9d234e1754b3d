#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "app/labs/capabilities.h"
#include "app/texture/texture_source.h"
#include "texelscope/gpu/resource_descriptor.h"
#include "texelscope/gpu/texture_descriptor.h"
#include "texelscope/kernels/texture_fetch.h"

namespace texelscope::app {

/// `recorded`: of a fetch of a kernel.
enum class TexelContent : std::uint8_t { pattern, typed, image, npy, recorded };

/// The chosen origin of the texture lab's texels, and the array to create from them.
struct TexelInput {
  TexelContent content = TexelContent::pattern;
  /// Name of a texture_patterns() entry.
  std::string pattern = "colors";
  /// In the syntax of parse_texels().
  std::string typed = "0 1; 1 0";
  /// The path of an image or .npy file; empty for the program's own picture.
  std::string file{};
  /// The part of the file, see ReadOptions::part.
  std::string part{};
  kernels::TextureShape shape = kernels::TextureShape::texture_2d;
  /// Width of a pattern, and height and depth if the shape has them.
  std::array<std::int64_t, 3> extent{8, 8, 8};
  /// Layers, or cube maps, of a pattern.
  std::int64_t num_layers = 3;
  gpu::DataType format = gpu::DataType::uint8;
  /// Whether a file's own format is used instead.
  bool keeps_format = true;
  /// The channels of patterns and typed texels; files have their own.
  int num_channels = 4;
  /// No session stores it; null without a recording.
  std::shared_ptr<const OfferedFetch> recorded{};
  bool operator==(const TexelInput&) const = default;
};

/// The texture instruction of the image, and its operands other than the position.
struct FetchInput {
  kernels::TextureOperation operation = kernels::TextureOperation::sample;
  float level = 0;
  /// Derivatives, in the coordinates' own units.
  std::array<float, 3> dx{};
  std::array<float, 3> dy{};
  int component = 0;
  int layer = 0;
  /// The face of a cube map, 0 … 5.
  int face = 0;
  /// The position of the slice in a 3D texture: 0 … 1 from its first slice to its last.
  float depth = 0.5F;
  bool operator==(const FetchInput&) const = default;
};

/// All input that determines the texture lab's samples: two descriptors read the same texels.
struct TextureInput {
  TexelInput texels;
  gpu::ResourceKind resource = gpu::ResourceKind::array;
  /// The levels of a mipmapped array.
  int num_levels = 4;
  FetchInput fetch;
  std::array<gpu::TextureDescriptor, 2> descriptors;
  bool operator==(const TextureInput&) const = default;
};

/// The largest extent of a pattern along an axis.
inline constexpr std::int64_t max_pattern_extent = 1024;
inline constexpr std::int64_t max_pattern_layers = 64;

/// The array of a pattern with these choices. Extents out of bounds are clamped, and the array is limited to 2²⁴
/// texels.
[[nodiscard]] gpu::ArrayDescriptor pattern_array(const TexelInput& input);
/// Rank of the texels, or of one layer or face.
[[nodiscard]] int rank_of(kernels::TextureShape shape) noexcept;

/// Parses typed texels: "0 1; 1 0". Spaces or tabs separate texels; semicolons or line breaks separate rows; bars
/// separate slices, layers of 2D textures, or faces. In a layered 1D texture, each row is a layer. A texel is one
/// number, for all its channels, or one per channel, separated by commas: "255,0,0,255". Numbers must be values of the
/// format: integers in its range, or any float including "inf" and "nan". @throws ParameterError if a text is not a
/// number of the format, rows or slices differ in length, or the texels do not fit the shape (a cube map has 6 square
/// faces); the message names the texel.
[[nodiscard]] TextureSource parse_texels(std::string_view text, kernels::TextureShape shape, gpu::DataType format,
                                         int num_channels);
/// The same text as "2 x 1 x 1: 1 0.5", its extents and the numbers of all channels; unchanged if it cannot be parsed.
[[nodiscard]] std::string texels_as_read(std::string_view text, int num_channels);

}  // namespace texelscope::app
