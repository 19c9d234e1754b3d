#include "app/compare/measures/cell_sums.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "app/compare/measures/antialiasing.h"
#include "app/compare/measures/cells.h"
#include "app/compare/measures/lab_block.h"
#include "app/compare/measures/vector_clones.h"

namespace texelscope::app {
namespace {

constexpr std::size_t cell_extent = CellGrid::extent;
/// Light and alpha.
constexpr std::size_t sum_size = 4;
static_assert(cell_extent * cell_extent == color_block);

/// The light and alpha of a cell, pixel by pixel; 0 outside the image.
using CellPixels = std::array<float, color_block * sum_size>;

/// `rows` and `columns` have the light and alpha of each sum, `lightness` the sums of the lightness and of its square.
TEXELSCOPE_VECTOR_CLONES void add_up(const float* __restrict pixels, float* __restrict rows, float* __restrict columns,
                                     float* __restrict lightness) {
  constexpr std::size_t row_size = cell_extent * sum_size;
  float sums[row_size] = {};
  for (std::size_t y = 0; y < cell_extent; ++y) {
    for (std::size_t index = 0; index < row_size; ++index) {
      sums[index] += pixels[y * row_size + index];
    }
  }
  for (std::size_t index = 0; index < row_size; ++index) {
    columns[index] = sums[index];
  }
  for (std::size_t y = 0; y < cell_extent; ++y) {
    float row[sum_size] = {};
    for (std::size_t x = 0; x < cell_extent; ++x) {
      for (std::size_t channel = 0; channel < sum_size; ++channel) {
        row[channel] += pixels[y * row_size + x * sum_size + channel];
      }
    }
    for (std::size_t channel = 0; channel < sum_size; ++channel) {
      rows[y * sum_size + channel] = row[channel];
    }
  }
  float light[color_block];
  for (std::size_t index = 0; index < color_block; ++index) {
    const float* const color = pixels + index * sum_size;
    const float luminance = 0.21263901F * color[0] + 0.71516868F * color[1] + 0.07219232F * color[2];
    // Written so that NaN is black.
    light[index] = luminance > 0 ? luminance : 0;
  }
  to_lab_curve(light);
  float parts[2][cell_extent] = {};
  for (std::size_t y = 0; y < cell_extent; ++y) {
    for (std::size_t x = 0; x < cell_extent; ++x) {
      const float each = 116 * light[y * cell_extent + x] - 16;
      parts[0][x] += each;
      parts[1][x] += each * each;
    }
  }
  for (std::size_t x = 0; x < cell_extent; ++x) {
    lightness[0] += parts[0][x];
    lightness[1] += parts[1][x];
  }
}

/// `light_of_pixel` returns the light and alpha of a pixel by its column and row in the image.
template <class LightOfPixel>
CellSums sums_of(const PixelRectangle& bounds, const LightOfPixel& light_of_pixel) {
  CellPixels pixels;
  if (bounds.width < CellGrid::extent || bounds.height < CellGrid::extent) {
    pixels.fill(0);
  }
  for (int y = 0; y < bounds.height; ++y) {
    float* to = pixels.data() + static_cast<std::size_t>(y) * cell_extent * sum_size;
    for (int x = 0; x < bounds.width; ++x) {
      for (const float value : light_of_pixel(bounds.x + x, bounds.y + y)) {
        *to++ = value;
      }
    }
  }
  std::array<float, cell_extent * sum_size> rows;
  std::array<float, cell_extent * sum_size> columns;
  std::array<float, 2> lightness{};
  add_up(pixels.data(), rows.data(), columns.data(), lightness.data());
  CellSums cell;
  for (std::size_t line = 0; line < cell_extent; ++line) {
    std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(line * sum_size), sum_size, cell.rows[line].sums.begin());
    std::copy_n(columns.begin() + static_cast<std::ptrdiff_t>(line * sum_size), sum_size,
                cell.columns[line].sums.begin());
    cell.all.add(cell.rows[line]);
  }
  cell.lightness = lightness[0];
  cell.squares = lightness[1];
  return cell;
}

}  // namespace

CellSums cell_sums(const Image& image, const PixelRectangle& bounds) {
  return with_sample_type(image.type, [&](auto sample) {
    const PixelReader<decltype(sample)> read(image);
    return sums_of(bounds, [&](int x, int y) { return read.in_floats(pixel_index(image, x, y)); });
  });
}

CellSums cell_sums_without_antialiasing(const Image& expected, const Image& actual, const PixelRectangle& bounds) {
  return with_sample_type(expected.type, [&](auto sample) {
    const PixelReader<decltype(sample)> read_expected(expected);
    const PixelReader<decltype(sample)> read_actual(actual);
    return sums_of(bounds, [&](int x, int y) {
      const bool is_edge = is_antialiasing(expected, actual, x, y);
      return (is_edge ? read_expected : read_actual).in_floats(pixel_index(expected, x, y));
    });
  });
}

}  // namespace texelscope::app
