#include "app/compare/measures/compare.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "app/compare/compare_files.h"
#include "app/compare/measures/mask.h"
#include "app/files/file_error.h"
#include "app/images/row_ranges.h"
#include "tests/app/compare/image_pairs.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

Image bytes_image(int width, int height, int channels, const std::vector<int>& values) {
  Image image{width, height, channels, gpu::DataType::uint8, {}};
  for (const int value : values) {
    image.pixels.push_back(static_cast<std::byte>(value));
  }
  return image;
}

template <class Value>
Image typed_image(int width, gpu::DataType type, const std::vector<Value>& values) {
  Image image{width, 1, 1, type, {}};
  image.pixels.resize(values.size() * sizeof(Value));
  std::memcpy(image.pixels.data(), values.data(), image.pixels.size());
  return image;
}

ImagePair pair_of(const Image& expected, const Image& actual) {
  ImagePair pair;
  pair.name = "pair";
  pair.expected = expected;
  pair.actual = actual;
  return pair;
}

TEST(Compare, CountsMeasuresAndLocatesDifferences) {
  const Image expected = bytes_image(3, 2, 1, {0, 10, 20, 30, 40, 50});
  const Image actual = bytes_image(3, 2, 1, {0, 12, 20, 30, 34, 50});
  const Comparison comparison = compare_images(expected, actual, {.measures_all = true, .keeps_flip_map = true});
  EXPECT_EQ(comparison.pixels, 6U);
  EXPECT_EQ(comparison.differing_pixels, 2U);
  EXPECT_EQ(comparison.max_error, 6);
  EXPECT_EQ(comparison.max_error_x, 1);
  EXPECT_EQ(comparison.max_error_y, 1);
  EXPECT_NEAR(comparison.mean_error, 8.0 / 6, 1e-12);
  EXPECT_NEAR(comparison.psnr, 10 * std::log10(255.0 * 255.0 * 6 / 40), 1e-9);
  EXPECT_EQ(comparison.flip_map.size(), 6U);
}

TEST(Compare, LocatesTheFirstOfEqualErrors) {
  // In one row, in two rows of a band, and in two bands.
  for (const std::vector<std::size_t>& places : {std::vector<std::size_t>{33, 35}, {33, 51}, {33, 730}}) {
    std::vector<int> values(20 * 40, 100);
    const Image expected = bytes_image(20, 40, 1, values);
    for (const std::size_t place : places) {
      values[place] = 110;
    }
    values[5] = 109;
    const Comparison comparison = compare_images(expected, bytes_image(20, 40, 1, values));
    EXPECT_EQ(comparison.max_error, 10);
    EXPECT_EQ(comparison.max_error_x, 13) << places[1];
    EXPECT_EQ(comparison.max_error_y, 1) << places[1];
  }
}

TEST(Compare, FindsNoDifferenceBetweenAnImageAndItself) {
  const Image image = tests::formula_pairs()[6].expected;
  const Comparison comparison = compare_images(image, image);
  EXPECT_EQ(comparison.differing_pixels, 0U);
  EXPECT_EQ(comparison.max_error, 0);
  EXPECT_TRUE(std::isinf(comparison.psnr));
  EXPECT_EQ(comparison.ssim, 1);
  EXPECT_EQ(comparison.flip->mean, 0);
  EXPECT_TRUE(broken_limits(comparison, {}).empty());
}

TEST(Compare, ReportsAnErrorOfAnyThread) {
  for (const int failing : {0, 7, 40}) {
    EXPECT_THROW(for_ranges(41, 1,
                            [&](int begin, int) {
                              if (begin == failing) {
                                throw FileError("it fails");
                              }
                            }),
                 FileError)
        << failing;
  }
}

