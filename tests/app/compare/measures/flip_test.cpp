#include "app/compare/measures/flip.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "app/compare/measures/measures.h"
#include "tests/app/compare/image_pairs.h"

namespace texelscope::app {
namespace {

struct PixelValue {
  std::size_t pixel;
  float flip;
};

/// The results of the authors' public implementation (FLIP 1.7 on the CPU, 67.02 pixels per degree) for
/// formula_pairs().
struct AuthorsValues {
  double mean;
  std::vector<PixelValue> pixels;
};

const std::vector<AuthorsValues>& authors_values() {
  static const std::vector<AuthorsValues> values = {
      {0.965349019, {{0, 0.965349F}}},
      {0.26404217, {{0, 0.1179989F}, {11, 0.312636F}, {19, 0.2434435F}, {24, 0.395534F}, {34, 0.1889514F}}},
      {0.967388332, {{0, 0.9673883F}, {341, 0.9673883F}, {522, 0.9673883F}, {688, 0.9673883F}, {1023, 0.9673883F}}},
      {0.463408303, {{0, 0.6680201F}, {2048, 0.3254748F}, {3104, 0.3527466F}, {4115, 0.6801562F}, {6143, 0.8922575F}}},
      {0.0161522258,
       {{0, 0.01467532F}, {1024, 0.008043068F}, {1557, 0.0160989F}, {2060, 0.002467271F}, {3071, 0.02739263F}}},
      {0.287839501, {{0, 0.05123316F}, {955, 0.2647679F}, {1453, 0.2647676F}, {1923, 0.2647679F}, {2866, 0.3846193F}}},
      {0.0790735388,
       {{0, 0.1775322F}, {3200, 0.02773483F}, {4840, 0.08369716F}, {6424, 0.04160001F}, {9599, 0.2127487F}}},
      {0.0751759476,
       {{0, 0.1074005F}, {3200, 0.03453925F}, {4840, 0.02807811F}, {6424, 0.03903241F}, {9599, 0.02312316F}}},
      {0.249233519, {{0, 0.4276552F}, {3200, 0.1410741F}, {4840, 0.119827F}, {6424, 0.1165506F}, {9599, 0.1475827F}}},
      {0.0610725885, {{0, 0.0F}, {3200, 0.0F}, {4840, 0.005406166F}, {6424, 0.004451436F}, {9599, 0.0F}}},
  };
  return values;
}

/// The FLIP values, with every pixel treated as different, and the largest value scaled to 1.
std::vector<float> flip_of(const Image& expected, const Image& actual,
                           float pixels_per_degree = usual_pixels_per_degree) {
  CellGrid grid(expected.width, expected.height);
  for (int row = 0; row < grid.rows(); ++row) {
    for (int column = 0; column < grid.columns(); ++column) {
      grid.at(column, row).differing = 1;
    }
  }
  std::vector<float> values;
  for (const std::uint16_t value : flip_map(expected, actual, grid, pixels_per_degree)) {
    values.push_back(static_cast<float>(value) / 65535);
  }
  return values;
}

double mean_of(const std::vector<float>& values) {
  double sum = 0;
  for (const float value : values) {
    sum += static_cast<double>(value);
  }
  return sum / static_cast<double>(values.size());
}

TEST(Flip, MatchesTheAuthorsImplementation) {
  const std::vector<tests::FormulaPair> pairs = tests::formula_pairs();
  ASSERT_EQ(pairs.size(), authors_values().size());
  for (std::size_t index = 0; index < pairs.size(); ++index) {
    const std::vector<float> map = flip_of(pairs[index].expected, pairs[index].actual);
    EXPECT_NEAR(mean_of(map), authors_values()[index].mean, 4e-5 * authors_values()[index].mean) << pairs[index].name;
    for (const PixelValue& value : authors_values()[index].pixels) {
      EXPECT_NEAR(map.at(value.pixel), value.flip, 1e-4) << pairs[index].name << ", pixel " << value.pixel;
    }
  }
}

TEST(Flip, DoesNotDependOnItsBands) {
  constexpr int width = 40;
  const auto picture = [](int first_row, int rows, int seed) {
    return tests::make_image(width, rows, [=](int x, int y) {
      return tests::Rgb{tests::scattered(x, y + first_row, seed), tests::scattered(x, y + first_row, seed + 1), x};
    });
  };
  constexpr int first = 50;
  constexpr int rows = 110;
  constexpr int reach = 12;
  const std::vector<float> whole = flip_of(picture(0, 200, 1), picture(0, 200, 4));
  const std::vector<float> part = flip_of(picture(first, rows, 1), picture(first, rows, 4));
  for (int pixel = reach * width; pixel < (rows - reach) * width; ++pixel) {
    ASSERT_EQ(part[static_cast<std::size_t>(pixel)], whole[static_cast<std::size_t>(first * width + pixel)]) << pixel;
  }
}

TEST(Flip, UsesTheDensityOfTheDisplay) {
  // The values are those of the authors' implementation at 30 pixels per degree.
  const tests::FormulaPair noise = tests::formula_pairs()[6];
  const std::vector<float> map = flip_of(noise.expected, noise.actual, 30);
  EXPECT_NEAR(mean_of(map), 0.160266508, 3e-5);
  EXPECT_NEAR(map[0], 0.23967193F, 1e-4);
  EXPECT_NEAR(map[4840], 0.13714522F, 1e-4);
}

/// An image with light from 2⁻³ to 2⁷, computed by a formula. If `is_changed`, a square and one pixel differ.
Image bright_picture(bool is_changed) {
  Image image{40, 30, 3, gpu::DataType::float32, {}};
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      const float light = std::exp2(static_cast<float>(x - 12) / 4);
      std::array<float, 3> color{light * (0.5F + 0.02F * static_cast<float>(y)), light * 0.25F,
                                 light * (0.75F - 0.01F * static_cast<float>(x))};
      if (is_changed && x >= 14 && x < 22 && y >= 8 && y < 16) {
        color[0] *= 1.5F;
        color[2] *= 0.5F;
      }
      if (is_changed && x == 36 && y == 25) {
        color[1] *= 4;
      }
      const auto* const bytes = reinterpret_cast<const std::byte*>(color.data());
      image.pixels.insert(image.pixels.end(), bytes, bytes + sizeof(color));
    }
  }
  return image;
}

