#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/images/image_file.h"
#include "tests/app/cli/command_line.h"
#include "tests/app/compare/image_pairs.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using tests::Outcome;
using tests::run_command;
using tests::TemporaryFolder;

Image landscape(int width, int height) { return tests::make_image(width, height, tests::landscape); }

Image with_one_step(Image image) {
  image.pixels[30] ^= std::byte{1};
  return image;
}

TEST(CompareCommand, TellsTwoImagesOfTheSameBytesFromOthers) {
  const TemporaryFolder folder;
  save_png(folder / "a.png", landscape(20, 10));
  save_png(folder / "b.png", with_one_step(landscape(20, 10)));
  const std::string a = folder / "a.png";
  const std::string b = folder / "b.png";
  EXPECT_EQ(run_command({"compare", a, a}).code, 0);
  const Outcome different = run_command({"compare", a, b});
  EXPECT_EQ(different.code, 1) << different.err;
  EXPECT_NE(different.out.find("1 of 200 pixels differ, by up to 1 at (10, 0)"), std::string::npos) << different.out;
  EXPECT_EQ(run_command({"compare", a, b, "--max-error", "1"}).code, 0);
  EXPECT_EQ(run_command({"compare", a, b, "--max-error", "1", "--min-ssim", "1"}).code, 1);
}

TEST(CompareCommand, NamesMissingExtraResizedAndDamagedImagesOfFolders) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "e/deep");
  std::filesystem::create_directories(folder / "a/deep");
  for (const char* name : {"same.png", "deep/missing.png", "resized.png", "damaged.png"}) {
    save_png(folder / "e" / name, landscape(16, 16));
  }
  save_png(folder / "a/same.png", landscape(16, 16));
  save_png(folder / "a/resized.png", landscape(16, 15));
  save_png(folder / "a/deep/extra.PNG", landscape(16, 16));
  const std::string png = tests::file_bytes(folder / "e/damaged.png");
  (void)folder.write("a/damaged.png", png.substr(0, png.size() / 2));
  (void)folder.write("a/notes.txt", "no image");
  const Outcome outcome = run_command(
      {"compare", folder / "e", folder / "a", "--json", "--report", folder / "report", "--junit", folder / "j.xml"});
  ASSERT_EQ(outcome.code, 1) << outcome.err;
  const nlohmann::json json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["passed"], 1);
  ASSERT_EQ(json["pairs"].size(), 5U);
  const std::vector<std::pair<std::string, std::string>> reasons = {{"damaged.png", "truncated"},
                                                                    {"deep/extra.PNG", "extra"},
                                                                    {"deep/missing.png", "missing"},
                                                                    {"resized.png", "16x15, not 16x16"}};
  for (std::size_t index = 0; index < reasons.size(); ++index) {
    EXPECT_EQ(json["pairs"][index]["name"], reasons[index].first);
    const std::string failure = json["pairs"][index]["failures"][0];
    EXPECT_NE(failure.find(reasons[index].second), std::string::npos) << failure;
  }
  EXPECT_TRUE(std::filesystem::exists(folder / "report/index.html"));
  EXPECT_TRUE(std::filesystem::exists(folder / "j.xml"));
}

TEST(CompareCommand, RefusesWhatCannotBeCompared) {
  const TemporaryFolder folder;
  save_png(folder / "a.png", landscape(4, 4));
  std::filesystem::create_directories(folder / "empty");
  const std::string a = folder / "a.png";
  const std::string empty = folder / "empty";
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"compare", a, empty},
                                             {"compare", empty, empty},
                                             {"compare", empty, folder / "none"},
                                             {"compare", folder / "none", folder / "nothing"},
                                             {"compare", a, a, "--max-flip", "2"},
                                             {"compare", a, a, "--max-error", "-1"},
                                             {"compare", a, a, "--junit", empty}}) {
    const Outcome outcome = run_command(arguments);
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_EQ(outcome.error_lines(), 1) << outcome.err;
  }
}

}  // namespace
}  // namespace texelscope::app
