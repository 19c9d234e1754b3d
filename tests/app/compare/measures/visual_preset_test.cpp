#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "app/compare/measures/antialiasing.h"
#include "app/compare/measures/color_difference.h"
#include "app/compare/measures/compare.h"
#include "app/images/image_convert.h"
#include "tests/app/compare/image_pairs.h"

namespace texelscope::app {
namespace {

const Limits& visual() { return limits_of_preset("visual"); }

std::vector<std::string> failures_by(const Limits& limits, const Image& expected, const Image& actual) {
  return broken_limits(compare_images(expected, actual, {.limits = limits}), limits);
}

/// The fraction of a pixel that is to the right of a slanted edge.
double coverage(int x, int y, double edge) { return std::clamp(x + 1 - edge - 0.2 * y, 0.0, 1.0); }

Image leaning_edge(double edge) {
  return tests::make_image(64, 64, [=](int x, int y) {
    const int value = static_cast<int>(std::lround(30 + 200 * coverage(x, y, edge)));
    return tests::Rgb{value, value, value / 2};
  });
}

TEST(VisualPreset, PassesAnEdgeMovedByAnEighthOfAPixelAndFailsOneMovedByAWhole) {
  EXPECT_TRUE(failures_by(visual(), leaning_edge(20), leaning_edge(20.125)).empty());
  EXPECT_FALSE(failures_by(visual(), leaning_edge(20), leaning_edge(21)).empty());
  EXPECT_FALSE(failures_by({}, leaning_edge(20), leaning_edge(20.125)).empty()) << "exact";
}

/// A dark rectangle on white with left and right edges at fractions of a pixel.
Image rectangle_at(double left, double right) {
  return tests::make_image(96, 96, [=](int x, int y) {
    const double covered = std::clamp(x + 1 - left, 0.0, 1.0) - std::clamp(x + 1 - right, 0.0, 1.0);
    const int value = y < 16 || y >= 80 ? 255 : static_cast<int>(std::lround(255 - 255 * covered));
    return tests::Rgb{value, value, value};
  });
}

TEST(VisualPreset, PassesStraightEdgesMovedByAnEighthOfAPixelWhereverTheyAre) {
  for (int left = 10; left < 26; ++left) {
    const Image expected = rectangle_at(left, left + 45);
    EXPECT_TRUE(failures_by(visual(), expected, rectangle_at(left + 0.125, left + 45.125)).empty()) << left;
    EXPECT_FALSE(failures_by(visual(), expected, rectangle_at(left + 1, left + 46)).empty()) << left;
  }
}

TEST(VisualPreset, PassesNoiseAndFailsAShadowThatIsFainter) {
  const auto ground = [](int x, int y) { return tests::Rgb{100 + x / 4, 120, 140 - y / 4}; };
  const auto noisy = [&](int x, int y) {
    tests::Rgb color = ground(x, y);
    for (std::size_t channel = 0; channel < 3; ++channel) {
      color[channel] += tests::scattered(x, y, static_cast<int>(channel)) % 5 - 2;
    }
    return color;
  };
  const auto shadowed = [&](int x, int y) {
    tests::Rgb color = ground(x, y);
    const bool is_in_shadow = x >= 20 && x < 50 && y >= 30 && y < 44;
    for (int& channel : color) {
      channel -= is_in_shadow ? 4 : 0;
    }
    return color;
  };
  const Image expected = tests::make_image(96, 64, ground);
  EXPECT_TRUE(failures_by(visual(), expected, tests::make_image(96, 64, noisy)).empty());
  EXPECT_FALSE(failures_by(visual(), expected, tests::make_image(96, 64, shadowed)).empty());
}

TEST(VisualPreset, FailsAWrongPixelAFaintLineAndBlur) {
  const auto ground = [](int x, int y) {
    const int value = 100 + ((x + y) % 2) * 30 + tests::scattered(x, y, 5) / 8;
    return x < 64 ? tests::Rgb{90, 90, 90} : tests::Rgb{value, value, value};
  };
  const Image expected = tests::make_image(128, 64, ground);
  const auto changed = [&](auto change) {
    return tests::make_image(128, 64, [&](int x, int y) {
      tests::Rgb color = ground(x, y);
      change(x, y, color);
      return color;
    });
  };
  EXPECT_TRUE(failures_by(visual(), expected, expected).empty());
  const Image pixel = changed([](int x, int y, tests::Rgb& color) {
    if (x == 20 && y == 20) {
      color = {255, 0, 0};
    }
  });
  const std::vector<std::string> texts = failures_by(visual(), expected, pixel);
  ASSERT_EQ(texts.size(), 1U);
  EXPECT_NE(texts[0].find("by a shape above 10; in one cluster: 1 pixel in 1x1 at (20, 20)"), std::string::npos)
      << texts[0];
  const Image line = changed([](int, int y, tests::Rgb& color) { color[1] += y == 31 ? 9 : 0; });
  EXPECT_FALSE(failures_by(visual(), expected, line).empty());
  const Image blurred = changed([&](int x, int y, tests::Rgb& color) {
    if (x > 70 && x < 120 && y > 8 && y < 56) {
      for (std::size_t channel = 0; channel < 3; ++channel) {
        color[channel] = (ground(x, y)[channel] + ground(x + 1, y)[channel] + ground(x, y + 1)[channel] +
                          ground(x + 1, y + 1)[channel]) /
                         4;
      }
    }
  });
  EXPECT_FALSE(failures_by({.max_contrast_change = 0.2}, expected, blurred).empty());
}

Image gray_image(int width, int height, int green) {
  return tests::make_image(width, height, [=](int, int) { return tests::Rgb{128, green, 128}; });
}

TEST(VisualPreset, PassesAFlatAreaTwoStepsOffWhateverItsFormat) {
  EXPECT_TRUE(failures_by(visual(), gray_image(64, 64, 128), gray_image(64, 64, 129)).empty());
  EXPECT_TRUE(failures_by(visual(), gray_image(64, 64, 128), gray_image(64, 64, 130)).empty());
  EXPECT_FALSE(failures_by(visual(), gray_image(64, 64, 128), gray_image(64, 64, 131)).empty());
  // The coarser format decides.
  EXPECT_TRUE(failures_by(visual(), with_16_bits(gray_image(64, 64, 128)), gray_image(64, 64, 130)).empty());
  EXPECT_FALSE(
      failures_by(visual(), with_16_bits(gray_image(64, 64, 128)), with_16_bits(gray_image(64, 64, 130))).empty());
}

/// Black marks on white: a stem, and a point of 2 × 2 pixels, of which the pixel below has this value.
Image mark(int below) {
  return tests::make_image(64, 64, [=](int x, int y) {
    const bool is_stem = x == 20 && y >= 20 && y < 30;
    const bool is_point = (x == 24 || x == 25) && (y == 28 || y == 29);
    const int value = is_stem || is_point ? 0 : x == 24 && y == 30 ? below : 255;
    return tests::Rgb{value, value, value};
  });
}

TEST(Shapes, AreConnectedPixelsThatNoMovedEdgeExplains) {
  // Half of the contrast is an edge that moved by half a pixel; more is the tail of a comma.
  EXPECT_TRUE(failures_by(visual(), mark(255), mark(128)).empty());
  const Comparison comma = compare_images(mark(255), mark(90), {.limits = visual()});
  EXPECT_EQ(comma.failing_by_limit.shape, 1U);
  ASSERT_EQ(comma.clusters.size(), 1U);
  EXPECT_EQ(bounds_of(comma.clusters[0]), (PixelRectangle{24, 30, 1, 1}));
  EXPECT_EQ(comma.clusters[0].max_error, 165);
  EXPECT_EQ(compare_images(mark(90), mark(255), {.limits = visual()}).failing_by_limit.shape, 1U);
}

TEST(Shapes, CountInProportionIfLessThanAnEighthOfAPixelIsUnexplained) {
  const auto light = [](int value) { return std::pow((value / 255.0 + 0.055) / 1.055, 2.4); };
  for (const int below : {120, 100}) {
    // The edge of the point explains values down to 127.5.
    const double unexplained = (127.5 - below) / (255 - below);
    const double counted =
        std::min(1.0, 8 * unexplained) *
        color_difference(std::array{1.0, 1.0, 1.0}, std::array{light(below), light(below), light(below)});
    const auto failing = [&](double limit) {
      return compare_images(mark(255), mark(below), {.limits = {.max_shape_difference = limit}}).failing_by_limit.shape;
    };
    EXPECT_EQ(failing(counted * 1.001), 0U) << below;
    EXPECT_EQ(failing(counted * 0.999), 1U) << below;
  }
}

TEST(Shapes, AddUpTheirColorDifferences) {
  const auto square = [](int size) {
    return tests::make_image(64, 64, [=](int x, int y) {
      const int value = x >= 30 && x < 30 + size && y >= 30 && y < 30 + size ? 150 : 128;
      return tests::Rgb{value, value, value};
    });
  };
  const double light = std::pow((128 / 255.0 + 0.055) / 1.055, 2.4);
  const double other = std::pow((150 / 255.0 + 0.055) / 1.055, 2.4);
  const double each = color_difference(std::array{light, light, light}, std::array{other, other, other});
  const auto failing = [&](double limit) {
    return compare_images(square(0), square(2), {.limits = {.max_shape_difference = limit}}).failing_by_limit.shape;
  };
  EXPECT_EQ(failing(4 * each * 1.001), 0U);
  EXPECT_EQ(failing(4 * each * 0.999), 4U);
}

/// Leaning stripes whose edges are at these fractions of a pixel, with a spot of this size that no edge explains.
Image stripes(double edge, int spot) {
  return tests::make_image(64, 64, [=](int x, int y) {
    const bool is_in_spot = y == 32 && x >= 32 && x < 32 + spot;
    const double covered = coverage(x % 8, y % 20, edge);
    const int value = is_in_spot ? 255 : static_cast<int>(std::lround(40 + 60 * covered));
    return tests::Rgb{value, value, value};
  });
}

TEST(Shapes, MayBeSliversAmongManyMovedEdges) {
  const Limits limits{.max_shape_difference = 10};
  EXPECT_FALSE(failures_by(limits, stripes(2, 0), stripes(2, 1)).empty());
  EXPECT_TRUE(failures_by(limits, stripes(2, 0), stripes(2.4, 0)).empty());
  EXPECT_TRUE(failures_by(limits, stripes(2, 0), stripes(2.4, 1)).empty());
  EXPECT_FALSE(failures_by(limits, stripes(2, 0), stripes(2.4, 6)).empty()) << "beyond 13 times the limit";
}

TEST(Regions, FailWithAllTheirDifferingPixelsIfTheirBlocksFail) {
  const auto frame = [](int amount) {
    return tests::make_image(600, 150, [=](int x, int y) {
      const int value = 100 + amount * (tests::scattered(x, y, 3) % 2 == 0 ? 1 : -1);
      return x < 512 || y < 64 ? tests::Rgb{value, value, value} : tests::Rgb{100, 100, 100};
    });
  };
  const Comparison comparison = compare_images(frame(0), frame(60), {.limits = visual()});
  EXPECT_EQ(comparison.differing_pixels, 512U * 150 + 88 * 64);
  EXPECT_EQ(comparison.failing_pixels, comparison.differing_pixels);
}

TEST(Areas, IncludeFaintLinesInBothDirections) {
  const auto gray = [](int width, int height, int line_x, int line_y) {
    return tests::make_image(width, height, [=](int x, int y) {
      const int value = x == line_x || y == line_y ? 104 : 100;
      return tests::Rgb{value, value, value};
    });
  };
  // Also in images that are one cell wide or high.
  for (const auto& [width, height] : {std::pair(64, 48), {64, 8}, {8, 64}, {5, 3}}) {
    const auto failing = [](const Image& expected, const Image& actual) {
      return compare_images(expected, actual, {.limits = {.max_line_difference = 1}}).failing_by_limit.line;
    };
    const Image expected = gray(width, height, -1, -1);
    EXPECT_EQ(failing(expected, gray(width, height, 4, -1)), static_cast<std::uint64_t>(height));
    EXPECT_EQ(failing(expected, gray(width, height, -1, 2)), static_cast<std::uint64_t>(width));
  }
}

TEST(Areas, HaveLinesOfTwoCellsAtTheBorder) {
  const auto failing = [](int first_column, int first_row) {
    const auto changed = [=](int value) {
      return tests::make_image(36, 36, [=](int x, int y) {
        return x >= first_column && y >= first_row ? tests::Rgb{value, value, value} : tests::Rgb{100, 100, 100};
      });
    };
    return compare_images(changed(100), changed(120), {.limits = {.max_line_difference = 2.5}}).failing_pixels;
  };
  EXPECT_EQ(failing(32, 32), 0U) << "4 pixels of 12 do not make a line";
  EXPECT_EQ(failing(0, 35), 36U);
}

TEST(Areas, CoverImagesOfOneCell) {
  const auto gray = [](int width, int height, int value) {
    return tests::make_image(width, height, [=](int, int) { return tests::Rgb{value, value, value}; });
  };
  for (const auto& [width, height] : {std::pair(8, 8), {8, 64}, {64, 8}, {3, 5}, {17, 9}}) {
    const Comparison comparison =
        compare_images(gray(width, height, 100), gray(width, height, 104), {.limits = {.max_area_difference = 1}});
    EXPECT_EQ(comparison.failing_by_limit.area, static_cast<std::uint64_t>(width * height)) << width << ", " << height;
  }
}

TEST(Areas, IncludeTheUnchangedCellsAroundAChange) {
  // A quarter of an area changes: its mean changes by a quarter of the light.
  const auto square = [](int left, int top, int value) {
    return tests::make_image(40, 40, [=](int x, int y) {
      const bool is_inside = x >= left && x < left + 8 && y >= top && y < top + 8;
      return is_inside ? tests::Rgb{value, value, value} : tests::Rgb{100, 100, 100};
    });
  };
  const double before = std::pow((100 / 255.0 + 0.055) / 1.055, 2.4);
  const double after = before * 3 / 4 + std::pow((130 / 255.0 + 0.055) / 1.055, 2.4) / 4;
  const double difference = color_difference(std::array{before, before, before}, std::array{after, after, after});
  for (const int left : {0, 16, 32}) {
    for (const int top : {0, 16, 32}) {
      const auto failing = [&](double limit) {
        return compare_images(square(left, top, 100), square(left, top, 130),
                              {.limits = {.max_area_difference = limit}})
            .failing_by_limit.area;
      };
      EXPECT_EQ(failing(difference * 0.99), 64U) << left << ", " << top;
      EXPECT_EQ(failing(difference * 1.01), 0U) << left << ", " << top;
    }
  }
}

/// Compares 16 × 16 pixels in black and white columns with a copy in which these numbers of white pixels are darker and
/// of black pixels are brighter, as if their edges had moved.
Comparison with_changed_pixels(int darker, int brighter, const Limits& limits) {
  const auto columns = [](int fewer, int more) {
    return tests::make_image(16, 16, [=](int x, int y) {
      const int place = x / 2 * 16 + y;
      const int value = x % 2 == 1 ? (place < fewer ? 200 : 255) : (place < more ? 55 : 0);
      return tests::Rgb{value, value, value};
    });
  };
  return compare_images(columns(0, 0), columns(darker, brighter), {.limits = limits});
}

TEST(Areas, IgnoreAntialiasingInUpToAQuarterOfTheirPixels) {
  EXPECT_EQ(with_changed_pixels(64, 0, {.max_area_difference = 0.5}).failing_by_limit.area, 0U);
  EXPECT_EQ(with_changed_pixels(65, 0, {.max_area_difference = 0.5}).failing_by_limit.area, 65U);
  EXPECT_EQ(with_changed_pixels(64, 0, {.max_contrast_change = 0.01}).failing_by_limit.contrast, 0U);
  EXPECT_EQ(with_changed_pixels(65, 0, {.max_contrast_change = 0.01}).failing_by_limit.contrast, 65U);
}

TEST(Areas, IgnoreAntialiasingInUpToHalfOfTheirPixelsIfAQuarterOfTheChangeIsTheOtherWay) {
  const auto failing = [](int darker, int brighter) {
    return with_changed_pixels(darker, brighter, {.max_area_difference = 0.5}).failing_by_limit.area;
  };
  EXPECT_EQ(failing(80, 27), 0U);
  EXPECT_EQ(failing(80, 26), 106U);
  EXPECT_EQ(failing(96, 32), 0U);
  EXPECT_EQ(failing(96, 33), 129U);
}

/// An area of two alternating grays; its light, and the contrast of its lightness.
struct Checks {
  int dark;
  int bright;

