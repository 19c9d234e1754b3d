#include "app/compare/rules/rules_file.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/files/file_error.h"
#include "app/images/image_file.h"
#include "tests/app/compare/same_limits.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using tests::TemporaryFolder;

std::string rules_error(const std::string& text) {
  try {
    static_cast<void>(parse_rules(text, "images/compare.json"));
    return "nothing was thrown";
  } catch (const FileError& error) {
    return error.what();
  }
}

/// The error of a rules file with this second rule.
std::string rule_error(const std::string& rule) {
  return rules_error(R"({"texelscope_compare": 1, "rules": [{"match": "**", "max_error": 1}, )" + rule + "]}");
}

std::string repeated(const std::string& entry, int count) {
  std::string list = entry;
  for (int i = 1; i < count; ++i) {
    list += ", " + entry;
  }
  return list;
}

TEST(RulesFile, OfTheGuideIsReadAsDescribed) {
  const std::string page = tests::file_bytes(TEXELSCOPE_COMPARE_PAGE);
  const std::size_t begin = page.find("```json\n") + 8;
  const std::size_t end = page.find("```", begin);
  ASSERT_LT(end, page.size());
  const RuleFile file = parse_rules(page.substr(begin, end - begin), "expected/compare.json");
  const Platform mesa{"linux", "x86_64", "llvmpipe (LLVM 15.0.6, 256 bits)"};
  const ImageRules usual = rules_for(file, "gui/menu.png", mesa);
  EXPECT_EQ(usual.limits, limits_of_preset("visual"));
  const ImageRules text = rules_for(file, "text/page.png", mesa);
  EXPECT_EQ(text.limits.max_error, 3);
  EXPECT_EQ(text.limits.max_differing, (PixelAmount{0.5, true}));
  const ImageRules clock = rules_for(file, "clock.png", mesa);
  ASSERT_EQ(clock.masks.size(), 3U);
  EXPECT_EQ(std::get<PixelRectangle>(clock.masks[0]), (PixelRectangle{10, 4, 60, 12}));
  EXPECT_EQ(std::get<MaskPolygon>(clock.masks[1]).corners.size(), 3U);
  EXPECT_EQ(std::get<MaskImage>(clock.masks[2]).path, "expected/clock.mask.png");
  EXPECT_EQ(rules_for(file, "sky.exr", mesa).hdr, HdrHandling::clamp);
  EXPECT_EQ(rules_for(file, "sprite.png", mesa).alpha, AlphaHandling::ignore);
  EXPECT_EQ(rules_for(file, "water.png", mesa).own_image, "water.mesa.png");
  EXPECT_EQ(rules_for(file, "water.png", {}).own_image, "");
  const ImageRules shadow = rules_for(file, "shadow.png", mesa);
  ASSERT_TRUE(shadow.known_failure);
  EXPECT_EQ(shadow.known_failure->until, std::chrono::year(2027) / 1 / 31);
  EXPECT_EQ(shadow.known_failure->origin, "rule 7 of compare.json");
  EXPECT_TRUE(rules_for(file, "icons/logo.svg", mesa).is_ignored);
}

TEST(RulesFile, ReadsOrientationPartAndTheLimitsOfNumbers) {
  std::string keys;
  for (const LimitDeclaration& declaration : limit_declarations()) {
    keys += std::string(", \"") + declaration.name + (declaration.is_whole ? "\": 5" : "\": 0.5");
  }
  const RuleFile file = parse_rules(R"({"texelscope_compare": 1, "rules": [{"match": "a", "orientation": "ignore",
                                        "part": "level 1", "pixels_only": true, "max_differing": 12)" +
                                        keys + "}]}",
                                    "compare.json");
  const ImageRules rules = rules_for(file, "a", {});
  EXPECT_EQ(rules.reading, (ReadOptions{Orientation::ignored, "level 1"}));
  EXPECT_TRUE(rules.has_only_pixels);
  EXPECT_FALSE(rules_for(file, "b", {}).has_only_pixels);
  for (const LimitDeclaration& declaration : limit_declarations()) {
    EXPECT_EQ(rules.limits.*declaration.member, declaration.is_whole ? 5 : 0.5) << declaration.name;
  }
  EXPECT_EQ(rules.limits.max_differing, (PixelAmount{12, false}));
}

TEST(RulesFile, ReadsAPartByItsNumber) {
  const RuleFile file =
      parse_rules(R"({"texelscope_compare": 1, "rules": [{"match": "a", "part": 2}]})", "compare.json");
  EXPECT_EQ(rules_for(file, "a", {}).reading.part, "2");
}

TEST(RulesFile, MayHaveComments) {
  const RuleFile file = parse_rules(
      R"({"texelscope_compare": 1, "comment": "of all", "rules": [{"match": "a", "comment": ["one", 2], "part": "2"}]})",
      "compare.json");
  EXPECT_EQ(file.rules.size(), 1U);
}

