#include "app/compare/report/report_pictures.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "app/compare/report/light_script.h"
#include "app/compare/rules/compare_by_rules.h"
#include "app/images/image_file.h"
#include "app/images/srgb.h"
#include "tests/app/compare/image_pairs.h"
#include "tests/app/images/picture_bytes.h"
#include "tests/app/temporary_folder.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

template <class Sample>
Image picture_of_samples(int width, int channels, const std::vector<Sample>& samples) {
  const gpu::DataType type = sizeof(Sample) == 1   ? gpu::DataType::uint8
                             : sizeof(Sample) == 2 ? gpu::DataType::uint16
                                                   : gpu::DataType::float32;
  const int height = static_cast<int>(samples.size()) / width / channels;
  Image image{width, height, channels, type, std::vector<std::byte>(samples.size() * sizeof(Sample))};
  std::memcpy(image.pixels.data(), samples.data(), image.pixels.size());
  return image;
}

std::vector<std::string> kinds_of(const std::vector<ReportPicture>& pictures) {
  std::vector<std::string> kinds;
  for (const ReportPicture& picture : pictures) {
    kinds.push_back(picture.kind);
  }
  return kinds;
}

std::string text_of_bytes(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(DifferenceOfPair, IsScaledByTheLargestErrorAndNeverBlackForADifference) {
  const Image difference = difference_of_pair(picture_of_samples<std::uint16_t>(4, 1, {0, 100, 1000, 7}),
                                              picture_of_samples<std::uint16_t>(4, 1, {500, 100, 1001, 257}), 500);
  // Differences of 500, 0, 1 and 250, where 500 is scaled to 255; rounded up.
  EXPECT_EQ(tests::values_of(difference), (std::vector<int>{255, 255, 255, 0, 0, 0, 1, 1, 1, 128, 128, 128}));
}

TEST(DifferenceOfPair, ShowsNanAsWhiteAndScalesTheRestByTheLargestNumber) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  const Image difference = difference_of_pair(picture_of_samples<float>(5, 1, {nan, nan, 2, 4, infinity}),
                                              picture_of_samples<float>(5, 1, {nan, 1, 6, 6, 0}), infinity);
  EXPECT_EQ(tests::values_of(difference),
            (std::vector<int>{0, 0, 0, 255, 255, 255, 255, 255, 255, 128, 128, 128, 255, 255, 255}));
}

TEST(DifferenceOfPair, ShowsAlphaInAllColorsAndColorsSeparately) {
  const Image difference = difference_of_pair(picture_of_samples<std::uint8_t>(2, 4, {9, 9, 9, 255, 9, 9, 9, 255}),
                                              picture_of_samples<std::uint8_t>(2, 4, {9, 9, 9, 0, 9, 60, 9, 255}), 255);
  EXPECT_EQ(tests::values_of(difference), (std::vector<int>{255, 255, 255, 0, 51, 0}));
}

TEST(DifferenceOfPair, IsBlackInMaskedPixels) {
  const std::vector<std::uint8_t> mask{1, 0};
  const Image difference =
      difference_of_pair(picture_of_samples<std::uint8_t>(2, 1, {0, 0}), picture_of_samples<std::uint8_t>(2, 1, {9, 3}),
                         std::numeric_limits<double>::infinity(), mask);
  EXPECT_EQ(tests::values_of(difference), (std::vector<int>{0, 0, 0, 255, 255, 255}));
}

TEST(DifferenceOfPair, RefusesPicturesOfDifferentSizes) {
  const Image wide = picture_of_samples<std::uint8_t>(4, 1, {0, 0, 0, 0});
  const Image small = picture_of_samples<std::uint8_t>(2, 1, {0, 0});
  EXPECT_THROW(static_cast<void>(difference_of_pair(wide, small, 255)), gpu::InvalidArgument);
  EXPECT_THROW(static_cast<void>(difference_of_pair(small, wide, 255)), gpu::InvalidArgument);
}