  [[nodiscard]] Image image() const {
    return tests::make_image(16, 16, [&](int x, int y) {
      const int value = (x + y) % 2 == 0 ? dark : bright;
      return tests::Rgb{value, value, value};
    });
  }
  static double light_of(int value) {
    const double encoded = value / 255.0;
    return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
  }
  [[nodiscard]] double mean_light() const { return (light_of(dark) + light_of(bright)) / 2; }
  /// The standard deviation of two values that are equally frequent is half of their difference.
  [[nodiscard]] double contrast() const {
    const auto lightness = [](int value) { return 116 * std::cbrt(light_of(value)) - 16; };
    return (lightness(bright) - lightness(dark)) / 2;
  }
};

TEST(Areas, DifferByTheirMeanColorsLessWhatTheSmallerContrastHides) {
  constexpr Checks flat{110, 110};
  constexpr Checks faint{90, 140};
  constexpr Checks strong{40, 190};
  for (const auto& pair :
       {std::pair(flat, strong), {strong, flat}, {faint, strong}, {strong, faint}, {flat, Checks{113, 113}}}) {
    const double one = pair.first.mean_light();
    const double other = pair.second.mean_light();
    const double difference = color_difference(std::array{one, one, one}, std::array{other, other, other});
    const double limit = difference / (1 + std::min(pair.first.contrast(), pair.second.contrast()) / 20);
    const auto failing = [&](double most) {
      return compare_images(pair.first.image(), pair.second.image(), {.limits = {.max_area_difference = most}})
          .failing_by_limit.area;
    };
    EXPECT_EQ(failing(limit * 1.01), 0U) << pair.first.dark << ", " << pair.second.dark;
    EXPECT_EQ(failing(limit * 0.99), 256U) << pair.first.dark << ", " << pair.second.dark;
  }
}

TEST(Areas, ChangeTheirContrastByAPartOfTheLargerOne) {
  constexpr Checks faint{90, 140};
  constexpr Checks strong{40, 190};
  // 4 is the contrast of faint noise.
  const double change = (strong.contrast() - faint.contrast()) / (strong.contrast() + 4);
  for (const auto& pair : {std::pair(faint, strong), {strong, faint}}) {
    const auto failing = [&](double most) {
      return compare_images(pair.first.image(), pair.second.image(), {.limits = {.max_contrast_change = most}})
          .failing_by_limit.contrast;
    };
    EXPECT_EQ(failing(change * 1.01), 0U) << pair.first.dark;
    EXPECT_EQ(failing(change * 0.99), 256U) << pair.first.dark;
  }
}

/// A single-color image with this alpha.
Image clear_image(int alpha) {
  Image image{32, 32, 4, gpu::DataType::uint8, {}};
  for (int pixel = 0; pixel < 32 * 32; ++pixel) {
    for (const int value : {118, 90, 60, alpha}) {
      image.pixels.push_back(static_cast<std::byte>(value));
    }
  }
  return image;
}

TEST(VisualPreset, DetectsLostAlpha) {
  const Image opaque = clear_image(255);
  const Image clear = clear_image(0);
  EXPECT_FALSE(failures_by(visual(), opaque, clear).empty());
  EXPECT_FALSE(failures_by({.max_flip = 0.5}, opaque, clear).empty());
  EXPECT_FALSE(failures_by({.min_ssim = 0.9}, opaque, clear).empty());
  for (const Image& expected : {opaque, clear_image(254)}) {
    const Comparison comparison = compare_images(expected, clear, {.limits = {.max_color_difference = 20}});
    EXPECT_EQ(comparison.failing_by_limit.color, 32U * 32U) << "although no color differs";
  }
  Image other_hidden_color = clear;
  other_hidden_color.pixels[0] = std::byte{255};
  EXPECT_TRUE(failures_by(visual(), clear, other_hidden_color).empty()) << "the difference is invisible";
  EXPECT_FALSE(failures_by({}, clear, other_hidden_color).empty()) << "exact";
}

TEST(Compare, MeasuresAlphaOverBlackAndOverWhite) {
  const auto image = [](int gray, int alpha) {
    Image one{16, 16, 2, gpu::DataType::uint8, {}};
    for (int pixel = 0; pixel < 16 * 16; ++pixel) {
      one.pixels.insert(one.pixels.end(), {static_cast<std::byte>(gray), static_cast<std::byte>(alpha)});
    }
    return one;
  };
  // White and black become invisible over a background of their own color only.
  for (const int gray : {0, 255}) {
    const Limits limits{.max_color_difference = 1, .max_area_difference = 99};
    const Comparison comparison = compare_images(image(gray, 255), image(gray, 0), {.limits = limits});
    EXPECT_NEAR(comparison.max_color_difference.value(), 100, 1e-3) << gray;
    const Comparison areas = compare_images(image(gray, 255), image(gray, 0), {.limits = {.max_area_difference = 99}});
    EXPECT_EQ(areas.failing_by_limit.area, 256U) << gray;
  }
}

TEST(Areas, HaveTheContrastOfLightAboveWhite) {
  const auto checks = [](float dark, float bright) {
    Image image{16, 16, 1, gpu::DataType::float32, {}};
    for (int pixel = 0; pixel < 16 * 16; ++pixel) {
      const float light = (pixel + pixel / 16) % 2 == 0 ? dark : bright;
      const auto* const bytes = reinterpret_cast<const std::byte*>(&light);
      image.pixels.insert(image.pixels.end(), bytes, bytes + sizeof(light));
    }
    return image;
  };
  // Half of the difference in lightness, 116 · ∛light − 16: 116 for light of 1 and 27, and 58 for 1 and 8.
  const auto failing = [&](double limit) {
    return compare_images(checks(1, 27), checks(1, 8), {.limits = {.max_contrast_change = limit}})
        .failing_by_limit.contrast;
  };
  EXPECT_EQ(failing(58.0 / 120 * 1.01), 0U);
  EXPECT_EQ(failing(58.0 / 120 * 0.99), 128U);
}

Image light_image(float light) {
  Image image{32, 32, 3, gpu::DataType::float32, {}};
  for (int index = 0; index < 32 * 32 * 3; ++index) {
    const auto* const bytes = reinterpret_cast<const std::byte*>(&light);
    image.pixels.insert(image.pixels.end(), bytes, bytes + sizeof(light));
  }
  return image;
}

TEST(VisualPreset, DetectsLightAboveWhite) {
  EXPECT_FALSE(failures_by(visual(), light_image(8), light_image(4)).empty());
  EXPECT_FALSE(failures_by({.max_flip = 0.05}, light_image(8), light_image(4)).empty());
  EXPECT_FALSE(failures_by({.min_ssim = 0.999}, light_image(8), light_image(4)).empty());
  EXPECT_TRUE(failures_by(visual(), light_image(8), light_image(8.05F)).empty());
}

TEST(VisualPreset, PassesThreeStrayPixelsTogetherButNotFour) {
  // A vertical edge; a stray pixel differs by more than half of the edge, but not by more than 1.5 times.
  const auto edge = [](int strays) {
    return tests::make_image(48, 48, [=](int x, int y) {
      const bool is_stray = x == 24 && y >= 20 && y < 20 + strays;
      const int value = x < 24 ? 40 : is_stray ? 60 : 100;
      return tests::Rgb{value, value, value};
    });
  };
  const Limits limits{.max_error = 5, .ignores_antialiasing = true};
  const auto compare = [&](int strays) { return compare_images(edge(0), edge(strays), {.limits = limits}); };
  EXPECT_EQ(compare(3).failing_pixels, 0U);
  EXPECT_EQ(compare(3).antialiased_pixels, 3U);
  EXPECT_EQ(compare(4).failing_pixels, 4U);
}

TEST(VisualPreset, MeasuresEdgesInTheirNeighborhood) {
  // An edge of 60 steps at a distance from the pixel that changes.
  const auto edge_difference_at = [](int distance, int change) {
    const auto image = [&](int added) {
      return tests::make_image(24, 24, [=](int x, int y) {
        const int value = x < 12 - distance ? 40 : 100 + (x == 12 && y == 12 ? added : 0);
        return tests::Rgb{value, value, value};
      });
    };
    return edge_difference(image(0), image(change), 12, 12);
  };
  // At most half of the range within 3 × 3 pixels; at most 1.5 times the range within 5 × 5.
  EXPECT_EQ(edge_difference_at(0, -20), EdgeDifference::antialiasing);
  EXPECT_EQ(edge_difference_at(0, 29), EdgeDifference::antialiasing);
  EXPECT_EQ(edge_difference_at(0, 31), EdgeDifference::stray);
  EXPECT_EQ(edge_difference_at(0, 89), EdgeDifference::stray);
  EXPECT_EQ(edge_difference_at(0, 91), EdgeDifference::none);
  EXPECT_EQ(edge_difference_at(1, 2), EdgeDifference::stray);
  EXPECT_EQ(edge_difference_at(2, 2), EdgeDifference::none);
}

TEST(VisualPreset, TreatsNoRoundingStepOf8BitsAsAnEdge) {
  const auto gray = [](int value) {
    return tests::make_image(3, 3, [=](int, int) { return tests::Rgb{value, value, value}; });
  };
  for (int value = 0; value < 255; ++value) {
    EXPECT_EQ(edge_difference(gray(value), gray(value + 1), 1, 1), EdgeDifference::antialiasing) << value;
  }
  EXPECT_EQ(edge_difference(gray(100), gray(102), 1, 1), EdgeDifference::none);
}

}  // namespace
}  // namespace texelscope::app
