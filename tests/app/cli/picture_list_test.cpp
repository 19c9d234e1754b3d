#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/images/image_file.h"
#include "tests/app/cli/program_run.h"
#include "tests/app/npy_file.h"
#include "tests/app/temporary_folder.h"

/// Tests what `picture --list` does for a list that may come from anyone.
namespace texelscope::app {
namespace {

namespace fs = std::filesystem;
using tests::Ending;

/// A file in a private folder, and a list of one picture in another folder. The program runs in a third folder.
class PictureListCommand : public testing::Test {
 protected:
  PictureListCommand() {
    for (const char* const name : {"list", "private", "here", "temporary"}) {
      fs::create_directory(folder / name);
    }
    folder.write("private/mine.txt", "mine");
  }

  [[nodiscard]] std::string mine() const { return (folder / "private/mine.txt").string(); }

  [[nodiscard]] Ending draw(const nlohmann::json& state, const std::vector<std::string>& steps,
                            const std::vector<std::string>& more = {}) const {
    const nlohmann::json picture{{"name", "one"}, {"state", state}, {"size", {1280, 720}}, {"do", steps}};
    const nlohmann::json list{{"texelscope_pictures", 1}, {"pictures", {picture}}};
    tests::ProgramRun run{
        .arguments = {"picture", "--list", folder.write("list/list.json", list.dump()), "--device", "cpu"},
        .folder = folder / "here",
        .environment = {
            {"HOME", folder / "private"}, {"TMPDIR", folder / "temporary"}, {"MESA_SHADER_CACHE_DISABLE", "true"}}};
    run.arguments.insert(run.arguments.end(), more.begin(), more.end());
    return tests::run_program(run);
  }

  /// Expects that a step is refused, and that no file changes.
  void expect_refused(const nlohmann::json& state, const std::vector<std::string>& steps, const std::string& fault,
                      const std::vector<std::string>& more = {}) const {
    SCOPED_TRACE(steps.back());
    const Ending ending = draw(state, steps, more);
    if (ending.code() == 3) {
      GTEST_SKIP() << ending.err;
    }
    EXPECT_EQ(ending.code(), 2) << ending.err;
    EXPECT_EQ(ending.error_lines(), 1) << ending.err;
    EXPECT_NE(ending.err.find("list.json: picture one: " + fault), std::string::npos) << ending.err;
    EXPECT_EQ(tests::files_in(folder / "private"), (std::map<std::string, std::string>{{"mine.txt", "mine"}}));
    EXPECT_TRUE(fs::is_empty(folder / "here"));
    EXPECT_TRUE(fs::is_empty(folder / "temporary"));
    EXPECT_FALSE(fs::exists(folder / "list/one.png"));
  }

  tests::TemporaryFolder folder;
};

TEST_F(PictureListCommand, WritesNothingButItsPictures) {
  const nlohmann::json kernels{{"lab", "kernels"}};
  expect_refused(kernels, {"click kernels.file", "type " + mine(), "press F5", "click kernels.overwrite.yes"},
                 "step 4 'click kernels.overwrite.yes' would write " + mine());
  expect_refused(kernels, {"click kernels.file", "type ../private/new.cu", "press F5"},
                 "step 3 'press F5' would write ../private/new.cu");
  expect_refused({{"lab", "layouts"}}, {"press Ctrl+Shift+S"}, "step 1 'press Ctrl+Shift+S' would write session.json",
                 {"--check"});
  expect_refused({{"scene", "plasma"}}, {"press Ctrl+Alt+C"},
                 "step 1 'press Ctrl+Alt+C' would copy a picture to the clipboard");
  expect_refused({{"scene", "plasma"}}, {"press Ctrl+S"}, "step 1 'press Ctrl+S' would write plasma-");
}

TEST_F(PictureListCommand, ListsNoFolder) {
  expect_refused({{"scene", "plasma"}}, {"press Ctrl+O"}, "step 1 'press Ctrl+O' would list folder ");
}

TEST_F(PictureListCommand, CompilesOnlyTheExamplesOfTheProgram) {
  const std::string source = fmt::format(
      "__asm__(\".section .rodata\\n.incbin \\\"{}\\\"\\n.text\\n\");\nTEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, "
      "const Frame& frame) {{}}\n",
      mine());
  const nlohmann::json foreign{{"lab", "kernels"}, {"labs", {{"kernels", {{"text", source}}}}}};
  const std::string fault = "would compile a kernel's source other than the program's examples";
  for (const char* const step : {"press F5", "click kernels.compile"}) {
    expect_refused(foreign, {step}, fmt::format("step 1 '{}' {}", step, fault));
  }
  // Typing pauses during the later steps.
  expect_refused({{"lab", "kernels"}},
                 {"click kernels.text", "type x", "point viewport", "point viewport", "point viewport"},
                 "step 5 'point viewport' " + fault);
  for (const std::vector<std::string>& steps :
       {std::vector<std::string>{}, {"click kernels.example.ripple", "press F5", "point kernels.picture"}}) {
    const Ending ending = draw({{"lab", "kernels"}}, steps);
    EXPECT_TRUE(ending.code() == 0 || ending.code() == 3) << ending.err;
  }
}

TEST_F(PictureListCommand, NamesTheFilesThatItReads) {
  save_png(folder / "private/a.png", {2, 1, 3, gpu::DataType::uint8, std::vector<std::byte>(6)});
  tests::write_numbers(folder / "private/b.npy", {2, 2}, std::vector<float>(4));
  const Ending ending = draw({{"lab", "kernels"},
                              {"image", (folder / "private/a.png").string()},
                              {"labs", {{"tensors", {{"file", (folder / "private/b.npy").string()}}}}}},
                             {"click kernels.input_1", "type ../private/a.png"});
  if (ending.code() == 3) {
    GTEST_SKIP() << ending.err;
  }
  EXPECT_EQ(ending.code(), 0) << ending.err;
  for (const std::string& name :
       {(folder / "private/a.png").string(), (folder / "private/b.npy").string(), std::string("../private/a.png")}) {
    EXPECT_NE(ending.err.find("list.json: picture one: reading " + name + '\n'), std::string::npos) << ending.err;
  }
}

TEST_F(PictureListCommand, FollowsNoLinkOutOfItsFolderEvenIfThatIsTheCurrentOne) {
  fs::create_symlink(folder / "private/mine.txt", folder / "list/one.png");
  const std::string list = R"({"texelscope_pictures": 1, "pictures": [{"name": "one", "size": [320, 240]}]})";
  static_cast<void>(folder.write("list/list.json", list));
  const Ending ending = tests::run_program(
      {.arguments = {"picture", "--list", "list.json", "--device", "cpu"}, .folder = folder / "list"});
  if (ending.code() == 3) {
    GTEST_SKIP() << ending.err;
  }
  EXPECT_EQ(ending.code(), 2) << ending.err;
  EXPECT_EQ(tests::file_bytes(mine()), "mine");
}

}  // namespace
}  // namespace texelscope::app
