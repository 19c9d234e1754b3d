#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "app/images/image_file.h"
#include "tests/app/cli/command_line.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::tests {
namespace {

TEST(LayoutPictureCommand, DrawsTheLayoutIntoFiles) {
  const TemporaryFolder folder;
  const Outcome outcome = run_command({"layout", "--shape", "3,4", "--op", "permuted(1,0)", "--svg",
                                       (folder / "a.svg").string(), "--png", (folder / "a.png").string()});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  std::ifstream file{folder / "a.svg"};
  const std::string svg{std::istreambuf_iterator<char>{file}, {}};
  EXPECT_NE(svg.find("permuted(1,0)"), std::string::npos);
  EXPECT_NE(svg.find("shape (4, 3), strides (1, 4)"), std::string::npos);
  EXPECT_GT(app::load_image(folder / "a.png").width, 1000);
}

TEST(LayoutPictureCommand, RejectsExclusiveOptions) {
  const TemporaryFolder folder;
  const std::string svg = (folder / "a.svg").string();
  EXPECT_EQ(run_command({"layout", "--shape", "3", "--json", "--svg", svg}).code, 2);
  EXPECT_EQ(run_command({"layout", "--batch", "x", "--svg", svg}).code, 2);
  EXPECT_EQ(run_command({"layout", "--shape", "3", "--op", "reshaped(7)", "--svg", svg}).code, 2);
  EXPECT_EQ(run_command({"layout", "--shape", "3", "--png", (folder / "no" / "a.png").string()}).code, 2);
  EXPECT_FALSE(std::filesystem::exists(svg));
}

TEST(ExploreCommand, PassesTheLabToTheWindow) {
  std::string lab;
  (void)run_command({"explore", "--lab", "layouts"}, [&](const app::ExploreOptions& options) {
    lab = options.lab;
    return 0;
  });
  EXPECT_EQ(lab, "layouts");
}

}  // namespace
}  // namespace texelscope::tests
