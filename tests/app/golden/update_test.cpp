#include "app/golden/update.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/files/file_error.h"
#include "app/golden/check.h"
#include "tests/app/cli/program_run.h"
#include "tests/app/golden/golden_folder.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;
using tests::drawn_frame;
using tests::GoldenFolder;

/// The golden frame, with every channel of the first pixel increased by one.
Image brighter_frame(const GoldenEntry& entry) {
  Image image = drawn_frame(entry);
  for (std::size_t i = 0; i < 4; ++i) {
    image.pixels[i] = static_cast<std::byte>(std::to_integer<int>(image.pixels[i]) + 1);
  }
  return image;
}

TEST(GoldenUpdate, ChangesNothingIfNothingDiffers) {
  const GoldenFolder goldens;
  const auto before = std::filesystem::last_write_time(goldens.folder / "plasma.png");
  GoldenPlan plan = plan_update(goldens.folder.path(), {}, drawn_frame);
  EXPECT_TRUE(plan.is_empty());
  apply_update(std::move(plan));
  EXPECT_EQ(std::filesystem::last_write_time(goldens.folder / "plasma.png"), before);
}

TEST(GoldenUpdate, ShowsTheChangesBeforeWriting) {
  const GoldenFolder goldens;
  const std::string before = tests::file_bytes(goldens.folder / "plasma.png");
  GoldenPlan plan = plan_update(goldens.folder.path(), {}, brighter_frame);
  EXPECT_EQ(plan.changes.size(), scenes().size());
  EXPECT_EQ(to_string(plan.changes[0].kind), "changed");
  EXPECT_EQ(plan.changes[0].text, "4 of 192 bytes, by up to 1 of 255");
  EXPECT_EQ(tests::file_bytes(goldens.folder / "plasma.png"), before);
}

TEST(GoldenUpdate, WritesOnlyRequestedFrames) {
  const GoldenFolder goldens;
  const std::string others = tests::file_bytes(goldens.folder / "image.png");
  const std::string names[] = {"plasma"};
  GoldenPlan plan = plan_update(goldens.folder.path(), names, brighter_frame);
  ASSERT_EQ(plan.changes.size(), 1U);
  EXPECT_EQ(plan.changes[0].name, "plasma");
  apply_update(std::move(plan));
  EXPECT_EQ(tests::file_bytes(goldens.folder / "image.png"), others);
  for (const GoldenResult& result : check_goldens(goldens.folder.path(), {}, brighter_frame)) {
    EXPECT_EQ(result.passes(), result.entry.name == "plasma") << result.entry.name;
  }
}

TEST(GoldenUpdate, KeepsFramesThatItCannotRender) {
  const GoldenFolder goldens;
  GoldenPlan plan = plan_update(goldens.folder.path(), {}, [](const GoldenEntry& entry) -> std::optional<Image> {
    return entry.name == "plasma" ? std::nullopt : std::optional{drawn_frame(entry)};
  });
  EXPECT_EQ(plan.not_made, std::vector<std::string>{"plasma"});
  EXPECT_TRUE(plan.is_empty());
}

TEST(GoldenUpdate, AddsScenesToAnEmptyFolder) {
  const tests::TemporaryFolder folder;
  GoldenPlan plan = plan_update(folder.path(), {}, drawn_frame);
  ASSERT_EQ(plan.changes.size(), scenes().size());
  EXPECT_EQ(plan.changes[0].kind, GoldenChangeKind::added);
  apply_update(std::move(plan));
  const std::vector<GoldenResult> results = check_goldens(folder.path(), {}, drawn_frame);
  EXPECT_EQ(results.size(), scenes().size());
  for (const GoldenResult& result : results) {
    EXPECT_TRUE(result.passes()) << result.text;
    EXPECT_EQ(result.entry.width, 160);
  }
}

