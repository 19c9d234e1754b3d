#include "app/compare/measures/color_bounds.h"

#include <cstddef>
#include <limits>

#include "app/compare/measures/colors.h"
#include "app/compare/measures/pixel_color.h"

namespace texelscope::app {
namespace {

/// Returns whether the color has a bound: it is opaque, and within 0…1.
bool take(const PixelColor& color, ColorBlock& block, std::size_t index) {
  bool is_usual = color.alpha >= 1;
  for (std::size_t channel = 0; channel < color.light.size(); ++channel) {
    // Written so that NaN does not count as usual.
    is_usual = is_usual && color.light[channel] >= 0 && color.light[channel] <= 1;
    block[channel][index] = static_cast<float>(is_usual ? color.light[channel] : 0);
  }
  return is_usual;
}

}  // namespace

void ColorBounds::find(const Image& expected, const Image& actual, int y, int begin, int end) {
  with_sample_type(expected.type, [&](auto sample) {
    using Sample = decltype(sample);
    const PixelReader<Sample> read_first(expected);
    const PixelReader<Sample> read_second(actual);
    std::array<bool, color_block> is_known{};
    for (int x = begin; x < end; ++x) {
      const auto index = static_cast<std::size_t>(x - begin);
      const std::size_t pixel = pixel_index(expected, x, y);
      const bool is_first_known = take(read_first(pixel), first_, index);
      is_known[index] = take(read_second(pixel), second_, index) && is_first_known;
    }
    find_color_bounds(first_, second_, bounds_);
    for (std::size_t index = 0; index < is_known.size(); ++index) {
      bounds_[index] = is_known[index] ? bounds_[index] : std::numeric_limits<float>::infinity();
    }
  });
}

}  // namespace texelscope::app
