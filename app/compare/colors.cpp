#include "app/compare/colors.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "texelscope/kernels/convert.h"

namespace texelscope::app {
namespace {

template <class Sample>
constexpr Sample opaque() {
  return std::is_floating_point_v<Sample> ? Sample{1} : std::numeric_limits<Sample>::max();
}

template <class Sample>
float unit(Sample value) {
  if constexpr (std::is_floating_point_v<Sample>) {
    // Written so that NaN becomes 0.
    return value > 0 ? std::min(value, 1.0F) : 0.0F;
  } else {
    return static_cast<float>(value) / static_cast<float>(opaque<Sample>());
  }
}

std::size_t pixel_count(const Image& image) {
  return static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
}

template <class Sample>
Colors typed_colors(const Image& image) {
  const auto channels = static_cast<std::size_t>(image.channels);
  const bool has_color = image.channels >= 3;
  Colors colors;
  Plane* const planes[] = {&colors.red, &colors.green, &colors.blue};
  for (std::size_t channel = 0; channel < 3; ++channel) {
    *planes[channel] = make_plane(image.width, image.height);
    for (std::size_t pixel = 0; pixel < pixel_count(image); ++pixel) {
      planes[channel]->values[pixel] = unit(sample_of<Sample>(image, pixel * channels + (has_color ? channel : 0)));
    }
  }
  return colors;
}

template <class Sample>
Image typed_four_channels(const Image& image) {
  const auto channels = static_cast<std::size_t>(image.channels);
  const bool has_color = image.channels >= 3;
  const bool has_alpha = image.channels % 2 == 0;
  Image result{image.width, image.height, 4, image.type, {}};
  result.pixels.resize(pixel_count(image) * 4 * sizeof(Sample));
  for (std::size_t pixel = 0; pixel < pixel_count(image); ++pixel) {
    const std::size_t first = pixel * channels;
    const Sample values[] = {sample_of<Sample>(image, first), sample_of<Sample>(image, first + (has_color ? 1 : 0)),
                             sample_of<Sample>(image, first + (has_color ? 2 : 0)),
                             has_alpha ? sample_of<Sample>(image, first + channels - 1) : opaque<Sample>()};
    std::memcpy(result.pixels.data() + pixel * sizeof(values), values, sizeof(values));
  }
  return result;
}

}  // namespace

Plane make_plane(int width, int height) {
  return {width, height, std::vector<float>(static_cast<std::size_t>(width) * static_cast<std::size_t>(height))};
}

Colors colors_of(const Image& image) {
  return with_sample_type(image.type, [&](auto sample) { return typed_colors<decltype(sample)>(image); });
}

Image with_four_channels(const Image& image) {
  return with_sample_type(image.type, [&](auto sample) { return typed_four_channels<decltype(sample)>(image); });
}

Image reduced(const Image& image, int limit) {
  const int step = (std::max(image.width, image.height) + limit - 1) / limit;
  if (step <= 1) {
    return image;
  }
  const Colors colors = colors_of(image);
  Image result{(image.width + step - 1) / step, (image.height + step - 1) / step, 3, gpu::DataType::uint8, {}};
  for (int y = 0; y < image.height; y += step) {
    for (int x = 0; x < image.width; x += step) {
      for (const Plane* const plane : {&colors.red, &colors.green, &colors.blue}) {
        float sum = 0;
        int count = 0;
        for (int row = y; row < std::min(y + step, image.height); ++row) {
          for (int column = x; column < std::min(x + step, image.width); ++column) {
            sum += plane->row(row)[column];
            ++count;
          }
        }
        result.pixels.push_back(static_cast<std::byte>(kernels::to_unorm8(sum / static_cast<float>(count))));
      }
    }
  }
  return result;
}

}  // namespace texelscope::app
