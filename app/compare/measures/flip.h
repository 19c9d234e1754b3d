#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <type_traits>
#include <vector>

#include "app/compare/measures/cells.h"
#include "app/compare/measures/pixel_color.h"
#include "app/images/image.h"

namespace texelscope::app {

/// The displayed part of an image.
enum class SeenPart : unsigned char {
  /// Its colors, over a checkerboard where alpha is below 1.
  colors,
  /// Its alpha as gray.
  alpha
};

/// An image as displayed to an observer: linear light in 0…1.
class SeenImage {
 public:
  /// `exposure` in stops: floats are scaled by 2 to this power and tone mapped; if absent, light above 1 is clamped to
  /// 1.
  SeenImage(const Image& image, SeenPart part, const double* exposure = nullptr)
      : image_{image}, part_{part}, is_exposed_{exposure != nullptr}, scale_{exposure ? std::exp2(*exposure) : 1} {}

  [[nodiscard]] int width() const { return image_.width; }
  [[nodiscard]] int height() const { return image_.height; }

  /// Calls `take` with red, green and blue of the pixels of a row from `begin` to before `end`.
  template <class Take>
  void read_row(int begin, int end, int y, const Take& take) const {
    with_sample_type(image_.type, [&](auto sample) {
      using Sample = decltype(sample);
      const PixelReader<Sample> read(image_);
      for (int x = begin; x < end; ++x) {
        const PixelColor color = read(pixel_index(image_, x, y));
        // The most frequent case by far.
        if (!std::is_floating_point_v<Sample> && color.alpha == 1 && part_ == SeenPart::colors) {
          take({static_cast<float>(color.light[0]), static_cast<float>(color.light[1]),
                static_cast<float>(color.light[2])});
        } else {
          take(seen(color, x, y));
        }
      }
    });
  }

 private:
  /// The two grays are those of common image viewers.
  static double checkerboard(int x, int y) { return is_in_light_square(x, y) ? 0.6 : 0.3; }

  [[nodiscard]] std::array<float, 3> seen(const PixelColor& color, int x, int y) const {
    if (part_ == SeenPart::alpha) {
      const auto alpha = static_cast<float>(color.alpha);
      return {alpha, alpha, alpha};
    }
    const std::array<double, 3> light = color.alpha < 1 ? color.over(checkerboard(x, y)) : color.light;
    return {shown(light[0]), shown(light[1]), shown(light[2])};
  }

  /// NaN is black.
  [[nodiscard]] float shown(double light) const {
    const double seen = is_exposed_ ? tone_mapped(light * scale_) : light;
    return seen > 0 ? static_cast<float>(std::fmin(seen, 1.0)) : 0.0F;
  }

  /// Narkowicz's fit of the ACES curve, at 0.6 of its exposure, as in ꟻLIP.
  static double tone_mapped(double light) {
    const double x = 0.6 * light;
    return x > 0 ? (std::isinf(x) ? 1 : x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14)) : 0;
  }

  const Image& image_;
  SeenPart part_;
  bool is_exposed_;
  double scale_;
};

/// An observer 0.7 m from a display 0.7 m wide with 3840 pixels: 3840 · π / 180.
inline constexpr float usual_pixels_per_degree = 67.0206433F;

/// ꟻLIP of the pixels of a row, starting at a column.
using FlipRow = std::function<void(int x, int y, std::span<const float> values)>;

/// The ꟻLIP difference of each pixel, 0…1, of two images of the same size (Andersson, Nilsson, Akenine-Möller,
/// Oskarsson, Åström, Fairchild: "FLIP: A Difference Evaluator for Alternating Images", HPG 2020). Calls `take` on all
/// cores, at most once per pixel; the difference is 0 for pixels without a call, which are far from every difference in
/// the grid.
void for_flip(const SeenImage& expected, const SeenImage& actual, const CellGrid& grid, float pixels_per_degree,
              const FlipRow& take);

/// The exposures in stops at which floats are compared: from the exposure that maps the brightest light of the image to
/// 0.85, up to the exposure that maps the median to 0.85 (Andersson, Nilsson, Shirley, Akenine-Möller: "Visualizing
/// Errors in Rendered High Dynamic Range Images", Eurographics 2021, section 3).
[[nodiscard]] std::vector<double> flip_exposures(const Image& expected);

/// ꟻLIP of each pixel of two images of the same size and type, row by row, 65535 for 1: of their colors, or of their
/// alpha if that differs more; for floats, the maximum over all flip_exposures().
[[nodiscard]] std::vector<std::uint16_t> flip_map(const Image& expected, const Image& actual, const CellGrid& grid,
                                                  float pixels_per_degree = usual_pixels_per_degree);

/// The figures of a map with values up to 65535, which means 1.
[[nodiscard]] FlipSummary summarize_flip(std::span<const std::uint16_t> map, std::span<const std::uint8_t> mask);

}  // namespace texelscope::app
