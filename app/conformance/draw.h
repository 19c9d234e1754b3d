#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/conformance/random.h"
#include "texelscope/gpu/data_type.h"

namespace texelscope::app {

/// What kind of floats random texels are; integers have their extreme values among them always.
enum class TexelValues : unsigned char {
  /// Within a few powers of two around 1.
  ordinary,
  /// Denormals, the largest numbers, everything between.
  spread,
  /// Ordinary, with zeros, infinities and NaNs of any payload.
  special,
};

/// `count` channels. What is drawn repeats after 16381 of them, a prime, so that neighbors in no direction are alike.
[[nodiscard]] std::vector<std::byte> draw_texels(gpu::DataType format, std::size_t count, TexelValues content,
                                                 Random& random);

/// A coordinate along an axis: dense around the edges and centers of texels and the 512ths between them (± 4 units in
/// the last place), from twice the extent below to twice above; with those far outside, infinite, NaN, denormal.
[[nodiscard]] float draw_coordinate(std::uint64_t extent, bool is_normalized, Random& random);

/// Infinities, NaNs, denormals, zeros, the largest floats, and magnitudes up to them.
[[nodiscard]] float draw_special(Random& random);

/// The direction to a place on a face of `extent`² texels, of any length: coordinates as draw_coordinate's, so that
/// many lie on edges and corners, and some fall on another face.
struct Direction {
  float x, y, z;
};
[[nodiscard]] Direction draw_direction(std::uint64_t extent, Random& random);

/// A level: dense around whole levels and the 512ths between them, from two below to two above, with special ones.
[[nodiscard]] float draw_level(std::size_t num_levels, Random& random);

/// A derivative of a coordinate that covers 2⁻⁸ to 2^`log2_span` texels, many of them whole powers of two ± a few units
/// in the last place, some zero; special ones now and then.
[[nodiscard]] float draw_derivative(std::uint64_t extent, bool is_normalized, int log2_span, Random& random);

/// 0 … count − 1, a few outside and far outside.
[[nodiscard]] int draw_number(std::uint64_t count, Random& random);

/// A channel of a border color: −1.5 … 1.5, and special ones.
[[nodiscard]] float draw_border(Random& random);

}  // namespace texelscope::app
