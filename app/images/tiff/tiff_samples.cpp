#include "app/images/tiff/tiff_samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <cstring>

#include "texelscope/kernels/float16.h"

namespace texelscope::app {
namespace {

template <class Value>
Value value_at(const std::byte* row, std::size_t index) {
  Value value{};
  std::memcpy(&value, row + index * sizeof(Value), sizeof(Value));
  return value;
}

/// A strip or a tile: the pixels that fit in its memory, of which only those inside the page are used.
struct Block {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::size_t row_bytes = 0;
  std::size_t bytes = 0;
};

Block block_of(const PictureFile& file, const TiffFile& tiff, const TiffSamples& samples) {
  TIFF* const handle = tiff.handle();
  const bool is_tiled = TIFFIsTiled(handle) != 0;
  Block block;
  block.width = is_tiled ? tiff.field<std::uint32_t>(TIFFTAG_TILEWIDTH) : samples.width;
  block.height = is_tiled ? tiff.field<std::uint32_t>(TIFFTAG_TILELENGTH)
                          : std::min(tiff.field<std::uint32_t>(TIFFTAG_ROWSPERSTRIP), samples.height);
  block.row_bytes = is_tiled ? TIFFTileRowSize64(handle) : TIFFScanlineSize64(handle);
  block.bytes = is_tiled ? TIFFTileSize64(handle) : TIFFVStripSize64(handle, block.height);
  tiff.require(block.width > 0 && block.height > 0);
  const std::uint64_t row_bits = std::uint64_t{block.width} * samples.bits * (samples.has_planes ? 1 : samples.count);
  // The library computes these from the page's fields: any mismatch means a kind of image that it stores differently.
  if (block.row_bytes != (row_bits + 7) / 8 || block.bytes != block.row_bytes * block.height) {
    fail_reading(file, fmt::format("its rows of {} bytes do not match {} pixels (damaged file or unsupported variant)",
                                   block.row_bytes, block.width));
  }
  constexpr std::size_t highest_ratio = 2000;
  constexpr std::size_t small = std::size_t{64} << 20U;
  if (block.bytes > INT_MAX || (block.bytes > small && block.bytes / highest_ratio > file.source.size())) {
    fail_reading(file,
                 fmt::format("a strip or tile of {} bytes is larger than its {} bytes can decompress to (damaged file)",
                             block.bytes, file.source.size()));
  }
  return block;
}

}  // namespace

std::uint32_t integer_at(const std::byte* row, std::size_t index, unsigned bits) {
  if (bits == 8) {
    return std::to_integer<std::uint32_t>(row[index]);
  }
  if (bits == 16) {
    return value_at<std::uint16_t>(row, index);
  }
  std::uint32_t value = 0;
  for (std::size_t bit = index * bits; bit < (index + 1) * bits; ++bit) {
    value = value << 1U | (std::to_integer<std::uint32_t>(row[bit / 8]) >> (7 - bit % 8) & 1U);
  }
  return value;
}

float float_at(const std::byte* row, std::size_t index, unsigned bits) {
  switch (bits) {
    case 16:
      return kernels::float32_from_float16(value_at<std::uint16_t>(row, index));
    case 32:
      return value_at<float>(row, index);
    default:
      return static_cast<float>(value_at<double>(row, index));
  }
}

void for_each_run(const PictureFile& file, TiffFile& tiff, const TiffSamples& samples,
                  const std::function<void(const TiffRun&)>& take) {
  const Block block = block_of(file, tiff, samples);
  TIFF* const handle = tiff.handle();
  const bool is_tiled = TIFFIsTiled(handle) != 0;
  std::vector<std::byte> memory(block.bytes);
  tiff.begin_pixels();
  const std::size_t planes = samples.has_planes ? samples.count : 1;
  for (std::size_t plane = 0; plane < planes; ++plane) {
    for (std::uint32_t y = 0; y < samples.height; y += std::min(block.height, samples.height - y)) {
      const std::uint32_t rows = std::min(block.height, samples.height - y);
      for (std::uint32_t x = 0; x < samples.width; x += std::min(block.width, samples.width - x)) {
        const auto sample = static_cast<std::uint16_t>(plane);
        const tmsize_t count = is_tiled
                                   ? TIFFReadEncodedTile(handle, TIFFComputeTile(handle, x, y, 0, sample),
                                                         memory.data(), static_cast<tmsize_t>(block.bytes))
                                   : TIFFReadEncodedStrip(handle, TIFFComputeStrip(handle, y, sample), memory.data(),
                                                          static_cast<tmsize_t>(rows * block.row_bytes));
        tiff.require(count >= static_cast<tmsize_t>(rows * block.row_bytes));
        for (std::uint32_t row = 0; row < rows; ++row) {
          take({x, y + row, std::min(block.width, samples.width - x), plane, samples.has_planes ? 1 : samples.count,
                memory.data() + row * block.row_bytes});
        }
      }
    }
  }
}

}  // namespace texelscope::app
