#include "app/images/color_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "app/images/srgb.h"

namespace texelscope::app {
namespace {

std::uint8_t encode(double linear) {
  return static_cast<std::uint8_t>(std::lround(srgb_from_linear(std::clamp(linear, 0.0, 1.0)) * 255));
}

}  // namespace

/// Björn Ottosson, "A perceptual color space for image processing" (2020): Oklab to linear sRGB.
Rgb from_oklch(double lightness, double chroma, double hue_degrees) {
  const double a = chroma * std::cos(hue_degrees * std::numbers::pi / 180);
  const double b = chroma * std::sin(hue_degrees * std::numbers::pi / 180);
  const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
  return {encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          encode(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

namespace {

/// A color that a map passes through: chroma, and hue in degrees. Its position follows from the path's length.
struct Anchor {
  double chroma;
  double hue;
};

/// A color on the path through anchors, `way` from 0 to 1, with all segments weighted equally.
Anchor between(std::span<const Anchor> anchors, double way) {
  const double stretch = way * static_cast<double>(anchors.size() - 1);
  const auto first = std::min(static_cast<std::size_t>(stretch), anchors.size() - 2);
  const double part = stretch - static_cast<double>(first);
  return {std::lerp(anchors[first].chroma, anchors[first + 1].chroma, part),
          std::lerp(anchors[first].hue, anchors[first + 1].hue, part)};
}

/// The position of a color in the plane perpendicular to the lightness axis.
std::complex<double> across(const Anchor& color) {
  return std::polar(color.chroma, color.hue * std::numbers::pi / 180);
}

/// Colors in equal steps of lightness, and in equal steps along the path in that plane, so that all steps have the same
/// length.
ColorRamp through(double first_lightness, double last_lightness, std::span<const Anchor> anchors) {
  constexpr int pieces = 4096;
  std::vector<double> lengths{0};
  for (int piece = 1; piece <= pieces; ++piece) {
    const auto at = [&](int number) { return across(between(anchors, static_cast<double>(number) / pieces)); };
    lengths.push_back(lengths.back() + std::abs(at(piece) - at(piece - 1)));
  }
  ColorRamp ramp;
  std::size_t piece = 0;
  for (std::size_t i = 0; i < ramp.size(); ++i) {
    const double part = static_cast<double>(i) / static_cast<double>(ramp.size() - 1);
    const double length = part * lengths.back();
    while (piece + 1 < lengths.size() && lengths[piece + 1] < length) {
      ++piece;
    }
    const double rest =
        lengths[piece + 1] > lengths[piece] ? (length - lengths[piece]) / (lengths[piece + 1] - lengths[piece]) : 0;
    const Anchor color = between(anchors, (static_cast<double>(piece) + rest) / pieces);
    ramp[i] = from_oklch(std::lerp(first_lightness, last_lightness, part), color.chroma, color.hue);
  }
  return ramp;
}

ColorRamp make_balance() {
  ColorRamp ramp;
  for (std::size_t i = 0; i < ramp.size(); ++i) {
    const double side = 2 * static_cast<double>(i) / static_cast<double>(ramp.size() - 1) - 1;
    const double distance = std::abs(side);
    ramp[i] = from_oklch(std::lerp(0.95, 0.45, distance), 0.13 * distance, side < 0 ? 257 : 30);
  }
  return ramp;
}

ColorRamp make_cycle() {
  ColorRamp ramp;
  for (std::size_t i = 0; i < ramp.size(); ++i) {
    ramp[i] = from_oklch(0.74, 0.115, 360 * static_cast<double>(i) / static_cast<double>(ramp.size()));
  }
  return ramp;
}

/// The chroma of each anchor is close to the maximum in sRGB at that hue and lightness.
ColorRamp make_night() {
  return through(
      0.28, 0.92,
      std::array{Anchor{0.14, 300}, Anchor{0.14, 262}, Anchor{0.075, 220}, Anchor{0.13, 165}, Anchor{0.18, 110}});
}

ColorRamp make_ember() {
  return through(
      0.22, 0.93,
      std::array{Anchor{0.11, 300}, Anchor{0.155, 335}, Anchor{0.185, 375}, Anchor{0.16, 410}, Anchor{0.085, 455}});
}

ColorRamp make_gray() { return through(0, 1, std::array{Anchor{0, 0}, Anchor{0, 0}}); }

/// The table of the color maps, in the order of ColorMap; lists, options, sessions and images are derived from it.
struct ColorMapEntry {
  std::string_view name;
  std::string_view title;
  std::string_view text;
  ColorRamp (*make)();
};
constexpr std::array color_maps{
    ColorMapEntry{"night", "Night", "violet through blue and green to yellow, from dark to light", make_night},
    ColorMapEntry{"ember", "Ember", "violet through red to yellow, from dark to light", make_ember},
    ColorMapEntry{"gray", "Gray", "black to white", make_gray},
    ColorMapEntry{"balance", "Balance",
                  "blue through near white to red, for values on both sides of the range's middle", make_balance},
    ColorMapEntry{"cycle", "Cycle", "all hues once, at constant lightness, for angles", make_cycle}};

/// One member of every entry.
template <class Member>
auto of_each(Member member) {
  std::array<std::invoke_result_t<Member, ColorMapEntry>, color_maps.size()> all;
  std::ranges::transform(color_maps, all.begin(), member);
  return all;
}

}  // namespace

std::span<const std::string_view> color_map_names() {
  static const auto names = of_each([](const ColorMapEntry& entry) { return entry.name; });
  return names;
}

std::span<const std::string_view> color_map_titles() {
  static const auto titles = of_each([](const ColorMapEntry& entry) { return entry.title; });
  return titles;
}

const std::string& color_map_text() {
  static const std::string text = [] {
    std::string lines;
    for (const ColorMapEntry& entry : color_maps) {
      lines.append(entry.title).append(": ").append(entry.text).append(".\n");
    }
    return lines + "All are perceptually uniform.";
  }();
  return text;
}

const ColorRamp& color_ramp(ColorMap map) {
  static const auto ramps = of_each([](const ColorMapEntry& entry) { return entry.make(); });
  return ramps[static_cast<std::size_t>(map)];
}

}  // namespace texelscope::app
