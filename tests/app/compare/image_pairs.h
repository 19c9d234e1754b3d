#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/images/image.h"

namespace texelscope::tests {

/// Two images that an integer formula computes identically on every machine.
struct FormulaPair {
  std::string name;
  app::Image expected;
  app::Image actual;
};

using Rgb = std::array<int, 3>;

inline app::Image make_image(int width, int height, const std::function<Rgb(int x, int y)>& color) {
  app::Image image{width, height, 3, gpu::DataType::uint8, {}};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (const int value : color(x, y)) {
        image.pixels.push_back(static_cast<std::byte>(value & 255));
      }
    }
  }
  return image;
}

/// A pseudorandom number in 0…255.
inline int scattered(int x, int y, int seed) {
  std::uint32_t value = static_cast<std::uint32_t>(x) * 0x9E3779B1U ^ static_cast<std::uint32_t>(y) * 0x85EBCA77U ^
                        static_cast<std::uint32_t>(seed) * 0xC2B2AE3DU;
  value ^= value >> 15U;
  value *= 0x2C1B3C6DU;
  value ^= value >> 13U;
  return static_cast<int>(value >> 24U);
}

/// An image that resembles a photograph: slow gradients, edges, a disk and texture.
inline Rgb landscape(int x, int y) {
  const bool is_in_disc = (x - 40) * (x - 40) + (y - 30) * (y - 30) < 400;
  const bool is_in_stripe = (x + 2 * y) % 37 < 9;
  const int grain = scattered(x / 2, y / 2, 1) / 16;
  if (is_in_disc) {
    return {220 - y, 180 - x / 2 + grain, 40 + y};
  }
  return {is_in_stripe ? 200 - x / 2 : 30 + x, 60 + y + grain, is_in_stripe ? 20 + grain : 120 - y / 2};
}

inline std::vector<FormulaPair> formula_pairs() {
  const auto pixel = [](Rgb value) { return [value](int, int) { return value; }; };
  const auto gradient = [](int x, int y) { return Rgb{x * 2, y * 3, 255 - x - y}; };
  const auto checks = [](int x, int y) { return (x / 4 + y / 4) % 2 == 0 ? Rgb{255, 255, 255} : Rgb{0, 0, 0}; };
  const auto noisy = [](int x, int y) {
    Rgb color = landscape(x, y);
    for (int channel = 0; channel < 3; ++channel) {
      int& value = color[static_cast<std::size_t>(channel)];
      value = std::min(255, std::max(0, value + (scattered(x, y, 7 + channel) - 128) / 8));
    }
    return color;
  };
  const auto blurred = [](int x, int y) {
    Rgb sum{};
    for (int step = 0; step < 9; ++step) {
      const Rgb color = landscape(x + step % 3 - 1 + 1, y + step / 3 - 1 + 1);
      for (std::size_t channel = 0; channel < 3; ++channel) {
        sum[channel] += color[channel];
      }
    }
    return Rgb{sum[0] / 9, sum[1] / 9, sum[2] / 9};
  };
  const auto with_inverted_block = [](int x, int y) {
    const Rgb color = landscape(x, y);
    const bool is_inside = x >= 50 && x < 70 && y >= 20 && y < 44;
    return is_inside ? Rgb{255 - color[0], 255 - color[1], 255 - color[2]} : color;
  };
  return {
      {"one pixel", make_image(1, 1, pixel({10, 200, 90})), make_image(1, 1, pixel({60, 120, 200}))},
      {"seven by five",
       make_image(7, 5,
                  [](int x, int y) {
                    return Rgb{x * 30, y * 50, 128};
                  }),
       make_image(7, 5,
                  [](int x, int y) {
                    return Rgb{x * 30, y * 50, x == 3 ? 255 : 128};
                  })},
      {"black and white", make_image(32, 32, pixel({0, 0, 0})), make_image(32, 32, pixel({255, 255, 255}))},
      {"gradient in another direction", make_image(96, 64, gradient),
       make_image(96, 64, [&](int x, int y) { return gradient(95 - x, y); })},
      {"one step in one channel", make_image(64, 48, landscape),
       make_image(64, 48,
                  [](int x, int y) {
                    Rgb color = landscape(x, y);
                    color[1] ^= 1;
                    return color;
                  })},
      {"shifted checks", make_image(61, 47, checks),
       make_image(61, 47, [&](int x, int y) { return checks(x + 1, y); })},
      {"noise", make_image(120, 80, landscape), make_image(120, 80, noisy)},
      {"blur", make_image(120, 80, [](int x, int y) { return landscape(x + 1, y + 1); }), make_image(120, 80, blurred)},
      {"shift", make_image(120, 80, landscape),
       make_image(120, 80, [](int x, int y) { return landscape(x + 3, y + 1); })},
      {"inverted block", make_image(120, 80, landscape), make_image(120, 80, with_inverted_block)},
  };
}

}  // namespace texelscope::tests
