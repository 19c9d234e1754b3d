#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/conformance/random.h"
#include "texelscope/gpu/data_type.h"

namespace texelscope::app {

/// The kind of random float texels; integers always include their extreme values.
enum class TexelValues : unsigned char {
  /// Within a few powers of two around 1.
  ordinary,
  /// Denormals, the largest numbers, and everything between.
  spread,
  /// Ordinary, plus zeros, infinities and NaNs of any payload.
  special,
};

/// `count` random channels. They repeat after 16,381, a prime, so that neighbors differ in every direction.
[[nodiscard]] std::vector<std::byte> draw_texels(gpu::DataType format, std::size_t count, TexelValues content,
                                                 Random& random);

/// A coordinate along an axis: concentrated around the edges and centers of texels and the 512ths between them (± 4
/// units in the last place), from twice the extent below to twice above; plus some that are far outside, infinite, NaN,
/// or denormal.
[[nodiscard]] float draw_coordinate(std::uint64_t extent, bool is_normalized, Random& random);

/// Infinities, NaNs, denormals, zeros, the largest floats, and floats of any magnitude from 1 up.
[[nodiscard]] float draw_special(Random& random);

/// A direction to a point on a face of `extent`² texels, of any length: coordinates as from draw_coordinate, so that
/// many are on edges and corners, and some on a different face.
struct Direction {
  float x, y, z;
};
[[nodiscard]] Direction draw_direction(std::uint64_t extent, Random& random);

/// A level: concentrated around integer levels and the 512ths between them, from two below to two above, plus special
/// values.
[[nodiscard]] float draw_level(std::size_t num_levels, Random& random);

/// A derivative of a coordinate that covers 2⁻⁸ to 2^`log2_span` texels, often an exact power of two ± a few units in
/// the last place, sometimes zero or a special value.
[[nodiscard]] float draw_derivative(std::uint64_t extent, bool is_normalized, int log2_span, Random& random);

/// 0 … count − 1, sometimes outside or far outside.
[[nodiscard]] int draw_number(std::uint64_t count, Random& random);

/// A channel of a border color: −1.5 … 1.5, and special values.
[[nodiscard]] float draw_border(Random& random);

}  // namespace texelscope::app
