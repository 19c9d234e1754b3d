#include "app/files/json_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

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
  EXPECT_EQ(json_error(std::string("[1,\n2]\0 ]", 10)), "line 2, column 2: a NUL character")
      << "what follows it is not ignored";
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

/// An object with this many keys.
std::string wide_object(std::size_t keys) {
  std::string text = "{";
  for (std::size_t key = 0; key < keys; ++key) {
    text += (key == 0 ? "\"" : ", \"") + std::to_string(key) + "\": 1";
  }
  return text + "}";
}

TEST(JsonText, HasALimitOfKeys) {
  EXPECT_EQ(json_error(wide_object(max_json_keys)), "");
  EXPECT_EQ(json_error("[\n" + wide_object(max_json_keys + 1) + "]"), "line 2: an object has more than 10000 keys");
  // The rest is not read.
  EXPECT_EQ(json_error(wide_object(1'000'000) + "]"), "line 1: an object has more than 10000 keys");
}

/// CPU seconds of this thread, of the fastest of three calls.
template <class Work>
double seconds_of(const Work& work) {
  double fastest = 1e9;
  for (int i = 0; i < 3; ++i) {
    timespec begin{};
    timespec end{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
    work();
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
    fastest = std::min(fastest, static_cast<double>(end.tv_sec - begin.tv_sec) +
                                    1e-9 * static_cast<double>(end.tv_nsec - begin.tv_nsec));
  }
  return fastest;
}

TEST(JsonText, TakesLinearTimeForObjectsWithManyKeys) {
  std::string narrow = "[";
  std::string wide = "[";
  for (int i = 0; i < 200; ++i) {
    narrow += wide_object(500) + ",";
  }
  for (int i = 0; i < 10; ++i) {
    wide += wide_object(10'000) + ",";
  }
  const double seconds = seconds_of([&] { static_cast<void>(parse_json(narrow + "1]")); });
  // Quadratic time would be 20 times as long.
  EXPECT_LT(seconds_of([&] { static_cast<void>(parse_json(wide + "1]")); }), 5 * seconds);
}

TEST(JsonText, MergesLikeTheLibrarysMergePatch) {
  const std::vector<std::vector<std::string>> cases{
      {},
      {"{}"},
      {R"({"b": 1, "a": {"x": 1, "y": [1, 2]}})", R"({"a": {"y": [3], "z": null}, "c": 2})"},
      {R"({"a": 1, "b": 2})", R"({"a": null})", R"({"a": {"x": null, "y": 1}})"},
      {R"({"a": {"x": 1}})", R"({"a": 5})", R"({"a": {"y": 1}})"},
      {R"({"a": {"x": {"p": 1}}})", R"({"a": {"x": {"q": 2}}})", R"({"a": {"x": {"p": null}}})"},
      {R"({"a": 1})", "7"},
      {"[1]", R"({"a": {"b": null}})"},
      {"null"}};
  for (const auto& texts : cases) {
    nlohmann::ordered_json expected = nlohmann::ordered_json::object();
    std::vector<nlohmann::ordered_json> parts;
    for (const std::string& text : texts) {
      parts.push_back(parse_json(text));
      expected.merge_patch(parts.back());
    }
    EXPECT_EQ(merged_json(parts).dump(), expected.dump());
  }
}

TEST(JsonText, MergesManyKeysInLinearTime) {
  const std::vector<nlohmann::ordered_json> narrow(20, parse_json(wide_object(500)));
  const std::vector<nlohmann::ordered_json> wide(20, parse_json(wide_object(10'000)));
  const double seconds = seconds_of([&] { static_cast<void>(merged_json(narrow)); });
  // Quadratic time would be 400 times as long.
  EXPECT_LT(seconds_of([&] { static_cast<void>(merged_json(wide)); }), 80 * seconds);
}

TEST(JsonText, FindsTheLineOfAValue) {
  const std::string text = "{\"a\": 1,\n\"b\": [\n2,\n{\"c\":\n\"x\"}\n],\n\"d\": -1.5\n}";
  EXPECT_EQ(line_of_json(text, "a"), 1U);
  EXPECT_EQ(line_of_json(text, "b"), 2U);
  EXPECT_EQ(line_of_json(text, "b[0]"), 3U);
  EXPECT_EQ(line_of_json(text, "b[1]"), 4U);
  EXPECT_EQ(line_of_json(text, "b[1].c"), 5U);
  EXPECT_EQ(line_of_json(text, "d"), 7U);
  EXPECT_EQ(line_of_json(text, "b[2]"), 1U) << "there is none";
}

}  // namespace
}  // namespace texelscope::app
