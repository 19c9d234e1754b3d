#include "app/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <tuple>
#include <utility>

#include "app/compare/colors.h"
#include "app/compare/measures.h"
#include "app/images/image_convert.h"
#include "app/images/image_file.h"
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

/// In a report of hundreds, the pictures that nobody has to look at closely would be most of it.
constexpr int largest_same_picture = 256;

/// Moves the map of ꟻLIP out of the result.
void keep_images(const ImagePair& pair, PairResult& result) {
  const bool is_same = result.comparison && result.comparison->differing_pixels == 0;
  if (pair.expected) {
    result.images.expected =
        is_same ? encode_png(reduced(*pair.expected, largest_same_picture)) : encode_png(*pair.expected);
  }
  if (pair.actual && !is_same) {
    result.images.actual = encode_png(*pair.actual);
  }
  if (result.comparison && !result.comparison->flip_map.empty()) {
    result.images.flip_map = encode_png({result.comparison->width, result.comparison->height, 1, gpu::DataType::uint8,
                                         std::exchange(result.comparison->flip_map, {})});
  }
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

/// Compares images of one size and type that are the same where they are masked.
Comparison compare_alike(const Image& expected, const Image& actual, KeepImages keep,
                         std::span<const std::uint8_t> mask) {
  Comparison comparison;
  comparison.width = expected.width;
  comparison.height = expected.height;
  comparison.type = expected.type;
  comparison.pixels = static_cast<std::uint64_t>(expected.width) * static_cast<std::uint64_t>(expected.height);
  measure_pixel_errors(expected, actual, comparison);
  leave_out_masked(comparison, static_cast<std::uint64_t>(std::ranges::count(mask, 1)));
  comparison.ssim = 1;
  if (comparison.differing_pixels == 0) {
    return comparison;
  }
  comparison.ssim = structural_similarity(expected, actual, mask);
  std::vector<float> map = flip_map(expected, actual);
  for (std::size_t pixel = 0; pixel < mask.size(); ++pixel) {
    // The filters reach into masked pixels.
    map[pixel] = mask[pixel] != 0 ? 0 : map[pixel];
  }
  if (keep == KeepImages::yes) {
    comparison.flip_map = flip_bytes(map);
  }
  if (!mask.empty()) {
    std::size_t pixel = 0;
    std::erase_if(map, [&](float) { return mask[pixel++] != 0; });
  }
  const FlipSummary flip = summarize_flip(std::move(map));
  comparison.flip_mean = flip.mean;
  comparison.flip_weighted_median = flip.weighted_median;
  comparison.flip_percentile_95 = flip.percentile_95;
  comparison.flip_max = flip.max;
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

Comparison compare_images(const Image& expected, const Image& actual, KeepImages keep,
                          std::span<const PixelRectangle> masks) {
  require_comparable(expected, actual);
  if (expected.type != actual.type) {
    return compare_images(with_16_bits(expected), with_16_bits(actual), keep, masks);
  }
  const std::vector<std::uint8_t> mask = mask_of(masks, expected.width, expected.height);
  return mask.empty() ? compare_alike(expected, actual, keep, mask)
                      : compare_alike(masked(expected, mask), masked(actual, mask), keep, mask);
}

std::vector<std::string> broken_limits(const Comparison& comparison, const Tolerance& tolerance) {
  std::vector<std::string> texts;
  const bool has_limit =
      tolerance.max_error || tolerance.max_mean || tolerance.max_flip || tolerance.min_ssim || tolerance.min_psnr;
  if (!has_limit && comparison.differing_pixels > 0) {
    texts.push_back(fmt::format("{} of {} pixels differ, by up to {:.6g} at ({}, {})", comparison.differing_pixels,
                                comparison.pixels, comparison.max_error, comparison.max_error_x,
                                comparison.max_error_y));
  }
  // Written so that NaN breaks every limit.
  if (tolerance.max_error && !(comparison.max_error <= *tolerance.max_error)) {
    texts.push_back(fmt::format("the maximum error is {:.6g} at ({}, {}), above {:.6g}; {} of {} pixels differ",
                                comparison.max_error, comparison.max_error_x, comparison.max_error_y,
                                *tolerance.max_error, comparison.differing_pixels, comparison.pixels));
  }
  if (tolerance.max_mean && !(comparison.mean_error <= *tolerance.max_mean)) {
    texts.push_back(fmt::format("the mean error is {:.6g}, above {:.6g}", comparison.mean_error, *tolerance.max_mean));
  }
  if (tolerance.max_flip && !(comparison.flip_mean <= *tolerance.max_flip)) {
    texts.push_back(fmt::format("the mean of FLIP is {:.6g}, above {:.6g}", comparison.flip_mean, *tolerance.max_flip));
  }
  if (tolerance.min_ssim && !(comparison.ssim >= *tolerance.min_ssim)) {
    texts.push_back(fmt::format("SSIM is {:.6g}, below {:.6g}", comparison.ssim, *tolerance.min_ssim));
  }
  if (tolerance.min_psnr && !(comparison.psnr >= *tolerance.min_psnr)) {
    texts.push_back(fmt::format("PSNR is {:.6g} dB, below {:.6g} dB", comparison.psnr, *tolerance.min_psnr));
  }
  return texts;
}

PairResult compare_pair(const ImagePair& pair, const Tolerance& tolerance, KeepImages keep) {
  const auto start = std::chrono::steady_clock::now();
  PairResult result;
  result.name = pair.name;
  result.parameters = pair.parameters;
  for (const std::optional<Image>* const image : {&pair.expected, &pair.actual}) {
    if (*image && !(*image)->note.empty() && std::ranges::find(result.notes, (*image)->note) == result.notes.end()) {
      result.notes.push_back((*image)->note);
    }
  }
  if (!pair.expected) {
    result.failures.push_back("expected: " + pair.expected_error);
  }
  if (!pair.actual) {
    result.failures.push_back("actual: " + pair.actual_error);
  }
  if (pair.expected && pair.actual) {
    try {
      result.comparison = compare_images(*pair.expected, *pair.actual, keep);
      result.failures = broken_limits(*result.comparison, tolerance);
    } catch (const gpu::InvalidArgument& error) {
      result.failures.emplace_back(error.what());
    }
  }
  if (keep == KeepImages::yes) {
    keep_images(pair, result);
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

void sort_worst_first(std::vector<PairResult>& results) {
  const auto key = [](const PairResult& result) {
    const bool is_compared = result.comparison.has_value();
    return std::tuple(is_compared, result.has_passed(), is_compared ? -result.comparison->flip_mean : 0,
                      is_compared ? -result.comparison->max_error : 0, std::string_view(result.name));
  };
  std::ranges::sort(results, [&](const PairResult& a, const PairResult& b) { return key(a) < key(b); });
}

}  // namespace texelscope::app
