#pragma once

#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "app/images/color_map.h"
#include "app/images/image.h"
#include "app/text/parameter.h"
#include "texelscope/kernels/exponential.h"
#include "texelscope/kernels/kernel_function.h"
#include "texelscope/kernels/vector.h"

namespace texelscope::app {

struct SceneDeclaration;

/// The shown channels of a picture, in the order of the parameter's choices.
enum class PictureChannels : std::uint8_t { color, opaque, red, green, blue, alpha, luminance, reversed, straight };

/// The compression of light above white, in the order of the parameter's choices.
enum class ToneMap : std::uint8_t {
  none,
  /// x / (1 + x): Reinhard et al., "Photographic Tone Reproduction for Digital Images" (2002), equation 3.
  reinhard,
  /// Narkowicz's fit of the ACES curve (2015): (x (2.51 x + 0.03)) / (x (2.43 x + 0.59) + 0.14).
  filmic,
};

/// Maps a sampled texel to the shown value, with the same bits on host and device: channels, range, exposure, tone map,
/// gamma, color map, in this order. At the parameters' initial values, a texel maps to itself.
struct PictureTone {
  static constexpr int color_count = std::tuple_size_v<ColorRamp>;

  PictureChannels channels = PictureChannels::color;
  ToneMap tone_map = ToneMap::none;
  /// Whether values are sRGB-encoded, and thus decoded for exposure and tone map. Otherwise, they are linear.
  bool is_encoded = true;
  /// Whether colors are multiplied by alpha, and so are those of the result.
  bool is_premultiplied = false;
  bool has_false_color = false;
  /// Black and white of the range become 0 and 1: (value · unit − black) · scale. The unit is a power of two, and not 1
  /// only for ranges so large or small that a float would overflow.
  float unit = 1;
  float black = 0;
  float scale = 1;
  /// 2 to the power of the exposure.
  float gain = 1;
  /// The value's exponent: 1 / gamma.
  float exponent = 1;
  /// The color map for luminance, or for the single shown channel, from 0 to 1.
  Rgb colors[color_count]{};

  /// Maps one value, before the color map. Infinities and NaN stay unchanged.
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION float shown(float value) const {
    if (!(value <= largest && value >= -largest)) {
      return value;
    }
    // A finite value stays finite: the viewport marks those that are not.
    const float in_range = (value * unit - black) * scale;
    float result = in_range < largest ? (in_range > -largest ? in_range : -largest) : largest;
    if (gain != 1.0F || tone_map != ToneMap::none) {
      const float light = (is_encoded ? decoded(result) : result) * gain;
      const float mapped = light > 0.0F ? mapped_light(light) : light;
      result = is_encoded ? encoded(mapped) : mapped;
    }
    return exponent != 1.0F && result > 0.0F ? kernels::power(result, exponent) : result;
  }

  TEXELSCOPE_KERNEL_FUNCTION kernels::Float4 operator()(const kernels::Float4& texel) const {
    switch (channels) {
      case PictureChannels::opaque:
        return color(texel.x, texel.y, texel.z, 1.0F);
      case PictureChannels::red:
        return color(texel.x, texel.x, texel.x, 1.0F);
      case PictureChannels::green:
        return color(texel.y, texel.y, texel.y, 1.0F);
      case PictureChannels::blue:
        return color(texel.z, texel.z, texel.z, 1.0F);
      case PictureChannels::alpha:
        return color(texel.w, texel.w, texel.w, 1.0F);
      case PictureChannels::luminance: {
        const float value = luminance(texel.x, texel.y, texel.z);
        return color(value, value, value, 1.0F);
      }
      case PictureChannels::reversed:
        return color(texel.z, texel.y, texel.x, texel.w);
      case PictureChannels::straight: {
        const float weight = is_premultiplied && texel.w > 0.0F ? texel.w : 1.0F;
        return color(texel.x / weight, texel.y / weight, texel.z / weight, 1.0F);
      }
      case PictureChannels::color:
        break;
    }
    return color(texel.x, texel.y, texel.z, texel.w);
  }

