#include "app/scene/picture_tone.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <string>

#include "app/scene/scene.h"

namespace texelscope::app {

bool has_tone(const SceneDeclaration& scene) { return scene.view != nullptr && scene.view->has_tone; }

namespace {

/// Any finite float.
RealRange level_range() {
  constexpr double largest = std::numeric_limits<float>::max();
  return {-largest, largest, true, "", 1};
}

}  // namespace

std::vector<Parameter> tone_parameters() {
  std::vector<std::string> maps{"none"};
  maps.insert(maps.end(), color_map_names().begin(), color_map_names().end());
  return {
      choice_parameter(
          "channels", "color",
          {"color", "opaque", "red", "green", "blue", "alpha", "luminance", "reversed", "straight"},
          "Shows the color with or without alpha, one channel in gray, the luminance, the color with red "
          "and blue swapped, or, of a picture whose colors are multiplied by alpha, the color before that."),
      real_parameter("black", 0, level_range(), "Value shown as black."),
      real_parameter("white", 1, level_range(), "Value shown as white; must exceed black."),
      real_parameter(exposure_parameter, 0, {-16, 16, false, "stops"},
                     "Multiplies light between black and white by 2 to this power."),
      choice_parameter(
          "tone_map", "none", {"none", "reinhard", "filmic"},
          "Compresses light brighter than white into the displayable range, by x / (1 + x) or by a film curve."),
      real_parameter("gamma", 1, {0.1, 10, true, ""},
                     "Gamma: above 1, it brightens the values between black and white; below 1, it darkens them."),
      choice_parameter(
          "false_color", "none", std::move(maps),
          "Color map for the luminance, or for the single channel shown, in place of the picture's colors."),
  };
}

std::optional<float> value_shown_as(const PictureTone& tone, float shown) {
  // Far enough for white at 16 stops less exposure, and for every part of a tone map that a label needs.
  constexpr double largest_ranges = 1 << 20;
  const double range = 1 / static_cast<double>(tone.scale);
  double low = 0;
  double high = largest_ranges;
  const auto value_at = [&](double ranges) { return static_cast<float>((tone.black + ranges * range) / tone.unit); };
  if (tone.shown(value_at(high)) < shown) {
    return std::nullopt;
  }
  if (tone.shown(value_at(low)) >= shown) {
    return value_at(low);
  }
  // Each step is half as long, down to the last bit of a float near black.
  for (int i = 0; i < 64; ++i) {
    const double middle = (low + high) / 2;
    (tone.shown(value_at(middle)) < shown ? low : high) = middle;
  }
  return value_at(high);
}

namespace {

/// The lowest and highest finite value of these channels, as fractions of `largest`.
template <class Sample>
std::optional<std::pair<float, float>> range_of(const Image& picture, std::span<const std::size_t> channels,
                                                float largest) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  float lowest = infinity;
  float highest = -infinity;
  const auto step = static_cast<std::size_t>(picture.channels);
  const std::size_t samples = picture.pixels.size() / sizeof(Sample);
  for (std::size_t texel = 0; texel < samples; texel += step) {
    for (const std::size_t channel : channels) {
      const auto value = static_cast<float>(sample_of<Sample>(picture, texel + channel));
      if (value > -infinity && value < infinity) {
        lowest = std::min(lowest, value);
        highest = std::max(highest, value);
      }
    }
  }
  return lowest <= highest ? std::optional{std::pair{lowest / largest, highest / largest}} : std::nullopt;
}

}  // namespace

std::optional<std::pair<float, float>> value_range(const Image& picture, PictureChannels channels) {
  const auto all = static_cast<std::size_t>(picture.channels);
  const auto colors = static_cast<std::size_t>(num_color_channels(picture));
  std::vector<std::size_t> counted;
  if (channels >= PictureChannels::red && channels <= PictureChannels::alpha) {
    const auto channel = static_cast<std::size_t>(channels) - static_cast<std::size_t>(PictureChannels::red);
    counted.push_back(channels == PictureChannels::alpha ? all - 1 : std::min(channel, colors - 1));
  } else {
    counted.resize(colors);
    std::iota(counted.begin(), counted.end(), std::size_t{0});
  }
  switch (picture.type) {
    case gpu::DataType::uint8:
      return range_of<std::uint8_t>(picture, counted, 255);
    case gpu::DataType::uint16:
      return range_of<std::uint16_t>(picture, counted, 65535);
    case gpu::DataType::uint32:
      return range_of<std::uint32_t>(picture, counted, 1);
    case gpu::DataType::int32:
      return range_of<std::int32_t>(picture, counted, 1);
    default:
      return range_of<float>(picture, counted, 1);
  }
}

PictureTone picture_tone(const ParameterValues& values, bool is_encoded, bool is_premultiplied) {
  const double black = values.real("black");
  const double white = values.real("white");
  // If white does not exceed black, no value is between them, and the range acts as a threshold.
  const double least_range = std::max(std::abs(black) * std::numeric_limits<float>::epsilon() / 2, 1e-37);
  const double range = white > black ? white - black : least_range;
  // Sums and quotients of other ranges are normal floats.
  const int exponent = std::ilogb(std::max({range, std::abs(black), std::abs(white)}));
  const double unit = exponent < -100 || exponent > 100 ? std::exp2(std::clamp(-exponent, -120, 120)) : 1;
  PictureTone tone{.channels = static_cast<PictureChannels>(values.choice("channels")),
                   .tone_map = static_cast<ToneMap>(values.choice("tone_map")),
                   .is_encoded = is_encoded,
                   .is_premultiplied = is_premultiplied,
                   .has_false_color = values.choice("false_color") != 0,
                   .unit = static_cast<float>(unit),
                   .black = static_cast<float>(black * unit),
                   .scale = static_cast<float>(1 / (range * unit)),
                   .gain = static_cast<float>(std::exp2(values.real(exposure_parameter))),
                   .exponent = static_cast<float>(1 / values.real("gamma"))};
  if (tone.has_false_color) {
    std::ranges::copy(color_ramp(static_cast<ColorMap>(values.choice("false_color") - 1)), tone.colors);
  }
  return tone;
}

}  // namespace texelscope::app
