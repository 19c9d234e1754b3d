#include "app/text/arabic_forms.h"

#include <gtest/gtest.h>

namespace texelscope::app {
namespace {

TEST(ArabicForms, JoinLetters) {
  // beh alef beh: initial, final, isolated, because alef does not join the next letter.
  EXPECT_EQ(joined_arabic("\u0628\u0627\u0628"), "\uFE91\uFE8E\uFE8F");
  // meem hah meem dal
  EXPECT_EQ(joined_arabic("\u0645\u062D\u0645\u062F"), "\uFEE3\uFEA4\uFEE4\uFEAA");
  // sad waw reh teh marbuta
  EXPECT_EQ(joined_arabic("\u0635\u0648\u0631\u0629.png"), "\uFEBB\uFEEE\uFEAD\uFE93.png");
}

TEST(ArabicForms, DrawLamWithAlefAsOne) {
  EXPECT_EQ(joined_arabic("\u0644\u0627"), "\uFEFB");
  EXPECT_EQ(joined_arabic("\u0633\u0644\u0627\u0645"), "\uFEB3\uFEFC\uFEE1");
}

TEST(ArabicForms, JoinAcrossSignsAndStopAtOtherLetters) {
  EXPECT_EQ(joined_arabic("\u0628\u064E\u0628"), "\uFE91\u064E\uFE90");
  EXPECT_EQ(joined_arabic("\u0628 \u0628a\u0628"), "\uFE8F \uFE8Fa\uFE8F");
  EXPECT_EQ(joined_arabic("\u0628\u0621\u0628"), "\uFE8F\uFE80\uFE8F");
  EXPECT_EQ(joined_arabic("\u0628\u0640\u0628"), "\uFE91\u0640\uFE90");
}

TEST(ArabicForms, IncludePersianLetters) { EXPECT_EQ(joined_arabic("\u067E\u06CC\u0686"), "\uFB58\uFBFF\uFB7B"); }

TEST(ArabicForms, LeaveOtherTextsAlone) {
  for (const char* const text : {"", "a.png", "\u05D0\u05D1", "東京", "\xD8"}) {
    EXPECT_EQ(joined_arabic(text), text);
  }
}

}  // namespace
}  // namespace texelscope::app