TEST(SmallPicture, KeepsTheShapeAndTheMeans) {
  // Alternating stripes of 0 and 200, each 8 pixels wide.
  const Image image = tests::make_image(1000, 250, [](int x, int) {
    const int value = x / 8 % 2 * 200;
    return tests::Rgb{value, value / 2, 7};
  });
  const Image small = small_picture(image, 96);
  EXPECT_EQ(small.width, 91);
  EXPECT_EQ(small.height, 23);
  const std::vector<int> values = tests::values_of(small);
  double mean = 0;
  for (std::size_t at = 0; at < values.size(); at += 3) {
    mean += values[at] * 3.0 / static_cast<double>(values.size());
    EXPECT_EQ(values[at + 2], 7);
  }
  EXPECT_NEAR(mean, 100, 10);
  EXPECT_EQ(small_picture(image, 1000).width, 1000);
}

TEST(SmallPicture, EncodesLightForADisplay) {
  const std::vector<int> values =
      tests::values_of(small_picture(picture_of_samples<float>(3, 1, {0.0F, 0.5F, 7.0F}), 96));
  const int half = static_cast<int>(std::lround(255 * srgb_from_linear(0.5)));
  EXPECT_EQ(values, (std::vector<int>{0, 0, 0, half, half, half, 255, 255, 255}));
}

/// The linear values of the colors in a script.
std::vector<double> decoded_light(const std::string& script, int& width, int& height) {
  char encoded[4096];
  EXPECT_EQ(std::sscanf(script.c_str(), "texelscope_light(\"%d %d %4095[^\"]\");", &width, &height, encoded), 3);
  std::vector<std::uint8_t> packed;
  std::uint32_t group = 0;
  int bits = 0;
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (const char letter : std::string(encoded)) {
    if (letter == '=') {
      break;
    }
    group = group << 6U | static_cast<std::uint32_t>(digits.find(letter));
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      packed.push_back(static_cast<std::uint8_t>(group >> static_cast<unsigned>(bits)));
    }
  }
  const auto pixels = static_cast<std::size_t>(width * height);
  std::vector<std::uint8_t> planes(4 * pixels + 1);
  uLongf size = planes.size();
  EXPECT_EQ(::uncompress(planes.data(), &size, packed.data(), packed.size()), Z_OK);
  EXPECT_EQ(size, 4 * pixels);
  std::vector<double> light;
  for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
    for (std::size_t channel = 0; channel < 3; ++channel) {
      light.push_back(std::ldexp(planes[channel * pixels + pixel], planes[3 * pixels + pixel] - 136));
    }
  }
  return light;
}

TEST(LightScript, StoresLightOfAllRangesWithinAFractionOfTheBrightestColor) {
  const std::vector<float> samples{0,     0,     0,    1,    0.5F,  0.25F, 3e4F,  1e4F,       12, 1e-6F, 2e-6F,
                                   3e-6F, -5.0F, 1.0F, 0.1F, 1e37F, 0,     1e36F, 0.9999999F, 1,  1};
  int width = 0;
  int height = 0;
  const std::vector<double> light =
      decoded_light(text_of_bytes(light_script(picture_of_samples<float>(7, 3, samples))), width, height);
  EXPECT_EQ(width, 7);
  EXPECT_EQ(height, 1);
  ASSERT_EQ(light.size(), samples.size());
  for (std::size_t at = 0; at < samples.size(); ++at) {
    const std::size_t first = at / 3 * 3;
    const double brightest = std::max({samples[first], samples[first + 1], samples[first + 2]});
    EXPECT_NEAR(light[at], std::max(samples[at], 0.0F), brightest / 128) << at;
  }
}

TEST(LightScript, ShowsNanAsPurpleAndInfinityAsWhite) {
  int width = 0;
  int height = 0;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  const std::vector<double> light =
      decoded_light(text_of_bytes(light_script(picture_of_samples<float>(2, 1, {nan, infinity}))), width, height);
  EXPECT_GT(light[0], 1e37);
  EXPECT_EQ(light[1], 0);
  EXPECT_GT(*std::min_element(light.begin() + 2, light.end()), 1e37);
}

