#include "gpu/cpu/texture_unit/explain_taps.h"

#include <fmt/format.h>

#include <cstring>

#include "gpu/cpu/texture_unit/texel_format.h"

namespace texelscope::gpu::cpu::texture_unit {
namespace {

template <class Integer>
double integer_value(const TexelReading& reading, const std::byte* texel, int channel) {
  const Integer value = load_integer<Integer>(texel, channel);
  if constexpr (sizeof(Integer) <= 2) {
    if (reading.read_mode == ReadMode::normalized_float) {
      return static_cast<double>(normalized(value));
    }
  }
  return static_cast<double>(value);
}

/// Bytes of all slices of a level.
std::int64_t level_bytes(const BoundTexture& texture, const BoundLevel& level) {
  return level.slice_pitch_bytes * (texture.rank == 3 ? level.axes[2].extent : texture.num_slices);
}

}  // namespace

double channel_value(const TexelReading& reading, const std::byte* texel, int channel) {
  switch (reading.format) {
    case DataType::uint8:
      return reading.is_srgb ? static_cast<double>(SrgbReader::point(texel, channel))
                             : integer_value<std::uint8_t>(reading, texel, channel);
    case DataType::uint16:
      return integer_value<std::uint16_t>(reading, texel, channel);
    case DataType::uint32:
      return integer_value<std::uint32_t>(reading, texel, channel);
    case DataType::int8:
      return integer_value<std::int8_t>(reading, texel, channel);
    case DataType::int16:
      return integer_value<std::int16_t>(reading, texel, channel);
    case DataType::int32:
      return integer_value<std::int32_t>(reading, texel, channel);
    case DataType::float16:
      return static_cast<double>(Float16Reader::point(texel, channel));
    case DataType::float32:
      return static_cast<double>(Float32Reader::point(texel, channel));
  }
  return 0;
}

TapExplanation explain_tap(const BoundTexture& texture, const TexelReading& reading, const std::byte* texel,
                           double weight) {
  TapExplanation tap;
  tap.weight = weight;
  tap.is_border = texel == texture.border_texel.data();
  const std::size_t channel_bytes = size_bytes(reading.format);
  for (int channel = 0; channel < texture.num_channels; ++channel) {
    const auto index = static_cast<std::size_t>(channel);
    std::memcpy(&tap.stored[index], texel + index * channel_bytes, channel_bytes);
    tap.value[index] = channel_value(reading, texel, channel);
  }
  if (tap.is_border) {
    return tap;
  }
  for (int index = 0; index <= static_cast<int>(texture.smaller_levels.size()); ++index) {
    const BoundLevel& level = texture.level(index);
    // Levels may be separate memory blocks, whose addresses C++ does not order: they are compared as integers.
    const auto offset = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(texel) -
                                                  reinterpret_cast<std::uintptr_t>(level.texels));
    if (offset >= 0 && offset < level_bytes(texture, level)) {
      tap.level = index;
      tap.index = {offset % level.slice_pitch_bytes % level.row_pitch_bytes / texture.texel_bytes,
                   offset % level.slice_pitch_bytes / level.row_pitch_bytes, offset / level.slice_pitch_bytes};
      break;
    }
  }
  return tap;
}

std::string tap_text(const TapExplanation& tap, const TexelReading& reading, int num_channels, bool is_mipmapped) {
  std::string text =
      tap.is_border ? std::string{"border"} : fmt::format("({}, {}, {})", tap.index[0], tap.index[1], tap.index[2]);
  if (is_mipmapped && !tap.is_border) {
    text += fmt::format(" of level {}", tap.level);
  }
  text += ":";
  const int digits = static_cast<int>(2 * size_bytes(reading.format));
  for (int channel = 0; channel < num_channels; ++channel) {
    const auto index = static_cast<std::size_t>(channel);
    text += fmt::format("{} 0x{:0{}x} = {:.7g}", channel == 0 ? "" : ",", tap.stored[index], digits, tap.value[index]);
  }
  return text + fmt::format("; weight {:g}/256", tap.weight);
}

}  // namespace texelscope::gpu::cpu::texture_unit
