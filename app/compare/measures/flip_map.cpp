#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "app/compare/measures/flip.h"

namespace texelscope::app {
namespace {

constexpr float largest_value = 65535;

double luminance_of(const PixelColor& color) {
  const double luminance = 0.2126 * color.light[0] + 0.7152 * color.light[1] + 0.0722 * color.light[2];
  return std::isfinite(luminance) ? std::max(luminance, 0.0) : 0;
}

/// The light that the tone mapping of SeenImage maps to 0.85: a·x² + b·x + c = 0.
double light_of_tone() {
  constexpr double tone = 0.85;
  constexpr double a = 0.6 * 0.6 * (2.51 - tone * 2.43);
  constexpr double b = 0.6 * (0.03 - tone * 0.59);
  constexpr double c = -tone * 0.14;
  return (-b + std::sqrt(b * b - 4 * a * c)) / (2 * a);
}

bool has_alpha(const Image& image) { return image.channels % 2 == 0; }

}  // namespace

std::vector<double> flip_exposures(const Image& expected) {
  std::vector<float> luminances;
  const std::size_t pixels = static_cast<std::size_t>(expected.width) * static_cast<std::size_t>(expected.height);
  luminances.reserve(pixels);
  const PixelReader<float> read(expected);
  for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
    luminances.push_back(static_cast<float>(luminance_of(read(pixel))));
  }
  const auto middle = luminances.begin() + static_cast<std::ptrdiff_t>(pixels / 2);
  std::ranges::nth_element(luminances, middle);
  // No exposure makes black bright.
  constexpr double darkest = 1e-5;
  const double median = std::max(static_cast<double>(*middle), darkest);
  const double brightest = std::max(static_cast<double>(*std::ranges::max_element(luminances)), darkest);
  const double start = std::log2(light_of_tone() / brightest);
  const double stop = std::log2(light_of_tone() / median);
  const int count = std::max(2, static_cast<int>(std::ceil(stop - start)));
  std::vector<double> exposures;
  for (int index = 0; index < count; ++index) {
    exposures.push_back(start + (stop - start) * index / (count - 1));
  }
  return exposures;
}

std::vector<std::uint16_t> flip_map(const Image& expected, const Image& actual, const CellGrid& grid,
                                    float pixels_per_degree) {
  std::vector<std::uint16_t> map(static_cast<std::size_t>(expected.width) * static_cast<std::size_t>(expected.height));
  const auto add = [&](SeenPart part, const double* exposure) {
    for_flip(SeenImage(expected, part, exposure), SeenImage(actual, part, exposure), grid, pixels_per_degree,
             [&](int x, int y, std::span<const float> values) {
               std::uint16_t* const row = map.data() + pixel_index(expected, x, y);
               for (std::size_t index = 0; index < values.size(); ++index) {
                 const auto value = static_cast<std::uint16_t>(values[index] * largest_value + 0.5F);
                 row[index] = std::max(row[index], value);
               }
             });
  };
  if (expected.type == gpu::DataType::float32) {
    for (const double exposure : flip_exposures(expected)) {
      add(SeenPart::colors, &exposure);
    }
  } else {
    add(SeenPart::colors, nullptr);
  }
  if (has_alpha(expected) || has_alpha(actual)) {
    add(SeenPart::alpha, nullptr);
  }
  return map;
}

FlipSummary summarize_flip(std::span<const std::uint16_t> map, std::span<const std::uint8_t> mask) {
  std::vector<std::uint64_t> counts(65536);
  std::uint64_t pixels = 0;
  double sum = 0;
  for (std::size_t pixel = 0; pixel < map.size(); ++pixel) {
    if (mask.empty() || mask[pixel] == 0) {
      ++counts[map[pixel]];
      ++pixels;
      sum += map[pixel];
    }
  }
  FlipSummary summary;
  if (pixels == 0) {
    return summary;
  }
  const auto value_of = [](std::size_t step) { return static_cast<double>(step) / static_cast<double>(largest_value); };
  summary.mean = sum / static_cast<double>(largest_value) / static_cast<double>(pixels);
  std::uint64_t seen = 0;
  double below = 0;
  bool has_median = false;
  for (std::size_t step = 0; step < counts.size(); ++step) {
    if (counts[step] == 0) {
      continue;
    }
    const auto take = [&](std::uint64_t percent, double& percentile) {
      const std::uint64_t place = (pixels - 1) * percent / 100;
      if (seen <= place && place < seen + counts[step]) {
        percentile = value_of(step);
      }
    };
    take(95, summary.percentile_95);
    take(99, summary.percentile_99);
    seen += counts[step];
    below += static_cast<double>(step) * static_cast<double>(counts[step]);
    if (!has_median && below >= sum / 2) {
      summary.weighted_median = value_of(step);
      has_median = true;
    }
    summary.max = value_of(step);
  }
  return summary;
}

}  // namespace texelscope::app
