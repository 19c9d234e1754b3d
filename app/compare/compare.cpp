#include "app/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "app/compare/colors.h"
#include "app/compare/mask.h"
#include "app/compare/measures.h"
#include "app/images/image_convert.h"
#include "texelscope/gpu/error.h"
#include "texelscope/kernels/convert.h"

namespace texelscope::app {
namespace {

std::vector<std::byte> flip_bytes(const std::vector<float>& map) {
  std::vector<std::byte> bytes;
  bytes.reserve(map.size());
  for (const float value : map) {
    bytes.push_back(static_cast<std::byte>(kernels::to_unorm8(value)));
  }
  return bytes;
}

/// The errors are of all pixels, of which the masked ones are the same: what is a mean becomes that of the others.
void leave_out_masked(Comparison& comparison, std::uint64_t masked) {
  const auto all = static_cast<double>(comparison.pixels);
  comparison.pixels -= masked;
  if (comparison.differing_pixels > 0) {
    const double counted = static_cast<double>(comparison.pixels) / all;
    comparison.mean_error /= counted;
    comparison.psnr += 10 * std::log10(counted);
  }
}

bool wants_flip(const Limits& limits) {
  return limits.max_flip || limits.max_flip_95 || limits.max_flip_99 || limits.max_flip_peak;
}

void measure_flip(const Image& expected, const Image& actual, const ComparisonOptions& options,
                  Comparison& comparison) {
  std::vector<float> map = flip_map(expected, actual);
  for (std::size_t pixel = 0; pixel < options.mask.size(); ++pixel) {
    // The filters reach into masked pixels.
    map[pixel] = options.mask[pixel] != 0 ? 0 : map[pixel];
  }
  if (options.keeps_flip_map) {
    comparison.flip_map = flip_bytes(map);
  }
  if (!options.mask.empty()) {
    std::size_t pixel = 0;
    std::erase_if(map, [&](float) { return options.mask[pixel++] != 0; });
  }
  comparison.flip = summarize_flip(std::move(map));
}

/// Compares images of one size and type that are the same where they are masked.
Comparison compare_alike(const Image& expected, const Image& actual, const ComparisonOptions& options) {
  Comparison comparison;
  comparison.width = expected.width;
  comparison.height = expected.height;
  comparison.type = expected.type;
  comparison.pixels = static_cast<std::uint64_t>(expected.width) * static_cast<std::uint64_t>(expected.height);
  measure_pixel_errors(expected, actual, comparison);
  leave_out_masked(comparison, static_cast<std::uint64_t>(
                                   std::ranges::count_if(options.mask, [](std::uint8_t value) { return value != 0; })));
  const bool is_beyond = !(comparison.max_error <= options.limits.max_error.value_or(-1));
  comparison.failing_pixels = is_beyond ? comparison.differing_pixels : 0;
  if (comparison.differing_pixels == 0) {
    comparison.ssim = 1;
    comparison.flip = FlipSummary{};
    return comparison;
  }
  if (options.measures_all || options.limits.min_ssim) {
    comparison.ssim = structural_similarity(expected, actual, options.mask);
  }
  if (options.measures_all || wants_flip(options.limits)) {
    measure_flip(expected, actual, options, comparison);
  }
  return comparison;
}

}  // namespace

void require_comparable(const Image& expected, const Image& actual) {
  if (expected.width != actual.width || expected.height != actual.height) {
    throw gpu::InvalidArgument(fmt::format("the size is {}x{}, not {}x{}; make both images of one size", actual.width,
                                           actual.height, expected.width, expected.height));
  }
  // Floats are linear, integers encoded for a display.
  if ((expected.type == gpu::DataType::float32) != (actual.type == gpu::DataType::float32)) {
    throw gpu::InvalidArgument(fmt::format("the values are {}, not {}; store both images alike",
                                           gpu::to_string(actual.type), gpu::to_string(expected.type)));
  }
}

Comparison compare_images(const Image& expected, const Image& actual, const ComparisonOptions& options) {
  require_comparable(expected, actual);
  if (expected.type != actual.type) {
    return compare_images(with_16_bits(expected), with_16_bits(actual), options);
  }
  return options.mask.empty() ? compare_alike(expected, actual, options)
                              : compare_alike(masked(expected, options.mask), masked(actual, options.mask), options);
}

}  // namespace texelscope::app
