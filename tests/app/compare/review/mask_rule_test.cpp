#include "app/compare/review/mask_rule.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "app/compare/rules/rules_file.h"
#include "app/files/file_error.h"

namespace texelscope::app {
namespace {

const Platform platform_of_masks{.os = "linux", .architecture = "x86_64", .renderer = ""};

std::string text_with_masks(const std::string& text, const std::string& name,
                            const std::vector<PixelRectangle>& rectangles) {
  const RuleFile file = text.empty() ? RuleFile{} : parse_rules(text, "compare.json");
  return with_masks(text, file, name, platform_of_masks, rectangles);
}

/// The masks that the text of a rules file defines for an image.
std::vector<MaskShape> masks_by(const std::string& text, const std::string& name) {
  return rules_for(parse_rules(text, "compare.json"), name, platform_of_masks).masks;
}

TEST(MaskRule, CreatesAMissingFile) {
  const std::string text = text_with_masks("", "gui/a.png", {{10, 4, 60, 12}});
  EXPECT_EQ(text,
            "{\"texelscope_compare\": 1,\n"
            " \"rules\": [\n"
            "   {\"match\": \"gui/a.png\", \"masks\": [[10, 4, 60, 12]]}]}\n");
  EXPECT_EQ(masks_by(text, "gui/a.png"), (std::vector<MaskShape>{PixelRectangle{10, 4, 60, 12}}));
}

TEST(MaskRule, AppendsARuleAndKeepsTheTextOfTheOthers) {
  const std::string before =
      "{ \"texelscope_compare\":1,\n"
      "  \"rules\": [\n"
      "    {\"match\": \"**\",   \"preset\": \"visual\"},\n"
      "    {\"match\": \"a].png\", \"known_failure\": {\"reason\": \"a ] and a \\\" in it\"}}\n"
      "  ]\n"
      "}\n";
  const std::string text = text_with_masks(before, "b.png", {{1, 2, 3, 4}, {5, 6, 7, 8}});
  const std::string behind = "\"a ] and a \\\" in it\"}}";
  std::string expected = before;
  expected.insert(before.find(behind) + behind.size(),
                  ",\n    {\"match\": \"b.png\", \"masks\": [[1, 2, 3, 4], [5, 6, 7, 8]]}");
  EXPECT_EQ(text, expected);
}

TEST(MaskRule, ChangesTheRuleOfTheImageAloneAndKeepsItsOtherKeysAndShapes) {
  const std::string before =
      R"({"rules": [{"match": ["a.png"], "max_error": 3, "masks": [[0, 0, 2, 2], [[0, 0], [8, 0], [0, 8]], "m.png"]},
 {"match": "b.png", "max_error": 1}], "texelscope_compare": 1})";
  EXPECT_EQ(
      text_with_masks(before, "a.png", {{4, 4, 1, 1}}),
      R"({"rules": [{"match": ["a.png"], "max_error": 3, "masks": [[[0, 0], [8, 0], [0, 8]], "m.png", [4, 4, 1, 1]]},
 {"match": "b.png", "max_error": 1}], "texelscope_compare": 1})");
}

TEST(MaskRule, KeepsTheMasksOfARuleForOtherImages) {
  const std::string before =
      R"({"texelscope_compare": 1, "rules": [{"match": "*.png", "masks": [[0, 0, 2, 2], "m.png"]}]})";
  const std::string text = text_with_masks(before, "a.png", {{0, 0, 2, 2}, {4, 4, 1, 1}});
  EXPECT_EQ(masks_by(text, "b.png"), masks_by(before, "b.png"));
  EXPECT_EQ(masks_by(text, "a.png"),
            (std::vector<MaskShape>{MaskImage{"m.png"}, PixelRectangle{0, 0, 2, 2}, PixelRectangle{4, 4, 1, 1}}));
}

TEST(MaskRule, KeepsToThePlatformOfTheMasksThatItReplaces) {
  const std::string before =
      R"({"texelscope_compare": 1, "rules": [{"match": "*", "masks": [[0, 0, 1, 1]]},
 {"match": "*", "platform": {"os": "linux"}, "masks": [[2, 2, 2, 2]]},
 {"match": "*", "platform": {"os": "macos"}, "masks": [[9, 9, 9, 9]]}]})";
  const std::string text = text_with_masks(before, "a.png", {{3, 3, 3, 3}});
  EXPECT_EQ(masks_by(text, "a.png"), (std::vector<MaskShape>{PixelRectangle{3, 3, 3, 3}}));
  const Platform other{.os = "windows", .architecture = "x86_64", .renderer = ""};
  EXPECT_EQ(rules_for(parse_rules(text, "compare.json"), "a.png", other).masks,
            (std::vector<MaskShape>{PixelRectangle{0, 0, 1, 1}}));
}

TEST(MaskRule, RemovesMasksForAnEmptyList) {
  const std::string before = R"({"texelscope_compare": 1, "rules": [{"match": "a.png", "masks": [[0, 0, 2, 2]]}]})";
  EXPECT_TRUE(masks_by(text_with_masks(before, "a.png", {}), "a.png").empty());
}

TEST(MaskRule, RejectsANameThatMatchesOtherImages) {
  EXPECT_THROW(static_cast<void>(text_with_masks("", "a*.png", {{0, 0, 1, 1}})), FileError);
}

}  // namespace
}  // namespace texelscope::app
