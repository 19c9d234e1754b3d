#include "app/labs/surface/surface_values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>

#include "texelscope/gpu/error.h"
#include "texelscope/kernels/float16.h"

namespace texelscope::app {
namespace {

using gpu::DataType;

/// Calls `function` with a value of the format's type on the host; callers handle halves.
template <class Function>
auto with_type(DataType format, Function&& function) {
  switch (format) {
    case DataType::uint8:
      return function(std::uint8_t{});
    case DataType::uint16:
      return function(std::uint16_t{});
    case DataType::uint32:
      return function(std::uint32_t{});
    case DataType::int8:
      return function(std::int8_t{});
    case DataType::int16:
      return function(std::int16_t{});
    case DataType::int32:
      return function(std::int32_t{});
    default:
      return function(float{});
  }
}

template <class T>
T loaded(const std::byte* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

float rounded_to_float(double value) {
  constexpr double largest = std::numeric_limits<float>::max();
  if (std::isfinite(value) && std::abs(value) > largest) {
    return std::copysign(std::numeric_limits<float>::infinity(), static_cast<float>(std::copysign(1, value)));
  }
  return static_cast<float>(value);
}

std::pair<double, double> integer_range(DataType format) {
  return with_type(format, [](auto type) {
    using Limits = std::numeric_limits<decltype(type)>;
    return std::pair{static_cast<double>(Limits::lowest()), static_cast<double>(Limits::max())};
  });
}

void store(double value, DataType format, std::byte* channel) {
  if (format == DataType::float16) {
    const std::uint16_t bits = kernels::float16_from_float32(rounded_to_float(value));
    std::memcpy(channel, &bits, sizeof(bits));
  } else if (format == DataType::float32) {
    const float number = rounded_to_float(value);
    std::memcpy(channel, &number, sizeof(number));
  } else {
    with_type(format, [&](auto type) {
      const auto number = static_cast<decltype(type)>(value);
      std::memcpy(channel, &number, sizeof(number));
    });
  }
}

double filled_value(SurfaceFill fill, DataType format, double x, double y, int channel, double number) {
  if (fill == SurfaceFill::numbers) {
    return gpu::is_floating_point(format) ? number : std::fmod(number, integer_range(format).second + 1);
  }
  if (fill == SurfaceFill::zero) {
    return 0;
  }
  const std::array<double, 4> color{0.12 + 0.3 * x, 0.15 + 0.35 * y, 0.55 - 0.3 * x, 1};
  const double scaled = color[static_cast<std::size_t>(channel)] * white_of(format);
  return gpu::is_floating_point(format) ? scaled : std::floor(scaled);
}

}  // namespace

std::vector<double> numbers_from_text(std::string_view text) {
  std::vector<double> numbers;
  const std::string copy{text};
  const auto is_between = [](char character) { return character == ',' || character == ' '; };
  for (const char* at = copy.c_str(); *at != '\0';) {
    if (is_between(*at)) {
      ++at;
      continue;
    }
    char* end = nullptr;
    numbers.push_back(std::strtod(at, &end));
    if (end == at || (*end != '\0' && !is_between(*end))) {
      throw gpu::InvalidArgument(fmt::format("'{}' is not a list of numbers; enter, for example, 255, 0.5", text));
    }
    at = end;
  }
  if (numbers.empty() || numbers.size() > 4) {
    throw gpu::InvalidArgument(fmt::format("'{}' has {} numbers; enter 1 to 4", text, numbers.size()));
  }
  return numbers;
}

std::string text_of_numbers(std::span<const double> numbers) { return fmt::format("{}", fmt::join(numbers, ", ")); }

std::array<std::byte, 16> texel_bytes(std::span<const double> values, DataType format, int channels) {
  std::array<std::byte, 16> texel{};
  for (std::size_t channel = 0; channel < static_cast<std::size_t>(channels); ++channel) {
    const double value = values[std::min(channel, values.size() - 1)];
    if (!gpu::is_floating_point(format)) {
      const auto [lowest, highest] = integer_range(format);
      if (!(value >= lowest && value <= highest) || value != std::floor(value)) {
        throw gpu::InvalidArgument(fmt::format("{} is not a valid {}: use a whole number from {} to {}", value,
                                               to_string(format), lowest, highest));
      }
    }
    store(value, format, texel.data() + channel * gpu::size_bytes(format));
  }
  return texel;
}

double channel_value(const std::byte* channel, DataType format) noexcept {
  if (format == DataType::float16) {
    return static_cast<double>(kernels::float32_from_float16(loaded<std::uint16_t>(channel)));
  }
  return with_type(format, [&](auto type) { return static_cast<double>(loaded<decltype(type)>(channel)); });
}

std::string channel_text(const std::byte* channel, DataType format) {
  return gpu::is_floating_point(format) ? fmt::format("{}", static_cast<float>(channel_value(channel, format)))
                                        : fmt::format("{:.0f}", channel_value(channel, format));
}

double white_of(DataType format) noexcept { return gpu::is_floating_point(format) ? 1 : integer_range(format).second; }

Rgb texel_color(const std::byte* texel, DataType format, int channels, double white) noexcept {
  const auto shown = [&](int channel) {
    const double value =
        channel_value(texel + static_cast<std::size_t>(channel) * gpu::size_bytes(format), format) / white;
    return static_cast<std::uint8_t>(std::isnan(value) ? 255 : std::clamp(value, 0.0, 1.0) * 255 + 0.5);
  };
  const std::uint8_t first = shown(0);
  return channels == 1   ? Rgb{first, first, first}
         : channels == 2 ? Rgb{first, shown(1), 0}
                         : Rgb{first, shown(1), shown(2)};
}

std::vector<std::byte> filled_texels(SurfaceFill fill, int width, int height, DataType format, int channels) {
  const std::size_t channel_size = gpu::size_bytes(format);
  std::vector<std::byte> texels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
                                static_cast<std::size_t>(channels) * channel_size);
  std::byte* at = texels.data();
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int channel = 0; channel < channels; ++channel, at += channel_size) {
        store(filled_value(fill, format, (x + 0.5) / width, (y + 0.5) / height, channel,
                           static_cast<double>(x) + static_cast<double>(width) * y),
              format, at);
      }
    }
  }
  return texels;
}

}  // namespace texelscope::app