/// The first `width` columns of an image.
Image left_part(const Image& image, int width) {
  Image part{width, image.height, image.channels, image.type, {}};
  const std::size_t texel = static_cast<std::size_t>(image.channels) * gpu::size_bytes(image.type);
  const std::size_t pitch = texel * static_cast<std::size_t>(image.width);
  for (std::size_t row = 0; row < static_cast<std::size_t>(image.height); ++row) {
    const auto first = image.pixels.begin() + static_cast<std::ptrdiff_t>(row * pitch);
    part.pixels.insert(part.pixels.end(), first,
                       first + static_cast<std::ptrdiff_t>(texel * static_cast<std::size_t>(width)));
  }
  return part;
}

TEST(Compare, IgnoresMaskedPixels) {
  for (const tests::FormulaPair& pair : tests::formula_pairs()) {
    const int kept = pair.expected.width / 2;
    if (kept == 0) {
      continue;
    }
    const PixelRectangle right{kept, 0, pair.expected.width, pair.expected.height};
    const std::vector<std::uint8_t> mask = mask_of({&right, 1}, pair.expected.width, pair.expected.height);
    const Comparison rest =
        compare_images(pair.expected, pair.actual, {.measures_all = true, .keeps_flip_map = true, .mask = mask});
    const Comparison part = compare_images(left_part(pair.expected, kept), left_part(pair.actual, kept));
    EXPECT_EQ(rest.pixels, part.pixels) << pair.name;
    EXPECT_EQ(rest.differing_pixels, part.differing_pixels) << pair.name;
    EXPECT_EQ(rest.max_error, part.max_error) << pair.name;
    EXPECT_EQ(rest.max_error_x, part.max_error_x) << pair.name;
    EXPECT_NEAR(rest.mean_error, part.mean_error, 1e-9 * std::max(part.mean_error, 1.0)) << pair.name;
    if (std::isfinite(part.psnr)) {
      EXPECT_NEAR(rest.psnr, part.psnr, 1e-9) << pair.name;
    }
    for (std::size_t i = 0; i < rest.flip_map.size(); ++i) {
      if (i % static_cast<std::size_t>(pair.expected.width) >= static_cast<std::size_t>(kept)) {
        ASSERT_EQ(rest.flip_map[i], std::byte{0}) << pair.name << ", pixel " << i;
      }
    }
  }
}

TEST(Compare, FindsNoDifferenceIfAllDifferingPixelsAreMasked) {
  const Image expected = bytes_image(3, 2, 1, {0, 10, 20, 30, 40, 50});
  const Image actual = bytes_image(3, 2, 1, {0, 12, 20, 30, 34, 50});
  const std::vector<PixelRectangle> masks{{1, -5, 1, 100}, {7, 7, 3, 3}, {0, 0, 0, 9}};
  const std::vector<std::uint8_t> mask = mask_of(masks, 3, 2);
  const Comparison comparison = compare_images(expected, actual, {.measures_all = true, .mask = mask});
  EXPECT_EQ(comparison.pixels, 4U);
  EXPECT_EQ(comparison.differing_pixels, 0U);
  EXPECT_EQ(comparison.ssim, 1);
  const PixelRectangle all{-10, -10, 1000, 1000};
  const std::vector<std::uint8_t> whole = mask_of({&all, 1}, 3, 2);
  EXPECT_EQ(compare_images(expected, actual, {.mask = whole}).pixels, 0U);
}

TEST(Compare, AveragesTheMetricsOfUnmaskedPixels) {
  // Two changed columns 30 apart: too far apart for one filter to include both.
  std::vector<int> values(40 * 12, 100);
  const Image expected = bytes_image(40, 12, 1, values);
  for (std::size_t row = 0; row < 12; ++row) {
    values[row * 40 + 4] = values[row * 40 + 34] = 180;
  }
  const Image actual = bytes_image(40, 12, 1, values);
  const Comparison whole = compare_images(expected, actual, {.measures_all = true});
  const PixelRectangle right{20, 0, 20, 12};
  const std::vector<std::uint8_t> mask = mask_of({&right, 1}, 40, 12);
  const Comparison half = compare_images(expected, actual, {.measures_all = true, .mask = mask});
  EXPECT_NEAR(half.ssim.value(), whole.ssim.value(), 0.02) << "the two halves have the same differences";
  EXPECT_LT(half.ssim.value(), 0.95);
  EXPECT_NEAR(half.flip->mean, whole.flip->mean, 0.1 * whole.flip->mean);
}

