#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "tools/make_assets/pictures.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_easy_font.h>
#pragma GCC diagnostic pop

namespace texelscope::tools {
namespace {

unsigned char to_byte(double value) { return static_cast<unsigned char>(std::clamp(value, 0.0, 1.0) * 255 + 0.5); }

/// Draws a line of text whose strokes are `scale` texels wide, from its upper left corner; the parts outside are
/// clipped.
void draw_text(Picture& picture, int left, int top, int scale, const std::string& text, unsigned char value) {
  struct Vertex {
    float x, y, z;
    unsigned char color[4];
  };
  // About 270 bytes per letter.
  std::vector<Vertex> vertices(text.size() * 80 + 80);
  std::string line = text;
  const int quads = stb_easy_font_print(0, 0, line.data(), nullptr, vertices.data(),
                                        static_cast<int>(vertices.size() * sizeof(Vertex)));
  for (int i = 0; i < quads; ++i) {
    const Vertex& first = vertices[static_cast<std::size_t>(4 * i)];
    const Vertex& opposite = vertices[static_cast<std::size_t>(4 * i + 2)];
    const int x0 = std::max(left + static_cast<int>(first.x) * scale, 0);
    const int y0 = std::max(top + static_cast<int>(first.y) * scale, 0);
    const int x1 = std::min(left + static_cast<int>(opposite.x) * scale, picture.width);
    const int y1 = std::min(top + static_cast<int>(opposite.y) * scale, picture.height);
    for (int y = y0; y < y1; ++y) {
      for (int x = x0; x < x1; ++x) {
        std::fill_n(picture.at(x, y), picture.channels, value);
      }
    }
  }
}

/// Rings whose frequency increases from 0 at the center to one cycle per two texels at the middle of each edge.
Picture zone_plate() {
  Picture picture(512, 512, 1);
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const double u = x - 255.5;
      const double v = y - 255.5;
      *picture.at(x, y) = to_byte(0.5 + 0.5 * std::cos(std::numbers::pi * (u * u + v * v) / 512));
    }
  }
  return picture;
}

/// u in red, v in green; 8 × 8 labeled cells, so that a rotated, mirrored or wrapped picture is recognized at a glance.
Picture uv_grid() {
  constexpr int cell = 128;
  Picture picture(8 * cell, 8 * cell, 3);
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const int line_x = std::min(x % cell, cell - 1 - x % cell);
      const int line_y = std::min(y % cell, cell - 1 - y % cell);
      const bool is_line = line_x < 1 || line_y < 1;
      const bool is_fine_line = x % (cell / 4) == 0 || y % (cell / 4) == 0;
      const double dim = (x / cell + y / cell) % 2 == 0 ? 0.92 : 0.74;
      const double red = (x + 0.5) / picture.width;
      const double green = (y + 0.5) / picture.height;
      const double blue = 0.55 - 0.25 * (red + green - 1);
      const double light = is_line ? 0.85 : is_fine_line ? 0.12 : 0;
      unsigned char* const texel = picture.at(x, y);
      texel[0] = to_byte(red * dim * (1 - light) + light);
      texel[1] = to_byte(green * dim * (1 - light) + light);
      texel[2] = to_byte(blue * dim * (1 - light) + light);
    }
  }
  for (int row = 0; row < 8; ++row) {
    for (int column = 0; column < 8; ++column) {
      const std::string label{static_cast<char>('A' + column), static_cast<char>('1' + row)};
      draw_text(picture, column * cell + 37, row * cell + 47, 5, label, 20);
      draw_text(picture, column * cell + 35, row * cell + 45, 5, label, 245);
    }
  }
  return picture;
}

/// Squares of 1, 2, 8 and 32 texels.
Picture checker() {
  Picture picture(512, 512, 1);
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      constexpr int sizes[2][2] = {{32, 8}, {2, 1}};
      const int size = sizes[y / 256][x / 256];
      *picture.at(x, y) = (x / size + y / size) % 2 == 0 ? 235 : 20;
    }
  }
  return picture;
}

/// Rows of slow gradients: every value of each channel, coarse steps, and the darkest and the lightest values.
Picture ramps() {
  constexpr int row = 64;
  Picture picture(1024, 8 * row, 3);
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const int value = x / 4;
      const auto every = static_cast<unsigned char>(value);
      const auto steps = static_cast<unsigned char>(x / 64 * 17);
      unsigned char* const texel = picture.at(x, y);
      const auto fill = [texel](unsigned char red, unsigned char green, unsigned char blue) {
        texel[0] = red;
        texel[1] = green;
        texel[2] = blue;
      };
      switch (y / row) {
        case 0:
          fill(every, every, every);
          break;
        case 1:
          fill(every, 0, 0);
          break;
        case 2:
          fill(0, every, 0);
          break;
        case 3:
          fill(0, 0, every);
          break;
        case 4:
          fill(every, static_cast<unsigned char>(255 - value), 128);
          break;
        case 5:
          fill(steps, steps, steps);
          break;
        case 6:
          fill(every / 8, every / 8, every / 8);
          break;
        default:
          fill(static_cast<unsigned char>(224 + value / 8), static_cast<unsigned char>(224 + value / 8),
               static_cast<unsigned char>(224 + value / 8));
      }
    }
  }
  return picture;
}

/// Bars of 1 to 8 texels in both directions, and lines of text at three sizes.
Picture bars() {
  Picture picture(1024, 512, 1);
  std::ranges::fill(picture.values, static_cast<unsigned char>(245));
  constexpr int widths[] = {1, 2, 3, 4, 6, 8};
  int left = 24;
  for (const int width : widths) {
    for (int i = 0; i < 128; ++i) {
      for (int j = 0; j < 96; ++j) {
        if (i / width % 2 == 0) {
          *picture.at(left + i, 24 + j) = 15;
        }
        if (j / width % 2 == 0) {
          *picture.at(left + i, 136 + j) = 15;
        }
      }
    }
    draw_text(picture, left, 240, 1, std::to_string(width) + (width == 1 ? " texel" : " texels"), 15);
    left += 168;
  }
  const std::string text = "A texel is a sample, not a little square: 0123456789 {Il1|} (x + 0.5) / width";
  draw_text(picture, 24, 276, 1, text, 15);
  draw_text(picture, 24, 296, 2, text, 15);
  draw_text(picture, 24, 326, 2, "Point, linear, clamp, wrap, mirror, border", 15);
  draw_text(picture, 24, 362, 3, "Array, surface, stride, pitch, extent, level", 15);
  draw_text(picture, 24, 408, 4, "Every fetch has a definite result", 15);
  draw_text(picture, 24, 462, 5, "texelscope", 15);
  return picture;
}

constexpr Pattern all[] = {
    {"zone_plate", zone_plate}, {"uv_grid", uv_grid}, {"checker", checker}, {"ramps", ramps}, {"bars", bars},
};

}  // namespace

std::span<const Pattern> patterns() { return all; }

}  // namespace texelscope::tools
