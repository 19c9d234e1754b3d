#include "app/text/escape.h"

#include <gtest/gtest.h>

namespace texelscope::app {
namespace {

TEST(ShownLine, KeepsWhatIsOneLine) {
  EXPECT_EQ(shown_line("", 10), "");
  EXPECT_EQ(shown_line("grün → 東", 100), "grün → 東");
}

TEST(ShownLine, HasNothingThatATerminalObeys) {
  EXPECT_EQ(shown_line("a\x1b[31m\tb\nc\x7f", 100), "a [31m b c ");
  EXPECT_EQ(shown_line("a\xc2\x9b"
                       "31m\xc2\xa0",
                       100),
            "a 31m\xc2\xa0")
      << "control characters of eight bits";
  EXPECT_EQ(shown_line("a\xff"
                       "b",
                       100),
            "a\xef\xbf\xbd"
            "b")
      << "a byte of no letter";
}

TEST(ShownLine, IsCutBetweenLetters) {
  EXPECT_EQ(shown_line("abcdef", 3), "abc…");
  EXPECT_EQ(shown_line("aüb", 2), "a…");
  EXPECT_EQ(shown_line("東", 1), "…");
}

}  // namespace
}  // namespace texelscope::app
