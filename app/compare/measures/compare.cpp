#include "app/compare/measures/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "app/compare/measures/align.h"
#include "app/compare/measures/cells.h"
#include "app/compare/measures/flip.h"
#include "app/compare/measures/mask.h"
#include "app/compare/measures/measures.h"
#include "app/images/image_convert.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

bool wants_flip(const Limits& limits) {
  return limits.max_flip || limits.max_flip_95 || limits.max_flip_99 || limits.max_flip_peak;
}

void measure_flip(const Image& expected, const Image& actual, const CellGrid& grid, const ComparisonOptions& options,
                  Comparison& comparison) {
  std::vector<std::uint16_t> map = flip_map(expected, actual, grid);
  for (std::size_t pixel = 0; pixel < options.mask.size(); ++pixel) {
    // The filters extend into masked pixels.
    map[pixel] = options.mask[pixel] != 0 ? std::uint16_t{0} : map[pixel];
  }
  if (options.keeps_flip_map) {
    comparison.flip_map.resize(map.size());
    std::ranges::transform(map, comparison.flip_map.begin(),
                           [](std::uint16_t value) { return static_cast<std::byte>((value + 128) / 257); });
  }
  comparison.flip = summarize_flip(map, options.mask);
}

/// ComparisonOptions::step of a type.
double step_of(gpu::DataType type) {
  return type == gpu::DataType::uint8 ? 1.0 / 255 : type == gpu::DataType::uint16 ? 1.0 / 65535 : 0;
}

/// Compares images of the same size and type that are equal in masked pixels.
Comparison compare_alike(const Image& expected, const Image& actual, const ComparisonOptions& options) {
  Comparison comparison = equal_comparison(expected.width, expected.height, expected.type);
  comparison.pixels -=
      static_cast<std::uint64_t>(std::ranges::count_if(options.mask, [](std::uint8_t value) { return value != 0; }));
  CellGrid grid(expected.width, expected.height);
  for (std::size_t pixel = 0; pixel < options.missing.size(); ++pixel) {
    const bool is_masked = !options.mask.empty() && options.mask[pixel] != 0;
    comparison.missing_pixels += options.missing[pixel] != 0 && !is_masked ? 1 : 0;
  }
  comparison.x = expected.x;
  comparison.y = expected.y;
  measure_pixel_errors(expected, actual, options, grid, comparison);
  if (comparison.differing_pixels == 0) {
    return comparison;
  }
  comparison.ssim.reset();
  comparison.flip.reset();
  fail_different_regions(expected, actual, options, grid, comparison.failing_by_limit);
  judge_areas(expected, actual, options, grid, comparison.failing_by_limit);
  judge_shapes(expected, actual, options, grid, comparison.failing_by_limit);
  find_clusters(grid, comparison);
  if (options.measures_all || options.limits.min_ssim) {
    comparison.ssim = structural_similarity(expected, actual, grid, options.mask);
  }
  if (options.measures_all || wants_flip(options.limits)) {
    measure_flip(expected, actual, grid, options, comparison);
  }
  return comparison;
}

}  // namespace

void require_comparable(const Image& expected, const Image& actual) {
  if (expected.width != actual.width || expected.height != actual.height || expected.x != actual.x ||
      expected.y != actual.y) {
    throw gpu::InvalidArgument(fmt::format("actual is {}, expected {}", place_text(actual), place_text(expected)));
  }
  // Floats are linear; integers of 8 and 16 bits are encoded for a display; those of 32 bits are numbers.
  const auto is_encoded = [](gpu::DataType type) {
    return type == gpu::DataType::uint8 || type == gpu::DataType::uint16;
  };
  if (expected.type != actual.type && !(is_encoded(expected.type) && is_encoded(actual.type))) {
    throw gpu::InvalidArgument(fmt::format("the values are {}, not {}; store both images with the same type",
                                           gpu::to_string(actual.type), gpu::to_string(expected.type)));
  }
}

bool differ_in_multiplication(const Image& expected, const Image& actual) {
  // Colors without alpha are both.
  return expected.is_premultiplied != actual.is_premultiplied && expected.channels % 2 == 0 && actual.channels % 2 == 0;
}

Comparison equal_comparison(int width, int height, gpu::DataType type) {
  Comparison comparison;
  comparison.width = width;
  comparison.height = height;
  comparison.type = type;
  comparison.pixels = static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height);
  comparison.psnr = std::numeric_limits<double>::infinity();
  comparison.ssim = 1;
  comparison.flip = FlipSummary{};
  return comparison;
}

Limits limits_for(gpu::DataType type, const Limits& limits) {
  if (!is_number_type(type)) {
    return limits;
  }
  Limits of_numbers;
  of_numbers.max_error = limits.max_error;
  of_numbers.max_differing = limits.max_differing;
  of_numbers.max_cluster = limits.max_cluster;
  of_numbers.max_mean = limits.max_mean;
  of_numbers.min_psnr = limits.min_psnr;
  return of_numbers;
}

bool has_color_limits(const Limits& limits) {
  return limits.max_color_difference || limits.max_area_difference || limits.max_line_difference ||
         limits.max_contrast_change || limits.max_shape_difference || limits.ignores_antialiasing || limits.min_ssim ||
         wants_flip(limits);
}

Comparison compare_images(const Image& expected, const Image& actual, const ComparisonOptions& options) {
  require_comparable(expected, actual);
  if (is_number_type(expected.type)) {
    ComparisonOptions of_numbers = options;
    of_numbers.limits = limits_for(expected.type, options.limits);
    of_numbers.measures_all = false;
    return options.mask.empty()
               ? compare_alike(expected, actual, of_numbers)
               : compare_alike(masked(expected, options.mask), masked(actual, options.mask), of_numbers);
  }
  if (expected.is_red_green && actual.is_red_green) {
    return compare_images(with_blue(expected), with_blue(actual), options);
  }
  ComparisonOptions colors = options;
  colors.step = std::max({options.step, step_of(expected.type), step_of(actual.type)});
  if (expected.type != actual.type) {
    return compare_images(with_16_bits(expected), with_16_bits(actual), colors);
  }
  if (differ_in_multiplication(expected, actual)) {
    return compare_images(with_multiplied_colors(expected), with_multiplied_colors(actual), colors);
  }
  return colors.mask.empty() ? compare_alike(expected, actual, colors)
                             : compare_alike(masked(expected, colors.mask), masked(actual, colors.mask), colors);
}

}  // namespace texelscope::app