 private:
  static constexpr float largest = 3.402823466e38F;

  /// IEC 61966-2-1, extended above 1; negative values stay linear. Uses double where float constants would miss white
  /// by one bit.
  [[nodiscard]] static TEXELSCOPE_KERNEL_FUNCTION float decoded(float value) {
    return value <= 0.04045F ? value * (1.0F / 12.92F)
                             : kernels::power(static_cast<float>((static_cast<double>(value) + 0.055) / 1.055), 2.4F);
  }
  [[nodiscard]] static TEXELSCOPE_KERNEL_FUNCTION float encoded(float light) {
    return light <= 0.0031308F
               ? light * 12.92F
               : static_cast<float>(1.055 * static_cast<double>(kernels::power(light, 1.0F / 2.4F)) - 0.055);
  }
  /// ITU-R BT.709's weights, applied to the stored values.
  [[nodiscard]] static TEXELSCOPE_KERNEL_FUNCTION float luminance(float red, float green, float blue) {
    return (red * 0.2126F + green * 0.7152F) + blue * 0.0722F;
  }

  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION float mapped_light(float light) const {
    // Above this value, both curves are 1 in float32, and the squares in the filmic curve overflow.
    const float bounded = light < 1e15F ? light : 1e15F;
    switch (tone_map) {
      case ToneMap::reinhard:
        return bounded / (1.0F + bounded);
      case ToneMap::filmic: {
        const float curve = (bounded * (2.51F * bounded + 0.03F)) / (bounded * (2.43F * bounded + 0.59F) + 0.14F);
        return curve < 1.0F ? curve : 1.0F;
      }
      case ToneMap::none:
        break;
    }
    return light;
  }

  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION kernels::Float4 color(float red, float green, float blue,
                                                                 float alpha) const {
    if (has_false_color) {
      const kernels::Float4 mapped = false_color(shown(luminance(red, green, blue)), alpha);
      return is_premultiplied && alpha < 1.0F
                 ? kernels::Float4{mapped.x * alpha, mapped.y * alpha, mapped.z * alpha, alpha}
                 : mapped;
    }
    return {shown(red), shown(green), shown(blue), alpha};
  }

  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION kernels::Float4 false_color(float value, float alpha) const {
    if (!is_encoded && !(value < largest && value > -largest)) {
      // The viewport marks values that are not finite.
      return {value, value, value, alpha};
    }
    const float clamped = value > 0.0F ? (value < 1.0F ? value : 1.0F) : 0.0F;
    const Rgb& entry = colors[static_cast<int>(clamped * static_cast<float>(color_count - 1) + 0.5F)];
    const auto channel = [&](std::uint8_t byte) {
      const float part = static_cast<float>(byte) / 255.0F;
      return is_encoded ? part : decoded(part);
    };
    return {channel(entry.red), channel(entry.green), channel(entry.blue), alpha};
  }
};

/// The exposure parameter, in stops, of a scene that shows a picture with a tone.
inline constexpr const char* exposure_parameter = "exposure";

/// Whether a scene shows a picture with a tone, see SceneView.
[[nodiscard]] bool has_tone(const SceneDeclaration& scene);

/// The parameters of a tone, for a scene's declaration.
[[nodiscard]] std::vector<Parameter> tone_parameters();

/// The value, possibly outside black and white, that a tone shows as `shown`, 0 … 1; nothing if there is no such value.
[[nodiscard]] std::optional<float> value_shown_as(const PictureTone& tone, float shown);

/// The lowest and the highest finite value of the shown channels of a picture, in a tone's units: integers as fractions
/// of their maximum. Includes alpha only if it alone is shown. Nothing if no value is finite.
[[nodiscard]] std::optional<std::pair<float, float>> value_range(const Image& picture, PictureChannels channels);

/// The tone with the values of these parameters, for a picture with sRGB-encoded or linear values.
[[nodiscard]] PictureTone picture_tone(const ParameterValues& values, bool is_encoded, bool is_premultiplied = false);

}  // namespace texelscope::app
