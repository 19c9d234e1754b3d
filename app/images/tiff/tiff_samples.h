#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "app/images/formats/picture_decoders.h"
#include "app/images/image.h"
#include "app/images/tiff/tiff_file.h"

/// Samples of a TIFF page from the library, by strip or tile, and their conversion to numbers of an image.
namespace texelscope::app {

/// Number, type and order of a page's samples.
struct TiffSamples {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  /// Bits per sample: 1 to 16 for unsigned integers; 16, 32 or 64 for floats.
  unsigned bits = 0;
  bool is_float = false;
  /// Samples per pixel.
  std::size_t count = 0;
  /// Whether each sample has separate strips or tiles.
  bool has_planes = false;
};

/// The largest integer with `bits` bits.
[[nodiscard]] constexpr std::uint32_t largest_of(unsigned bits) { return (std::uint32_t{1} << bits) - 1; }

/// The integer at a position in a row, counted in samples; for partial bytes, the highest bits come first.
[[nodiscard]] std::uint32_t integer_at(const std::byte* row, std::size_t index, unsigned bits);

/// The float at a position, with 16, 32 or 64 bits; 64-bit floats are rounded to nearest.
[[nodiscard]] float float_at(const std::byte* row, std::size_t index, unsigned bits);

/// A run of pixels in a row of the page: its start, and its samples. Without planes, it contains all `count` samples of
/// each pixel; with planes, one sample of each.
struct TiffRun {
  std::size_t x = 0;
  std::size_t y = 0;
  std::size_t pixels = 0;
  std::size_t first_sample = 0;
  std::size_t samples = 0;
  const std::byte* row = nullptr;
};

/// Calls `take` with each run of the page. @throws FileError if the file is damaged, or if a strip or tile needs more
/// memory than the file can fill.
void for_each_run(const PictureFile& file, TiffFile& tiff, const TiffSamples& samples,
                  const std::function<void(const TiffRun&)>& take);

}  // namespace texelscope::app