TEST(RulesFile, RejectsAnInvalidRuleWithTheFileTheRuleAndTheKey) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {R"({"max_error": 1})", "match is missing"},
      {R"({"match": "a"})", "it has no effect"},
      {R"({"match": "a", "platform": {"os": "linux"}})", "it has no effect"},
      {R"({"match": [], "max_error": 1})", "match is []; specify at least one"},
      {R"({"match": 3, "max_error": 1})", "match is 3; use a string"},
      {R"({"match": ["a", "../b"], "max_error": 1})", "match: '../b' is not a pattern: '..' is not a subfolder"},
      {R"({"match": "a", "max_eror": 1})", "unknown key 'max_eror'; did you mean 'max_error'?"},
      {R"({"match": "a", "max_error": -1})", "max_error is -1; use 0 or more"},
      {R"({"match": "a", "max_cluster": 2.5})", "max_cluster is 2.5; use an integer, 0 or more"},
      {R"({"match": "a", "min_ssim": 1.5})", "min_ssim is 1.5; use -1 to 1"},
      {R"({"match": "a", "max_error": "1"})", "max_error is \"1\"; use a number"},
      {R"({"match": "a", "max_differing": "5 %"})", "max_differing: cannot read '5 %'"},
      {R"({"match": "a", "max_differing": 1.5})", "max_differing is 1.5; use an integer"},
      {R"({"match": "a", "ignore_antialiasing": 1})", "ignore_antialiasing is 1; use true or false"},
      {R"({"match": "a", "preset": "visula"})", "preset is \"visula\"; did you mean 'visual'?"},
      {R"({"match": "a", "alpha": "no"})", "alpha is \"no\"; choices: compare, ignore"},
      {R"({"match": "a", "hdr": "clip"})", "hdr is \"clip\""},
      {R"({"match": "a", "orientation": true})", "orientation is true; use a string"},
      {R"({"match": "a", "max_error": 1, "platform": {}})", "platform is {}; specify an os"},
      {R"({"match": "a", "max_error": 1, "platform": {"os": "Linux"}})",
       "platform.os is \"Linux\"; did you mean 'linux'?"},
      {R"({"match": "a", "max_error": 1, "platform": {"gpu": "x"}})", "platform: unknown key 'gpu'"},
      {R"({"match": "a", "masks": [[1, 2, 3]]})", "masks[0] is a list of 3 entries; use a rectangle"},
      {R"({"match": "a", "masks": [[0, 0, 0, 3]]})", "masks[0][2] is 0; use an integer from 1"},
      {R"({"match": "a", "masks": [[[0, 0], [1, 1]]]})", "a polygon needs at least three corners"},
      {R"({"match": "a", "masks": [[[0, 0], [1, 1], [2]]]})", "masks[0][2] is a list of 1 entry; a corner needs two"},
      {R"({"match": "a", "masks": [[[0, 0], [1, 1], [2, 1e300]]]})",
       "masks[0][2][1] is 1e+300; use -1000000 to 1000000"},
      {R"({"match": "a", "masks": [[)" + repeated("[1, 2]", 1001) + "]]}", "use at most 1000"},
      {R"({"match": "a", "masks": [)" + repeated("[1, 2, 3, 4]", 1001) + "]}", "use at most 1000"},
      {R"({"match": "a", "masks": "m.png"})", "masks is \"m.png\"; use a list"},
      {R"({"match": "a", "masks": [""]})", "masks[0] is \"\"; use a rectangle"},
      {R"({"match": "a", "accepted": ["/b.png"]})", "accepted[0]: '/b.png' is not next to the expected image"},
      {R"({"match": "a", "accepted": ["../b.png"]})", "'../b.png' is not next to"},
      {R"({"match": "a", "accepted": ["b.png", "run_tests.sh"]})",
       "accepted[1]: 'run_tests.sh' is not the name of an image file; use a name that ends in png"},
      {R"({"match": "a", "accepted": ["compare.json"]})", "'compare.json' is not the name of an image file"},
      {R"({"match": "a", "accepted": ["run_tests.sh\u0000.png"]})",
       "accepted[0] is \"run_tests.sh\\u0000.png\"; remove the NUL"},
      {R"({"match": "a", "accepted": ["{name}.txt"]})", "'{name}.txt' is not the name of an image file"},
      {R"({"match": "a", "accepted": [".png"]})", "'.png' is not the name of an image file"},
      {R"({"match": "a", "known_failure": {}})", "known_failure: reason is missing"},
      {R"({"match": "a", "known_failure": {"reason": ""}})", "known_failure.reason is \"\"; specify why"},
      {R"({"match": "a", "known_failure": {"reason": "x", "until": "2027-02-29"}})", "this date does not exist"},
      {R"({"match": "a", "known_failure": {"reason": "x", "until": "31.1.2027"}})",
       "use a date of the form "
       "YEAR-MONTH-DAY"},
      {R"({"match": "a", "known_failure": {"reason": "x", "until": "2027-1-031"}})",
       "use a date of the form "
       "YEAR-MONTH-DAY"},
      {R"({"match": "a", "known_failure": {"reason": "x", "til": "2027-01-31"}})", "known_failure: unknown key 'til'"},
      {R"({"match": "a", "known_failure": {"reason": "x", "covers": "every"}})",
       "known_failure.covers is \"every\"; choices: limits, all"},
      {R"({"match": "a", "comment": "b"})", "it has no effect"},
      {R"({"match": "a", "part": 0})", "part is 0; use an integer from 1"},
      {R"({"match": "a", "part": true})", "part is true; use a string"},
      {R"([])", "it is []; use an object"}};
  for (const auto& [rule, text] : cases) {
    const std::string error = rule_error(rule);
    EXPECT_TRUE(error.starts_with("cannot read images/compare.json: rule 2: ")) << rule << ": " << error;
    EXPECT_NE(error.find(text), std::string::npos) << rule << ": " << error;
  }
}