/// A value of each pixel, row by row.
using Values = std::vector<double>;

/// SSIM by its definition, window by window: Wang et al. 2004, with windows cut off at the border. The mean is that of
/// the columns from `first_column`.
double reference_ssim(const Values& first, const Values& second, int width, int height, int first_column = 0) {
  double total = 0;
  for (int y = 0; y < height; ++y) {
    for (int x = first_column; x < width; ++x) {
      std::vector<std::pair<double, std::size_t>> window;
      double sum = 0;
      for (int row = std::max(y - 5, 0); row <= std::min(y + 5, height - 1); ++row) {
        for (int column = std::max(x - 5, 0); column <= std::min(x + 5, width - 1); ++column) {
          const double distance = std::hypot(row - y, column - x);
          window.emplace_back(std::exp(-distance * distance / 4.5), static_cast<std::size_t>(row * width + column));
          sum += window.back().first;
        }
      }
      double mean_1 = 0;
      double mean_2 = 0;
      for (const auto& [weight, pixel] : window) {
        mean_1 += weight / sum * first[pixel];
        mean_2 += weight / sum * second[pixel];
      }
      double variances = 0;
      double covariance = 0;
      for (const auto& [weight, pixel] : window) {
        const double one = first[pixel] - mean_1;
        const double other = second[pixel] - mean_2;
        variances += weight / sum * (one * one + other * other);
        covariance += weight / sum * one * other;
      }
      total += (2 * mean_1 * mean_2 + 0.0001) / (mean_1 * mean_1 + mean_2 * mean_2 + 0.0001) *
               (2 * covariance + 0.0009) / (variances + 0.0009);
    }
  }
  return total / ((width - first_column) * height);
}

/// The luma of 8-bit colors over a checkerboard, and their alpha.
std::array<Values, 2> luma_and_alpha(const Image& image) {
  std::array<Values, 2> values;
  const auto channels = static_cast<std::size_t>(image.channels);
  for (std::size_t pixel = 0; pixel < image.pixels.size() / channels; ++pixel) {
    const auto value = [&](std::size_t channel) {
      return std::to_integer<int>(image.pixels[pixel * channels + channel]) / 255.0;
    };
    const std::size_t x = pixel % static_cast<std::size_t>(image.width);
    const std::size_t y = pixel / static_cast<std::size_t>(image.width);
    const double behind = (x / 8 + y / 8) % 2 == 0 ? 0.8 : 0.6;
    const double alpha = channels == 4 ? value(3) : 1;
    values[0].push_back(alpha * (0.299 * value(0) + 0.587 * value(1) + 0.114 * value(2)) + (1 - alpha) * behind);
    values[1].push_back(alpha);
  }
  return values;
}

/// SSIM of the luma and of the alpha.
std::array<double, 2> reference_ssim(const Image& first, const Image& second) {
  const std::array<Values, 2> one = luma_and_alpha(first);
  const std::array<Values, 2> other = luma_and_alpha(second);
  return {reference_ssim(one[0], other[0], first.width, first.height),
          reference_ssim(one[1], other[1], first.width, first.height)};
}

double measured_ssim(const Image& first, const Image& second) {
  return compare_images(first, second, {.measures_all = true}).ssim.value();
}

