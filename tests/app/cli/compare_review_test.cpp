#include "app/cli/compare_review.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/cli/cli.h"
#include "app/compare/review/review.h"
#include "app/files/file_error.h"
#include "app/images/image_file.h"
#include "tests/app/cli/command_line.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using tests::Outcome;
using tests::run_command;

/// Two folders whose images a.png and b.png differ. A function of the test replaces the window.
class CompareReviewTest : public testing::Test {
 protected:
  CompareReviewTest() {
    keep("e/same.png", 1);
    keep("a/same.png", 1);
    for (const char* name : {"a.png", "b.png"}) {
      keep(std::string("e/") + name, 1);
      keep(std::string("a/") + name, 90);
    }
  }
  void keep(const std::string& name, int value) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    save_png(folder_ / name, {2, 2, 1, gpu::DataType::uint8, std::vector<std::byte>(4, std::byte(value))});
  }
  Outcome review(const ExploreFunction& window, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments{"compare", folder_ / "e", folder_ / "a", "--review"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_command(arguments, window);
  }

  tests::TemporaryFolder folder_;
};

int accept_all(const ExploreOptions& options) {
  do {
    EXPECT_FALSE(options.review->accept().is_error);
  } while (options.review->go_to_open());
  return 0;
}

TEST_F(CompareReviewTest, OpensTheWindowWithThePairsThatFail) {
  ExploreOptions seen;
  const Outcome outcome = review(
      [&](const ExploreOptions& options) {
        seen = options;
        return 0;
      },
      {"--size", "800x600"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(seen.review->pairs().size(), 2U);
  EXPECT_EQ(seen.image, folder_ / "a/a.png");
  EXPECT_EQ(seen.listed_files, (std::vector<std::filesystem::path>{folder_ / "a/a.png", folder_ / "e/a.png"}));
  EXPECT_EQ(seen.width, 800);
  EXPECT_FALSE(is_for_a_user(seen)) << "the session of a review is not saved";
}

TEST_F(CompareReviewTest, PrintsThePairsThatRemain) {
  const Outcome outcome = review([](const ExploreOptions& options) {
    EXPECT_FALSE(options.review->reject().is_error);
    return 0;
  });
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out,
            "rejected a.png: 4 of 4 pixels differ; in one cluster: 4 pixels in 2x2 at (0, 0), by up to 89\nopen     "
            "b.png: 4 of 4 pixels differ; in one cluster: 4 pixels in 2x2 at (0, 0), by up to 89\npairs still "
            "failing: 2 of 2 (1 open)\n");
}

TEST_F(CompareReviewTest, SucceedsOnceAllAreAcceptedAndThenHasNothingToShow) {
  const Outcome outcome = review(accept_all);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "accepted a.png\naccepted b.png\nall 2 pairs pass now\n");
  const Outcome again = review([](const ExploreOptions&) -> int { throw FileError("no window should open"); });
  EXPECT_EQ(again.code, 0);
  EXPECT_EQ(again.out, "no failing pairs: nothing to review\n");
}

TEST_F(CompareReviewTest, ReportsARemovedExpectedImage) {
  std::filesystem::remove(folder_ / "a/b.png");
  const Outcome outcome = review(accept_all);
  EXPECT_EQ(outcome.out, "removed  b.png\naccepted a.png\nall 2 pairs pass now\n");
}

TEST_F(CompareReviewTest, ReportsAcceptedImagesEvenIfTheWindowFails) {
  const Outcome outcome = review([](const ExploreOptions& options) -> int {
    EXPECT_FALSE(options.review->accept().is_error);
    throw FileError("the window failed");
  });
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(outcome.out.starts_with("accepted a.png\n")) << outcome.out;
  EXPECT_NE(outcome.err.find("the window failed"), std::string::npos);
}

TEST_F(CompareReviewTest, ReportsARemovedImageAsRemovedNotAccepted) {
  std::filesystem::remove(folder_ / "a/b.png");
  const Outcome outcome = review(accept_all);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "e/b.png"));
  EXPECT_NE(outcome.out.find("removed  b.png\n"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("accepted a.png\n"), std::string::npos) << outcome.out;
}

TEST_F(CompareReviewTest, PrintsJson) {
  const Outcome outcome = review(accept_all, {"--json"});
  EXPECT_EQ(nlohmann::json::parse(outcome.out)["review"],
            nlohmann::json::parse(R"([{"name": "a.png", "state": "accepted", "failures": []},
                                      {"name": "b.png", "state": "accepted", "failures": []}])"));
}

TEST_F(CompareReviewTest, NeedsAWindowAndExcludesAnUpdate) {
  const Outcome outcome = review({});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("needs a window"), std::string::npos) << outcome.err;
  EXPECT_EQ(review(accept_all, {"--update"}).code, 2);
}

}  // namespace
}  // namespace texelscope::app
