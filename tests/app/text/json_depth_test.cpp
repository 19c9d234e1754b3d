#include "app/text/json_depth.h"

#include <gtest/gtest.h>

#include <string>

namespace texelscope::app {
namespace {

std::string nested(std::size_t levels) { return std::string(levels, '[') + "1" + std::string(levels, ']'); }

TEST(JsonDepth, HasALimit) {
  EXPECT_FALSE(is_nested_too_deep(""));
  EXPECT_FALSE(is_nested_too_deep(nested(max_json_depth)));
  EXPECT_TRUE(is_nested_too_deep(nested(max_json_depth + 1)));
  EXPECT_TRUE(is_nested_too_deep(R"({"a": )" + nested(max_json_depth) + "}"));
}

TEST(JsonDepth, CountsLevelsAndNotBrackets) {
  std::string flat = "[";
  for (std::size_t count = 0; count <= max_json_depth; ++count) {
    flat += "{},[],";
  }
  EXPECT_FALSE(is_nested_too_deep(flat + "1]"));
  EXPECT_FALSE(is_nested_too_deep("]]]" + nested(max_json_depth)));
}

TEST(JsonDepth, LeavesStringsOut) {
  EXPECT_FALSE(is_nested_too_deep("[\"" + std::string(200, '[') + "\"]"));
  EXPECT_FALSE(is_nested_too_deep(R"(["\")" + std::string(200, '{') + "\"]"));
  EXPECT_TRUE(is_nested_too_deep(R"(["\\", )" + nested(max_json_depth) + "]"));
}

}  // namespace
}  // namespace texelscope::app
