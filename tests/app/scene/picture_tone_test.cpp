#include "app/scene/picture_tone.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace texelscope::app {
namespace {

using ToneSettings = std::vector<std::pair<std::string, std::string>>;

constexpr float positive_infinity = std::numeric_limits<float>::infinity();
const std::array<float, 11> tone_inputs{-2.5F, -0.01F, 0.0F, 0.001F, 0.04F, 0.18F, 0.5F, 0.735F, 1.0F, 3.75F, 1000.0F};

PictureTone tone_of(const ToneSettings& settings, bool is_encoded) {
  ParameterValues parameters(tone_parameters());
  for (const auto& [name, text] : settings) {
    parameters.set_from_text(name, text);
  }
  return picture_tone(parameters, is_encoded);
}

/// IEC 61966-2-1 in double precision.
double decoded(double value) { return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4); }
double encoded(double light) { return light <= 0.0031308 ? light * 12.92 : 1.055 * std::pow(light, 1 / 2.4) - 0.055; }

void expect_near(float actual, double expected, float value) {
  EXPECT_NEAR(actual, expected, 2e-6 * std::max(1.0, std::abs(expected))) << "for " << value;
}

TEST(PictureTone, HasARangeOfRedAndGreen) {
  Image image{1, 1, 2, gpu::DataType::uint8, {std::byte{51}, std::byte{255}}};
  EXPECT_EQ(value_range(image, PictureChannels::color)->second, 0.2F) << "the second channel is alpha";
  image.is_red_green = true;
  EXPECT_EQ(value_range(image, PictureChannels::color)->second, 1.0F);
  EXPECT_EQ(value_range(image, PictureChannels::green)->first, 1.0F);
}

TEST(PictureTone, LeavesEachBitAtTheInitialSettings) {
  for (const bool is_encoded : {false, true}) {
    const PictureTone tone = tone_of({}, is_encoded);
    for (const float value : {-positive_infinity, -2.5F, -0.0F, 1e-42F, 0.3F, 1.0F, 3e38F, positive_infinity}) {
      EXPECT_EQ(std::bit_cast<std::uint32_t>(tone.shown(value)), std::bit_cast<std::uint32_t>(value)) << value;
    }
    EXPECT_TRUE(std::isnan(tone.shown(std::numeric_limits<float>::quiet_NaN())));
  }
}

TEST(PictureTone, MultipliesTheLightByTheExposure) {
  for (const float value : tone_inputs) {
    EXPECT_EQ(tone_of({{"exposure", "3"}}, false).shown(value), value * 8);
    expect_near(tone_of({{"exposure", "-1.5"}}, true).shown(value), encoded(decoded(value) * std::exp2(-1.5)), value);
    expect_near(tone_of({{"exposure", "1"}, {"black", "0.25"}, {"white", "0.75"}}, true).shown(value),
                encoded(decoded((value - 0.25) * 2) * 2), value);
  }
}

TEST(PictureTone, CompressesLightBelowWhiteByItsCurve) {
  const auto reinhard = [](double x) { return x / (1 + x); };
  const auto filmic = [](double x) { return std::min((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), 1.0); };
  for (const float value : tone_inputs) {
    if (value < 0) {
      continue;
    }
    expect_near(tone_of({{"tone_map", "reinhard"}}, false).shown(value), reinhard(value), value);
    expect_near(tone_of({{"tone_map", "filmic"}, {"exposure", "2"}}, false).shown(value), filmic(4 * value), value);
    expect_near(tone_of({{"tone_map", "reinhard"}}, true).shown(value), encoded(reinhard(decoded(value))), value);
  }
  EXPECT_EQ(tone_of({{"tone_map", "filmic"}}, false).shown(3e38F), 1.0F);
  EXPECT_EQ(tone_of({{"tone_map", "reinhard"}}, false).shown(3e38F), 1.0F);
}

TEST(PictureTone, AppliesGammaLast) {
  for (const float value : tone_inputs) {
    const PictureTone tone = tone_of({{"gamma", "2.2"}, {"exposure", "-1"}}, false);
    expect_near(tone.shown(value), value > 0 ? std::pow(value / 2, 1 / 2.2) : value / 2, value);
  }
}

