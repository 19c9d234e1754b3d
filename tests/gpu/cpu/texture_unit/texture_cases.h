#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/conformance/random.h"
#include "gpu/cpu/texture_unit/make_texture.h"
#include "texelscope/gpu/texture_descriptor.h"

namespace texelscope::tests {

using app::Random;

struct Coordinates {
  float x, y, z;
};

/// A texture and the coordinates to read.
struct TextureCase {
  gpu::Extent extent;
  gpu::DataType format = gpu::DataType::uint8;
  int num_channels = 4;
  gpu::TextureDescriptor descriptor;
  std::vector<std::byte> texels;
  std::vector<Coordinates> coordinates;

  [[nodiscard]] gpu::cpu::TexelView view() const;
  /// The properties that affect its results: "float16 element linear, 3D, border".
  [[nodiscard]] std::string class_name() const;
};

/// Every format, reading, filter, rank and address mode, with normalized and unnormalized coordinates. The texels
/// include the format's extreme values and, for floats, denormals, infinities, NaN and widely spread exponents. The
/// coordinates are dense around the edges and centers of texels (± 4 units in the last place), and include values far
/// outside, infinities, NaN and denormals.
[[nodiscard]] std::vector<TextureCase> texture_cases(std::uint64_t seed, std::size_t coordinates_per_case);

/// Coordinates for a case, chosen by `seed`.
[[nodiscard]] std::vector<Coordinates> random_coordinates(const gpu::Extent& extent, bool is_normalized, Random& random,
                                                          std::size_t count);

/// A fetch's four channels as bits, with every NaN replaced by the same NaN.
using FetchedBits = std::array<std::uint32_t, 4>;

/// Results of the CPU device's texture unit, coordinate by coordinate.
[[nodiscard]] std::vector<FetchedBits> fetch_with_texture_unit(const TextureCase& texture);

enum class ResultKind : unsigned char { floats, signed_integers, unsigned_integers };
[[nodiscard]] ResultKind result_kind(const TextureCase& texture);

/// All NaNs are replaced by the same NaN.
[[nodiscard]] FetchedBits canonical(FetchedBits bits, ResultKind kind);

/// "(1.5, 0, 0): 3f800000 …" for messages.
[[nodiscard]] std::string describe(const TextureCase& texture, std::size_t index, const FetchedBits& expected,
                                   const FetchedBits& actual);

}  // namespace texelscope::tests
