#include "app/golden/check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/golden/update.h"
#include "tests/app/golden/golden_folder.h"

namespace texelscope::app {
namespace {

using tests::drawn_frame;
using tests::GoldenFolder;

/// The results that do not pass.
std::vector<GoldenResult> failures(const GoldenFolder& goldens, const FrameMaker& make = drawn_frame,
                                   const std::vector<std::string>& names = {}) {
  std::vector<GoldenResult> results = check_goldens(goldens.folder.path(), names, make);
  std::erase_if(results, [](const GoldenResult& result) { return result.passes(); });
  return results;
}

/// Renders frames in which one channel of `name` is off by `error`.
FrameMaker off_by(std::string name, int error) {
  return [name = std::move(name), error](const GoldenEntry& entry) {
    Image image = drawn_frame(entry);
    if (entry.name == name) {
      image.pixels[13] = static_cast<std::byte>(std::to_integer<int>(image.pixels[13]) + error);
    }
    return image;
  };
}

void expect_one(const std::vector<GoldenResult>& found, GoldenVerdict verdict, const std::string& name,
                const std::string& text) {
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(to_string(found[0].verdict), to_string(verdict));
  EXPECT_EQ(found[0].entry.name, name);
  EXPECT_NE(found[0].text.find(text), std::string::npos) << found[0].text;
}

TEST(GoldenCheck, PassesIfEveryPixelIsEqual) {
  const GoldenFolder goldens;
  EXPECT_TRUE(failures(goldens).empty());
  EXPECT_EQ(check_goldens(goldens.folder.path(), {}, drawn_frame).size(), scenes().size());
}

TEST(GoldenCheck, DetectsAnErrorOfOneUnitByName) {
  const GoldenFolder goldens;
  const std::vector<GoldenResult> found = failures(goldens, off_by("plasma", 1));
  expect_one(found, GoldenVerdict::different, "plasma", "1 of 192 bytes differ, by up to 1 of 255");
  EXPECT_EQ(found[0].max_error, 1);
  EXPECT_EQ(found[0].differing_bytes, 1U);
}

TEST(GoldenCheck, PassesATolerableDifferenceAndNothingBeyond) {
  GoldenFolder goldens;
  goldens.manifest.entries[0].tolerance = 2;
  goldens.manifest.entries[0].reason = "for this test";
  goldens.save();
  const std::string name = goldens.manifest.entries[0].name;
  EXPECT_TRUE(failures(goldens, off_by(name, 2)).empty());
  EXPECT_EQ(check_goldens(goldens.folder.path(), {}, off_by(name, 2))[0].verdict, GoldenVerdict::within_tolerance);
  expect_one(failures(goldens, off_by(name, 3)), GoldenVerdict::different, name, "(tolerance 2)");
}

TEST(GoldenCheck, PassesFramesThatNeedAMissingRenderer) {
  const GoldenFolder goldens;
  const std::string name = goldens.manifest.entries[0].name;
  const auto results = check_goldens(goldens.folder.path(), {}, [&](const GoldenEntry& entry) {
    return entry.name == name ? std::nullopt : std::optional{drawn_frame(entry)};
  });
  EXPECT_EQ(to_string(results[0].verdict), "not made");
  EXPECT_NE(results[0].text.find("--renderer gl"), std::string::npos) << results[0].text;
  EXPECT_TRUE(std::ranges::all_of(results, &GoldenResult::passes));
}

TEST(GoldenCheck, NamesAMissingImage) {
  const GoldenFolder goldens;
  std::filesystem::remove(goldens.folder / "plasma.png");
  expect_one(failures(goldens), GoldenVerdict::missing, "plasma", "golden update plasma");
}

TEST(GoldenCheck, NamesAnImageWithoutAnEntry) {
  const GoldenFolder goldens;
  goldens.folder.write("left_over.png", "");
  expect_one(failures(goldens), GoldenVerdict::extra, "left_over.png", "left_over.png");
}

TEST(GoldenCheck, NamesASceneWithoutAnEntry) {
  GoldenFolder goldens;
  std::filesystem::remove(goldens.folder / "plasma.png");
  std::erase_if(goldens.manifest.entries, [](const GoldenEntry& entry) { return entry.scene == "plasma"; });
  goldens.save();
  expect_one(failures(goldens), GoldenVerdict::missing, "plasma", "scene plasma has no golden");
  expect_one(failures(goldens, drawn_frame, {"plasma"}), GoldenVerdict::missing, "plasma", "has no golden");
}

TEST(GoldenCheck, NamesAnImageOfAnotherSize) {
  const GoldenFolder goldens;
  GoldenEntry larger = goldens.manifest.entries[0];
  larger.width = 9;
  save_png(picture_path(goldens.folder.path(), larger), drawn_frame(larger));
  expect_one(failures(goldens), GoldenVerdict::resized, larger.name, "9x6 pixels, but its entry says 8x6");
}

TEST(GoldenCheck, NamesATruncatedImage) {
  const GoldenFolder goldens;
  const std::string bytes = tests::file_bytes(goldens.folder / "plasma.png");
  goldens.folder.write("plasma.png", bytes.substr(0, bytes.size() / 2));
  expect_one(failures(goldens), GoldenVerdict::corrupt, "plasma", "plasma.png");
}

TEST(GoldenCheck, NamesAnImageThatDoesNotMatchTheManifest) {
  const GoldenFolder goldens;
  const GoldenEntry& entry = goldens.manifest.entries[0];
  const FrameMaker make = off_by(entry.name, 1);
  // The frame equals the modified image, so only the hash can reveal the modification.
  save_png(picture_path(goldens.folder.path(), entry), make(entry).value());
  expect_one(failures(goldens, make), GoldenVerdict::corrupt, entry.name, "the manifest says sha256:");
}

TEST(GoldenCheck, NamesAFrameThatCannotBeRendered) {
  const GoldenFolder goldens;
  const auto fail = [](const GoldenEntry& entry) -> Image {
    if (entry.name == "plasma") {
      throw std::runtime_error("the device is gone");
    }
    return drawn_frame(entry);
  };
  expect_one(failures(goldens, fail), GoldenVerdict::failed, "plasma", "the device is gone");
}

TEST(GoldenCheck, ChecksOnlyNamedFrames) {
  GoldenFolder goldens;
  GoldenEntry second = goldens.manifest.entries[0];
  second.name = "second";
  goldens.keep(second);
  goldens.save();
  const auto count = [&](const std::vector<std::string>& names) {
    return check_goldens(goldens.folder.path(), names, drawn_frame).size();
  };
  EXPECT_EQ(count({second.scene}), 2U);
  EXPECT_EQ(count({"second"}), 1U);
  try {
    (void)count({"plasm"});
    FAIL() << "nothing was thrown";
  } catch (const ParameterError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'plasma'?"), std::string::npos) << error.what();
  }
}

TEST(GoldenManifest, IsReadAsWritten) {
  GoldenFolder goldens;
  GoldenEntry& entry = goldens.manifest.entries[0];
  entry.settings = {{"rotation", "30"}, {"filter", "point"}};
  entry.tolerance = 1;
  entry.reason = "for this test";
  entry.view = GoldenView{2.5F, 1.25F, 6};
  goldens.save();
  const GoldenManifest read = load_manifest(goldens.folder.path());
  ASSERT_EQ(read.entries.size(), goldens.manifest.entries.size());
  EXPECT_EQ(read.entries[0].settings, entry.settings);
  EXPECT_EQ(read.entries[0].pixels, entry.pixels);
  EXPECT_EQ(read.entries[0].frame, entry.frame);
  EXPECT_EQ(read.entries[0].reason, entry.reason);
  EXPECT_FALSE(read.entries[1].view);
  ASSERT_TRUE(read.entries[0].view);
  EXPECT_EQ(read.entries[0].view->zoom, 2.5F);
  EXPECT_EQ(read.entries[0].view->center_x, 1.25F);
  EXPECT_EQ(read.entries[0].view->center_y, 6.0F);
}

TEST(GoldenManifest, HasALimitedSize) {
  const tests::TemporaryFolder folder;
  const std::string manifest = R"({"texelscope_golden": 1, "entries": []})";
  folder.write("manifest.json", manifest + std::string(2'000'000, ' '));
  EXPECT_NO_THROW(static_cast<void>(load_manifest(folder.path())));
  folder.write("manifest.json", manifest + std::string(3'000'000, ' '));
  EXPECT_THROW(static_cast<void>(load_manifest(folder.path())), FileError);
}

TEST(GoldenManifest, RejectsInvalidFilesInOneLine) {
  const tests::TemporaryFolder folder;
  const char* const head = R"({"texelscope_golden": 1, "entries": [{"name": "a", "scene": "plasma", "frame": 1,)";
  const std::pair<std::string, std::string> cases[] = {
      {"{", "line 1, column 1: syntax error"},
      {R"({"texelscope_golden": "1", "entries": []})", "not a version 1 manifest of golden frames"},
      {R"({"texelscope_golden": 1})", "entries is missing"},
      {R"({"texelscope_golden": 1, "entries": [7]})", "entry 1: it is 7; use an object"},
      {R"({"texelscope_golden": 1, "entries": [{}]})", "entry 1: name is missing"},
      {"{\"texelscope_golden\": 1,\n\"entries\": [],\n\"entries\": []}",
       "line 3: duplicate key entries, first used in line 2"},
      {R"({"texelscope_golden": 1, "entries": [{"name": "a", "scene": 5}]})", "entry a: scene is 5; use a string"},
      {R"({"texelscope_golden": 1, "entries": [{"name": "a", "scene": "plasma", "frame": -1}]})",
       "entry a: frame is -1; use an integer from 0 to 1000000"},
      {R"({"texelscope_golden": 1, "entries": [{"name": "a", "scene": "plasma", "frame": 1000001}]})",
       "entry a: frame is 1000001"},
      {std::string(head) + R"("width": 4, "height": 4, "parameters": {"speed": 2}}]})",
       "entry a: parameters.speed is 2; use a string"},
      {std::string(head) + R"("width": 4, "height": 4, "colour": 2}]})", "entry a: unknown entry 'colour'"},
      {std::string(head) + R"("width": 4, "height": 4, "view": {"zoom": "2", "center": [2, 2]}}]})",
       "entry a: view.zoom is \"2\"; use a number"},
      {"[]", "not a version 1 manifest of golden frames"},
      {std::string(head) + R"("width": 0, "height": 4}]})", "entry a: width is 0; use an integer from 1 to 4096"},
      {std::string(head) + R"("width": 4, "height": 4, "tolerance": 1}]})", "entry a: a tolerance needs a reason"},
      {std::string(head) + R"("width": 4, "height": 4, "view": {"zoom": 0.5, "center": [2, 2]}}]})",
       "entry a: view.zoom is 0.5; the zoom of a view must be 1 to 64"},
      {std::string(head) + R"("width": 4, "height": 4, "view": {"zoom": 2, "center": [2, 5]}}]})",
       "entry a: view.center[1] is 5; the center of a view must be inside the frame"},
      {R"({"texelscope_golden": 1, "entries": [{"name": "../a"}]})", "the name '../a'"},
      {R"({"texelscope_golden": 1, "entries": [{"name": "a\u0000b"}]})",
       "entry 1: name is \"a\\u0000b\"; remove the NUL character"},
  };
  for (const auto& [text, reason] : cases) {
    folder.write("manifest.json", text);
    try {
      (void)load_manifest(folder.path());
      ADD_FAILURE() << text;
    } catch (const FileError& error) {
      const std::string what = error.what();
      EXPECT_EQ(what.find("json.exception"), std::string::npos) << what;
      EXPECT_NE(what.find(reason), std::string::npos) << what;
      EXPECT_NE(what.find("manifest.json"), std::string::npos) << what;
      EXPECT_EQ(what.find('\n'), std::string::npos) << what;
    }
  }
}

void write_golden_rules(const GoldenFolder& goldens, const std::string& rules) {
  static_cast<void>(goldens.folder.write("compare.json", R"({"texelscope_compare": 1, "rules": [)" + rules + "]}"));
}

TEST(GoldenCheck, AppliesTheLimitsAndMasksOfRules) {
  const GoldenFolder goldens;
  write_golden_rules(goldens,
                     R"({"match": "plasma.png", "max_error": 2}, {"match": "image.png", "masks": [[3, 0, 1, 1]]})");
  EXPECT_TRUE(failures(goldens, off_by("plasma", 2)).empty());
  expect_one(failures(goldens, off_by("plasma", 3)), GoldenVerdict::different, "plasma",
             "by compare.json: 1 of 48 pixels");
  // The changed channel is in the fourth pixel.
  const std::vector<std::string> names{"image"};
  const std::vector<GoldenResult> masked = check_goldens(goldens.folder.path(), names, off_by("image", 50));
  ASSERT_EQ(masked.size(), 1U);
  EXPECT_EQ(to_string(masked[0].verdict), "within tolerance");
  EXPECT_EQ(masked[0].text, "by up to 50 of 255; within the limits of compare.json");
}

TEST(GoldenCheck, AcceptsAnImageOnlyOnItsRenderer) {
  const GoldenFolder goldens;
  write_golden_rules(goldens,
                     R"({"match": "plasma.png", "platform": {"renderer": "mesa*"}, "accepted": ["plasma.mesa.png"]})");
  const auto plasma = std::ranges::find(goldens.manifest.entries, "plasma", &GoldenEntry::name);
  save_png(goldens.folder / "plasma.mesa.png", *off_by("plasma", 9)(*plasma));
  const auto verdict_on = [&](const char* renderer) {
    const std::vector<std::string> names{"plasma"};
    return check_goldens(goldens.folder.path(), names, off_by("plasma", 9), nullptr, this_platform(renderer))[0];
  };
  EXPECT_EQ(to_string(verdict_on("Mesa 22.3").verdict), "within tolerance");
  EXPECT_EQ(verdict_on("Mesa 22.3").text, "by up to 9 of 255; plasma.mesa.png is accepted");
  EXPECT_EQ(to_string(verdict_on("another").verdict), "different");
  EXPECT_TRUE(failures(goldens).empty()) << "the accepted image does not count as extra with any renderer";
}

TEST(GoldenCheck, PassesAKnownFailureAndNotesOneThatPasses) {
  const GoldenFolder goldens;
  write_golden_rules(goldens, R"({"match": "plasma.png", "known_failure": {"reason": "a bug of ours"}})");
  const std::vector<std::string> names{"plasma"};
  const GoldenResult known = check_goldens(goldens.folder.path(), names, off_by("plasma", 9))[0];
  EXPECT_TRUE(known.passes());
  EXPECT_EQ(to_string(known.verdict), "known failure");
  EXPECT_NE(known.text.find("a bug of ours"), std::string::npos) << known.text;
  const std::vector<PairResult> pairs = pair_results(std::vector{known}, KeepImages::no);
  EXPECT_TRUE(pairs[0].has_passed());
  EXPECT_NE(pairs[0].known_failure, "");
  const GoldenResult passed = check_goldens(goldens.folder.path(), names, drawn_frame)[0];
  EXPECT_EQ(to_string(passed.verdict), "equal");
  ASSERT_EQ(passed.notes.size(), 1U);
  EXPECT_NE(passed.notes[0].find("it passes now"), std::string::npos);
}

TEST(GoldenCheck, ReadsAndWritesNoFrameThatALinkLeadsToOutsideItsFolder) {
  namespace fs = std::filesystem;
  const GoldenFolder goldens;
  const tests::TemporaryFolder outside;
  fs::copy_file(goldens.folder / "plasma.png", outside / "plasma.png");
  fs::remove(goldens.folder / "plasma.png");
  fs::create_symlink(outside / "plasma.png", goldens.folder / "plasma.png");
  const std::string before = tests::file_bytes(outside / "plasma.png");
  expect_one(failures(goldens), GoldenVerdict::corrupt, "plasma", "a link leads out of the folder");
  const std::string names[] = {"plasma"};
  EXPECT_THROW(apply_update(plan_update(goldens.folder.path(), names, off_by("plasma", 1))), FileError);
  EXPECT_EQ(tests::file_bytes(outside / "plasma.png"), before);
  fs::rename(goldens.folder / "manifest.json", outside / "manifest.json");
  fs::create_symlink(outside / "manifest.json", goldens.folder / "manifest.json");
  EXPECT_THROW(static_cast<void>(load_manifest(goldens.folder.path())), FileError);
}

}  // namespace
}  // namespace texelscope::app
