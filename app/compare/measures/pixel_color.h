#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <vector>

#include "app/compare/measures/colors.h"
#include "app/images/image.h"
#include "app/images/srgb.h"

namespace texelscope::app {

/// The linear light that a pixel adds to what is behind it, which is its color times alpha, and its alpha in 0…1.
struct PixelColor {
  std::array<double, 3> light{};
  double alpha = 1;

  /// Blended over a gray background.
  [[nodiscard]] std::array<double, 3> over(double gray) const {
    return {light[0] + gray * (1 - alpha), light[1] + gray * (1 - alpha), light[2] + gray * (1 - alpha)};
  }
};

/// The linear light of stored samples: integers are sRGB, decoded by a table. Numbers have none.
template <class Sample>
[[nodiscard]] const float* linear_light_table() {
  static_assert(sizeof(Sample) < 4);
  static const std::vector<float> values = [] {
    std::vector<float> table;
    for (unsigned each = 0; each <= static_cast<unsigned>(full_value<Sample>); ++each) {
      table.push_back(linear_from_srgb(unit_value(static_cast<Sample>(each))));
    }
    return table;
  }();
  return values.data();
}

/// Reads pixels of an image with samples of this type; floats are linear light.
template <class Sample>
class PixelReader {
 public:
  explicit PixelReader(const Image& image)
      : bytes_{image.pixels.data()},
        channels_{static_cast<std::size_t>(image.channels)},
        step_{channels_ >= 3 ? std::size_t{1} : 0},
        has_alpha_{channels_ % 2 == 0},
        is_multiplied_{image.is_premultiplied} {
    if constexpr (sizeof(Sample) < 4) {
      table_ = linear_light_table<Sample>();
    }
  }

  [[nodiscard]] PixelColor operator()(std::size_t pixel) const {
    const std::size_t first = pixel * channels_;
    if (!has_alpha_) {
      return {{light(first), light(first + step_), light(first + 2 * step_)}, 1};
    }
    const auto alpha = static_cast<double>(unit_value(sample(first + channels_ - 1)));
    return {{light(first, alpha), light(first + step_, alpha), light(first + 2 * step_, alpha)}, alpha};
  }

  /// Light and alpha in floats, much faster for opaque pixels.
  [[nodiscard]] std::array<float, 4> in_floats(std::size_t pixel) const {
    const std::size_t first = pixel * channels_;
    if (!has_alpha_ || sample(first + channels_ - 1) == full_value<Sample>) {
      return {stored_light(first), stored_light(first + step_), stored_light(first + 2 * step_), 1};
    }
    const PixelColor color = (*this)(pixel);
    return {static_cast<float>(color.light[0]), static_cast<float>(color.light[1]), static_cast<float>(color.light[2]),
            static_cast<float>(color.alpha)};
  }

 private:
  [[nodiscard]] double light(std::size_t index, double alpha) const {
    if (!is_multiplied_) {
      return light(index) * alpha;
    }
    if constexpr (sizeof(Sample) == 4) {
      return light(index);
    } else {
      return alpha < 1 ? light_of_multiplied(static_cast<double>(unit_value(sample(index))), alpha) : light(index);
    }
  }
  [[nodiscard]] Sample sample(std::size_t index) const {
    Sample value{};
    std::memcpy(&value, bytes_ + index * sizeof(Sample), sizeof(Sample));
    return value;
  }
  [[nodiscard]] double light(std::size_t index) const { return static_cast<double>(stored_light(index)); }
  [[nodiscard]] float stored_light(std::size_t index) const {
    if constexpr (sizeof(Sample) == 4) {
      return static_cast<float>(sample(index));
    } else {
      return table_[sample(index)];
    }
  }

  const std::byte* bytes_;
  std::size_t channels_;
  std::size_t step_;
  bool has_alpha_;
  bool is_multiplied_;
  const float* table_ = nullptr;
};

/// The CIEDE2000 difference of two pixels, the larger of those over black and over white.
[[nodiscard]] double color_difference(const PixelColor& first, const PixelColor& second);

/// Whether the difference exceeds a limit, or is undefined; avoids trigonometry if a bound decides.
[[nodiscard]] bool exceeds(const PixelColor& first, const PixelColor& second, double limit);

}  // namespace texelscope::app
