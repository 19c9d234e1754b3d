#include "app/texture/mip_levels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "app/texture/texel_numbers.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/mipmapped_array.h"
#include "texelscope/kernels/float16.h"

namespace texelscope::app {
namespace {

/// The texels of one level, all layers or faces.
struct Level {
  gpu::Extent extent;
  std::size_t num_channels;
  std::size_t num_slices;

  /// Index of a channel; `z` counts through the slices of all layers.
  [[nodiscard]] std::size_t number(std::size_t x, std::size_t y, std::size_t z) const {
    return ((z * extent.height() + y) * extent.width() + x) * num_channels;
  }
};

template <class Channel>
struct Mean {
  using Sum = std::int64_t;
  static Sum value(Channel channel) { return channel; }
  static Channel of(Sum sum, int count) {
    // Rounds toward −∞ even for negative sums, so that halves round up.
    const Sum doubled = 2 * sum + count;
    const Sum divisor = 2 * count;
    return static_cast<Channel>(doubled >= 0 ? doubled / divisor : -((-doubled + divisor - 1) / divisor));
  }
};

template <>
struct Mean<float> {
  using Sum = float;
  static float value(float channel) { return channel; }
  static float of(float sum, int count) { return sum * (1.0F / static_cast<float>(count)); }
};

template <>
struct Mean<Float16> {
  using Sum = float;
  static float value(Float16 channel) { return kernels::float32_from_float16(channel.bits); }
  static Float16 of(float sum, int count) { return {kernels::float16_from_float32(Mean<float>::of(sum, count))}; }
};

template <class Channel>
Channel load(std::span<const std::byte> texels, std::size_t number) {
  Channel channel;
  std::memcpy(&channel, texels.data() + number * sizeof(Channel), sizeof(Channel));
  return channel;
}

/// Along an axis, the two texels of the finer level from which texel `i` is computed.
std::array<std::size_t, 2> sources(std::size_t i, std::uint64_t extent) {
  return {2 * i, std::min<std::size_t>(2 * i + 1, extent - 1)};
}

template <class Channel>
std::vector<std::byte> halve(const Level& from, std::span<const std::byte> texels, const Level& to) {
  std::vector<std::byte> result(to.extent.volume() * to.num_slices * to.num_channels * sizeof(Channel));
  const bool is_volume = from.extent.rank() == 3;
  const int count = 1 << from.extent.rank();
  const std::size_t depth = is_volume ? to.extent.depth() : to.num_slices;
  for (std::size_t z = 0; z < depth; ++z) {
    const std::array<std::size_t, 2> slices = is_volume ? sources(z, from.extent.depth()) : std::array{z, z};
    for (std::size_t y = 0; y < to.extent.height(); ++y) {
      const std::array<std::size_t, 2> rows = sources(y, from.extent.height());
      for (std::size_t x = 0; x < to.extent.width(); ++x) {
        const std::array<std::size_t, 2> columns = sources(x, from.extent.width());
        for (std::size_t channel = 0; channel < to.num_channels; ++channel) {
          typename Mean<Channel>::Sum sum{};
          for (int corner = 0; corner < count; ++corner) {
            const std::size_t number =
                from.number(columns[corner & 1], rows[(corner >> 1) & 1], slices[(corner >> 2) & 1]) + channel;
            sum += Mean<Channel>::value(load<Channel>(texels, number));
          }
          const Channel mean = Mean<Channel>::of(sum, count);
          std::memcpy(result.data() + (to.number(x, y, z) + channel) * sizeof(Channel), &mean, sizeof(Channel));
        }
      }
    }
  }
  return result;
}

auto* halve_function(gpu::DataType format) {
  using gpu::DataType;
  switch (format) {
    case DataType::uint8:
      return &halve<std::uint8_t>;
    case DataType::uint16:
      return &halve<std::uint16_t>;
    case DataType::uint32:
      return &halve<std::uint32_t>;
    case DataType::int8:
      return &halve<std::int8_t>;
    case DataType::int16:
      return &halve<std::int16_t>;
    case DataType::int32:
      return &halve<std::int32_t>;
    case DataType::float16:
      return &halve<Float16>;
    case DataType::float32:
      break;
  }
  return &halve<float>;
}

}  // namespace

std::vector<std::vector<std::byte>> make_mip_levels(const gpu::ArrayDescriptor& array,
                                                    std::span<const std::byte> texels, std::size_t num_levels) {
  if (texels.size() != array.size_bytes()) {
    throw gpu::InvalidArgument(
        fmt::format("got {} bytes of texels, but {} take {}", texels.size(), to_string(array), array.size_bytes()));
  }
  std::vector<std::vector<std::byte>> levels;
  levels.emplace_back(texels.begin(), texels.end());
  const auto level_of = [&](std::size_t level) {
    return Level{gpu::level_descriptor(array, static_cast<unsigned>(level)).shape,
                 static_cast<std::size_t>(array.num_channels), array.num_slices()};
  };
  for (std::size_t level = 1; level < num_levels; ++level) {
    levels.push_back(halve_function(array.format)(level_of(level - 1), levels.back(), level_of(level)));
  }
  return levels;
}

}  // namespace texelscope::app
