#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "app/images/image.h"
#include "app/images/layout_color.h"
#include "app/texture/sample_texture.h"
#include "app/texture/texture_setup.h"

namespace texelscope::app {

/// The comparison of the two descriptors A and B that the texture lab shows.
enum class TextureComparison : std::uint8_t {
  a,
  b,
  /// A left of a handle, B right of it.
  split,
  /// |A − B|, amplified.
  difference,
  /// Where any bit differs, and by how much.
  bits,
};

/// The displayed channels: one of them as gray, or all as a color.
enum class ShownChannels : std::uint8_t { color, x, y, z, w };

/// The numbers shown as black and white.
struct ShownRange {
  double lowest = 0;
  double highest = 1;
  bool operator==(const ShownRange&) const = default;
};
/// The range of a descriptor's results: 0 – 1 (−1 – 1 for signed integers) for normalized reads, a type's range for
/// elements of 8 and 16 bits, otherwise from the smallest to the largest finite texel, or 0 – 1 if all floats are
/// within that range.
[[nodiscard]] ShownRange shown_range(const TextureSetup& setup);

/// The results of an image, and their interpretation.
struct FetchedPicture {
  int width = 0;
  int height = 0;
  std::vector<FetchedTexel> texels;
  ResultKind kind = ResultKind::floats;
  /// The number of used channels: the array's, or 4 for a gather.
  int num_channels = 4;
  ShownRange range;
};

/// A result as a screen color; magenta if it is not finite.
[[nodiscard]] Rgb shown_rgb(const FetchedPicture& picture, const FetchedTexel& texel, ShownChannels channels);
/// Each result in its color, in RGBA with 8 bits.
[[nodiscard]] std::shared_ptr<const Image> picture_image(const FetchedPicture& picture, ShownChannels channels);
/// The results themselves: floats or 32-bit integers.
[[nodiscard]] std::shared_ptr<const Image> values_image(const FetchedPicture& picture);
/// |a − b| by channel, as fractions of the range, times `gain`. Both must have the same size.
[[nodiscard]] std::shared_ptr<const Image> difference_image(const FetchedPicture& a, const FetchedPicture& b,
                                                            ShownChannels channels, double gain);

struct BitDifferences {
  /// Dark where all bits are equal; from green through yellow to red for 1, 2, 4 … ulp; violet for results of different
  /// kinds and NaN.
  std::shared_ptr<const Image> image;
  std::size_t differing = 0;
  /// The largest difference: in ulp, or in steps of integers, and as a number.
  std::uint32_t largest = 0;
  double largest_value = 0;
};
[[nodiscard]] BitDifferences bit_differences(const FetchedPicture& a, const FetchedPicture& b);

}  // namespace texelscope::app
