#include "app/labs/kernel/kernel_compiler.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace texelscope::app {
namespace {

/// The lines of messages about lines 0, 2 and 4 of "a\nb\nc\nd\n" after an edit.
std::vector<int> lines_after(const std::string& edited) {
  std::vector<gpu::CompileMessage> messages(3);
  messages[1].line = 2;
  messages[2].line = 4;
  std::vector<int> lines;
  for (const gpu::CompileMessage& message : moved_messages(messages, "a\nb\nc\nd\n", edited)) {
    lines.push_back(message.line);
  }
  return lines;
}

TEST(MovedMessages, MoveWithTheirLines) {
  EXPECT_EQ(lines_after("a\nb\nc\nd\n"), (std::vector{0, 2, 4}));
  EXPECT_EQ(lines_after("new\na\nb\nc\nd\n"), (std::vector{0, 3, 5})) << "a line above";
  EXPECT_EQ(lines_after("a\nb\nd\n"), (std::vector{0, 2, 3})) << "a line in between was removed";
  EXPECT_EQ(lines_after("a\nb\nx\ny\nd\n"), (std::vector{0, 2, 5}));
}

TEST(MovedMessages, DisappearWithAnEditOfTheirLine) {
  EXPECT_EQ(lines_after("a\nmended\nc\nd\n"), (std::vector{0, 4}));
  EXPECT_EQ(lines_after("a\nb\nc\nmended\n"), (std::vector{0, 2}));
  EXPECT_EQ(lines_after("x\ny\nz\n"), (std::vector{0}));
  EXPECT_EQ(lines_after(""), (std::vector{0}));
}

}  // namespace
}  // namespace texelscope::app
