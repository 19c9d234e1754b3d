#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/images/image.h"
#include "app/scene/scene.h"
#include "texelscope/gpu/data_type.h"

namespace texelscope::app {

struct PictureTone;

/// Red, green, blue, alpha; 0 … 255 for rgba8, as stored for floats.
using TexelValue = std::array<float, 4>;

/// A texel of a picture, as stored in its file.
struct PictureTexel {
  gpu::DataType type = gpu::DataType::uint8;
  /// 1: gray; 2: gray and alpha, or red and green; 3: color; 4: color and alpha.
  int channels = 0;
  /// As stored, exactly: 0 … 255 for uint8, 0 … 65535 for uint16; 0 for missing channels.
  std::array<double, 4> value{};
  /// See Image::is_red_green.
  bool is_red_green = false;
};

/// Nothing outside the picture.
[[nodiscard]] std::optional<PictureTexel> picture_texel(const Image& picture, double x, double y);

/// The bytes of the texel's block, or of the texel, in its file: "BC7_UNORM 40 0C 3F …"; empty if the picture's values
/// are as stored, and outside the picture.
[[nodiscard]] std::string stored_text(const Image& picture, double x, double y);

/// Notation of a picture's values: as stored, as their bits, as fractions of the largest integer, or as linear light,
/// 0 … 1, which uint8 and uint16 colors encode as sRGB.
enum class TexelNotation : unsigned char { stored, hexadecimal, fraction, linear };
/// As said beside values: "", "hex", "0 … 1", "linear".
[[nodiscard]] std::string_view name_of(TexelNotation notation);
/// The next notation in which the picture's values look different; back to `stored` after the last one. Only colors
/// encode light: not numbers, floats, or textures of a format without SRGB in its name.
[[nodiscard]] TexelNotation notation_after(TexelNotation notation, const Image& picture);
/// The notation if the picture's values look different in it, otherwise `stored`.
[[nodiscard]] TexelNotation notation_for(TexelNotation notation, const Image& picture);

/// One channel in about `width` characters (at least 5); with 13 or more, a float has all its digits.
[[nodiscard]] std::string channel_text(const PictureTexel& texel, int channel, TexelNotation notation, int width);

/// A box of texels read back from the frame, for printing.
struct TexelPatch {
  /// Upper left corner and extents, in texels of the frame.
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  FrameFormat format = FrameFormat::rgba8;
  /// Rows from top to bottom, four channels.
  std::vector<std::byte> bytes{};

  /// The value of a texel of the frame; nothing outside the patch.
  [[nodiscard]] std::optional<TexelValue> at(int texel_x, int texel_y) const;
};

[[nodiscard]] constexpr std::size_t bytes_per_texel(FrameFormat format) {
  return format == FrameFormat::rgba8 ? 4 : 16;
}

/// One channel as text: "255", or a float in at most `width` characters (at least 5).
[[nodiscard]] std::string channel_text(FrameFormat format, float value, int width = 7);
/// All channels, as copied to the clipboard: "12 34 56 255" or "0.5 0.25 1 1" with every digit a float needs.
[[nodiscard]] std::string texel_text(FrameFormat format, const TexelValue& value);
[[nodiscard]] std::string texel_text(const PictureTexel& texel, TexelNotation notation);
/// The color that the viewport shows for a value, 0 … 1: bytes and encoded floats unchanged, linear floats with
/// exposure and sRGB encoding, magenta for values that are not finite.
[[nodiscard]] std::array<float, 3> shown_color(FrameFormat format, const TexelValue& value, float exposure);
/// Red, green, blue and alpha, 0 … 1, that the viewport shows with a tone for an unfiltered texel.
[[nodiscard]] std::array<float, 4> shown_color(const PictureTexel& texel, const PictureTone& tone);

}  // namespace texelscope::app
