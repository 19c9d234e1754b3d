#include "app/compare/colors.h"

#include <algorithm>

#include "texelscope/kernels/convert.h"

namespace texelscope::app {
namespace {

template <class Sample>
Image typed_reduced(const Image& image, int step) {
  Image result{(image.width + step - 1) / step, (image.height + step - 1) / step, 3, gpu::DataType::uint8, {}};
  for (int y = 0; y < image.height; y += step) {
    for (int x = 0; x < image.width; x += step) {
      std::array<float, 3> sums{};
      int count = 0;
      for (int row = y; row < std::min(y + step, image.height); ++row) {
        for (int column = x; column < std::min(x + step, image.width); ++column) {
          const auto color = color_of<Sample>(image, pixel_index(image, column, row));
          for (std::size_t channel = 0; channel < sums.size(); ++channel) {
            sums[channel] += unit_value(color[channel]);
          }
          ++count;
        }
      }
      for (const float sum : sums) {
        result.pixels.push_back(static_cast<std::byte>(kernels::to_unorm8(sum / static_cast<float>(count))));
      }
    }
  }
  return result;
}

}  // namespace

Plane make_plane(int width, int height) {
  return {width, height, std::vector<float>(static_cast<std::size_t>(width) * static_cast<std::size_t>(height))};
}

Image reduced(const Image& image, int limit) {
  const int step = (std::max(image.width, image.height) + limit - 1) / limit;
  if (step <= 1) {
    return image;
  }
  return with_sample_type(image.type, [&](auto sample) { return typed_reduced<decltype(sample)>(image, step); });
}

}  // namespace texelscope::app
