#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "texelscope/gpu/resource_descriptor.h"
#include "texelscope/gpu/texture_descriptor.h"
#include "texelscope/kernels/texture_fetch.h"

namespace texelscope::gpu {

/// The shape that fetches from an array of this kind must use.
[[nodiscard]] kernels::TextureShape texture_shape(const ArrayDescriptor& array) noexcept;

/// The input of an explanation: a texture without a device.
struct ExplainedTexture {
  /// Descriptor of level 0.
  ArrayDescriptor array;
  TextureDescriptor descriptor;                 ///< How the texture is read.
  ResourceKind resource = ResourceKind::array;  ///< Kind of the resource that it reads.
  /// The texels of each level without padding: x fastest, then y, z, and layers or faces, channels interleaved.
  std::vector<std::span<const std::byte>> levels;
};

/// The steps from one coordinate of a fetch to a texel of one level.
struct CoordinateExplanation {
  /// "x", "y", "z"; "s", "t" on the face of a cube map.
  std::string axis;
  /// The coordinate of the fetch.
  float coordinate = 0;
  /// The coordinate in fixed point: fixed / 2^fraction_bits, in units of the extent if normalized, otherwise in texels.
  std::int64_t fixed = 0;
  int fraction_bits = 0;
  AddressMode mode = AddressMode::clamp;  ///< Address mode of this axis.
  std::int64_t extent = 0;                ///< The extent in texels, for this axis and level.
  /// The position in texels that corresponds to `fixed`.
  double position = 0;
  /// The texel before addressing: the texel that a point fetch reads, or the left texel of a linear fetch.
  std::int64_t texel = 0;
  /// Linear: the weight of the right neighbor in 1/256; point: 0.
  int fraction = 0;
  /// Linear: whether clamp moved the position to the center of the first or the last texel.
  bool is_moved_to_center = false;
};

/// A texel that the fetch reads.
struct TapExplanation {
  int level = 0;  ///< Level of the mipmap.
  /// The texel's index after addressing; z is the slice, layer or face. Meaningless for the border.
  std::array<std::int64_t, 3> index{};
  bool is_border = false;  ///< Whether the texel is outside the texture, so that the border color is read.
  /// The weight in 1/256 of the result, in steps of 1/4 for anisotropic fetches; all weights add up to 256.
  double weight = 0;
  /// The sample of an anisotropic fetch that reads it: an index of AnisotropyExplanation::samples; 0 without
  /// anisotropy.
  int sample = 0;
  /// Each channel as stored, and the number that the texture unit reads from it.
  std::array<std::uint32_t, 4> stored{};
  std::array<double, 4> value{};
};

/// A step of the explanation as one line: "x: 0.3 · 2²¹ → 629145, × 16 → 4.7999954 texels".
struct ExplanationStep {
  std::string title;
  std::string text;
};

/// One level that the fetch reads.
struct LevelExplanation {
  int level = 0;  ///< Level of the mipmap.
  /// In 1/256.
  int weight = 256;
  std::vector<CoordinateExplanation> coordinates;  ///< One for each axis.
};

/// A sample of an anisotropic fetch, which reads texels like a fetch of its own.
struct SampleExplanation {
  int level = 0;  ///< Level of the mipmap.
  /// The distance from the fetch's own position along x and y, in 1/256 texel of the level.
  std::array<int, 2> offset{};
  /// The position in texels of the level, before addressing.
  std::array<double, 2> position{};
  /// In 1/1024 of the result; the weights of all samples add up to 1024.
  int weight = 1024;
};

/// The footprint of an anisotropic fetch, and the samples that cover it. The rules are those that were determined on an
/// H200 (docs/texture-unit.md).
struct AnisotropyExplanation {
  /// The largest ratio that the texture unit honors: 2, 4, 6, 8, 10, 12 or 16.
  int max_ratio = 2;
  /// The major axis in texels of level 0.
  std::array<double, 2> major_axis{};
  /// log2 of the length of both axes, in 1/256. The minor axis counts as at least the major axis over max_ratio; its
  /// logarithm is the requested level, before bias, trilinear optimization and clamps.
  int major_level = 0;
  int minor_level = 0;
  /// The length of the major axis over that of the minor axis, of which at least one texel of level 0 counts; 1 – 16.
  double ratio = 1;
  /// The samples of the first level, from the negative end of the major axis to the positive end, then those of the
  /// second level.
  std::vector<SampleExplanation> samples;
};

/// A fetch, step by step, with the numbers of the texture unit's model at each step.
struct FetchExplanation {
  /// In order: level, coordinates, addressing, texels and weights, conversion, result.
  std::vector<ExplanationStep> steps;
  /// −1 if the texture is not a cube map.
  int face = -1;
  std::vector<LevelExplanation> levels;  ///< One, or the two that are blended.
  std::vector<TapExplanation> taps;      ///< All texels that it reads.
  /// Empty for a fetch without anisotropy.
  std::optional<AnisotropyExplanation> anisotropy;
  /// Channels of the result: the bits of floats, or of integers for element reads.
  std::array<std::uint32_t, 4> result{};
  bool is_float = true;  ///< Whether the bits represent floats.
  /// The result of an ideal filter in exact arithmetic on ideal coordinates; equal to the result for unfiltered reads.
  /// Floats only.
  std::array<double, 4> ideal{};
};

/// Explains one fetch. The CPU device's own texture unit performs it, so the result is identical to what kernels of
/// that device read.
/// @throws InvalidArgument for a texture that texture_refusal() refuses, for fewer texels than the descriptor requires,
/// for a fetch of a different shape, and for block-compressed texels.
[[nodiscard]] FetchExplanation explain_fetch(const ExplainedTexture& texture, const kernels::TextureFetch& fetch);

}  // namespace texelscope::gpu
