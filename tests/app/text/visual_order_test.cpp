#include "app/text/visual_order.h"

#include <gtest/gtest.h>

#include <string>

namespace texelscope::app {
namespace {

TEST(VisualOrder, LeavesOtherScriptsAlone) {
  for (const char* const text : {"", "a.png", "grün → 東京.png", "кадр 10", "한국어 (2).png", "e\u0301", "😀"}) {
    EXPECT_EQ(visual_order(text), text);
  }
}

TEST(VisualOrder, ReversesWords) {
  // shin lamed vav mem
  EXPECT_EQ(visual_order("\u05E9\u05DC\u05D5\u05DD"), "\u05DD\u05D5\u05DC\u05E9");
  EXPECT_EQ(visual_order("a \u05E9\u05DC b \u05D5\u05DD.png"), "a \u05DC\u05E9 b \u05DD\u05D5.png");
  EXPECT_EQ(visual_order("\u0635\u0648\u0631\u0629.png"), "\uFE93\uFEAD\uFEEE\uFEBB.png") << "with joined letters";
}

TEST(VisualOrder, ReversesTheOrderOfWordsWithSignsBetweenThem) {
  EXPECT_EQ(visual_order("\u05D0\u05D1 (\u05D2) \u05D3.exr"), "\u05D3 (\u05D2) \u05D1\u05D0.exr");
  EXPECT_EQ(visual_order("\u05D0\n\u05D1"), "\u05D0\n\u05D1") << "lines are separate";
}

TEST(VisualOrder, KeepsNumbersReadable) {
  EXPECT_EQ(visual_order("\u05D0 12.5 \u05D1"), "\u05D1 12.5 \u05D0");
  EXPECT_EQ(visual_order("\u05D0_10.png"), "10_\u05D0.png");
  EXPECT_EQ(visual_order("10_\u05D0"), "10_\u05D0");
  EXPECT_EQ(visual_order("\u05D0 (3).png"), "(3) \u05D0.png");
  EXPECT_EQ(visual_order("(\u05D0)"), "(\u05D0)");
}

TEST(VisualOrder, KeepsAccentsBehindTheirLetters) {
  EXPECT_EQ(visual_order("\u05D0\u05B8\u05D1"), "\u05D1\u05D0\u05B8");
}

TEST(VisualOrder, KeepsTheBytesOfInvalidText) {
  EXPECT_EQ(visual_order("\xD7").size(), 1U);
  EXPECT_EQ(visual_order("\xF7\xD7\x90\xFF").size(), 4U);
}

}  // namespace
}  // namespace texelscope::app
