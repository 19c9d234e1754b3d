#include "app/golden/update.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "app/golden/check.h"
#include "tests/app/golden/golden_folder.h"

namespace texelscope::app {
namespace {

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
  const GoldenPlan plan = plan_update(goldens.folder.path(), {}, drawn_frame);
  EXPECT_TRUE(plan.is_empty());
  apply_update(plan);
  EXPECT_EQ(std::filesystem::last_write_time(goldens.folder / "plasma.png"), before);
}

TEST(GoldenUpdate, ShowsTheChangesBeforeWriting) {
  const GoldenFolder goldens;
  const std::string before = tests::file_bytes(goldens.folder / "plasma.png");
  const GoldenPlan plan = plan_update(goldens.folder.path(), {}, brighter_frame);
  EXPECT_EQ(plan.changes.size(), scenes().size());
  EXPECT_EQ(to_string(plan.changes[0].kind), "changed");
  EXPECT_EQ(plan.changes[0].text, "4 of 192 bytes, by up to 1 of 255");
  EXPECT_EQ(tests::file_bytes(goldens.folder / "plasma.png"), before);
}

TEST(GoldenUpdate, WritesOnlyRequestedFrames) {
  const GoldenFolder goldens;
  const std::string others = tests::file_bytes(goldens.folder / "image.png");
  const std::string names[] = {"plasma"};
  const GoldenPlan plan = plan_update(goldens.folder.path(), names, brighter_frame);
  ASSERT_EQ(plan.changes.size(), 1U);
  EXPECT_EQ(plan.changes[0].name, "plasma");
  apply_update(plan);
  EXPECT_EQ(tests::file_bytes(goldens.folder / "image.png"), others);
  for (const GoldenResult& result : check_goldens(goldens.folder.path(), {}, brighter_frame)) {
    EXPECT_EQ(result.passes(), result.entry.name == "plasma") << result.entry.name;
  }
}

TEST(GoldenUpdate, KeepsFramesThatItCannotRender) {
  const GoldenFolder goldens;
  const GoldenPlan plan = plan_update(goldens.folder.path(), {}, [](const GoldenEntry& entry) -> std::optional<Image> {
    return entry.name == "plasma" ? std::nullopt : std::optional{drawn_frame(entry)};
  });
  EXPECT_EQ(plan.not_made, std::vector<std::string>{"plasma"});
  EXPECT_TRUE(plan.is_empty());
}

TEST(GoldenUpdate, AddsScenesToAnEmptyFolder) {
  const tests::TemporaryFolder folder;
  const GoldenPlan plan = plan_update(folder.path(), {}, drawn_frame);
  ASSERT_EQ(plan.changes.size(), scenes().size());
  EXPECT_EQ(plan.changes[0].kind, GoldenChangeKind::added);
  apply_update(plan);
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
  const GoldenPlan plan = plan_update(goldens.folder.path(), {}, drawn_frame);
  ASSERT_EQ(plan.changes.size(), 1U);
  EXPECT_EQ(plan.changes[0].kind, GoldenChangeKind::removed);
  apply_update(plan);
  EXPECT_FALSE(std::filesystem::exists(goldens.folder / "gone.png"));
  EXPECT_TRUE(std::filesystem::exists(goldens.folder / "notes.txt"));
  EXPECT_EQ(load_manifest(goldens.folder.path()).entries.size(), scenes().size());
}

TEST(GoldenUpdate, RemovesNoFileThatIsOnlyNamedLikeAnImage) {
  const GoldenFolder goldens;
  goldens.folder.write("notes.png", "not a picture");
  const GoldenPlan plan = plan_update(goldens.folder.path(), {}, drawn_frame);
  EXPECT_TRUE(plan.is_empty());
  EXPECT_EQ(plan.not_images, std::vector<std::string>{"notes.png"});
  apply_update(plan);
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
  const GoldenPlan plan = plan_update(goldens.folder.path(), {}, brighter_frame);
  EXPECT_EQ(plan.known_failures, std::vector<std::string>{"plasma"});
  EXPECT_EQ(plan.changes.size(), scenes().size() - 1) << "the known failure stays, as does the accepted image";
  const std::string names[] = {"plasma"};
  EXPECT_EQ(plan_update(goldens.folder.path(), names, brighter_frame).changes.size(), 1U)
      << "a named frame is updated although it is a known failure";
}

}  // namespace
}  // namespace texelscope::app