TEST(LightScript, DecodesIntegersBySrgb) {
  int width = 0;
  int height = 0;
  const std::vector<double> light = decoded_light(
      text_of_bytes(light_script(picture_of_samples<std::uint16_t>(3, 1, {65535, 32768, 300}))), width, height);
  EXPECT_NEAR(light[0], 1, 1.0 / 128);
  EXPECT_NEAR(light[3], 0.2140, 0.2140 / 128);
  EXPECT_NEAR(light[6], 300.0 / 65535 / 12.92, 300.0 / 65535 / 12.92 / 128);
}

TEST(ReportPictures, AreOnlyTheInformativeOnes) {
  const Image large = tests::make_image(120, 80, tests::landscape);
  Image other = large;
  other.pixels[0] ^= std::byte{255};
  ImagePair pair;
  pair.expected = large;
  pair.actual = large;
  Comparison same = compare_images(large, large);
  EXPECT_EQ(kinds_of(report_pictures(pair, &same)), std::vector<std::string>{"expected"});
  pair.actual = other;
  Comparison differing = compare_images(large, other);
  EXPECT_EQ(kinds_of(report_pictures(pair, &differing)),
            (std::vector<std::string>{"expected", "actual", "thumbnail", "difference"}));
  Comparison with_map = compare_images(large, other, {.measures_all = true, .keeps_flip_map = true});
  EXPECT_EQ(kinds_of(report_pictures(pair, &with_map)),
            (std::vector<std::string>{"expected", "actual", "thumbnail", "difference", "flip"}));
  EXPECT_TRUE(with_map.flip_map.empty());
  pair.actual.reset();
  EXPECT_EQ(kinds_of(report_pictures(pair, nullptr)), (std::vector<std::string>{"expected", "thumbnail"}));
  pair.expected = picture_of_samples<float>(2, 1, {0, 1});
  pair.actual = picture_of_samples<float>(2, 1, {0, 2});
  Comparison light = compare_images(*pair.expected, *pair.actual);
  EXPECT_EQ(kinds_of(report_pictures(pair, &light)),
            (std::vector<std::string>{"expected", "actual", "difference", "expected_light", "actual_light"}));
}

TEST(ReportPictures, ShowTheAcceptedImageThatTheActualOneWasComparedWith) {
  const tests::TemporaryFolder folder;
  const Image accepted = tests::make_image(12, 8, tests::landscape);
  ImagePair pair;
  pair.expected = tests::make_image(12, 8, [](int, int) { return tests::Rgb{}; });
  pair.actual = accepted;
  pair.actual->pixels[5] ^= std::byte{1};
  save_png(folder / "e.png", *pair.expected);
  save_png(folder / "m.png", accepted);
  pair.expected_file = folder / "e.png";
  ImageRules rules;
  rules.accepted = {"m.png"};
  const PairResult result =
      compare_by_rules(pair, load_accepted(pair.expected_file, rules), rules, {}, KeepImages::yes, {});
  EXPECT_EQ(result.accepted_image, "m.png");
  ASSERT_NE(find_picture(result, "expected"), nullptr);
  EXPECT_EQ(text_of_bytes(find_picture(result, "expected")->bytes), tests::file_bytes(folder / "m.png"));
}

TEST(ReportPictures, AreTheFileBytesIfBrowsersDisplayThemElseTheSamePixels) {
  const tests::TemporaryFolder folder;
  const Image image = tests::make_image(12, 8, tests::landscape);
  ImagePair pair;
  pair.expected = image;
  save_png(folder / "e.png", image);
  pair.expected_file = folder / "e.png";
  EXPECT_EQ(text_of_bytes(report_pictures(pair, nullptr)[0].bytes), tests::file_bytes(folder / "e.png"));
  // Browsers do not display PPM, and the file of the other image no longer exists, so both images are encoded.
  for (const std::filesystem::path& file :
       {folder.write("e.ppm", "P6 12 8 255\n"), std::filesystem::path(folder / "gone.png")}) {
    pair.expected_file = file;
    const ReportPicture packed = report_pictures(pair, nullptr)[0];
    EXPECT_EQ(packed.ending, "png");
    EXPECT_EQ(decode_image(packed.bytes, "packed").pixels, image.pixels) << file;
  }
}

}  // namespace
}  // namespace texelscope::app
