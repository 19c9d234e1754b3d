#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "app/images/formats/picture_decoders.h"
#include "app/images/formats/tiff_file.h"
#include "app/images/image.h"

/// Samples of a TIFF page as the library gives them, strip by strip or tile by tile, and as numbers of an image.
namespace texelscope::app {

/// Number, type and order of a page's samples.
struct TiffSamples {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  /// Bits a sample: 1 to 16 for unsigned integers; 16, 32 or 64 for floats.
  unsigned bits = 0;
  bool is_float = false;
  /// Samples a pixel.
  std::size_t count = 0;
  /// Each sample lies in strips or tiles of its own.
  bool has_planes = false;
};

/// The largest integer of so many bits.
[[nodiscard]] constexpr std::uint32_t largest_of(unsigned bits) { return (std::uint32_t{1} << bits) - 1; }

/// The integer at a place in a row, counted in samples; of bits that fill no bytes the highest comes first.
[[nodiscard]] std::uint32_t integer_at(const std::byte* row, std::size_t index, unsigned bits);

/// The float there, of 16, 32 or 64 bits. The last is rounded to nearest.
[[nodiscard]] float float_at(const std::byte* row, std::size_t index, unsigned bits);

/// A run of pixels in a row of the page: where it begins, and the samples. Without planes all `count` samples of each
/// pixel lie there; with them, those of one sample.
struct TiffRun {
  std::size_t x = 0;
  std::size_t y = 0;
  std::size_t pixels = 0;
  std::size_t first_sample = 0;
  std::size_t samples = 0;
  const std::byte* row = nullptr;
};

/// Calls `take` with each run of the page. @throws FileError where the file is damaged, and where a strip or a tile
/// takes more memory than its file can fill.
void for_each_run(const PictureFile& file, TiffFile& tiff, const TiffSamples& samples,
                  const std::function<void(const TiffRun&)>& take);

}  // namespace texelscope::app
