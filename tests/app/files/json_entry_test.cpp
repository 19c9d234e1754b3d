#include "app/files/json_entry.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "app/files/file_error.h"
#include "app/files/json_text.h"

namespace texelscope::app {
namespace {

const nlohmann::ordered_json entry_json = parse_json(R"({
  "name": "a", "number": 2.5, "count": -1, "huge": 18446744073709551615, "flag": true, "nothing": null,
  "list": [1, {"deep": "b", "cut": "a\u0000b"}], "texts": ["x", "y"]})");

std::string entry_error(const std::function<void(const JsonEntry&)>& read) {
  try {
    read(JsonEntry(entry_json));
    return "";
  } catch (const FileError& error) {
    return error.what();
  }
}

TEST(JsonEntry, ReturnsExistingValues) {
  const JsonEntry file(entry_json);
  EXPECT_EQ(file.at("name").text(), "a");
  EXPECT_EQ(file.at("number").number(), 2.5);
  EXPECT_EQ(file.at("count").whole_number(-1, 5), -1);
  EXPECT_EQ(file.number_or("count", 7), -1);
  EXPECT_TRUE(file.flag_or("flag", false));
  EXPECT_EQ(file.texts_or_none("texts"), (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(file.text_or("missing", "initial"), "initial");
  EXPECT_TRUE(file.texts_or_none("missing").empty());
  EXPECT_FALSE(file.find("missing"));
  EXPECT_EQ(file.members().size(), entry_json.size());
}

TEST(JsonEntry, NamesTheKeysTheValueAndTheRemedy) {
  const auto expect = [](const std::string& reason, const std::function<void(const JsonEntry&)>& read) {
    EXPECT_EQ(entry_error(read), reason);
  };
  expect("number is 2.5; use a string, \"…\"", [](const JsonEntry& file) { (void)file.at("number").text(); });
  expect("number is 2.5; use an integer from 0 to 9",
         [](const JsonEntry& file) { (void)file.at("number").whole_number(0, 9); });
  expect("count is -1; use an integer from 0 to 9",
         [](const JsonEntry& file) { (void)file.at("count").whole_number(0, 9); });
  expect("huge is 18446744073709551615; use an integer from 0 to 9",
         [](const JsonEntry& file) { (void)file.at("huge").whole_number(0, 9); });
  expect("huge is 18446744073709551615; use an integer from -1 to 9",
         [](const JsonEntry& file) { (void)file.at("huge").whole_number(-1, 9); });
  expect("nothing is null; use true or false", [](const JsonEntry& file) { (void)file.flag_or("nothing", true); });
  expect("name is \"a\"; use a number", [](const JsonEntry& file) { (void)file.number_or("name", 1); });
  expect("list[1].cut is \"a\\u0000b\"; remove the NUL character",
         [](const JsonEntry& file) { (void)file.at("list").elements()[1].at("cut").text(); });
  expect("flag is true; use an object, {…}", [](const JsonEntry& file) { (void)file.at("flag").members(); });
  expect("flag is true; use a list, […]", [](const JsonEntry& file) { (void)file.texts_or_none("flag"); });
  expect("list is a list of 2 entries; use an object, {…}",
         [](const JsonEntry& file) { (void)file.at("list").find("deep"); });
  expect("list[0] is 1; use a string, \"…\"", [](const JsonEntry& file) { (void)file.at("list").texts(); });
  expect("list[1].deep is \"b\"; use a number",
         [](const JsonEntry& file) { (void)file.at("list").elements()[1].at("deep").number(); });
  expect("list[1]: missing is missing",
         [](const JsonEntry& file) { (void)file.at("list").elements()[1].at("missing"); });
  expect("list[1]: unknown entry 'deep'; the entries are a, cut", [](const JsonEntry& file) {
    file.at("list").elements()[1].allow_only({"a", "cut"});
  });
}

TEST(JsonEntry, LimitsTheLengthOfTextsAndNames) {
  const std::string longest(max_text_bytes, 'x');
  const nlohmann::ordered_json json{
      {"fits", longest}, {"long", longest + "x"}, {"texts", {"a", longest + "x"}}, {"names", {{longest + "x", 1}}}};
  const JsonEntry file(json);
  EXPECT_EQ(file.at("fits").text(), longest);
  EXPECT_EQ(file.at("long").text(max_paragraph_bytes), longest + "x");
  const auto refusal = [](const std::function<void()>& read) -> std::string {
    try {
      read();
    } catch (const FileError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal([&] { (void)file.text_or("long", ""); }),
            "long is \"" + std::string(59, 'x') + "…; it has 4097 bytes; use at most 4096");
  EXPECT_EQ(refusal([&] { (void)file.texts_or_none("texts"); }),
            "texts[1] is \"" + std::string(59, 'x') + "…; it has 4097 bytes; use at most 4096");
  EXPECT_EQ(refusal([&] { (void)file.at("names").members(); }),
            "names: the name '" + std::string(60, 'x') + "…' has 4097 bytes; the limit is 4096");
}

}  // namespace
}  // namespace texelscope::app