TEST(Ssim, MatchesItsDefinition) {
  for (const tests::FormulaPair& pair : tests::formula_pairs()) {
    EXPECT_NEAR(measured_ssim(pair.expected, pair.actual), reference_ssim(pair.expected, pair.actual)[0], 1e-6)
        << pair.name;
  }
  // The constants of the formula matter most in the dark.
  const auto dark = [](int seed) {
    return tests::make_image(40, 30, [=](int x, int y) {
      return tests::Rgb{tests::scattered(x, y, seed) / 32, tests::scattered(x, y, seed + 1) / 64, 3};
    });
  };
  EXPECT_NEAR(measured_ssim(dark(1), dark(2)), reference_ssim(dark(1), dark(2))[0], 1e-6);
}

TEST(Ssim, IsThatOfUnmaskedPixels) {
  const auto noise = [](int seed) {
    return tests::make_image(40, 30, [=](int x, int y) {
      const int value = tests::scattered(x, y, seed);
      return tests::Rgb{value, value, value};
    });
  };
  const PixelRectangle left{0, 0, 10, 30};
  const std::vector<std::uint8_t> mask = mask_of({&left, 1}, 40, 30);
  // Masked pixels are white in both images.
  const Values first = luma_and_alpha(masked(noise(1), mask))[0];
  const Values second = luma_and_alpha(masked(noise(2), mask))[0];
  EXPECT_NEAR(compare_images(noise(1), noise(2), {.measures_all = true, .mask = mask}).ssim.value(),
              reference_ssim(first, second, 40, 30, 10), 1e-6);
}

TEST(Ssim, OfFloatsIsThatOfTheirEncodedLight) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto light = [&](std::size_t index, float factor) {
    return index == 200 ? nan : index == 300 ? -1.0F : factor * std::exp2(static_cast<float>(index % 97) / 8 - 6);
  };
  std::array<Image, 2> images;
  std::array<Values, 2> values;
  for (std::size_t number = 0; number < 2; ++number) {
    std::vector<float> samples;
    for (std::size_t index = 0; index < 600; ++index) {
      samples.push_back(light(index, number == 0 ? 1.0F : 1.5F));
      const double one = static_cast<double>(samples.back());
      // sRGB up to 1, and a tenth per stop above; neither NaN nor negative light is seen.
      values[number].push_back(!(one > 0)         ? 0
                               : one > 1          ? 1 + std::log2(one) / 10
                               : one <= 0.0031308 ? 12.92 * one
                                                  : 1.055 * std::pow(one, 1 / 2.4) - 0.055);
    }
    images[number] = typed_image<float>(600, gpu::DataType::float32, samples);
    images[number].width = 30;
    images[number].height = 20;
  }
  EXPECT_NEAR(measured_ssim(images[0], images[1]), reference_ssim(values[0], values[1], 30, 20), 1e-6);
}

/// An image with alpha, from a function that returns its gray and its alpha.
template <class Value>
Image faded_image(const Value& value) {
  std::vector<int> values;
  for (int pixel = 0; pixel < 40 * 30; ++pixel) {
    const auto [gray, alpha] = value(pixel % 40, pixel / 40);
    values.insert(values.end(), {gray, gray, gray, alpha});
  }
  return bytes_image(40, 30, 4, values);
}

