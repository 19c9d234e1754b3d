#include "app/labs/texture/texture_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "app/device/element_value.h"
#include "app/images/image_convert.h"
#include "app/texture/fetched_value.h"
#include "texelscope/gpu/block_decoder.h"
#include "texelscope/kernels/float16.h"

namespace texelscope::app {
namespace {

constexpr Rgb not_finite{255, 0, 255};

struct Painter {
  std::shared_ptr<Image> image;
  std::size_t at = 0;

  Painter(int width, int height) : image{std::make_shared<Image>(rgba8_image(width, height))} {}
  void put(Rgb color) {
    image->pixels[at++] = std::byte{color.red};
    image->pixels[at++] = std::byte{color.green};
    image->pixels[at++] = std::byte{color.blue};
    image->pixels[at++] = std::byte{255};
  }
};

std::uint8_t level_of(double brightness) {
  return static_cast<std::uint8_t>(std::floor(std::clamp(brightness, 0.0, 1.0) * 255 + 0.5));
}

/// The displayed channels of a texel: gray for one channel, red and green for two.
template <class ValueOf>
Rgb arranged(int num_channels, ShownChannels channels, const ValueOf& value_of) {
  std::array<double, 3> values{};
  if (channels != ShownChannels::color || num_channels == 1) {
    const int channel = channels == ShownChannels::color ? 0 : static_cast<int>(channels) - 1;
    values.fill(channel < num_channels ? value_of(channel) : 0);
  } else {
    for (int channel = 0; channel < std::min(num_channels, 3); ++channel) {
      values[static_cast<std::size_t>(channel)] = value_of(channel);
    }
  }
  if (!std::ranges::all_of(values, [](double value) { return std::isfinite(value); })) {
    return not_finite;
  }
  return {level_of(values[0]), level_of(values[1]), level_of(values[2])};
}

double in_range(const ShownRange& range, double value) {
  return (value - range.lowest) / std::max(range.highest - range.lowest, 1e-300);
}

/// The value shown as brightness 1 for normalized reads of a type.
double largest_of(gpu::DataType format) {
  const auto bits = static_cast<int>(8 * gpu::size_bytes(format));
  return std::ldexp(1.0, gpu::is_signed_integer(format) ? bits - 1 : bits) - 1;
}

ShownRange texel_range(const TextureSetup& setup) {
  const gpu::ElementType type(setup.array.format);
  const std::size_t size = gpu::size_bytes(setup.array.format);
  ShownRange range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const std::vector<std::byte>& level : setup.levels) {
    for (std::size_t at = 0; at + size <= level.size(); at += size) {
      const double value = element_value(level.data() + at, type);
      range.lowest = std::min(range.lowest, value);
      range.highest = std::max(range.highest, value);
    }
  }
  if (range.lowest >= range.highest) {
    range = {std::min(range.lowest, 0.0), std::max(range.lowest, 1.0)};
  }
  return range;
}

/// The range of BC6H's halves.
ShownRange block_range(const TextureSetup& setup) {
  ShownRange range;
  for (const std::vector<std::byte>& level : setup.levels) {
    for (std::size_t at = 0; at < level.size(); at += setup.array.element_size()) {
      const gpu::DecodedBlock block = gpu::decode_block(setup.array.encoding, level.data() + at);
      for (const std::array<std::uint16_t, 4>& texel : block.texels) {
        for (std::size_t channel = 0; channel < 3; ++channel) {
          const double value = kernels::float32_from_float16(texel[channel]);
          range = {std::min(range.lowest, value), std::max(range.highest, value)};
        }
      }
    }
  }
  return range;
}

Rgb distance_color(std::uint32_t apart) {
  constexpr std::array colors = {rgb(0x3E9C5B), rgb(0x8DB843), rgb(0xD9C23B),
                                 rgb(0xE5983A), rgb(0xDD5F3F), rgb(0xC8334B)};
  if (apart == std::numeric_limits<std::uint32_t>::max()) {
    return rgb(0x9A5BD0);
  }
  const auto step = static_cast<std::size_t>(std::log2(static_cast<double>(apart)));
  return colors[std::min(step, colors.size() - 1)];
}

}  // namespace

