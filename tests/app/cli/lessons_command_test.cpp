#include <gtest/gtest.h>

#include <filesystem>
#include <memory>

#include "app/gui/lab_registry.h"
#include "app/scenes/registry.h"
#include "tests/app/cli/command_line.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::tests {
namespace {

/// Draws one pixel of every window.
class OnePixelPainter : public app::WindowPainter {
 public:
  [[nodiscard]] app::State make_state() const override {
    app::State state{app::scenes(), app::labs()};
    state.device = device_;
    return state;
  }
  [[nodiscard]] app::Screenshot paint(app::State& /*state*/, const app::ScreenshotOptions& /*options*/) const override {
    return {{1, 1, 3, gpu::DataType::uint8, std::vector<std::byte>(3)}, {}};
  }

 private:
  gpu::Device device_ = gpu::Device::open({});
};

/// Hands lessons out into a folder, all without a name; returns the exit code.
int hand_out(const std::filesystem::path& folder, const std::vector<std::string>& names, bool is_check) {
  const std::string out = folder.string();
  std::vector<const char*> arguments{"texelscope", "lessons",  "handout", "--device", "cpu",
                                     "--format",   "markdown", "--out",   out.c_str()};
  if (is_check) {
    arguments.push_back("--check");
  }
  for (const std::string& name : names) {
    arguments.push_back(name.c_str());
  }
  testing::internal::CaptureStdout();
  const int code =
      app::run(static_cast<int>(arguments.size()), arguments.data(),
               {.open_painter = [](const app::WindowPainterOptions&) { return std::make_unique<OnePixelPainter>(); }});
  static_cast<void>(testing::internal::GetCapturedStdout());
  return code;
}

TEST(LessonsCommand, LeavesTheIndexAloneWhereLessonsAreNamed) {
  const TemporaryFolder folder;
  EXPECT_EQ(hand_out(folder / "all", {}, false), 0);
  EXPECT_TRUE(std::filesystem::exists(folder / "all" / "README.md"));
  const auto size = std::filesystem::file_size(folder / "all" / "README.md");
  EXPECT_EQ(hand_out(folder / "all", {"texel_centers"}, false), 0);
  EXPECT_EQ(std::filesystem::file_size(folder / "all" / "README.md"), size);
  EXPECT_EQ(hand_out(folder / "all", {"texel_centers"}, true), 0);
  EXPECT_EQ(hand_out(folder / "one", {"texel_centers"}, false), 0);
  EXPECT_TRUE(std::filesystem::exists(folder / "one" / "texel_centers.md"));
  EXPECT_FALSE(std::filesystem::exists(folder / "one" / "README.md"));
  EXPECT_EQ(hand_out(folder / "old", {"texel_centres"}, false), 0) << "the name of an earlier version";
  EXPECT_TRUE(std::filesystem::exists(folder / "old" / "texel_centers.md"));
}

TEST(LessonsCommand, ComparesNoPicturesOfOtherFonts) {
  const TemporaryFolder folder;
  static_cast<void>(folder.write("README.md", "# Lessons\n\nThe pictures are drawn with Script.ttf.\n"));
  testing::internal::CaptureStderr();
  EXPECT_EQ(hand_out(folder.path(), {"texel_centers"}, true), 3);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("They cannot be compared"), std::string::npos);
}

TEST(LessonsCommand, RefusesToCompareHtml) {
  const TemporaryFolder folder;
  const Outcome outcome = run_command({"lessons", "handout", "--check", "--out", (folder / "html").string()});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("--format markdown"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace texelscope::tests