TEST(Ssim, ComparesColorsOverACheckerboardAndAlphaSeparately) {
  using GrayAlpha = std::pair<int, int>;
  // Alpha that is invisible over the checkerboard, because the colors are those of the checkerboard.
  const auto hidden = [](int x, int y) {
    return GrayAlpha{(x / 8 + y / 8) % 2 == 0 ? 204 : 153, tests::scattered(x, y, 1)};
  };
  const auto hidden_opaque = [&](int x, int y) { return GrayAlpha{hidden(x, y).first, 255}; };
  // Colors that alpha fades, and colors that differ only where they are invisible.
  const auto faded = [](int x, int y) { return GrayAlpha{tests::scattered(x, y, 2), 60 + x * 2}; };
  const auto other_faded = [](int x, int y) { return GrayAlpha{tests::scattered(x, y, 3), 60 + x * 2}; };
  const auto invisible = [](int x, int y) { return GrayAlpha{tests::scattered(x, y, 4), 0}; };
  const auto other_invisible = [](int x, int y) { return GrayAlpha{tests::scattered(x, y, 5), 0}; };

  const std::array<double, 2> by_alpha = reference_ssim(faded_image(hidden), faded_image(hidden_opaque));
  EXPECT_GT(by_alpha[0], 0.99);
  EXPECT_LT(by_alpha[1], 0.9);
  EXPECT_NEAR(measured_ssim(faded_image(hidden), faded_image(hidden_opaque)), by_alpha[1], 1e-6);
  const std::array<double, 2> by_color = reference_ssim(faded_image(faded), faded_image(other_faded));
  EXPECT_LT(by_color[0], 0.9);
  EXPECT_NEAR(by_color[1], 1, 1e-9);
  EXPECT_NEAR(measured_ssim(faded_image(faded), faded_image(other_faded)), by_color[0], 1e-6);
  EXPECT_NEAR(measured_ssim(faded_image(invisible), faded_image(other_invisible)), 1, 1e-9);
}

TEST(Compare, MeasuresInTheStepsOfTheType) {
  const Comparison wide = compare_images(typed_image<std::uint16_t>(2, gpu::DataType::uint16, {100, 65535}),
                                         typed_image<std::uint16_t>(2, gpu::DataType::uint16, {1100, 65535}));
  EXPECT_EQ(wide.max_error, 1000);
  EXPECT_NEAR(wide.psnr, 10 * std::log10(65535.0 * 65535.0 * 2 / 1e6), 1e-9);
  const Comparison real = compare_images(typed_image<float>(2, gpu::DataType::float32, {0.5F, 3.0F}),
                                         typed_image<float>(2, gpu::DataType::float32, {0.5F, 3.25F}));
  EXPECT_EQ(real.max_error, 0.25);
}

TEST(Compare, TreatsTwoNansAsEqualAndOneAsInfinitelyFar) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Image with_nan = typed_image<float>(2, gpu::DataType::float32, {nan, 1.0F});
  const Image without = typed_image<float>(2, gpu::DataType::float32, {0.0F, 1.0F});
  EXPECT_EQ(compare_images(with_nan, with_nan).differing_pixels, 0U);
  const Comparison comparison = compare_images(with_nan, without);
  EXPECT_EQ(comparison.differing_pixels, 1U);
  EXPECT_TRUE(std::isinf(comparison.max_error));
  Limits wide;
  wide.max_error = 1e30;
  EXPECT_FALSE(broken_limits(comparison, wide).empty());
  // Negative zero has a different bit pattern, but counts as equal.
  const Comparison zeros = compare_images(typed_image<float>(1, gpu::DataType::float32, {0.0F}),
                                          typed_image<float>(1, gpu::DataType::float32, {-0.0F}));
  EXPECT_EQ(zeros.differing_pixels, 1U);
  EXPECT_EQ(zeros.max_error, 0);
}

TEST(Compare, FailsForALostNumberThatADisplayShowsAsBlack) {
  std::vector<float> values(32 * 32, 0.0F);
  const Image black = typed_image<float>(32, gpu::DataType::float32, values);
  values[7] = std::numeric_limits<float>::quiet_NaN();
  const Image lost = typed_image<float>(32, gpu::DataType::float32, values);
  const auto count = [](const Image& expected, const Image& actual, const Limits& limits) {
    return broken_limits(compare_images(expected, actual, {.limits = limits}), limits).size();
  };
  for (const Limits& limits :
       {Limits{.max_flip = 0.5}, Limits{.max_flip_95 = 0.5}, Limits{.max_flip_99 = 0.5}, Limits{.max_flip_peak = 0.5},
        Limits{.min_ssim = 0.5}, Limits{.max_contrast_change = 0.5}}) {
    EXPECT_EQ(count(black, black, limits) + count(lost, lost, limits), 0U);
    EXPECT_EQ(count(black, lost, limits), 1U);
    EXPECT_EQ(count(lost, black, limits), 1U);
  }
}