TEST(Flip, OfHighDynamicRangeMatchesTheAuthorsImplementation) {
  // The values are those of FLIP 1.7 with the exposures that it computes.
  const std::vector<double> exposures = flip_exposures(bright_picture(false));
  ASSERT_EQ(exposures.size(), 6U);
  EXPECT_NEAR(exposures.front(), -4.463799, 1e-5);
  EXPECT_NEAR(exposures.back(), 0.5791386, 1e-5);
  const std::vector<float> map = flip_of(bright_picture(false), bright_picture(true));
  EXPECT_NEAR(mean_of(map), 0.039784149, 3e-5);
  const std::vector<PixelValue> values{{0, 0.0F},          {415, 0.3324581F}, {420, 0.303045F}, {504, 0.1161281F},
                                       {530, 0.08160613F}, {1036, 0.193169F}, {1000, 0.0F},     {1199, 0.00955655F}};
  for (const PixelValue& value : values) {
    EXPECT_NEAR(map.at(value.pixel), value.flip, 1e-4) << "pixel " << value.pixel;
  }
}

TEST(Flip, ComparesTheAlphaOfEitherImage) {
  // Colors equal to the checkerboard hide their alpha.
  const auto image = [](int channels) {
    Image one{16, 16, channels, gpu::DataType::uint8, {}};
    for (int pixel = 0; pixel < 16 * 16; ++pixel) {
      const bool is_bright = (pixel % 16 / 8 + pixel / 16 / 8) % 2 == 0;
      // The sRGB values of 0.6 and 0.3.
      for (int channel = 0; channel < 3; ++channel) {
        one.pixels.push_back(static_cast<std::byte>(is_bright ? 203 : 149));
      }
      if (channels == 4) {
        one.pixels.push_back(std::byte{0});
      }
    }
    return one;
  };
  EXPECT_GT(mean_of(flip_of(image(3), image(4))), 0.5);
  EXPECT_GT(mean_of(flip_of(image(4), image(3))), 0.5);
}

TEST(Flip, SummarizesAMapByMeanWeightedMedianAndHighestValues) {
  // The sum is 160; the values up to 40 contribute 60.
  const std::vector<std::uint16_t> few{50, 0, 20, 0, 40, 50};
  const FlipSummary summary = summarize_flip(few, {});
  EXPECT_NEAR(summary.mean, 160.0 / 6 / 65535, 1e-12);
  EXPECT_EQ(summary.weighted_median, 50.0 / 65535);
  EXPECT_EQ(summary.max, 50.0 / 65535);
  EXPECT_EQ(summarize_flip(std::vector<std::uint16_t>(100), {}).weighted_median, 0);
  std::vector<std::uint16_t> ramp(101);
  for (std::size_t index = 0; index < ramp.size(); ++index) {
    ramp[index] = static_cast<std::uint16_t>(index);
  }
  EXPECT_EQ(summarize_flip(ramp, {}).percentile_95, 95.0 / 65535);
  EXPECT_EQ(summarize_flip(ramp, {}).percentile_99, 99.0 / 65535);
  // The largest value of which at most this part of the others is smaller.
  ramp.pop_back();
  EXPECT_EQ(summarize_flip(ramp, {}).percentile_95, 94.0 / 65535);
  EXPECT_EQ(summarize_flip(ramp, {}).percentile_99, 98.0 / 65535);
  ramp.resize(2);
  EXPECT_EQ(summarize_flip(ramp, {}).percentile_99, 0);
  const std::vector<std::uint8_t> mask{1, 0, 0, 0, 0, 1};
  EXPECT_EQ(summarize_flip(few, mask).max, 40.0 / 65535);
}

TEST(Flip, IsZeroFarFromEveryDifferenceAndUnchangedNearThem) {
  const auto ground = [](int x, int y) { return tests::Rgb{tests::scattered(x, y, 1), tests::scattered(x, y, 2), y}; };
  const Image expected = tests::make_image(300, 220, ground);
  const Image actual = tests::make_image(300, 220, [&](int x, int y) {
    const bool is_changed = (x == 20 && y == 100) || (x == 290 && y == 3) || (x > 120 && x < 140 && y > 150 && y < 170);
    return is_changed ? tests::Rgb{255, 0, 255} : ground(x, y);
  });
  CellGrid grid(300, 220);
  Comparison comparison;
  comparison.pixels = 300 * 220;
  measure_pixel_errors(expected, actual, {}, grid, comparison);
  const std::vector<float> whole = flip_of(expected, actual);
  const std::vector<std::uint16_t> near = flip_map(expected, actual, grid);
  for (std::size_t pixel = 0; pixel < whole.size(); ++pixel) {
    ASSERT_EQ(static_cast<float>(near[pixel]) / 65535, whole[pixel]) << pixel;
  }
}

}  // namespace
}  // namespace texelscope::app
