#include "app/scene/texel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "app/images/image_convert.h"
#include "app/images/srgb.h"
#include "app/scene/picture_tone.h"

namespace texelscope::app {

std::optional<TexelValue> TexelPatch::at(int texel_x, int texel_y) const {
  if (texel_x < x || texel_y < y || texel_x >= x + width || texel_y >= y + height) {
    return std::nullopt;
  }
  const auto index =
      static_cast<std::size_t>(texel_y - y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(texel_x - x);
  const std::byte* texel = bytes.data() + index * bytes_per_texel(format);
  TexelValue value{};
  if (format != FrameFormat::rgba8) {
    std::memcpy(value.data(), texel, sizeof value);
  } else {
    std::transform(texel, texel + 4, value.begin(), [](std::byte b) { return static_cast<float>(b); });
  }
  return value;
}

std::optional<PictureTexel> picture_texel(const Image& picture, double x, double y) {
  if (!(x >= 0 && y >= 0 && x < picture.width && y < picture.height)) {
    return std::nullopt;
  }
  PictureTexel texel{picture.type, picture.channels, {}, picture.is_red_green};
  const std::size_t first =
      (static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) + static_cast<std::size_t>(x)) *
      static_cast<std::size_t>(picture.channels);
  for (std::size_t channel = 0; channel < static_cast<std::size_t>(picture.channels); ++channel) {
    switch (picture.type) {
      case gpu::DataType::uint8:
        texel.value[channel] = sample_of<std::uint8_t>(picture, first + channel);
        break;
      case gpu::DataType::uint16:
        texel.value[channel] = sample_of<std::uint16_t>(picture, first + channel);
        break;
      case gpu::DataType::uint32:
        texel.value[channel] = sample_of<std::uint32_t>(picture, first + channel);
        break;
      case gpu::DataType::int32:
        texel.value[channel] = sample_of<std::int32_t>(picture, first + channel);
        break;
      default:
        texel.value[channel] = static_cast<double>(sample_of<float>(picture, first + channel));
    }
  }
  return texel;
}

std::string stored_text(const Image& picture, double x, double y) {
  if (!picture.stored || !(x >= 0 && y >= 0 && x < picture.width && y < picture.height)) {
    return "";
  }
  const StoredTexels& stored = *picture.stored;
  const std::size_t columns = (static_cast<std::size_t>(picture.width) + stored.block_width - 1) / stored.block_width;
  const std::size_t unit =
      static_cast<std::size_t>(y) / stored.block_height * columns + static_cast<std::size_t>(x) / stored.block_width;
  std::string text = stored.name;
  for (std::size_t byte = 0; byte < stored.unit_bytes; ++byte) {
    text += fmt::format(" {:02X}", std::to_integer<unsigned>(stored.bytes[unit * stored.unit_bytes + byte]));
  }
  return text;
}

namespace {

bool is_alpha(const PictureTexel& texel, int channel) {
  return texel.channels % 2 == 0 && !texel.is_red_green && channel == texel.channels - 1;
}

}  // namespace

std::string_view name_of(TexelNotation notation) {
  constexpr std::array<std::string_view, 4> names = {"", "hex", "0 … 1", "linear"};
  return names.at(static_cast<std::size_t>(notation));
}

namespace {

TexelNotation last_notation(const Image& picture) {
  const bool has_fractions = picture.type == gpu::DataType::uint8 || picture.type == gpu::DataType::uint16;
  const bool is_light = has_fractions && (!picture.stored || picture.stored->name.find("SRGB") != std::string::npos);
  return is_light ? TexelNotation::linear : has_fractions ? TexelNotation::fraction : TexelNotation::hexadecimal;
}

}  // namespace

TexelNotation notation_after(TexelNotation notation, const Image& picture) {
  return notation < last_notation(picture) ? static_cast<TexelNotation>(static_cast<int>(notation) + 1)
                                           : TexelNotation::stored;
}

TexelNotation notation_for(TexelNotation notation, const Image& picture) {
  return notation <= last_notation(picture) ? notation : TexelNotation::stored;
}

std::string channel_text(const PictureTexel& texel, int channel, TexelNotation notation, int width) {
  constexpr int of_all_digits = 13;
  const double stored = texel.value[static_cast<std::size_t>(channel)];
  const auto value = static_cast<float>(stored);
  const bool is_float = texel.type == gpu::DataType::float32;
  if (notation == TexelNotation::hexadecimal) {
    const auto bits =
        is_float ? std::bit_cast<std::uint32_t>(value) : static_cast<std::uint32_t>(static_cast<std::int64_t>(stored));
    return fmt::format("{:0{}X}", bits, 2 * gpu::size_bytes(texel.type));
  }
  if (is_number_type(texel.type) || (notation == TexelNotation::stored && !is_float)) {
    return fmt::format("{:.0f}", stored);
  }
  const float part = is_float ? value : value / (texel.type == gpu::DataType::uint8 ? 255.0F : 65535.0F);
  const bool is_light = notation == TexelNotation::linear && !is_float && !is_alpha(texel, channel);
  const float shown = is_light ? linear_from_srgb(part) : part;
  if (width < of_all_digits) {
    return channel_text(FrameFormat::rgba32f, shown, width);
  }
  const std::string text = fmt::format("{}", shown);
  // Large numbers have many zeros instead of an exponent.
  return static_cast<int>(text.size()) < width ? text : fmt::format("{:.7e}", shown);
}

std::string channel_text(FrameFormat format, float value, int width) {
  if (format == FrameFormat::rgba8) {
    return fmt::format("{:.0f}", value);
  }
  if (!std::isfinite(value)) {
    return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
  }
  const float magnitude = std::abs(value);
  const int whole = magnitude < 10 ? 1 : static_cast<int>(std::log10(magnitude)) + 1;
  const int room = width - 1 - (std::signbit(value) ? 1 : 0) - whole;
  const int decimals = std::clamp(room, 0, 5);
  const bool has_two_digits = magnitude * std::pow(10.0F, static_cast<float>(decimals)) >= 10;
  if (magnitude != 0 && (room < -1 || !has_two_digits)) {
    std::string text = fmt::format("{:.{}e}", value, width >= 8 ? 1 : 0);
    // "2e-05" → "2e-5": two digits of exponent are rarely needed.
    if (const auto zero = text.find("e-0"); zero != std::string::npos) {
      text.erase(zero + 2, 1);
    } else if (const auto plus = text.find("e+0"); plus != std::string::npos) {
      text.erase(plus + 1, 2);
    }
    return text;
  }
  return fmt::format("{:.{}f}", value, decimals);
}

std::string texel_text(FrameFormat format, const TexelValue& value) {
  return format == FrameFormat::rgba8
             ? fmt::format("{:.0f} {:.0f} {:.0f} {:.0f}", value[0], value[1], value[2], value[3])
             : fmt::format("{} {} {} {}", value[0], value[1], value[2], value[3]);
}

std::string texel_text(const PictureTexel& texel, TexelNotation notation) {
  std::string text;
  for (int channel = 0; channel < texel.channels; ++channel) {
    text.append(channel == 0 ? "" : " ").append(channel_text(texel, channel, notation, 64));
  }
  return text;
}

std::array<float, 4> shown_color(const PictureTexel& texel, const PictureTone& tone) {
  const bool is_float = texel.type == gpu::DataType::float32 || is_number_type(texel.type);
  const float largest = is_float ? 1.0F : texel.type == gpu::DataType::uint8 ? 255.0F : 65535.0F;
  const auto part = [&](std::size_t channel) { return static_cast<float>(texel.value[channel]) / largest; };
  const bool is_gray = texel.channels < 3 && !texel.is_red_green;
  const bool has_alpha = texel.channels % 2 == 0 && !texel.is_red_green;
  const kernels::Float4 toned =
      tone({part(0), part(is_gray ? 0 : 1), part(is_gray ? 0 : 2), has_alpha ? part(is_gray ? 1 : 3) : 1.0F});
  const auto shown =
      shown_color(is_float ? FrameFormat::rgba32f : FrameFormat::rgba32f_encoded, {toned.x, toned.y, toned.z, 0}, 0);
  return {shown[0], shown[1], shown[2], std::clamp(toned.w, 0.0F, 1.0F)};
}

std::array<float, 3> shown_color(FrameFormat format, const TexelValue& value, float exposure) {
  if (format == FrameFormat::rgba8) {
    return {value[0] / 255, value[1] / 255, value[2] / 255};
  }
  std::array<float, 3> color{};
  for (std::size_t i = 0; i < 3; ++i) {
    if (!std::isfinite(value[i])) {
      return {1, 0, 1};
    }
    if (format == FrameFormat::rgba32f_encoded) {
      color[i] = std::clamp(value[i], 0.0F, 1.0F);
      continue;
    }
    // IEC 61966-2-1, as the viewport's shader.
    const float linear = std::clamp(value[i] * std::exp2(exposure), 0.0F, 1.0F);
    color[i] = linear <= 0.0031308F ? 12.92F * linear : 1.055F * std::pow(linear, 1 / 2.4F) - 0.055F;
  }
  return color;
}

}  // namespace texelscope::app
