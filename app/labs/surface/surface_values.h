#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/images/layout_color.h"
#include "texelscope/gpu/data_type.h"

namespace texelscope::app {

/// "255, 0.5, 0": 1 to 4 numbers between commas or spaces. @throws gpu::InvalidArgument for anything else.
[[nodiscard]] std::vector<double> numbers_from_text(std::string_view text);
[[nodiscard]] std::string text_of_numbers(std::span<const double> numbers);

/// The bytes of a texel whose channels have these values; the last value applies to all further channels, and excess
/// values are ignored. Floats round to the format. @throws gpu::InvalidArgument for a value that an integer format
/// cannot represent.
[[nodiscard]] std::array<std::byte, 16> texel_bytes(std::span<const double> values, gpu::DataType format, int channels);

/// A channel's value, including infinities and NaN.
[[nodiscard]] double channel_value(const std::byte* channel, gpu::DataType format) noexcept;
/// A channel as text, with every digit that the format needs.
[[nodiscard]] std::string channel_text(const std::byte* channel, gpu::DataType format);

/// The value shown as white: the maximum of an integer format, otherwise 1.
[[nodiscard]] double white_of(gpu::DataType format) noexcept;

/// The color of a texel: channels from 0 to `white`, a single channel as gray, two as red and green; the fourth is
/// ignored. Lower values are black, higher values and NaN are fully bright.
[[nodiscard]] Rgb texel_color(const std::byte* texel, gpu::DataType format, int channels, double white) noexcept;

/// The initial contents of a surface.
enum class SurfaceFill : unsigned char {
  zero,
  /// Colors that increase from corner to corner.
  gradient,
  /// Each texel's index, x + width · y, in every channel; only its low bits for small integer formats.
  numbers,
};
inline constexpr std::array<std::string_view, 3> surface_fill_names = {"zero", "gradient", "numbers"};

/// The texels of a surface, rows from top to bottom without gaps.
[[nodiscard]] std::vector<std::byte> filled_texels(SurfaceFill fill, int width, int height, gpu::DataType format,
                                                   int channels);

}  // namespace texelscope::app