ShownRange shown_range(const TextureSetup& setup) {
  const gpu::DataType format = setup.array.format;
  if (setup.array.encoding != gpu::TexelEncoding::element) {
    return gpu::is_floating_point(format) ? block_range(setup)
                                          : ShownRange{gpu::is_signed_integer(format) ? -1.0 : 0.0, 1};
  }
  if (!gpu::is_floating_point(format)) {
    if (setup.texture.read_mode == gpu::ReadMode::normalized_float) {
      return {gpu::is_signed_integer(format) ? -1.0 : 0.0, 1};
    }
    if (gpu::size_bytes(format) < 4) {
      const double largest = largest_of(format);
      return {gpu::is_signed_integer(format) ? -largest - 1 : 0, largest};
    }
    return texel_range(setup);
  }
  const ShownRange range = texel_range(setup);
  return range.lowest >= 0 && range.highest <= 1 ? ShownRange{} : range;
}

Rgb shown_rgb(const FetchedPicture& picture, const FetchedTexel& texel, ShownChannels channels) {
  return arranged(picture.num_channels, channels, [&](int channel) {
    return in_range(picture.range, number_of(texel[static_cast<std::size_t>(channel)], picture.kind));
  });
}

std::shared_ptr<const Image> picture_image(const FetchedPicture& picture, ShownChannels channels) {
  Painter painter(picture.width, picture.height);
  for (const FetchedTexel& texel : picture.texels) {
    painter.put(shown_rgb(picture, texel, channels));
  }
  return painter.image;
}

std::shared_ptr<const Image> values_image(const FetchedPicture& picture) {
  const auto channels = static_cast<std::size_t>(picture.num_channels);
  Image image{picture.width, picture.height, picture.num_channels,
              picture.kind == ResultKind::floats            ? gpu::DataType::float32
              : picture.kind == ResultKind::signed_integers ? gpu::DataType::int32
                                                            : gpu::DataType::uint32,
              std::vector<std::byte>(picture.texels.size() * channels * sizeof(std::uint32_t))};
  std::byte* out = image.pixels.data();
  for (const FetchedTexel& texel : picture.texels) {
    std::memcpy(out, texel.data(), channels * sizeof(std::uint32_t));
    out += channels * sizeof(std::uint32_t);
  }
  return std::make_shared<const Image>(std::move(image));
}

std::shared_ptr<const Image> difference_image(const FetchedPicture& a, const FetchedPicture& b, ShownChannels channels,
                                              double gain) {
  Painter painter(a.width, a.height);
  for (std::size_t i = 0; i < a.texels.size(); ++i) {
    painter.put(arranged(a.num_channels, channels, [&](int channel) {
      const auto at = static_cast<std::size_t>(channel);
      const double from = in_range(a.range, number_of(a.texels[i][at], a.kind));
      const double to = in_range(b.range, number_of(b.texels[i][at], b.kind));
      // Two NaNs, and two infinities of one sign, are equal.
      return from == to || (std::isnan(from) && std::isnan(to)) ? 0 : gain * std::abs(from - to);
    }));
  }
  return painter.image;
}

BitDifferences bit_differences(const FetchedPicture& a, const FetchedPicture& b) {
  Painter painter(a.width, a.height);
  BitDifferences differences;
  for (std::size_t i = 0; i < a.texels.size(); ++i) {
    std::uint32_t largest = 0;
    for (std::size_t channel = 0; channel < static_cast<std::size_t>(a.num_channels); ++channel) {
      const std::uint32_t apart = a.kind == b.kind ? ulp_distance(a.texels[i][channel], b.texels[i][channel], a.kind)
                                                   : std::numeric_limits<std::uint32_t>::max();
      largest = std::max(largest, apart);
      const double by = std::abs(number_of(a.texels[i][channel], a.kind) - number_of(b.texels[i][channel], b.kind));
      differences.largest_value =
          std::isfinite(by) ? std::max(differences.largest_value, by) : differences.largest_value;
    }
    painter.put(largest == 0 ? rgb(0x22242A) : distance_color(largest));
    differences.differing += largest == 0 ? 0 : 1;
    differences.largest = std::max(differences.largest, largest);
  }
  differences.image = painter.image;
  return differences;
}

}  // namespace texelscope::app
