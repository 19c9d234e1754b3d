#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "app/compare/measures/compare.h"
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
  EXPECT_NE(texts[0].find("by a color difference above 9; in one cluster: 1 pixel in 1x1 at (20, 20)"),
            std::string::npos)
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
  EXPECT_FALSE(failures_by({.max_color_difference = 20}, opaque, clear).empty());
  Image other_hidden_color = clear;
  other_hidden_color.pixels[0] = std::byte{255};
  EXPECT_TRUE(failures_by(visual(), clear, other_hidden_color).empty()) << "the difference is invisible";
  EXPECT_FALSE(failures_by({}, clear, other_hidden_color).empty()) << "exact";
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

}  // namespace
}  // namespace texelscope::app
