#include "app/documents/picture_thumbnail.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "app/images/image_convert.h"
#include "app/images/image_reader.h"
#include "app/images/srgb.h"
#include "texelscope/gpu/data_type.h"

namespace texelscope::app {
namespace {

constexpr std::int64_t most_texels_along = 16;

/// 0 … 1, encoded for a display, except floats.
double value_of(const Image& picture, std::size_t index) {
  switch (picture.type) {
    case gpu::DataType::uint8:
      return sample_of<std::uint8_t>(picture, index) / 255.0;
    case gpu::DataType::uint16:
      return sample_of<std::uint16_t>(picture, index) / 65535.0;
    default: {
      const double value = static_cast<double>(sample_of<float>(picture, index));
      return value > 0 ? std::min(value, 1.0) : 0;
    }
  }
}

/// The range of texels along one side that a pixel represents.
struct Box {
  Box(int pixel, int pixels, int texels)
      : first{std::int64_t{pixel} * texels / pixels},
        end{std::int64_t{pixel + 1} * texels / pixels},
        step{(end - first + most_texels_along - 1) / most_texels_along} {}

  std::int64_t first;
  std::int64_t end;
  std::int64_t step;
};

}  // namespace

Image picture_thumbnail(const Image& given, int width, int height) {
  const bool is_converted = is_number_type(given.type) || given.is_red_green;
  const Image converted = is_converted ? with_blue(with_float_numbers(given)) : Image();
  const Image& picture = is_converted ? converted : given;
  const double scale =
      std::min({static_cast<double>(width) / picture.width, static_cast<double>(height) / picture.height, 1.0});
  Image small = rgba8_image(std::max(1, static_cast<int>(std::lround(picture.width * scale))),
                            std::max(1, static_cast<int>(std::lround(picture.height * scale))));
  const bool is_linear = picture.type == gpu::DataType::float32;
  const bool has_alpha = picture.channels % 2 == 0;
  const int colors = picture.channels - (has_alpha ? 1 : 0);
  const std::int64_t slice = std::int64_t{picture.depth / 2} * picture.height;
  for (int y = 0; y < small.height; ++y) {
    const Box rows(y, small.height, picture.height);
    for (int x = 0; x < small.width; ++x) {
      const Box columns(x, small.width, picture.width);
      std::array<double, 4> sums{};
      int count = 0;
      for (std::int64_t row = rows.first; row < rows.end; row += rows.step) {
        for (std::int64_t column = columns.first; column < columns.end; column += columns.step, ++count) {
          const std::int64_t texel = ((slice + row) * picture.width + column) * picture.channels;
          for (int channel = 0; channel < picture.channels; ++channel) {
            sums[static_cast<std::size_t>(channel)] += value_of(picture, static_cast<std::size_t>(texel + channel));
          }
        }
      }
      std::byte* const pixel =
          small.pixels.data() +
          4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(small.width) + static_cast<std::size_t>(x));
      const double alpha = has_alpha ? sums[static_cast<std::size_t>(colors)] / count : 1;
      for (int channel = 0; channel < 4; ++channel) {
        double mean = alpha;
        if (channel < 3) {
          // The texture unit treats two channels as red and green; a list shows them as gray and alpha, as stored in
          // files.
          mean = sums[static_cast<std::size_t>(std::min(channel, colors - 1))] / count;
          mean = !is_linear                 ? mean
                 : picture.is_premultiplied ? multiplied_of_light(mean, alpha)
                                            : srgb_from_linear(mean);
        }
        pixel[channel] = static_cast<std::byte>(std::lround(255 * std::min(mean, 1.0)));
      }
    }
  }
  small.is_premultiplied = picture.is_premultiplied;
  return with_straight_colors(small, BrightLight::raises_alpha);
}

std::string thumbnail_part(std::span<const std::string> names, const std::string& part) {
  constexpr std::string_view largest = "level 0";
  const std::optional<std::size_t> index = part.empty() ? std::optional<std::size_t>(0) : find_part(names, part);
  if (!index || *index >= names.size() || names[*index].find(largest) == std::string::npos) {
    return part;
  }
  const auto level_name = [&](std::size_t level) {
    std::string name = names[*index];
    return name.replace(name.find(largest), largest.size(), "level " + std::to_string(level));
  };
  std::size_t levels = 1;
  while (std::ranges::find(names, level_name(levels)) != names.end()) {
    ++levels;
  }
  // The last level of all has a single texel.
  constexpr std::size_t levels_of_256 = 9;
  return level_name(levels > levels_of_256 ? levels - levels_of_256 : 0);
}

}  // namespace texelscope::app
