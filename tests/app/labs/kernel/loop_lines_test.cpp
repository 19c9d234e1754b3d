#include "app/labs/kernel/loop_lines.h"

#include <gtest/gtest.h>

namespace texelscope::app {
namespace {

using Lines = std::vector<int>;

TEST(LoopLines, AreThoseOfWordsThatJumpBack) {
  EXPECT_EQ(loop_lines("int a;\nfor (;;) {\n}\nwhile (a) a = 0; do {} while (0);\nagain: goto again;"),
            (Lines{2, 4, 5}));
  EXPECT_EQ(loop_lines(""), Lines{});
}

TEST(LoopLines, IgnoreCommentsQuotedTextsAndLongerNames) {
  EXPECT_EQ(loop_lines("// for\n/* while\n for */ \"do \\\" for\" 'x' '\\'' for_each whiles _do 2do\nfor"), Lines{4});
  EXPECT_EQ(loop_lines("/* no end\nfor"), Lines{});
  EXPECT_EQ(loop_lines("\"no end\nfor"), Lines{2});
  EXPECT_EQ(loop_lines("'\\"), Lines{});
}

}  // namespace
}  // namespace texelscope::app
