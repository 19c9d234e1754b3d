#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <sstream>

#include "tools/make_assets/pictures.h"

namespace texelscope::tools {
namespace {

/// Texels seen through a scope. The canvas is 16 units wide, and edges are at whole units, so that they are sharp at
/// every stored size.
constexpr int canvas = 16;
constexpr double corner_radius = 3.5;
constexpr double center = 8;
constexpr double lens_radius = 6;
constexpr double ring_radius = 7;
constexpr int texel = 2;
constexpr double gap = 0.12;
constexpr int grid_start = 2;
constexpr int grid_count = 6;
/// The position of the texel that the scope points at.
constexpr int marked_column = 3;
constexpr int marked_row = 2;

struct Color {
  int red;
  int green;
  int blue;
};
constexpr Color ground{0x13, 0x14, 0x16};
constexpr Color accent{0xF2, 0xA3, 0x3A};

/// A ball lit from the upper left, whose texels vary, so that each is visible.
Color texel_color(int column, int row) {
  if (column == marked_column && row == marked_row) {
    return accent;
  }
  const double distance = std::hypot(column - 1.2, row - 0.9) / 5.2;
  const int unevenness = 9 * ((7 * column + 5 * row) % 3 - 1);
  const int level = static_cast<int>(std::lround(214 - 168 * std::clamp(distance, 0.0, 1.0))) + unevenness;
  return {level, level, std::min(level + 6, 255)};
}

/// Nothing outside the rounded square.
std::optional<Color> color_at(double x, double y) {
  const double from_edge_x = std::max({corner_radius - x, x - (canvas - corner_radius), 0.0});
  const double from_edge_y = std::max({corner_radius - y, y - (canvas - corner_radius), 0.0});
  if (std::hypot(from_edge_x, from_edge_y) > corner_radius) {
    return std::nullopt;
  }
  const double radius = std::hypot(x - center, y - center);
  if (radius > ring_radius) {
    return ground;
  }
  if (radius > lens_radius) {
    return accent;
  }
  const double column = (x - grid_start) / texel;
  const double row = (y - grid_start) / texel;
  const auto from_gap = [](double place) { return texel * (0.5 - std::abs(place - std::floor(place) - 0.5)); };
  if (std::min(from_gap(column), from_gap(row)) < gap / 2) {
    return ground;
  }
  return texel_color(static_cast<int>(column), static_cast<int>(row));
}

std::string hexadecimal(const Color& color) {
  char text[8];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", static_cast<unsigned>(color.red) & 0xFFU,
                static_cast<unsigned>(color.green) & 0xFFU, static_cast<unsigned>(color.blue) & 0xFFU);
  return text;
}

}  // namespace

std::string icon_drawing() {
  std::ostringstream drawing;
  drawing << R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" width="256" height="256">
<title>texelscope</title>
<clipPath id="lens"><circle cx="8" cy="8" r="6.5"/></clipPath>
)"
          << "<rect width=\"16\" height=\"16\" rx=\"3.5\" fill=\"" << hexadecimal(ground)
          << "\"/>\n<g clip-path=\"url(#lens)\">\n";
  for (int row = 0; row < grid_count; ++row) {
    for (int column = 0; column < grid_count; ++column) {
      drawing << "<rect x=\"" << grid_start + texel * column + gap / 2 << "\" y=\""
              << grid_start + texel * row + gap / 2 << "\" width=\"" << texel - gap << "\" height=\"" << texel - gap
              << "\" fill=\"" << hexadecimal(texel_color(column, row)) << "\"/>\n";
    }
  }
  drawing << "</g>\n<circle cx=\"8\" cy=\"8\" r=\"6.5\" fill=\"none\" stroke=\"" << hexadecimal(accent)
          << "\"/>\n</svg>\n";
  return drawing.str();
}

Picture icon_picture(int size) {
  constexpr int samples = 8;
  Picture picture(size, size, 4);
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      Color sum{};
      int count = 0;
      for (int i = 0; i < samples * samples; ++i) {
        const int row = i / samples;
        const double sample_x = x + (i % samples + 0.5) / samples;
        const double sample_y = y + (row + 0.5) / samples;
        if (const auto color = color_at(sample_x * canvas / size, sample_y * canvas / size)) {
          sum = {sum.red + color->red, sum.green + color->green, sum.blue + color->blue};
          ++count;
        }
      }
      const int divisor = std::max(count, 1);
      const int values[] = {sum.red / divisor, sum.green / divisor, sum.blue / divisor,
                            255 * count / (samples * samples)};
      std::ranges::transform(values, picture.at(x, y), [](int value) { return static_cast<unsigned char>(value); });
    }
  }
  return picture;
}

}  // namespace texelscope::tools