TEST(Compare, TreatsGrayAsColorAndAMissingAlphaAsOpaque) {
  const Image gray = bytes_image(2, 1, 1, {7, 200});
  EXPECT_EQ(compare_images(gray, bytes_image(2, 1, 4, {7, 7, 7, 255, 200, 200, 200, 255})).differing_pixels, 0U);
  EXPECT_EQ(compare_images(gray, bytes_image(2, 1, 4, {7, 7, 7, 255, 200, 200, 200, 254})).differing_pixels, 1U);
  EXPECT_EQ(compare_images(gray, bytes_image(2, 1, 3, {7, 7, 7, 200, 201, 200})).max_error, 1);
}

TEST(Compare, IgnoresAlphaThatNeitherImageHas) {
  const Image color = bytes_image(2, 1, 3, {11, 11, 11, 204, 204, 204});
  const Comparison with_gray = compare_images(bytes_image(2, 1, 1, {7, 200}), color);
  const Comparison with_color = compare_images(bytes_image(2, 1, 3, {7, 7, 7, 200, 200, 200}), color);
  EXPECT_EQ(with_gray.mean_error, 4);
  EXPECT_EQ(with_color.mean_error, 4);
  EXPECT_EQ(with_gray.psnr, with_color.psnr);
}

TEST(Compare, ComparesEightWithSixteenBitsInSixteen) {
  const Image bytes = bytes_image(2, 1, 1, {0, 200});
  const Image same = typed_image<std::uint16_t>(2, gpu::DataType::uint16, {0, 200 * 257});
  EXPECT_EQ(compare_images(bytes, same).differing_pixels, 0U);
  const Comparison other = compare_images(typed_image<std::uint16_t>(2, gpu::DataType::uint16, {3, 200 * 257}), bytes);
  EXPECT_EQ(other.max_error, 3);
  EXPECT_EQ(other.type, gpu::DataType::uint16);
}

TEST(Compare, RejectsDifferentSizesOrTypes) {
  EXPECT_THROW((void)compare_images(bytes_image(2, 1, 1, {1, 2}), bytes_image(1, 2, 1, {1, 2})), gpu::InvalidArgument);
  const Image linear = typed_image<float>(2, gpu::DataType::float32, {0, 1});
  EXPECT_THROW((void)compare_images(bytes_image(2, 1, 1, {1, 2}), linear), gpu::InvalidArgument);
  const PairResult result =
      compare_pair(pair_of(bytes_image(2, 1, 1, {1, 2}), bytes_image(1, 1, 1, {1})), {}, KeepImages::yes);
  EXPECT_FALSE(result.has_passed());
  EXPECT_FALSE(result.comparison.has_value());
  EXPECT_NE(result.failures.front().find("actual is 1x1, expected 2x1"), std::string::npos) << result.failures.front();
  ASSERT_EQ(result.pictures.size(), 3U);
  EXPECT_EQ(result.pictures[1].kind + result.pictures[2].kind, "actualplace");
}

TEST(Compare, ComparesAPartOfOneFileWithAnotherFile) {
  const std::filesystem::path folder = TEXELSCOPE_PICTURES_FROM_ELSEWHERE;
  const ImagePair pair = load_pair({"page", folder / "pages.tif", folder / "gray_uint8.tif"}, {.part = "2"});
  ASSERT_TRUE(pair.expected) << pair.expected_error;
  EXPECT_EQ(pair.expected->width, 2);
  EXPECT_TRUE(pair.actual) << pair.actual_error;
}