TEST(RulesFile, RejectsAnInvalidFile) {
  EXPECT_NE(rules_error("{").find("line 1"), std::string::npos) << rules_error("{");
  EXPECT_NE(rules_error("[]").find("use an object"), std::string::npos);
  EXPECT_NE(rules_error(R"({"rules": []})").find("not a version 1 rules file"), std::string::npos);
  EXPECT_NE(rules_error(R"({"texelscope_compare": 2, "rules": []})").find("version 1"), std::string::npos);
  EXPECT_NE(rules_error(R"({"texelscope_compare": 1})").find("rules is missing"), std::string::npos);
  EXPECT_NE(rules_error(R"({"texelscope_compare": 1, "rule": []})").find("did you mean 'rules'?"), std::string::npos);
  EXPECT_NE(rules_error(R"({"texelscope_compare": 1, "rules": [{"match": "a", "match": "b"}]})").find("match"),
            std::string::npos);
}

/// Memory grows with the file: generated files of less than 2 MB took up to 166 MB.
TEST(RulesFile, HasALimitedSize) {
  const TemporaryFolder folder;
  const std::string rules = R"({"texelscope_compare": 1, "rules": []})";
  EXPECT_NO_THROW(static_cast<void>(load_rules(folder.write("a.json", rules + std::string(2'000'000, ' ')))));
  EXPECT_THROW(static_cast<void>(load_rules(folder.write("a.json", rules + std::string(3'000'000, ' ')))), FileError);
}

TEST(RulesFile, IsFoundNextToTheImages) {
  const TemporaryFolder folder;
  EXPECT_TRUE(find_rules(folder.path()).rules.empty());
  static_cast<void>(
      folder.write("compare.json", R"({"texelscope_compare": 1, "rules": [{"match": "a", "part": "2"}]})"));
  const RuleFile found = find_rules(folder.path());
  EXPECT_EQ(found.path, folder / "compare.json");
  EXPECT_EQ(found.rules.size(), 1U);
  std::filesystem::remove(folder / "compare.json");
  std::filesystem::create_symlink("nowhere", folder / "compare.json");
  EXPECT_THROW(static_cast<void>(find_rules(folder.path())), FileError);
}

TEST(RulesFile, IsRefusedWithTheLineOfTheWrongEntry) {
  const auto error = [](const std::string& rules) {
    return rules_error("{\"texelscope_compare\": 1,\n \"rules\": [\n  {\"match\": \"a\", \"max_error\": 1},\n  " +
                       rules + "]}");
  };
  EXPECT_NE(error("{\"match\": \"b\",\n \"accepted\": [\n\"b.png\",\n\"c.sh\"\n]}")
                .find("rule 2: line 7: accepted[1]: 'c.sh'"),
            std::string::npos)
      << error("{\"match\": \"b\",\n \"accepted\": [\n\"b.png\",\n\"c.sh\"\n]}");
  EXPECT_NE(error("{\"match\": \"b\",\n \"max_error\": -1\n}").find("rule 2: line 5: max_error is -1"),
            std::string::npos);
  EXPECT_NE(error("{\n\"max_error\": 1}").find("rule 2: line 4: match is missing"), std::string::npos);
}

TEST(RulesFile, InAFolderOfOthersAndItsMasksAreInThatFolder) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "e");
  static_cast<void>(folder.write(
      "rules.json", R"({"texelscope_compare": 1, "rules": [{"match": "a", "masks": ["../mask.png", "mask.png"]}]})"));
  save_png(folder / "mask.png", {1, 1, 1, gpu::DataType::uint8, {std::byte{0}}});
  std::filesystem::create_symlink("../rules.json", folder / "e/compare.json");
  EXPECT_THROW(static_cast<void>(find_rules(folder / "e")), FileError);
  std::filesystem::remove(folder / "e/compare.json");
  std::filesystem::rename(folder / "rules.json", folder / "e/compare.json");
  const std::vector<MaskShape> masks = *find_rules(folder / "e").rules[0].masks;
  EXPECT_THROW(static_cast<void>(mask_of(std::span(masks).first(1), 1, 1)), FileError);
  std::filesystem::copy_file(folder / "mask.png", folder / "e/mask.png");
  EXPECT_NO_THROW(static_cast<void>(mask_of(std::span(masks).last(1), 1, 1)));
  const std::vector<MaskShape> named = *load_rules(folder / "e/compare.json").rules[0].masks;
  EXPECT_NO_THROW(static_cast<void>(mask_of(named, 1, 1))) << "the user named the rules file";
}

}  // namespace
}  // namespace texelscope::app
