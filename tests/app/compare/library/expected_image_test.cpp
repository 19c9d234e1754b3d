#include "texelscope/compare/expected_image.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "app/compare/library/check_in_report.h"
#include "tests/app/environment.h"
#include "tests/app/temporary_folder.h"
#include "texelscope/compare/gtest.h"
#include "texelscope/compare/image.h"

namespace texelscope::compare {
namespace {

using ::texelscope::tests::Environment;
using ::texelscope::tests::file_bytes;
using ::texelscope::tests::TemporaryFolder;

/// Tests with image folders, and an image of 6 × 4 pixels.
class ExpectedImages : public testing::Test {
 protected:
  [[nodiscard]] ImageFolders folders(bool updates = false) const {
    ImageFolders folders;
    folders.expected = folder_ / "expected";
    folders.actual = folder_ / "actual";
    folders.updates = updates;
    return folders;
  }
  [[nodiscard]] ImageView image(unsigned char value) {
    pixels_.assign(72, value);
    return {pixels_.data(), 6, 4, 3};
  }
  [[nodiscard]] bool is_there(const char* name) const { return std::filesystem::exists(folder_ / name); }

  TemporaryFolder folder_;

 private:
  std::vector<unsigned char> pixels_;
};

TEST_F(ExpectedImages, FailIfMissingAndPassOnceAccepted) {
  const ImageCheck missing = check_image(image(3), "menu/open.png", {}, folders());
  EXPECT_FALSE(missing.has_passed());
  EXPECT_FALSE(missing.result.figures);
  EXPECT_NE(missing.text.find("TEXELSCOPE_UPDATE_IMAGES=1"), std::string::npos) << missing.text;
  EXPECT_EQ(load_image(folder_ / "actual/menu/open.png").pixels, std::vector<unsigned char>(72, 3));
  EXPECT_NE(file_bytes(missing.report).find("open.png"), std::string::npos);

  const ImageCheck updated = check_image(image(3), "menu/open.png", {}, folders(true));
  EXPECT_TRUE(updated.is_updated && updated.has_passed());
  EXPECT_EQ(load_image(folder_ / "expected/menu/open.png").pixels, std::vector<unsigned char>(72, 3));
  EXPECT_FALSE(is_there("actual/menu/open.png"));
  EXPECT_FALSE(is_there("actual/menu/open.png.report"));

  const ImageCheck passed = check_image(image(3), "menu/open.png", {}, folders());
  EXPECT_TRUE(passed.has_passed());
  EXPECT_EQ(passed.text, "");
  ASSERT_TRUE(passed.result.figures);
  EXPECT_EQ(passed.result.figures->differing_pixels, 0U);
}

TEST_F(ExpectedImages, StayUnchangedIfAnUpdateFindsThemWithinTheLimits) {
  static_cast<void>(check_image(image(3), "a.png", {}, folders(true)));
  Limits limits;
  limits.max_error = 1;
  const ImageCheck near = check_image(image(4), "a.png", limits, folders(true));
  EXPECT_TRUE(near.has_passed());
  EXPECT_FALSE(near.is_updated);
  EXPECT_EQ(load_image(folder_ / "expected/a.png").pixels.front(), 3);
}

TEST_F(ExpectedImages, OfAFixedFailureLeaveNoFiles) {
  static_cast<void>(check_image(image(3), "a.png", {}, folders(true)));
  const ImageCheck failed = check_image(image(5), "a.png", {}, folders());
  EXPECT_FALSE(failed.has_passed());
  EXPECT_EQ(failed.result.figures->max_error, 2);
  EXPECT_TRUE(is_there("actual/a.png") && is_there("actual/a.png.report/index.html"));
  EXPECT_TRUE(check_image(image(3), "a.png", {}, folders()).has_passed());
  EXPECT_FALSE(is_there("actual/a.png") || is_there("actual/a.png.report"));
}

TEST_F(ExpectedImages, LeaveTheirResultsForTheReportOfAWholeRun) {
  ImageFolders named = folders(true);
  named.test = "Menu.Opens";
  const auto results = [&](const char* name) { return file_bytes(folder_ / "actual" / name / "results.json"); };
  EXPECT_TRUE(check_image(image(3), "a.png", {}, named).is_updated);
  EXPECT_NE(results("a.png.report").find("\"name\":\"a.png\",\"passed\":true"), std::string::npos)
      << results("a.png.report");
  named.updates = false;
  EXPECT_FALSE(check_image(image(5), "a.png", {}, named).has_passed());
  EXPECT_NE(results("a.png.report").find("\"test\":\"Menu.Opens\""), std::string::npos) << results("a.png.report");
  EXPECT_TRUE(check_image(image(3), "a.png", {}, named).has_passed());
  EXPECT_NE(results("a.png.report").find("\"failures\":[]"), std::string::npos) << results("a.png.report");
  EXPECT_FALSE(is_there("actual/a.png.report/index.html") || is_there("actual/a.png.report/pictures"));
  // An image passes even where nothing can be written.
  std::filesystem::remove_all(folder_ / "actual");
  static_cast<void>(folder_.write("actual", "a file"));
  EXPECT_TRUE(check_image(image(3), "a.png", {}, named).has_passed());
}

TEST_F(ExpectedImages, HaveNamesWithinTheirFolder) {
  const std::string longest(200, 'x');
  for (const std::string& name : {std::string(), std::string("../a.png"), std::string("menu/../../a.png"),
                                  std::string("/a.png"), std::string("menu/"), std::string("./a.png"),
                                  std::string("a.jpg"), std::string("a"), longest + ".png", longest + "x/a.png"}) {
    EXPECT_THROW(static_cast<void>(check_image(image(1), name, {}, folders(true))), Error) << name;
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(ExpectedImages, HaveTheRulesOfTheirFolder) {
  static_cast<void>(check_image(image(3), "menu/a.png", {}, folders(true)));
  static_cast<void>(check_image(image(3), "b.png", {}, folders(true)));
  const auto rules = [&](const std::string& rule) {
    static_cast<void>(folder_.write("expected/compare.json", R"({"texelscope_compare": 1, "rules": [)" + rule + "]}"));
  };
  rules(R"({"match": "menu/*", "max_error": 2})");
  EXPECT_TRUE(check_image(image(5), "menu/a.png", {}, folders()).has_passed());
  EXPECT_FALSE(check_image(image(6), "menu/a.png", {}, folders()).has_passed());
  EXPECT_FALSE(check_image(image(5), "b.png", {}, folders()).has_passed());

  rules(R"({"match": "b.png", "known_failure": {"reason": "it is too bright"}})");
  const ImageCheck known = check_image(image(9), "b.png", {}, folders(true));
  EXPECT_TRUE(known.has_passed());
  EXPECT_FALSE(known.is_updated);
  EXPECT_NE(known.result.known_failure.find("it is too bright"), std::string::npos) << known.result.known_failure;
  EXPECT_FALSE(known.result.failures.empty());

  rules(R"({"match": "b.png", "platform": {"os": "linux"}, "accepted": ["{stem}.linux.png"]})");
  EXPECT_TRUE(check_image(image(7), "b.png", {}, folders(true)).is_updated);
  EXPECT_EQ(load_image(folder_ / "expected/b.png").pixels.front(), 3);
  EXPECT_EQ(load_image(folder_ / "expected/b.linux.png").pixels.front(), 7);
  EXPECT_TRUE(check_image(image(7), "b.png", {}, folders()).has_passed());

  rules(R"({"match": "b.png", "ignore": true})");
  EXPECT_TRUE(check_image(image(200), "b.png", {}, folders()).has_passed());
  rules(R"({"match": "b.png", "max_errors": 1})");
  EXPECT_THROW(static_cast<void>(check_image(image(3), "b.png", {}, folders())), Error);
}

TEST_F(ExpectedImages, AreInTheFoldersOfTheEnvironment) {
  {
    const ImageFolders plain = image_folders("mine", "made");
    EXPECT_EQ(plain.expected, "mine");
    EXPECT_EQ(plain.actual, "made");
    EXPECT_FALSE(plain.updates);
  }
  const Environment expected("TEXELSCOPE_EXPECTED_IMAGES", "/elsewhere");
  const Environment actual("TEXELSCOPE_ACTUAL_IMAGES", "/here");
  const Environment updates("TEXELSCOPE_UPDATE_IMAGES", "1");
  const ImageFolders named = image_folders("mine", "made");
  EXPECT_EQ(named.expected, "/elsewhere");
  EXPECT_EQ(named.actual, "/here");
  EXPECT_TRUE(named.updates);
  const Environment off("TEXELSCOPE_UPDATE_IMAGES", "0");
  EXPECT_FALSE(image_folders("mine", "made").updates);
}

TEST_F(ExpectedImages, ThatCannotBeReadAreReported) {
  std::filesystem::create_directories(folder_ / "expected");
  std::filesystem::create_symlink("loop", folder_ / "expected/loop");
  const ImageCheck in_loop = check_image(image(3), "loop/a.png", {}, folders());
  EXPECT_FALSE(in_loop.has_passed());
  EXPECT_NE(in_loop.text.find("cannot read " + (folder_ / "expected/loop/a.png").string()), std::string::npos)
      << in_loop.text;
  const ImageCheck updated = check_image(image(3), "loop/a.png", {}, folders(true));
  EXPECT_FALSE(updated.has_passed());
  EXPECT_LT(updated.text.find("cannot read"), updated.text.find("could not be accepted")) << updated.text;
}

TEST_F(ExpectedImages, InAMissingFolderAreReportedWithIt) {
  const std::string text = check_image(image(3), "menu/a.png", {}, folders()).text;
  EXPECT_NE(text.find("does not exist, nor does its folder " + (folder_ / "expected").string()), std::string::npos)
      << text;
  std::filesystem::create_directories(folder_ / "expected");
  EXPECT_EQ(check_image(image(3), "menu/a.png", {}, folders()).text.find("its folder"), std::string::npos);
}

TEST_F(ExpectedImages, ThatCannotBeWrittenAreReportedAfterTheDifference) {
  static_cast<void>(check_image(image(3), "a.png", {}, folders(true)));
  static_cast<void>(folder_.write("actual", "a file"));
  const ImageCheck failed = check_image(image(5), "a.png", {}, folders());
  EXPECT_FALSE(failed.has_passed());
  const std::size_t difference = failed.text.find("24 of 24 pixels differ");
  const std::size_t reason = failed.text.find("cannot create folder");
  EXPECT_LT(difference, reason) << failed.text;
  EXPECT_NE(reason, std::string::npos) << failed.text;
  EXPECT_EQ(failed.report, "");
}

TEST_F(ExpectedImages, AreInAReportOfMany) {
  app::ReportWriter writer(folder_ / "report", app::ReportPairs::all);
  const auto check = [&](unsigned char value, const char* name, bool updates) {
    std::string error;
    const SharedReport report{&writer, std::string("group/") + name, "/report/index.html"};
    CheckInReport checked = check_in_report(image(value), name, {}, folders(updates), report, error);
    EXPECT_EQ(error, "");
    EXPECT_EQ(checked.pair.name, report.name);
    return checked;
  };
  const CheckInReport accepted = check(3, "a.png", true);
  EXPECT_TRUE(accepted.check.is_updated);
  EXPECT_TRUE(accepted.pair.has_passed());
  const CheckInReport failed = check(5, "a.png", false);
  EXPECT_FALSE(failed.pair.has_passed());
  EXPECT_EQ(failed.check.report, "/report/index.html");
  EXPECT_TRUE(is_there("actual/a.png"));
  EXPECT_FALSE(is_there("actual/a.png.report"));
  for (const app::ReportPicture& picture : failed.pair.pictures) {
    // The place is in a pack.
    EXPECT_TRUE(picture.kind == "place" || is_there(("report/" + picture.path).c_str())) << picture.kind;
  }
  EXPECT_GT(failed.pair.pictures.size(), 1U);
}

TEST_F(ExpectedImages, AreComparedByTheGoogleTestMatcher) {
  const Environment expected("TEXELSCOPE_EXPECTED_IMAGES", (folder_ / "expected").string());
  const Environment actual("TEXELSCOPE_ACTUAL_IMAGES", (folder_ / "actual").string());
  EXPECT_NONFATAL_FAILURE(EXPECT_IMAGE_NEAR(image(9), "missing.png"), "missing.png does not exist");
  {
    const Environment updates("TEXELSCOPE_UPDATE_IMAGES", "1");
    testing::internal::CaptureStdout();
    EXPECT_IMAGE_NEAR(image(9), "accepted.png");
    EXPECT_EQ(testing::internal::GetCapturedStdout(),
              "texelscope: wrote " + (folder_ / "expected/accepted.png").string() + "\n");
  }
  for (const char* const name : {"a.png", "b.png", "c.png", "d.png"}) {
    std::filesystem::copy_file(folder_ / "expected/accepted.png", folder_ / "expected" / name);
  }
  ASSERT_IMAGE_NEAR(image(9), "a.png");
  EXPECT_NONFATAL_FAILURE(EXPECT_IMAGE_NEAR(image(10), "b.png") << "after a change", "after a change");
  EXPECT_NONFATAL_FAILURE(EXPECT_IMAGE_NEAR(image(10), "../a.png"), "is not a valid image name");
  Limits limits;
  limits.max_error = 1;
  EXPECT_IMAGE_NEAR(image(10), "c.png", limits);

  // Only its lines.
  testing::TestPartResultArray results;
  {
    const testing::ScopedFakeTestPartResultReporter reporter(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
    EXPECT_IMAGE_NEAR(image(10), "d.png");
  }
  ASSERT_EQ(results.size(), 1);
  EXPECT_EQ(std::string(results.GetTestPartResult(0).message()).rfind("24 of 24 pixels differ", 0), 0U)
      << results.GetTestPartResult(0).message();
}

TEST_F(ExpectedImages, HaveUniqueNamesInAProcess) {
  static_cast<void>(check_image(image(9), "a.png", {}, folders(true)));
  EXPECT_TRUE(image_near(folders(), image(9), "a.png"));
  const std::string name = "ExpectedImages.HaveUniqueNamesInAProcess";
  const testing::AssertionResult again = image_near(folders(), image(9), "a.png");
  EXPECT_FALSE(again);
  EXPECT_NE(std::string(again.message()).find("one of " + name + " and one of " + name), std::string::npos)
      << again.message();
  // --gtest_repeat makes GoogleTest call this function.
  UsedImageNames::instance().OnTestIterationStart(*testing::UnitTest::GetInstance(), 1);
  EXPECT_TRUE(image_near(folders(), image(9), "a.png"));
}

TEST_F(ExpectedImages, InRelativeFoldersAreReportedWithTheFix) {
  const testing::AssertionResult result = image_near(image_folders("none", "nothing/made"), image(9), "../b.png");
  EXPECT_NE(std::string(result.message()).find("call texelscope_image_folders(TARGET)"), std::string::npos)
      << result.message();
}

}  // namespace
}  // namespace texelscope::compare