TEST(GoldenUpdate, RemovesOrphansWhenUpdatingAll) {
  GoldenFolder goldens;
  GoldenEntry gone = goldens.manifest.entries[0];
  gone.name = gone.scene = "gone";
  goldens.keep(gone);
  goldens.save();
  goldens.folder.write("notes.txt", "not a picture");
  const std::string names[] = {"plasma"};
  EXPECT_TRUE(plan_update(goldens.folder.path(), names, drawn_frame).is_empty());
  GoldenPlan plan = plan_update(goldens.folder.path(), {}, drawn_frame);
  ASSERT_EQ(plan.changes.size(), 1U);
  EXPECT_EQ(plan.changes[0].kind, GoldenChangeKind::removed);
  apply_update(std::move(plan));
  EXPECT_FALSE(std::filesystem::exists(goldens.folder / "gone.png"));
  EXPECT_TRUE(std::filesystem::exists(goldens.folder / "notes.txt"));
  EXPECT_EQ(load_manifest(goldens.folder.path()).entries.size(), scenes().size());
}

TEST(GoldenUpdate, RemovesNoFileThatIsOnlyNamedLikeAnImage) {
  const GoldenFolder goldens;
  goldens.folder.write("notes.png", "not a picture");
  GoldenPlan plan = plan_update(goldens.folder.path(), {}, drawn_frame);
  EXPECT_TRUE(plan.is_empty());
  EXPECT_EQ(plan.not_images, std::vector<std::string>{"notes.png"});
  apply_update(std::move(plan));
  EXPECT_TRUE(std::filesystem::exists(goldens.folder / "notes.png"));
}

TEST(GoldenUpdate, AddsTheImageOfAHandWrittenEntry) {
  GoldenFolder goldens;
  GoldenEntry second = goldens.manifest.entries[0];
  second.name = "second";
  second.pixels.clear();
  goldens.manifest.entries.push_back(second);
  goldens.save();
  const std::string names[] = {"second"};
  apply_update(plan_update(goldens.folder.path(), names, drawn_frame));
  EXPECT_TRUE(check_goldens(goldens.folder.path(), names, drawn_frame)[0].passes());
}

TEST(GoldenUpdate, KeepsKnownFailuresAndImagesOfRules) {
  const GoldenFolder goldens;
  static_cast<void>(goldens.folder.write("compare.json", R"({"texelscope_compare": 1, "rules": [
      {"match": "plasma.png", "known_failure": {"reason": "a bug"}},
      {"match": "image.png", "accepted": ["image.mesa.png"]}]})"));
  save_png(goldens.folder / "image.mesa.png", drawn_frame(goldens.manifest.entries[0]));
  GoldenPlan plan = plan_update(goldens.folder.path(), {}, brighter_frame);
  EXPECT_EQ(plan.known_failures, std::vector<std::string>{"plasma"});
  EXPECT_EQ(plan.changes.size(), scenes().size() - 1) << "the known failure stays, as does the accepted image";
  const std::string names[] = {"plasma"};
  EXPECT_EQ(plan_update(goldens.folder.path(), names, brighter_frame).changes.size(), 1U)
      << "a named frame is updated although it is a known failure";
}

TEST(GoldenUpdate, RefusesWhatHasChangedSinceItWasShown) {
  struct Edit {
    std::string changed;
    std::function<void(GoldenFolder&)> make;
  };
  const Edit edits[] = {
      {"plasma.png", [](const GoldenFolder& goldens) { goldens.folder.write("plasma.png", "somebody's text"); }},
      {"gone.png", [](const GoldenFolder& goldens) { goldens.folder.write("gone.png", "somebody's text"); }},
      {"gone.png",
       [](const GoldenFolder& goldens) {
         save_png(goldens.folder / "gone.png", brighter_frame(goldens.manifest.entries[0]));
       }},
      {"gone.png",
       [](GoldenFolder& goldens) {
         goldens.manifest.entries.push_back(goldens.manifest.entries[0]);
         goldens.manifest.entries.back().name = "gone";
         goldens.save();
       }},
      {"plasma.png", [](GoldenFolder& goldens) {
         std::ranges::find(goldens.manifest.entries, "plasma", &GoldenEntry::name)->frame = 7;
         goldens.save();
       }}};
  for (const Edit& edit : edits) {
    GoldenFolder goldens;
    save_png(goldens.folder / "gone.png", drawn_frame(goldens.manifest.entries[0]));
    GoldenPlan plan = plan_update(goldens.folder.path(), {}, brighter_frame);
    EXPECT_EQ(plan.changes.size(), scenes().size() + 1);
    edit.make(goldens);
    const auto before = tests::files_in(goldens.folder.path());
    try {
      apply_update(std::move(plan));
      ADD_FAILURE() << edit.changed;
    } catch (const FileError& error) {
      EXPECT_NE(std::string(error.what()).find(edit.changed + " has changed since"), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("run golden update again"), std::string::npos) << error.what();
    }
    EXPECT_EQ(tests::files_in(goldens.folder.path()), before) << edit.changed;
  }
}

