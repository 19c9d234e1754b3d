#include "app/files/json_text.h"

#include <gtest/gtest.h>

#include <string>

#include "app/files/file_error.h"

namespace texelscope::app {
namespace {

std::string json_error(const std::string& text, std::size_t first_line = 1) {
  try {
    static_cast<void>(parse_json(text, max_json_depth, first_line));
    return "";
  } catch (const FileError& error) {
    return error.what();
  }
}

std::string nested_lists(std::size_t levels) { return std::string(levels, '[') + "1" + std::string(levels, ']'); }

TEST(JsonText, KeepsTheOrderOfKeys) {
  EXPECT_EQ(parse_json(R"({"b": [1, {}], "a": 2})").dump(), R"({"b":[1,{}],"a":2})");
}

TEST(JsonText, RefusesDuplicateKeys) {
  EXPECT_EQ(json_error("{\"scene\": \"a\",\n \"lab\": 1,\n\n \"scene\": \"b\"}"),
            "line 4: duplicate key scene, first used in line 1; remove one of them");
  EXPECT_EQ(json_error(R"({"labs": {"kernels": {"file": "", "a": {}, "file": ""}}})"),
            "line 1: duplicate key labs.kernels.file, first used in line 1; remove one of them");
  EXPECT_EQ(json_error("{\"entries\": [[], 7, {\"name\": 1,\n\"name\": 1}]}"),
            "line 2: duplicate key entries[2].name, first used in line 1; remove one of them");
  // An escape sequence equals the character that it represents.
  EXPECT_EQ(json_error(R"({"a": 1, "\u0061": 1})"),
            "line 1: duplicate key a, first used in line 1; remove one of them");
  EXPECT_EQ(json_error(R"([{"a": {"a": 1}}, {"a": [{"a": 2}]}])"), "") << "the keys belong to different objects";
}

TEST(JsonText, ReportsTheLineAndColumnOfAnError) {
  EXPECT_TRUE(json_error("{\"a\": 1,\n \"b\" 2}").starts_with("line 2, column 6: syntax error"))
      << json_error("{\"a\": 1,\n \"b\" 2}");
  EXPECT_TRUE(json_error("[1,\n\n1e999]").starts_with("line 3, column ")) << json_error("[1,\n\n1e999]");
  EXPECT_TRUE(json_error("{", 7).starts_with("line 7, column ")) << json_error("{", 7);
  for (const char* const text : {"", "\xff", "[1] 2", "{\"a\": \"\xff\"}", "nul"}) {
    EXPECT_TRUE(json_error(text).starts_with("line 1, column ")) << text << ": " << json_error(text);
    EXPECT_EQ(json_error(text).find("json.exception"), std::string::npos) << json_error(text);
  }
}

TEST(JsonText, HasANestingLimit) {
  EXPECT_EQ(json_error(nested_lists(max_json_depth)), "");
  EXPECT_EQ(json_error("\n" + nested_lists(max_json_depth + 1)), "line 2: nested deeper than 64 levels");
  EXPECT_EQ(json_error(R"({"a": )" + nested_lists(max_json_depth) + "}"), "line 1: nested deeper than 64 levels");
  // The nesting is deep enough to crash a recursive parser.
  EXPECT_EQ(json_error(std::string(1'000'000, '[')), "line 1: nested deeper than 64 levels");
  std::string flat = "[";
  for (std::size_t count = 0; count <= max_json_depth; ++count) {
    flat += "{},[],";
  }
  EXPECT_EQ(json_error(flat + "1]"), "");
  EXPECT_EQ(json_error("[\"" + std::string(200, '[') + "\"]"), "");
}

}  // namespace
}  // namespace texelscope::app
