#include "app/scene/texel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

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
