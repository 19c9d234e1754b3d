#include "app/compare/measures/color_difference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

namespace texelscope::app {
namespace {

/// A pair of the published test data: Sharma, Wu, Dalal 2005, table 1.
struct PublishedPair {
  Lab first;
  Lab second;
  double difference;
};

constexpr PublishedPair published_pairs[] = {{{50, 2.6772, -79.7751}, {50, 0, -82.7485}, 2.0425},
                                             {{50, 3.1571, -77.2803}, {50, 0, -82.7485}, 2.8615},
                                             {{50, 2.8361, -74.0200}, {50, 0, -82.7485}, 3.4412},
                                             {{50, -1.3802, -84.2814}, {50, 0, -82.7485}, 1.0000},
                                             {{50, -1.1848, -84.8006}, {50, 0, -82.7485}, 1.0000},
                                             {{50, -0.9009, -85.5211}, {50, 0, -82.7485}, 1.0000},
                                             {{50, 0, 0}, {50, -1, 2}, 2.3669},
                                             {{50, -1, 2}, {50, 0, 0}, 2.3669},
                                             {{50, 2.4900, -0.0010}, {50, -2.4900, 0.0009}, 7.1792},
                                             {{50, 2.4900, -0.0010}, {50, -2.4900, 0.0010}, 7.1792},
                                             {{50, 2.4900, -0.0010}, {50, -2.4900, 0.0011}, 7.2195},
                                             {{50, 2.4900, -0.0010}, {50, -2.4900, 0.0012}, 7.2195},
                                             {{50, -0.0010, 2.4900}, {50, 0.0009, -2.4900}, 4.8045},
                                             {{50, -0.0010, 2.4900}, {50, 0.0010, -2.4900}, 4.8045},
                                             {{50, -0.0010, 2.4900}, {50, 0.0011, -2.4900}, 4.7461},
                                             {{50, 2.5, 0}, {50, 0, -2.5}, 4.3065},
                                             {{50, 2.5, 0}, {73, 25, -18}, 27.1492},
                                             {{50, 2.5, 0}, {61, -5, 29}, 22.8977},
                                             {{50, 2.5, 0}, {56, -27, -3}, 31.9030},
                                             {{50, 2.5, 0}, {58, 24, 15}, 19.4535},
                                             {{50, 2.5, 0}, {50, 3.1736, 0.5854}, 1.0000},
                                             {{50, 2.5, 0}, {50, 3.2972, 0}, 1.0000},
                                             {{50, 2.5, 0}, {50, 1.8634, 0.5757}, 1.0000},
                                             {{50, 2.5, 0}, {50, 3.2592, 0.3350}, 1.0000},
                                             {{60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}, 1.2644},
                                             {{63.0109, -31.0961, -5.8663}, {62.8187, -29.7946, -4.0864}, 1.2630},
                                             {{61.2901, 3.7196, -5.3901}, {61.4292, 2.2480, -4.9620}, 1.8731},
                                             {{35.0831, -44.1164, 3.7933}, {35.0232, -40.0716, 1.5901}, 1.8645},
                                             {{22.7233, 20.0904, -46.6940}, {23.0331, 14.9730, -42.5619}, 2.0373},
                                             {{36.4612, 47.8580, 18.3852}, {36.2715, 50.5065, 21.2231}, 1.4146},
                                             {{90.8027, -2.0831, 1.4410}, {91.1528, -1.6435, 0.0447}, 1.4441},
                                             {{90.9257, -0.5406, -0.9208}, {88.6381, -0.8985, -0.7239}, 1.5381},
                                             {{6.7747, -0.2908, -2.4247}, {5.8714, -0.0985, -2.2286}, 0.6377},
                                             {{2.0776, 0.0795, -1.1350}, {0.9033, -0.0636, -0.5514}, 0.9082}};

TEST(ColorDifference, MatchesThePublishedValues) {
  for (const PublishedPair& pair : published_pairs) {
    EXPECT_NEAR(ciede2000(pair.first, pair.second), pair.difference, 5e-5)
        << pair.second.lightness << ", " << pair.second.a << ", " << pair.second.b;
  }
}

/// The formula of CIE 142, with hues as complex numbers: the mean hue is the direction of the sum of both directions.
double reference_difference(const Lab& first, const Lab& second) {
  constexpr double degree = std::numbers::pi / 180;
  const auto saturation = [](double chroma) { return std::sqrt(1 / (1 + std::pow(25 / chroma, 7))); };
  const double stored_chroma =
      (std::abs(std::complex(first.a, first.b)) + std::abs(std::complex(second.a, second.b))) / 2;
  const double stretch = 1.5 - saturation(stored_chroma) / 2;
  const std::complex<double> one(first.a * stretch, first.b);
  const std::complex<double> other(second.a * stretch, second.b);
  const double lightness = (first.lightness + second.lightness) / 2 - 50;
  const double chroma = (std::abs(one) + std::abs(other)) / 2;
  std::complex<double> middle = one / std::abs(one) + other / std::abs(other);
  middle.imag(std::abs(middle.imag()) < 1e-12 ? 0.0 : middle.imag());
  // 0 … 360 degrees; the formula is not continuous there.
  const double hue = std::arg(middle) / degree + (middle.imag() < 0 ? 360 : 0);
  const auto wave = [&](double times, double shift) { return std::cos((times * hue + shift) * degree); };
  const double t = 1 - 0.17 * wave(1, -30) + 0.24 * wave(2, 0) + 0.32 * wave(3, 6) - 0.20 * wave(4, -63);
  const double turn = 60 * std::exp(-std::pow((hue - 275) / 25, 2));
  const double l = (second.lightness - first.lightness) /
                   (1 + 0.015 * lightness * lightness / std::sqrt(20 + lightness * lightness));
  const double c = (std::abs(other) - std::abs(one)) / (1 + 0.045 * chroma);
  const double h =
      2 * std::sqrt(std::abs(one) * std::abs(other)) * std::sin(std::arg(other / one) / 2) / (1 + 0.015 * chroma * t);
  return std::sqrt(l * l + c * c + h * h - 2 * saturation(chroma) * std::sin(turn * degree) * c * h);
}

TEST(ColorDifference, MatchesAFormulaWithoutAngles) {
  const auto expect_same = [](const Lab& first, const Lab& second) {
    EXPECT_NEAR(ciede2000(first, second), reference_difference(first, second), 1e-9)
        << first.a << ", " << first.b << " and " << second.a << ", " << second.b;
  };
  for (const PublishedPair& pair : published_pairs) {
    // Opposite colors, gray among them, have no mean direction.
    if (pair.first.a * pair.second.b != pair.first.b * pair.second.a) {
      EXPECT_NEAR(reference_difference(pair.first, pair.second), pair.difference, 5e-5) << pair.second.a;
    }
  }
  std::mt19937 random(14);
  std::uniform_real_distribution<double> components(-100, 100);
  const auto color = [&] { return Lab{50 + components(random) / 2, components(random), components(random)}; };
  for (int trial = 0; trial < 20000; ++trial) {
    const Lab first = color();
    expect_same(first, color());
  }
  // All mean hues of colors on both sides of red, whose hue is 0 and 360, and red itself.
  for (int side = -89; side < 90; ++side) {
    const std::complex<double> one = std::polar(70.0, (side - 91.5) * std::numbers::pi / 180);
    const std::complex<double> other = std::polar(20.0, (side + 82.5) * std::numbers::pi / 180);
    expect_same({50, one.real(), one.imag()}, {50, other.real(), other.imag()});
    expect_same({50, other.real(), other.imag()}, {50, one.real(), one.imag()});
  }
  expect_same({50, 64, -32}, {50, 32, 16});
  expect_same({50, 32, 16}, {50, 64, -32});
}

/// Pairs whose difference is close to its bound: around the middle gray, lightness and b count fully, and a counts 1.5
/// times.
std::vector<std::pair<Lab, Lab>> pairs_near_their_bound() {
  std::vector<std::pair<Lab, Lab>> pairs;
  for (int step = 1; step <= 64; ++step) {
    const double half = step / 64.0;
    pairs.push_back({{50 - half, 0, 0}, {50 + half, 0, 0}});
    pairs.push_back({{50, -half, 0}, {50, half, 0}});
    pairs.push_back({{50, 0, -half}, {50, 0, half}});
  }
  return pairs;
}

TEST(ColorDifference, IsNeverAboveItsBound) {
  for (const auto& [first, second] : pairs_near_their_bound()) {
    ASSERT_LE(ciede2000(first, second), ciede2000_bound(first, second) + 1e-12);
    ASSERT_GE(ciede2000(first, second), 0.97 * ciede2000_bound(first, second)) << "these are the tightest pairs";
  }
  // Small differences in each direction: the rotation must not outweigh the weights.
  for (int place = 0; place < 200 * 72 * 12; ++place) {
    const std::complex<double> color = std::polar(place % 200 * 0.7, place / 200 % 72 * std::numbers::pi / 36);
    const std::complex<double> step = std::polar(0.1, place / (200 * 72) * std::numbers::pi / 12);
    const Lab first{50, color.real(), color.imag()};
    const Lab second{50, color.real() + step.real(), color.imag() + step.imag()};
    ASSERT_LE(ciede2000(first, second), ciede2000_bound(first, second)) << first.a << ", " << first.b;
  }
  const auto component = [](int step, double extent) { return (step - 3) * extent / 3; };
  for (int first = 0; first < 7 * 7 * 7; ++first) {
    for (int second = 0; second < 7 * 7 * 7; ++second) {
      const auto color = [&](int number) {
        return Lab{number % 7 * 100.0 / 6, component(number / 7 % 7, 100), component(number / 49, 100)};
      };
      ASSERT_LE(ciede2000(color(first), color(second)), ciede2000_bound(color(first), color(second)) + 1e-9)
          << first << ", " << second;
    }
  }
}

/// Linear red, green and blue by the inverse of the formulas of CIE 15 and of BT.709's matrix.
std::array<double, 3> linear_from_lab(const Lab& color) {
  const auto uncurved = [](double value) {
    return value > 6.0 / 29 ? value * value * value : 3 * 36.0 / 841 * (value - 4.0 / 29);
  };
  const double middle = (color.lightness + 16) / 116;
  const double x = 0.95045593 * uncurved(middle + color.a / 500);
  const double y = uncurved(middle);
  const double z = 1.08905775 * uncurved(middle - color.b / 200);
  return {3.24096994 * x - 1.53738318 * y - 0.49861076 * z, -0.96924364 * x + 1.87596750 * y + 0.04155506 * z,
          0.05563008 * x - 0.20397696 * y + 1.05697151 * z};
}

TEST(ColorDifference, UsesTheColorSpaceOfItsFormula) {
  for (const Lab& color : {Lab{50, 0, 0}, {3, 1, -2}, {90, -20, 40}, {40, 50, -30}, {100, 0, 0}, {0, 0, 0}}) {
    const Lab found = lab_from_linear(linear_from_lab(color));
    EXPECT_NEAR(found.lightness, color.lightness, 1e-5);
    EXPECT_NEAR(found.a, color.a, 1e-5);
    EXPECT_NEAR(found.b, color.b, 1e-5);
  }
}

TEST(ColorDifference, ExceedsALimitDirectlyBelowIt) {
  for (const auto& [first, second] : pairs_near_their_bound()) {
    const std::array<double, 3> one = linear_from_lab(first);
    const std::array<double, 3> other = linear_from_lab(second);
    const double difference = color_difference(one, other);
    EXPECT_TRUE(color_difference_exceeds(one, other, std::nextafter(difference, 0))) << difference;
    EXPECT_FALSE(color_difference_exceeds(one, other, difference)) << difference;
  }
}

TEST(ColorDifference, IsNeverAboveItsBoundInFloats) {
  std::vector<std::pair<std::array<double, 3>, std::array<double, 3>>> pairs;
  for (const auto& [first, second] : pairs_near_their_bound()) {
    pairs.emplace_back(linear_from_lab(first), linear_from_lab(second));
  }
  std::mt19937 random(15);
  std::uniform_real_distribution<double> light(0, 1);
  while (pairs.size() % color_block != 0 || pairs.size() < 100 * color_block) {
    const std::array<double, 3> first{light(random), light(random), light(random)};
    std::array<double, 3> second = first;
    second[pairs.size() % 3] = light(random);
    pairs.emplace_back(first, second);
  }
  for (std::size_t begin = 0; begin < pairs.size(); begin += color_block) {
    ColorBlock first;
    ColorBlock second;
    for (std::size_t channel = 0; channel < 3; ++channel) {
      for (std::size_t index = 0; index < color_block; ++index) {
        first[channel][index] = static_cast<float>(pairs[begin + index].first[channel]);
        second[channel][index] = static_cast<float>(pairs[begin + index].second[channel]);
      }
    }
    const auto color = [](const ColorBlock& block, std::size_t index) {
      return std::array<double, 3>{block[0][index], block[1][index], block[2][index]};
    };
    std::array<double, color_block> differences{};
    for (std::size_t index = 0; index < color_block; ++index) {
      differences[index] = color_difference(color(first, index), color(second, index));
    }
    std::array<float, color_block> bounds{};
    find_color_bounds(first, second, bounds);
    for (std::size_t index = 0; index < color_block; ++index) {
      ASSERT_LE(differences[index], static_cast<double>(bounds[index])) << begin + index;
    }
  }
}

TEST(ColorDifference, ExceedsALimitExactlyIfItsValueDoes) {
  const auto color = [](int number) {
    return std::array<double, 3>{number % 6 / 5.0, number / 6 % 6 / 5.0, number / 36 / 5.0};
  };
  for (int first = 0; first < 216; ++first) {
    for (int second = 0; second < 216; ++second) {
      const double difference = color_difference(color(first), color(second));
      EXPECT_EQ(color_difference_exceeds(color(first), color(second), 20), difference > 20) << first << ", " << second;
    }
  }
}

TEST(ColorDifference, OfBrightLightEqualsThatOfDarkenedLight) {
  const std::array<double, 3> bright{8, 4, 2};
  const std::array<double, 3> other{6, 4, 2};
  EXPECT_NEAR(color_difference(bright, other), color_difference({1, 0.5, 0.25}, {0.75, 0.5, 0.25}), 1e-9);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(color_difference({nan, 0, 0}, {nan, 0, 0}), 0);
  EXPECT_TRUE(std::isinf(color_difference({nan, 0, 0}, {0, 0, 0})));
  EXPECT_TRUE(color_difference_exceeds({nan, 0, 0}, {0, 0, 0}, 1e9));
  EXPECT_NEAR(color_difference({0, 0, 0}, {1, 1, 1}), 100, 1e-3);
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(color_difference({infinity, 0, 0}, {1, 0, 0}), infinity);
  EXPECT_EQ(color_difference({infinity, 0, 0}, {infinity, 0, 0}), 0);
  EXPECT_EQ(color_difference({-1, 0.5, 0.5}, {0, 0.5, 0.5}), 0) << "negative light is black";
}

}  // namespace
}  // namespace texelscope::app
