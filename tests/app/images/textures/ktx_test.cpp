#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "app/images/image_reader.h"
#include "tests/app/images/picture_bytes.h"

namespace texelscope::app {
namespace {

using tests::bytes;
using tests::decoded;
using tests::error_of;
using tests::number;
using tests::samples_of;
using tests::values_of;

struct Ktx1 {
  /// GL_UNSIGNED_BYTE, GL_RED.
  int type = 0x1401;
  int type_bytes = 1;
  int format = 0x1903;
  int internal_format = 0x8229;
  int width = 2;
  int height = 1;
  int depth = 0;
  int layers = 0;
  int faces = 1;
  /// The bytes of each level, with the padding of rows.
  std::vector<std::string> levels{bytes({1, 2, 0, 0})};
  std::string texts{};
  bool is_big_endian = false;

  [[nodiscard]] std::string number_32(std::uint64_t value) const {
    const std::string text = number(value, 4);
    return is_big_endian ? std::string(text.rbegin(), text.rend()) : text;
  }
  [[nodiscard]] std::string file() const {
    std::string text = "\xabKTX 11\xbb\r\n\x1a\n";
    for (const std::uint64_t value :
         {std::uint64_t{0x04030201}, static_cast<std::uint64_t>(type), static_cast<std::uint64_t>(type_bytes),
          static_cast<std::uint64_t>(format), static_cast<std::uint64_t>(internal_format),
          static_cast<std::uint64_t>(format), static_cast<std::uint64_t>(width), static_cast<std::uint64_t>(height),
          static_cast<std::uint64_t>(depth), static_cast<std::uint64_t>(layers), static_cast<std::uint64_t>(faces),
          std::uint64_t{levels.size()}, std::uint64_t{texts.size()}}) {
      text += number_32(value);
    }
    text += texts;
    for (const std::string& level : levels) {
      text += number_32(faces == 6 && layers == 0 ? level.size() / 6 : level.size()) + level;
      text.resize((text.size() + 3) / 4 * 4);
    }
    return text;
  }
};

TEST(Ktx, ReadsEachLevelLayerAndFace) {
  EXPECT_EQ(values_of(decoded(Ktx1{}.file())), (std::vector{1, 2}));
  const std::string levels = Ktx1{.levels = {bytes({1, 2, 0, 0}), bytes({3, 0, 0, 0})}}.file();
  EXPECT_EQ(values_of(decoded(levels, {.part = "level 1"})), (std::vector{3}));
  std::string six;
  for (const int face : {1, 2, 3, 4, 5, 6}) {
    six += bytes({face, 0, 0, 0});
  }
  EXPECT_EQ(values_of(decoded(Ktx1{.width = 1, .faces = 6, .levels = {six}}.file(), {.part = "face -z level 0"})),
            (std::vector{6}));
  EXPECT_EQ(values_of(decoded(Ktx1{.width = 1, .layers = 6, .levels = {six}}.file(), {.part = "layer 4 level 0"})),
            (std::vector{5}));
}

TEST(Ktx, RemovesThePaddingOfRows) {
  // Two rows of three texels with two bytes each.
  const Ktx1 packed{.type = 0x8363,
                    .type_bytes = 2,
                    .format = 0x1907,
                    .internal_format = 0x8D62,
                    .width = 3,
                    .height = 2,
                    .levels = {number(0xF800, 2) + number(0x07E0, 2) + number(0x001F, 2) + "ab" + number(0, 2) +
                               number(0xFFFF, 2) + number(0x8000, 2) + "cd"}};
  EXPECT_EQ(values_of(decoded(packed.file())),
            (std::vector{255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 132, 0, 0}));
}

TEST(Ktx, ReadsTheOtherByteOrder) {
  const Ktx1 big{.type = 0x1403, .type_bytes = 2, .levels = {bytes({1, 2, 3, 4})}, .is_big_endian = true};
  EXPECT_EQ(samples_of<std::uint16_t>(decoded(big.file())), (std::vector<std::uint16_t>{0x0102, 0x0304}));
}

TEST(Ktx, ReadsBlocksByTheInternalFormat) {
  const std::string block = std::string(2, '\xFF') + std::string(6, '\0');
  const Ktx1 colors{.type = 0, .format = 0, .internal_format = 0x83F0, .width = 4, .height = 4, .levels = {block}};
  EXPECT_EQ(values_of(decoded(colors.file())), std::vector<int>(48, 255));
  Ktx1 refused = colors;
  refused.internal_format = 0x9278;
  EXPECT_NE(error_of(refused.file()).find("unsupported texels: ETC2_R8G8B8A8_UNORM_BLOCK"), std::string::npos);
  refused.internal_format = 0x8C00;
  EXPECT_NE(error_of(refused.file()).find("glInternalFormat 0x8C00"), std::string::npos);
}

/// Arm's tool, astcenc 4.2, encodes a plain color as this block, whose last bytes are its red, green, blue and alpha as
/// numbers of 16 bits.
TEST(Ktx, ReadsAstc) {
  const Ktx1 color{
      .type = 0,
      .format = 0,
      .internal_format = 0x93B0,
      .width = 3,
      .height = 2,
      .levels = {bytes({0xFC, 0xFD, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0x80, 0x80, 0xFF, 0xFF})}};
  const std::string error = error_of(color.file());
  if (error.find("built without libastcenc") != std::string::npos) {
    GTEST_SKIP() << error;
  }
  std::vector<int> expected;
  for (int texel = 0; texel < 6; ++texel) {
    expected.insert(expected.end(), {255, 0, 128, 255});
  }
  EXPECT_EQ(values_of(decoded(color.file())), expected);
}

TEST(Ktx, RefusesContradictionsAndEachTruncation) {
  Ktx1 longer;
  longer.levels[0] += "abcd";
  EXPECT_NE(error_of(longer.file()).find("its level 0 at byte 64 has 8 bytes, but its texels need 2 (damaged file)"),
            std::string::npos)
      << error_of(longer.file());
  EXPECT_NE(error_of(Ktx1{.faces = 3}.file()).find("it has 3 faces"), std::string::npos);
  const std::string whole = Ktx1{}.file();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_NE(error_of(whole.substr(0, size)), "") << size;
  }
  const std::string text = "KTXorientation" + std::string(1, '\0') + "S=r,T=u" + std::string(1, '\0');
  EXPECT_EQ(decoded(Ktx1{.texts = number(text.size(), 4) + text + std::string(1, '\0')}.file()).note,
            "its orientation 'S=r,T=u' is not applied: rows are as stored");
}

}  // namespace
}  // namespace texelscope::app
