#include "app/compare/report/light_script.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "app/compare/measures/colors.h"
#include "app/images/image_convert.h"
#include "app/images/row_ranges.h"
#include "app/images/srgb.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

using SharedExponent = std::array<std::uint8_t, 4>;

SharedExponent shared_exponent(float red, float green, float blue) {
  if (std::isnan(red) || std::isnan(green) || std::isnan(blue)) {
    return {255, 0, 255, 255};
  }
  const float largest = std::max({red, green, blue});
  constexpr float least = 1e-32F;
  if (!(largest > least)) {
    return {};
  }
  int exponent = 0;
  const float mantissa = std::frexp(largest, &exponent);
  if (!std::isfinite(largest) || exponent > 127) {
    return {255, 255, 255, 255};
  }
  const float scale = mantissa * 256 / largest;
  const auto part = [scale](float value) { return static_cast<std::uint8_t>(std::max(value, 0.0F) * scale); };
  return {part(red), part(green), part(blue), static_cast<std::uint8_t>(exponent + 128)};
}

/// The light of each value of an integer type.
template <class Sample>
std::vector<float> light_table() {
  std::vector<float> table(std::size_t{full_value<Sample>} + 1);
  for (std::size_t value = 0; value < table.size(); ++value) {
    table[value] = linear_from_srgb(unit_value(static_cast<Sample>(value)));
  }
  return table;
}

template <class Sample, class LightOf>
void fill_planes(const Image& image, const LightOf& light_of, std::vector<std::uint8_t>& planes) {
  const std::size_t pixels = planes.size() / 4;
  for_row_ranges(image.height, [&](int begin, int end) {
    for (std::size_t pixel = pixel_index(image, 0, begin); pixel < pixel_index(image, 0, end); ++pixel) {
      const std::array<Sample, 4> color = color_of<Sample>(image, pixel);
      const SharedExponent bytes = shared_exponent(light_of(color[0]), light_of(color[1]), light_of(color[2]));
      for (std::size_t plane = 0; plane < bytes.size(); ++plane) {
        planes[plane * pixels + pixel] = bytes[plane];
      }
    }
  });
}

std::vector<std::byte> compressed(const std::vector<std::uint8_t>& planes) {
  uLongf size = ::compressBound(planes.size());
  std::vector<std::byte> bytes(size);
  // The buffer is large enough for the worst case, so the only possible failure is a lack of memory.
  if (::compress2(reinterpret_cast<Bytef*>(bytes.data()), &size, planes.data(), planes.size(), Z_BEST_SPEED) != Z_OK) {
    throw std::bad_alloc();
  }
  bytes.resize(size);
  return bytes;
}

constexpr std::string_view script_begin = "texelscope_light(\"";
constexpr std::string_view script_end = "\");\n";

}  // namespace

std::vector<std::byte> light_script(const Image& image) {
  if (is_number_type(image.type)) {
    return light_script(with_float_numbers(image));
  }
  std::vector<std::uint8_t> planes(4 * pixel_index(image, 0, image.height));
  with_sample_type(image.type, [&](auto sample) {
    using Sample = decltype(sample);
    if constexpr (std::is_floating_point_v<Sample>) {
      fill_planes<Sample>(
          image, [](float value) { return value; }, planes);
    } else {
      const std::vector<float> table = light_table<Sample>();
      fill_planes<Sample>(
          image, [&table](Sample value) { return table[value]; }, planes);
    }
  });
  const std::string script =
      fmt::format("{}{} {} {}{}", script_begin, image.width, image.height, base64(compressed(planes)), script_end);
  const auto bytes = std::as_bytes(std::span(script));
  return {bytes.begin(), bytes.end()};
}

bool is_light_script(std::span<const std::byte> bytes) {
  std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!text.starts_with(script_begin) || !text.ends_with(script_end) ||
      text.size() < script_begin.size() + script_end.size()) {
    return false;
  }
  text.remove_prefix(script_begin.size());
  text.remove_suffix(script_end.size());
  // Spaces and the digits of base64; nothing else can end a string.
  return std::ranges::all_of(text, [](char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
           (character >= '0' && character <= '9') || character == '+' || character == '/' || character == '=' ||
           character == ' ';
  });
}

}  // namespace texelscope::app