TEST(PictureTone, KeepsInfinitiesAndNaNForTheViewportToMark) {
  for (const char* map : {"none", "ember"}) {
    const PictureTone tone =
        tone_of({{"exposure", "2"}, {"tone_map", "filmic"}, {"gamma", "2"}, {"false_color", map}}, false);
    EXPECT_EQ(tone({positive_infinity, positive_infinity, positive_infinity, 1}).x, positive_infinity) << map;
    EXPECT_EQ(tone({-positive_infinity, -positive_infinity, -positive_infinity, 1}).y, -positive_infinity) << map;
    EXPECT_TRUE(std::isnan(tone({std::nanf(""), 0, 0, 1}).x)) << map;
  }
}

TEST(PictureTone, MapsTheLuminanceOrTheChannelToAColor) {
  const ColorRamp& ramp = color_ramp(ColorMap::ember);
  const auto bytes = [](const kernels::Float4& color) {
    const auto byte = [](float part) { return static_cast<int>(std::lround(part * 255)); };
    return std::array{byte(color.x), byte(color.y), byte(color.z), byte(color.w)};
  };
  const auto expected = [&](int entry, int alpha) {
    const Rgb color = ramp[static_cast<std::size_t>(entry)];
    return std::array<int, 4>{color.red, color.green, color.blue, alpha};
  };
  const PictureTone tone = tone_of({{"false_color", "ember"}}, true);
  const PictureTone green = tone_of({{"false_color", "ember"}, {"channels", "green"}}, true);
  for (int level = 0; level < 256; ++level) {
    const float part = static_cast<float>(level) / 255;
    EXPECT_EQ(bytes(tone({part, part, part, 0.2F})), expected(level, 51));
    EXPECT_EQ(bytes(green({1, part, 0, 0.2F})), expected(level, 255));
  }
  EXPECT_EQ(bytes(tone({-3, -3, -3, 1})), expected(0, 255));
  EXPECT_EQ(bytes(tone({9, 9, 9, 1})), expected(255, 255));
  EXPECT_EQ(bytes(tone({1, 0, 0, 1})), expected(54, 255)) << "0.2126 of 255";

  // Linear values are encoded afterwards, so the displayed bytes are the same.
  const kernels::Float4 linear = tone_of({{"false_color", "ember"}}, false)({0.5F, 0.5F, 0.5F, 1});
  const auto seen = [](float light) { return static_cast<float>(encoded(light)); };
  EXPECT_EQ(bytes({seen(linear.x), seen(linear.y), seen(linear.z), 1}), expected(128, 255));
}

TEST(PictureTone, FindsTheValueBehindEachPartOfTheRange) {
  const std::vector<ToneSettings> all{{},
                                      {{"black", "0.2"}, {"white", "4"}},
                                      {{"exposure", "-3"}},
                                      {{"exposure", "5"}, {"gamma", "2.2"}},
                                      {{"tone_map", "filmic"}, {"black", "-1"}}};
  for (const ToneSettings& settings : all) {
    for (const bool is_encoded : {false, true}) {
      const PictureTone tone = tone_of(settings, is_encoded);
      for (const float part : {0.0F, 0.25F, 0.5F, 1.0F}) {
        const std::optional<float> value = value_shown_as(tone, part);
        ASSERT_TRUE(value) << part;
        EXPECT_NEAR(tone.shown(*value), part, 1e-5F) << *value;
      }
    }
  }
  EXPECT_FALSE(value_shown_as(tone_of({{"tone_map", "reinhard"}}, false), 1)) << "no value is shown as 1";
  EXPECT_NEAR(*value_shown_as(tone_of({{"tone_map", "reinhard"}}, false), 0.5F), 1, 1e-5);
}

