#include "app/text/base_letter.h"

#include <gtest/gtest.h>

#include <utility>

namespace texelscope::app {
namespace {

TEST(BaseLetter, IsThatOfUnicodesDecomposition) {
  for (const auto& [code, letter] :
       {std::pair{U'À', 'a'}, {U'É', 'e'}, {U'ñ', 'n'}, {U'ÿ', 'y'}, {U'Ā', 'a'}, {U'ģ', 'g'}, {U'ž', 'z'}}) {
    EXPECT_EQ(decomposed_letter(code), letter) << static_cast<unsigned>(code);
    EXPECT_EQ(similar_letter(code), letter) << static_cast<unsigned>(code);
  }
}

TEST(BaseLetter, IsASimilarOneWithoutADecomposition) {
  for (const auto& [code, letter] : {std::pair{U'Æ', 'a'},
                                     {U'ø', 'o'},
                                     {U'ß', 's'},
                                     {U'þ', 't'},
                                     {U'Ł', 'l'},
                                     {U'ſ', 's'},
                                     {U'×', '*'},
                                     {U'÷', '/'}}) {
    EXPECT_EQ(decomposed_letter(code), '\0') << static_cast<unsigned>(code);
    EXPECT_EQ(similar_letter(code), letter) << static_cast<unsigned>(code);
  }
}

TEST(BaseLetter, IsMissingOutsideItsTwoBlocks) {
  for (const char32_t code : {U'a', U'\u00BF', U'\u0180', U'木', char32_t{0xFFFFFFFF}}) {
    EXPECT_EQ(decomposed_letter(code), '\0') << static_cast<unsigned>(code);
    EXPECT_EQ(similar_letter(code), '\0') << static_cast<unsigned>(code);
  }
}

TEST(BaseLetter, HasAccentsThatFollowIt) {
  EXPECT_TRUE(is_combining_accent(0x300));
  EXPECT_TRUE(is_combining_accent(0x36F));
  EXPECT_FALSE(is_combining_accent(0x2FF));
  EXPECT_FALSE(is_combining_accent(0x370));
}

}  // namespace
}  // namespace texelscope::app