TEST(Compare, AppliesEveryLimitThatIsSetAndNoOther) {
  Comparison comparison;
  comparison.pixels = 100;
  comparison.differing_pixels = 1;
  comparison.max_error = 4;
  comparison.mean_error = 0.5;
  comparison.psnr = 30;
  comparison.ssim = 0.9;
  comparison.flip = {.mean = 0.1, .percentile_95 = 0.2, .percentile_99 = 0.3, .max = 0.4};
  const Limits at{.max_mean = 0.5,
                  .max_flip = 0.1,
                  .max_flip_95 = 0.2,
                  .max_flip_99 = 0.3,
                  .max_flip_peak = 0.4,
                  .min_ssim = 0.9,
                  .min_psnr = 30};
  EXPECT_TRUE(broken_limits(comparison, at).empty());
  for (const LimitDeclaration& limit : limit_declarations()) {
    Limits beyond;
    if (at.*limit.member) {
      beyond.*limit.member = *(at.*limit.member) + (limit.name[1] == 'a' ? -0.01 : 0.01);
      EXPECT_EQ(broken_limits(comparison, beyond).size(), 1U) << limit.name;
    }
  }
  EXPECT_TRUE(broken_limits(comparison, {.min_ssim = 0.5}).empty()) << "no limit applies to pixels";
  comparison.mean_error = comparison.psnr = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(broken_limits(comparison, {.max_mean = 1e9}).size(), 1U);
  EXPECT_EQ(broken_limits(comparison, {.min_psnr = 0}).size(), 1U);
}

TEST(Compare, AllowsANumberOrPercentageOfFailingPixels) {
  Comparison comparison;
  comparison.pixels = 200;
  comparison.differing_pixels = 9;
  comparison.failing_pixels = 2;
  comparison.clusters = {{4, 5, 2, 1, 2, 7}};
  comparison.cluster_count = 1;
  EXPECT_EQ(broken_limits(comparison, {}).size(), 1U);
  EXPECT_TRUE(broken_limits(comparison, {.max_differing = parse_pixel_amount("2")}).empty());
  EXPECT_EQ(broken_limits(comparison, {.max_differing = parse_pixel_amount("1")}).size(), 1U);
  EXPECT_TRUE(broken_limits(comparison, {.max_differing = parse_pixel_amount("1%")}).empty());
  EXPECT_TRUE(parse_pixel_amount("100%").is_percent);
  EXPECT_EQ(broken_limits(comparison, {.max_differing = parse_pixel_amount("0.9%")}).size(), 1U);
  EXPECT_TRUE(broken_limits(comparison, {.max_cluster = 2}).empty());
  const std::vector<std::string> texts = broken_limits(comparison, {.max_error = 3, .max_cluster = 1});
  ASSERT_EQ(texts.size(), 1U);
  EXPECT_EQ(texts[0], "the largest cluster is 2 pixels in 2x1 at (4, 5), above 1");
  for (const char* const text : {"", "%", "-1", "101%", "1.5", "x", "1 %", "nan", "inf%"}) {
    EXPECT_THROW((void)parse_pixel_amount(text), gpu::InvalidArgument) << text;
  }
}

TEST(Compare, SortsIncomparablePairsFirstAndPassingOnesLast) {
  const auto result = [](const char* name, std::optional<double> flip, bool has_failed) {
    PairResult made;
    made.name = name;
    if (flip) {
      made.comparison.emplace().max_error = *flip;
    }
    if (has_failed) {
      made.failures = {"reason"};
    }
    return made;
  };
  std::vector<PairResult> results = {result("same", 0.0, false), result("far", 0.4, true),      result("b", {}, true),
                                     result("near", 0.1, true),  result("allowed", 0.2, false), result("a", {}, true)};
  sort_worst_first(results);
  std::string names;
  for (const PairResult& each : results) {
    names += each.name + " ";
  }
  EXPECT_EQ(names, "a b far near allowed same ");
}

}  // namespace
}  // namespace texelscope::app