TEST(GoldenUpdate, KeepsOtherChangesOfTheManifestSinceItWasShown) {
  GoldenFolder goldens;
  GoldenPlan plan = plan_update(goldens.folder.path(), {}, brighter_frame);
  GoldenEntry added = goldens.manifest.entries[0];
  added.name = "added";
  goldens.manifest.entries[0].tolerance = 3;
  goldens.manifest.entries[0].reason = "somebody's reason";
  goldens.manifest.entries.push_back(added);
  goldens.save();
  apply_update(std::move(plan));
  const GoldenManifest manifest = load_manifest(goldens.folder.path());
  ASSERT_EQ(manifest.entries.size(), scenes().size() + 1);
  EXPECT_EQ(manifest.entries[0].reason, "somebody's reason");
  EXPECT_EQ(manifest.entries[0].pixels, pixel_hash(brighter_frame(manifest.entries[0])));
  EXPECT_EQ(manifest.entries.back().name, "added");
  EXPECT_EQ(manifest.entries.back().pixels, added.pixels) << "it was not shown, so it stays";
}

TEST(GoldenUpdate, MayRunManyTimesAtOnce) {
  const GoldenFolder goldens;
  std::vector<GoldenPlan> plans;
  for (const GoldenEntry& entry : goldens.manifest.entries) {
    // Twice: the second one finds its work done.
    for (int time = 0; time < 2; ++time) {
      plans.push_back(plan_update(goldens.folder.path(), std::span(&entry.name, 1), brighter_frame));
    }
  }
  {
    std::vector<std::jthread> threads;
    for (GoldenPlan& plan : plans) {
      threads.emplace_back([&plan] { EXPECT_NO_THROW(apply_update(std::move(plan))); });
    }
  }
  for (const GoldenResult& result : check_goldens(goldens.folder.path(), {}, brighter_frame)) {
    EXPECT_TRUE(result.passes()) << result.entry.name << ": " << result.text;
  }
}

TEST(GoldenUpdate, ChangesOnlyItsFolderEvenIfThatIsReplacedByALink) {
  const tests::TemporaryFolder folder;
  const GoldenFolder others;
  fs::copy(others.folder.path(), folder / "goldens");
  save_png(folder / "goldens/gone.png", drawn_frame(others.manifest.entries[0]));
  save_png(others.folder / "gone.png", drawn_frame(others.manifest.entries[0]));
  const auto before = tests::files_in(others.folder.path());
  GoldenPlan plan = plan_update(folder / "goldens", {}, brighter_frame);
  fs::rename(folder / "goldens", folder / "moved");
  fs::create_symlink(others.folder.path(), folder / "goldens");
  apply_update(std::move(plan));
  EXPECT_EQ(tests::files_in(others.folder.path()), before);
  EXPECT_FALSE(fs::exists(folder / "moved/gone.png"));
  for (const GoldenResult& result : check_goldens(folder / "moved", {}, brighter_frame)) {
    EXPECT_TRUE(result.passes()) << result.entry.name << ": " << result.text;
  }
}

}  // namespace
}  // namespace texelscope::app
