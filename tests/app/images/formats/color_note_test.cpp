#include "app/images/formats/color_note.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "tests/app/images/picture_bytes.h"

namespace texelscope::app {
namespace {

using tests::big_number;

std::string profile_note(std::span<const std::byte> profile) {
  Image image;
  add_profile(image, profile);
  return image.note;
}

std::string gamma_note(std::optional<std::int32_t> gamma, const std::optional<Chromaticities>& colors) {
  Image image;
  add_gamma(image, gamma, colors);
  return image.note;
}

/// A profile with a single tag, its description.
std::string note_of(const std::string& description) {
  const std::string profile = std::string(128, '\0') + big_number(1) + "desc" + big_number(144) +
                              big_number(static_cast<unsigned>(description.size())) + description;
  return profile_note(std::as_bytes(std::span(profile)));
}

std::string ascii(const std::string& text) {
  return "desc" + big_number(0) + big_number(static_cast<unsigned>(text.size() + 1)) + text + std::string(1, '\0');
}

std::string unicode(const std::string& text) {
  std::string words;
  for (const char sign : text) {
    words += std::string(1, '\0') + sign;
  }
  return "mluc" + big_number(0) + big_number(1) + big_number(12) + "enUS" +
         big_number(static_cast<unsigned>(words.size())) + big_number(28) + words;
}

TEST(ColorNote, IsEmptyForSrgb) {
  EXPECT_EQ(note_of(ascii("sRGB IEC61966-2.1")), "");
  EXPECT_EQ(note_of(unicode("sRGB built-in")), "");
  EXPECT_EQ(gamma_note({}, {}), "");
  EXPECT_EQ(gamma_note(45455, Chromaticities{31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000}), "");
}

TEST(ColorNote, NamesAnotherProfile) {
  const std::string expected = "its ICC profile \"Display P3\" is not applied: colors are shown as sRGB";
  EXPECT_EQ(note_of(ascii("Display P3")), expected);
  EXPECT_EQ(note_of(unicode("Display P3")), expected);
}

TEST(ColorNote, NamesUpTo40CharactersOfAProfile) {
  for (const int length : {40, 41}) {
    const std::string expected =
        "its ICC profile \"" + std::string(40, 'n') + "\" is not applied: colors are shown as sRGB";
    EXPECT_EQ(note_of(ascii(std::string(static_cast<std::size_t>(length), 'n'))), expected) << length;
  }
}

TEST(ColorNote, TreatsAnInvalidProfileAsNotSrgb) {
  const std::string expected = "its ICC profile is not applied: colors are shown as sRGB";
  EXPECT_EQ(profile_note({}), expected);
  const std::string many = std::string(128, '\0') + big_number(0xFFFFFFFF) + std::string(40, '\xFF');
  EXPECT_EQ(profile_note(std::as_bytes(std::span(many))), expected);
  const std::string outside =
      std::string(128, '\0') + big_number(1) + "desc" + big_number(0xFFFFFFF0) + big_number(0xFFFFFFFF);
  EXPECT_EQ(profile_note(std::as_bytes(std::span(outside))), expected);
}

TEST(ColorNote, ToleratesRoundingOfGammaAndPrimaries) {
  const auto is_noted = [](int gamma, int red_x) {
    return !gamma_note(gamma, Chromaticities{31270, 32900, red_x, 33000, 30000, 60000, 15000, 6000}).empty();
  };
  // A hundredth of the gamma's inverse, and five thousandths of a coordinate.
  for (const int side : {-1, 1}) {
    EXPECT_FALSE(is_noted(45455 + side * 1000, 64000));
    EXPECT_TRUE(is_noted(45455 + side * 1001, 64000));
    EXPECT_FALSE(is_noted(45455, 64000 + side * 500));
    EXPECT_TRUE(is_noted(45455, 64000 + side * 501));
  }
}

TEST(ColorNote, NamesGammaAndPrimaries) {
  EXPECT_EQ(gamma_note(100000, {}), "its gamma 1 is not applied: colors are shown as sRGB");
  EXPECT_EQ(gamma_note(55556, {}), "its gamma 1.8 is not applied: colors are shown as sRGB");
  EXPECT_EQ(gamma_note(100000, Chromaticities{}),
            "its gamma 1 and primaries are not applied: colors are shown as sRGB");
}

}  // namespace
}  // namespace texelscope::app
