#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/golden/manifest.h"
#include "app/images/image_file.h"
#include "app/scenes/registry.h"
#include "tests/app/cli/command_line.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::json;
using tests::Outcome;
using tests::run_command;
using tests::TemporaryFolder;

Outcome golden(const TemporaryFolder& folder, const std::string& what, const std::vector<std::string>& arguments) {
  std::vector<std::string> all{"golden", what, "--device", "cpu", "--goldens", folder.path()};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return run_command(all);
}

/// Adds one to a channel in the middle of an image, or subtracts it if it would overflow.
void change_by_one(const std::filesystem::path& path) {
  Image image = load_image(path);
  std::byte& channel = image.pixels[image.pixels.size() / 2];
  const int value = std::to_integer<int>(channel);
  channel = static_cast<std::byte>(value < 255 ? value + 1 : value - 1);
  save_png(path, image);
}

TEST(GoldenCommand, WritesOnRequestAndThenFindsAMatch) {
  const TemporaryFolder folder;
  const Outcome shown = golden(folder, "update", {"plasma"});
  EXPECT_EQ(shown.code, 1) << shown.err;
  EXPECT_NE(shown.out.find("added    plasma: frame 120 of plasma, 160x160"), std::string::npos) << shown.out;
  EXPECT_NE(shown.out.find("nothing written; pass --yes"), std::string::npos) << shown.out;
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  const Outcome written = golden(folder, "update", {"plasma", "--yes"});
  EXPECT_EQ(written.code, 0) << written.err;
  EXPECT_EQ(golden(folder, "update", {"plasma"}).out, "nothing to change\n");
  const Outcome right = golden(folder, "check", {"plasma"});
  EXPECT_EQ(right.code, 0) << right.out << right.err;
  EXPECT_EQ(right.out, "cpu: 1 of 1 golden frames match\n");
}

TEST(GoldenCommand, RendersTheSameFramesWithAndWithoutARenderer) {
  const TemporaryFolder folder;
  ASSERT_EQ(golden(folder, "update", {"plasma", "reaction_diffusion", "--renderer", "none", "--yes"}).code, 0);
  const Outcome shared = golden(folder, "check", {"plasma", "reaction_diffusion", "--renderer", "gl"});
  EXPECT_EQ(shared.code, 0) << shared.out << shared.err;
}

TEST(GoldenCommand, DetectsOneUnitInOneChannelByName) {
  const TemporaryFolder folder;
  // plasma becomes the first entry of the manifest.
  ASSERT_EQ(golden(folder, "update", {"plasma", "--yes"}).code, 0);
  ASSERT_EQ(golden(folder, "update", {"image", "--yes"}).code, 0);
  change_by_one(folder / "plasma.png");
  // The hash in the manifest must match, or the image counts as corrupt.
  Json manifest = Json::parse(tests::file_bytes(folder / "manifest.json"));
  manifest.at("entries").at(0).at("pixels") = pixel_hash(load_image(folder / "plasma.png"));
  folder.write("manifest.json", manifest.dump());
  const Outcome outcome = golden(folder, "check", {"plasma", "image", "--json"});
  EXPECT_EQ(outcome.code, 1);
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json.at("failed"), 1);
  EXPECT_EQ(json.at("results").at(0).at("verdict"), "different");
  EXPECT_EQ(json.at("results").at(0).at("max_error"), 1);
  EXPECT_EQ(json.at("results").at(0).at("differing_bytes"), 1);
  EXPECT_EQ(json.at("results").at(1).at("verdict"), "equal");
}

TEST(GoldenCommand, ReportsFailuresInAPageAndInJUnitXml) {
  const TemporaryFolder folder;
  ASSERT_EQ(golden(folder, "update", {"plasma", "--yes"}).code, 0);
  change_by_one(folder / "plasma.png");
  const TemporaryFolder out;
  const Outcome outcome =
      golden(folder, "check", {"plasma", "--report", out / "report", "--junit", out / "results.xml"});
  EXPECT_EQ(outcome.code, 1);
  const std::string page = tests::file_bytes(out / "report" / "index.html");
  EXPECT_NE(page.find("scene plasma, frame 120, 160x160"), std::string::npos);
  const std::string results = tests::file_bytes(out / "results.xml");
  EXPECT_NE(results.find("failures=\"1\""), std::string::npos) << results;
  EXPECT_NE(results.find("corrupt: the pixels of "), std::string::npos) << results;
}

TEST(GoldenCommand, UpdatesEverythingOnlyOnRequest) {
  const TemporaryFolder folder;
  const Outcome outcome = golden(folder, "update", {"--yes"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("name scenes, or pass --all"), std::string::npos) << outcome.err;
  EXPECT_EQ(golden(folder, "update", {"plasma", "--all"}).code, 2);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(GoldenCommand, ReportsInvalidFoldersAndNames) {
  const TemporaryFolder folder;
  const Outcome none = run_command({"golden", "check", "--device", "cpu", "--goldens", folder / "none"});
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("manifest.json"), std::string::npos) << none.err;
  const Outcome unknown = golden(folder, "update", {"plasm"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("did you mean 'plasma'?"), std::string::npos) << unknown.err;
}

TEST(GoldenCommand, AppliesRulesForTheRendererOfTheFrames) {
  const TemporaryFolder folder;
  ASSERT_EQ(golden(folder, "update", {"plasma", "--renderer", "none", "--yes"}).code, 0);
  // The frame matches, so the output contains the note if the rule applies.
  const auto tells_rule_for = [&](const char* pattern, const char* renderer) {
    Json rule{{"match", "plasma.png"}, {"platform", {{"renderer", pattern}}}, {"known_failure", {{"reason", "a bug"}}}};
    folder.write("compare.json", Json{{"texelscope_compare", 1}, {"rules", Json::array({rule})}}.dump());
    const Outcome outcome = golden(folder, "check", {"plasma", "--renderer", renderer});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.err.find("it passes now") != std::string::npos;
  };
  EXPECT_TRUE(tells_rule_for("none", "none"));
  EXPECT_FALSE(tells_rule_for("none", "gl"));
  EXPECT_TRUE(tells_rule_for("??*", "gl")) << "GL names its renderer";
  folder.write("compare.json", R"({"texelscope_compare": 1, "rules": [{"match": "plasm.png", "max_error": 1}]})");
  EXPECT_NE(golden(folder, "check", {"--renderer", "none"}).err.find("'plasm.png' matches no image"),
            std::string::npos);
}

}  // namespace
}  // namespace texelscope::app