TEST(PictureTone, ShowsTheContrastOfAnyRangeOfFloats) {
  constexpr float largest = std::numeric_limits<float>::max();
  const std::pair<float, float> ranges[] = {{1e6F, 1e6F + 100},  {-1e30F, 1e30F},       {1e30F, 1.5e30F},
                                            {-largest, largest}, {3e-20F, 5e-20F},      {-2e-40F, 2e-40F},
                                            {0, 65537},          {largest / 2, largest}};
  for (const auto& [black, white] : ranges) {
    const PictureTone tone =
        tone_of({{"black", fmt::format("{}", double{black})}, {"white", fmt::format("{}", double{white})}}, false);
    const double range = double{white} - black;
    for (const double part : {0.0, 0.125, 0.25, 0.5, 0.875, 1.0}) {
      const auto value = static_cast<float>(black + part * range);
      EXPECT_NEAR(tone.shown(value), (value - double{black}) / range, 1e-6)
          << value << " in " << black << " to " << white;
      EXPECT_NEAR(*value_shown_as(tone, static_cast<float>(part)), value, 1e-5 * range) << part;
    }
    for (const float value : {-largest, -1.0F, 0.0F, 1e-30F, 1.0F, largest}) {
      EXPECT_TRUE(std::isfinite(tone.shown(value))) << value << " in " << black << " to " << white;
      EXPECT_EQ(tone.shown(value) <= 0, value <= black) << value << " in " << black << " to " << white;
    }
    for (const float value : {-positive_infinity, positive_infinity}) {
      EXPECT_EQ(tone.shown(value), value);
    }
  }
}

TEST(PictureTone, IsAThresholdIfWhiteDoesNotExceedBlack) {
  for (const float black : {0.0F, 0.25F, -3.0F, 1e6F, 1e30F}) {
    const std::string text = fmt::format("{}", double{black});
    const PictureTone tone = tone_of({{"black", text}, {"white", text}}, false);
    EXPECT_LE(tone.shown(black), 0) << black;
    const float next = black == 0 ? 1e-6F : std::nextafter(black, positive_infinity);
    EXPECT_GE(tone.shown(next), 1) << black;
  }
}

template <class Sample>
Image samples_picture(int channels, gpu::DataType type, const std::vector<Sample>& samples) {
  Image picture{static_cast<int>(samples.size()) / channels, 1, channels, type,
                std::vector<std::byte>(samples.size() * sizeof(Sample))};
  std::memcpy(picture.pixels.data(), samples.data(), picture.pixels.size());
  return picture;
}

using Range = std::pair<float, float>;

TEST(PictureTone, HasTheRangeOfTheChannelsThatAreShown) {
  const Image bytes = samples_picture<std::uint8_t>(4, gpu::DataType::uint8, {51, 10, 90, 0, 102, 30, 20, 255});
  EXPECT_EQ(value_range(bytes, PictureChannels::color), (Range{10 / 255.0F, 102 / 255.0F}));
  EXPECT_EQ(value_range(bytes, PictureChannels::luminance), (Range{10 / 255.0F, 102 / 255.0F}));
  EXPECT_EQ(value_range(bytes, PictureChannels::green), (Range{10 / 255.0F, 30 / 255.0F}));
  EXPECT_EQ(value_range(bytes, PictureChannels::alpha), (Range{0, 1}));
  const Image gray = samples_picture<std::uint16_t>(2, gpu::DataType::uint16, {65535, 0, 13107, 9});
  EXPECT_EQ(value_range(gray, PictureChannels::color), (Range{0.2F, 1}));
  EXPECT_EQ(value_range(gray, PictureChannels::blue), (Range{0.2F, 1})) << "the gray channel represents each color";
}

TEST(PictureTone, ExcludesNonFiniteValuesFromTheRange) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Image floats =
      samples_picture<float>(3, gpu::DataType::float32, {nan, -7.5F, positive_infinity, 900, -positive_infinity, 3});
  EXPECT_EQ(value_range(floats, PictureChannels::color), (Range{-7.5F, 900}));
  EXPECT_EQ(value_range(floats, PictureChannels::blue), (Range{3, 3}));
  EXPECT_EQ(
      value_range(samples_picture<float>(1, gpu::DataType::float32, {nan, positive_infinity}), PictureChannels::color),
      std::nullopt);
}

}  // namespace
}  // namespace texelscope::app
