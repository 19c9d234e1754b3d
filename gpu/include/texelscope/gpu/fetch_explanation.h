#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "texelscope/gpu/resource_descriptor.h"
#include "texelscope/gpu/texture_descriptor.h"
#include "texelscope/kernels/texture_fetch.h"

namespace texelscope::gpu {

/// What fetches from an array of this kind must name as their shape.
[[nodiscard]] kernels::TextureShape texture_shape(const ArrayDescriptor& array) noexcept;

/// What a fetch is explained from: a texture without a device.
struct ExplainedTexture {
  /// Of level 0.
  ArrayDescriptor array;
  TextureDescriptor descriptor;                 ///< How it is read.
  ResourceKind resource = ResourceKind::array;  ///< What it reads.
  /// The texels of each level without padding: x fastest, then y, z, and layers or faces, channels interleaved.
  std::vector<std::span<const std::byte>> levels;
};

/// One coordinate of a fetch on its way to a texel, in one level.
struct CoordinateExplanation {
  /// "x", "y", "z"; "s", "t" on the face of a cube map.
  std::string axis;
  /// As the fetch gave it.
  float coordinate = 0;
  /// The fixed-point form: fixed / 2^fraction_bits, in units of the extent when normalized, else in texels.
  std::int64_t fixed = 0;
  int fraction_bits = 0;
  AddressMode mode = AddressMode::clamp;  ///< Of this axis.
  std::int64_t extent = 0;                ///< In texels, of this axis and level.
  /// The position in texels that fixed stands for.
  double position = 0;
  /// The texel before addressing: the one that a point fetch reads, the left one of a linear fetch.
  std::int64_t texel = 0;
  /// Linear: the weight of the right neighbor in 1/256; point: 0.
  int fraction = 0;
};

/// A texel that the fetch reads.
struct TapExplanation {
  int level = 0;  ///< Of the mipmap.
  /// Where it lies after addressing; z is the slice, layer or face. Meaningless for the border.
  std::array<std::int64_t, 3> index{};
  bool is_border = false;  ///< Whether it lies outside, and is the border color.
  /// In 1/256 of the result; all sum up to 256 but where anisotropy shares a pixel among samples.
  double weight = 0;
  /// Each channel as it is stored, and the number that the texture unit reads from it.
  std::array<std::uint32_t, 4> stored{};
  std::array<double, 4> value{};
};

/// A part of the explanation that reads as a line: "x: 0.3 · 2²¹ → 629145, × 16 → 4.7999954 texels".
struct ExplanationStep {
  std::string title;
  std::string text;
};

/// One level that the fetch reads.
struct LevelExplanation {
  int level = 0;  ///< Of the mipmap.
  /// In 1/256.
  int weight = 256;
  std::vector<CoordinateExplanation> coordinates;  ///< One for each axis.
};

/// A fetch, step by step, with the numbers that the texture unit's model has at each step.
struct FetchExplanation {
  /// In order: level, coordinates, addressing, texels and weights, conversion, result.
  std::vector<ExplanationStep> steps;
  /// −1 where the texture is no cube map.
  int face = -1;
  std::vector<LevelExplanation> levels;  ///< One, or the two that are blended.
  std::vector<TapExplanation> taps;      ///< All texels that it reads.
  /// Channels of the result: bits of floats, or of integers for element reads.
  std::array<std::uint32_t, 4> result{};
  bool is_float = true;  ///< Whether the bits are floats'.
  /// What the ideal filter would give in exact arithmetic on the ideal coordinates; equal to the result for reads
  /// without a filter. Floats only.
  std::array<double, 4> ideal{};
};

/// Explains one fetch. It is the CPU device's own texture unit that is asked, so the result is what its kernels get.
/// @throws InvalidArgument for a texture that texture_refusal() refuses, for texels that are fewer than the descriptor
/// says, for a fetch of another shape, and for block-compressed texels.
[[nodiscard]] FetchExplanation explain_fetch(const ExplainedTexture& texture, const kernels::TextureFetch& fetch);

}  // namespace texelscope::gpu
