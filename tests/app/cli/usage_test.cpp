#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "app/cli/command_line.h"
#include "app/files/file_error.h"
#include "gpu/files/sanitizer.h"
#include "tests/app/child_program.h"
#include "tests/app/cli/command_line.h"
#include "tests/app/cli/program_run.h"
#include "tests/app/environment.h"
#include "tests/app/npy_file.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using tests::Outcome;
using tests::run_command;
using tests::TemporaryFolder;

/// Expects one error line that contains `part`, nothing else on standard error, and this exit code.
void expect_usage_error(const std::vector<std::string>& arguments, int code, const std::string& part) {
  const Outcome outcome = run_command(arguments);
  EXPECT_EQ(outcome.code, code) << outcome.err;
  EXPECT_EQ(outcome.error_lines(), 1) << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.out, "");
}

TEST(CommandLine, PrintsOneLineForInvalidUsage) {
  const TemporaryFolder folder;
  const std::string out = folder / "a.png";
  expect_usage_error({"rendr"}, 2, "did you mean 'render'? commands: explore, render, accesses, picture, ");
  expect_usage_error({"render"}, 2, "SCENE");
  expect_usage_error({"render", "plasma"}, 2, "--out is missing");
  expect_usage_error({"render", "plasm", "--out", out}, 2, "did you mean 'plasma'? scenes: image, ");
  expect_usage_error({"render", "plasma", "--out", out, "--bogus"}, 2, "--bogus");
  expect_usage_error({"render", "plasma", "--out", out, "--frame", "-1"}, 2,
                     "--frame cannot be '-1': use an integer from 0 to 1000000");
  expect_usage_error({"render", "plasma", "--out", out, "--frame", "1.5"}, 2, "--frame cannot be '1.5'");
  expect_usage_error({"render", "plasma", "--out", out, "--frame", "99999999999999999999999"}, 2, "--frame cannot be");
  for (const char* size :
       {"x", "10", "10x", "x10", "0x10", "10x0", "-1x10", "16385x1", "10x10x10", "1e3x5", "99999999999999999999x1"}) {
    expect_usage_error({"render", "plasma", "--out", out, "--size", size}, 2,
                       "--size cannot be '" + std::string(size) + "'");
  }
  expect_usage_error({"render", "plasma", "--out", out, "--set", "speed"}, 2, "use name=value");
  expect_usage_error({"render", "plasma", "--out", out, "--set", "=1"}, 2, "use name=value");
  expect_usage_error({"render", "plasma", "--out", out, "--set", "sped=1"}, 2, "did you mean 'speed'?");
  expect_usage_error({"render", "plasma", "--out", out, "--set", "speed=9"}, 2, "a number from 0 to 8");
  expect_usage_error({"render", "plasma", "--out", out, "--device", "gpu"}, 2,
                     "unknown device 'gpu'; use cpu, cuda or cuda:N");
  expect_usage_error({"render", "plasma", "--out", out, "--renderer", "metal"}, 2, "unknown renderer 'metal'");
  expect_usage_error({"render", "plasma", "--out", out, "--fail", "0"}, 2, "--fail cannot be '0'");
  expect_usage_error({"render", "plasma", "--out", out, "--fail", "cuMemcpy2D"}, 2, "did you mean 'cuMemcpyAsync'?");
  expect_usage_error({"render", "plasma", "--out", out, "--fail", "1=bad_luck"}, 2, "'bad_luck' is not an error");
  expect_usage_error({"render", "plasma", "--out", out, "--fail-gl", "cuMemcpyAsync"}, 2, "--fail-gl cannot be");
  expect_usage_error({"render", "image", "--out", out, "--input="}, 2,
                     "--input: the file name is empty; specify a path");
  expect_usage_error({"render", "image", "--out", out, "--input", ""}, 2,
                     "--input: the file name is empty; specify a path");
  expect_usage_error({"render", "image", "--out", "", "--size", "8x8"}, 2, "--out: the file name is empty");
  expect_usage_error({"compare", "", out}, 2, "EXPECTED: the file name is empty");
  expect_usage_error({"bench", "nosuch"}, 2, "unknown command 'bench nosuch'; commands: ");
  expect_usage_error({"bench", "copie"}, 2, "unknown command 'bench copie'; did you mean 'copies'?");
  expect_usage_error({"lessons", "lsit", "--json"}, 2, "did you mean 'list'?");
  expect_usage_error({"bench"}, 2, "bench");
  expect_usage_error({"sweep", "--scenario", "frame_plasm"}, 2, "did you mean 'frame_plasma'?");
  expect_usage_error({"stress", "--device", "cpu", "--operations", "0"}, 2, "--operations cannot be '0'");
  expect_usage_error({"stress", "--device", "cpu", "--frames", "3"}, 2, "--frames cannot be '3'");
  expect_usage_error({"render", "plasma", "--out", out, "--input", out}, 2, "scene plasma takes no picture");
  expect_usage_error({"scenes", "--jason"}, 2, "--jason");
  expect_usage_error({"picture", "--out", out, "--scale", "nan"}, 2, "'nan' is out of range; use 0.5 to 8");
  expect_usage_error({"picture", "--list", out, "--scale", "2"}, 2, "--scale excludes --list");
  expect_usage_error({"lessons", "report", "a.json", "--json", "--csv"}, 2,
                     "lessons: --json excludes --csv; see texelscope lessons report --help");
  expect_usage_error({"compare", out, out, "--max-mean", "nan"}, 2, "'nan' is out of range; use 0 or more");
  expect_usage_error({"doctor", "--device", "cuda:x"}, 2, "unknown device");
  expect_usage_error({"render", "plasma", "--out", out, "--renderer", "metal"}, 2,
                     "unknown renderer 'metal'; use gl or vulkan");
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

/// Expects that each option and positional argument of a command refuses an empty value, in both spellings.
void expect_empty_values_are_refused(std::vector<std::string> path, const CommandReference& command) {
  path.push_back(command.name);
  for (const CommandReference& below : command.commands) {
    expect_empty_values_are_refused(path, below);
  }
  const auto expect_refused = [&](const std::vector<std::string>& added) {
    std::vector<std::string> arguments = path;
    arguments.insert(arguments.end(), added.begin(), added.end());
    expect_usage_error(arguments, 2, " is empty; specify ");
  };
  bool has_positional = false;
  for (const OptionReference& option : command.options) {
    has_positional = has_positional || option.is_positional();
    if (option.is_positional() || option.value.empty()) {
      continue;
    }
    for (const std::string& name : option.names) {
      expect_refused({name, ""});
      if (name.starts_with("--")) {
        expect_refused({name + "="});
        expect_refused({name + "=", "a.png", "b.png", "c.png"});
      }
    }
  }
  if (has_positional) {
    expect_refused({""});
  }
}

TEST(CommandLine, RefusesEveryEmptyValue) {
  for (const CommandReference& command : CommandLine().describe().commands) {
    expect_empty_values_are_refused({}, command);
  }
  const TemporaryFolder folder;
  const std::string out = folder / "a.png";
  expect_usage_error({"render", "plasma", "--out", out, "--frame", ""}, 2,
                     "--frame: the value is empty; specify one, or omit the option");
  expect_usage_error({"render", "plasma", "--out", out, "--size="}, 2, "--size: the value is empty");
  expect_usage_error({"compare", out, out, "--update", ""}, 2, "--update: the value is empty");
  expect_usage_error({"compare", out, out, "--update", "a", ""}, 2, "--update: the value is empty");
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(CommandLine, RefusesAPartThatNoFileHas) {
  const TemporaryFolder folder;
  const std::string out = folder / "a.png";
  const std::string pages = std::string(TEXELSCOPE_PICTURES_FROM_ELSEWHERE) + "/pages.tif";
  const std::string single = folder.write("single.pgm", "P5 1 1 255\nx");
  const std::string same = folder.write("same.pgm", "P5 1 1 255\nx");
  const std::string kernel = folder.write("kernel.cu", "// A kernel");
  const std::string numbers = tests::write_numbers(folder / "n.npy", {1, 1}, std::vector<float>(1));
  const auto expect_refused = [](std::vector<std::string> arguments, const std::string& reason) {
    arguments.insert(arguments.end(), {"--part", "7"});
    expect_usage_error(arguments, 2, "--part cannot be '7': " + reason);
  };
  for (const std::string& file : {pages, single, kernel, numbers}) {
    const std::string reason = file + (file == pages ? " has 'page 1', 'page 2'" : " has only one part");
    expect_refused({"explain", file, "--at", "0,0"}, reason);
    expect_refused({"sample", file, "--coords", numbers, "--out", folder / "o.npy"}, reason);
    if (file != numbers) {
      expect_refused({"picture", file, "--out", out}, reason);
      expect_refused({"explore", file}, reason);
      expect_refused({"render", "image", "--input", file, "--out", out}, reason);
    }
  }
  expect_usage_error({"picture", numbers, "--out", out, "--part", "7"}, 2, "it has no part '7'");
  expect_usage_error({"render", "image", "--input", numbers, "--out", out, "--part", "7"}, 2,
                     "it has no part '7': only an array of shape (h, w, channels) has parts; omit the part");
  expect_refused({"picture", "--out", out}, "there is no picture to read it from");
  expect_refused({"render", "plasma", "--out", out}, "there is no picture to read it from");
  expect_refused({"compare", single, same}, "none of the 2 images contains it");
  expect_refused({"compare", pages, single}, "none of the 2 images contains it");
  EXPECT_EQ(run_command({"compare", pages, pages, "--part", "2"}).code, 0);
  EXPECT_EQ(run_command({"compare", single, same, "--part", "1"}).code, 0);
}

/// Drivers and libraries abort if they lack memory. Each of these commands needs between 60 and 700 MiB.
TEST(CommandLine, SucceedsOrPrintsOneLineInASmallAddressSpace) {
  if (gpu::is_sanitized) {
    GTEST_SKIP() << "programs with sanitizers need more than that to start";
  }
  const TemporaryFolder folder;
  const std::string picture = folder.write("a.pgm", "P5 1 1 255\nx");
  const std::string numbers = tests::write_numbers(folder / "n.npy", {1, 2}, std::vector<float>(2));
  const std::string kernel = folder.write("kernel.cu", "TEXELSCOPE_KERNEL_FUNCTION void pixel(Index, const Frame&) {}");
  const std::filesystem::path instruments = tests::built_program().parent_path() / "texelscope-dev";
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"explore", "--frames", "2", "--fresh"},
        {"picture", "--scene", "plasma", "--device", "cpu", "--size", "320x200", "--out", "p.png"},
        {"picture", kernel, "--device", "cpu", "--size", "320x200", "--do", "click kernels.compile", "--out", "k.png"},
        {"render", "plasma", "--device", "cpu", "--size", "64x64", "--out", "r.png"},
        {"render", "plasma", "--device", "cpu", "--renderer", "vulkan", "--size", "64x64", "--out", "v.png"},
        {"sample", picture, "--coords", numbers, "--device", "cpu", "--out", "s.npy"},
        {"copy", numbers, "c.npy", "--device", "cpu"},
        {"compile", kernel, "--device", "cpu"},
        {"stress", "--device", "cpu", "--operations", "20"},
        {"conformance", "--device", "cpu", "--samples", "100"},
        {"lessons", "check", "texel_centers", "--device", "cpu"},
        {"doctor", "--device", "cpu"}}) {
    for (const std::size_t mebibytes : {128, 200, 300, 400, 500, 600, 700}) {
      const tests::Ending ending = tests::run_program({.arguments = arguments,
                                                       .folder = folder.path(),
                                                       .program = arguments[0] == "stress" ? instruments : "",
                                                       .environment = {{"XDG_STATE_HOME", folder.path()}},
                                                       .largest_address_space = rlim_t{mebibytes} << 20U});
      std::string others;
      std::istringstream lines(ending.err);
      for (std::string line; std::getline(lines, line);) {
        others += line.starts_with("texelscope: ") ? "" : line + "\n";
      }
      // The check of lessons reports what the labs show, which may be a lack of memory.
      const bool is_checked = ending.code() == 0 || (ending.code() == 1 && arguments[0] == "lessons");
      EXPECT_TRUE(is_checked ? ending.error_lines() == 0 : ending.code() == 3 && ending.error_lines() <= 1)
          << arguments[0] << " in " << mebibytes << " MiB: " << ending.code() << ": " << ending.err;
      EXPECT_EQ(others, "") << arguments[0] << " in " << mebibytes << " MiB";
    }
  }
}

TEST(CommandLine, EndsWithAnExitCodeInTheLeastAddressSpace) {
  if (gpu::is_sanitized) {
    GTEST_SKIP() << "programs with sanitizers need more than that to start";
  }
  constexpr int no_libraries = 127;
  int refused = 0;
  for (std::size_t mebibytes = 20; mebibytes <= 64; ++mebibytes) {
    const tests::Ending ending = tests::run_program(
        {.arguments = {"layout", "--shape", "2,3"}, .largest_address_space = rlim_t{mebibytes} << 20U});
    EXPECT_TRUE(ending.code() == 0 || ending.code() == 3 || ending.code() == no_libraries)
        << mebibytes << " MiB: " << ending.code() << ": " << ending.err;
    refused += ending.code() == 3 ? 1 : 0;
  }
  EXPECT_GT(refused, 0);
}

TEST(CommandLine, PrintsUntrustedValuesBoundedAndWithoutControlCharacters) {
  const TemporaryFolder folder;
  const std::string escape = "\x1b]0;title\x07\x1b[31m";
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"render", "plasma", "--out", folder / "a.png", "--set", escape},
        {"render", escape, "--out", folder / "a.png"},
        {"compare", folder / escape, folder / "b.png"},
        {"render", "image", "--out", folder / "a.png", "--input", folder / (escape + ".png")},
        {"golden", "check", "--goldens", folder / escape},
        {"lessons", "list", escape},
        {escape + "."}}) {
    const Outcome outcome = run_command(arguments, [](const ExploreOptions& options) -> int {
      throw FileError("cannot read " + options.image.value_or("").string());
    });
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_EQ(outcome.err.find_first_of("\x1b\x07"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("[31m"), std::string::npos) << outcome.err;
  }
  const Outcome outcome = run_command({"render", std::string(100000, 'n'), "--out", folder / "a.png"});
  EXPECT_LT(outcome.err.size(), 2100U);
  EXPECT_EQ(outcome.error_lines(), 1);
}

TEST(CommandLine, PrintsOneLineForUnusableFiles) {
  const TemporaryFolder folder;
  const std::string out = folder / "a.png";
  const std::string volume = tests::write_numbers(folder / "v.npy", {2, 3, 5}, std::vector<float>(30));
  expect_usage_error({"render", "image", "--out", out, "--input", volume}, 2,
                     "requires a picture, but " + volume + " is a volume");
  const std::string picture = folder.write("p.pgm", "P5 1 1 255\nx");
  expect_usage_error({"render", "volume_slice", "--out", out, "--input", picture}, 2,
                     "requires a volume, an array of shape (d, h, w)");
  expect_usage_error({"render", "image", "--out", out, "--input", folder / "missing.png"}, 2, "there is no such file");
  expect_usage_error({"render", "image", "--out", out, "--input", folder.path()}, 2, "it is a folder");
  expect_usage_error({"render", "image", "--out", out, "--input", folder.write("empty.png", "")}, 2, "it is empty");
  expect_usage_error({"render", "image", "--out", out, "--input", folder.write("text.png", "no picture")}, 2,
                     "unsupported image format");
  expect_usage_error({"render", "image", "--out", out, "--input", folder.write("huge.pgm", "P5 65536 65536 255\n")}, 2,
                     "65536x65536");
  expect_usage_error({"render", "image", "--out", out, "--input", folder / "line\nbreak"}, 2, "line break");
  expect_usage_error({"render", "image", "--out", folder / "missing/a.png"}, 2, "does not exist; create it first");
  for (const std::string& unwritable : {std::string(folder / "missing/o.npy"), std::string("/dev/full"),
                                        std::string("/proc/o.npy"), folder.path().string()}) {
    expect_usage_error({"copy", volume, unwritable, "--device", "cpu"}, 2, "cannot write " + unwritable);
    expect_usage_error(
        {"sample", volume, "--coords", tests::write_numbers(folder / "c.npy", {1, 3}, std::vector<float>(3)), "--out",
         unwritable, "--device", "cpu"},
        2, "cannot write " + unwritable);
  }
  expect_usage_error({"render", "image", "--out", folder.path()}, 2, "it is a folder");
  expect_usage_error({"render", "image", "--out", out, "--trace", folder / "missing/t.json"}, 2,
                     "does not exist; create it first");
  if (::geteuid() != 0) {
    std::filesystem::permissions(folder.path(),
                                 std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
    expect_usage_error({"render", "image", "--out", out}, 2, "change its permissions");
    std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_all);
  }
}

TEST(CommandLine, RejectsAnInvalidAssetFolder) {
  const TemporaryFolder folder;
  const tests::Environment named("TEXELSCOPE_ASSETS", folder / "missing");
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{}, {"lessons", "list"}, {"scenes"}}) {
    expect_usage_error(arguments, 2, "TEXELSCOPE_ASSETS is " + (folder / "missing").string());
  }
  EXPECT_EQ(run_command({"--version"}).code, 0);
  EXPECT_EQ(run_command({"complete-words", "lessons", "check", ""}).code, 0);
}

TEST(CommandLine, ExitsWithThreeForUnavailableDevices) {
  const TemporaryFolder folder;
  const std::string out = folder / "a.png";
  expect_usage_error({"render", "plasma", "--out", out, "--device", "cuda:99"}, 3, "cuda");
  expect_usage_error({"experiment", "no-wait", "--renderer", "vulkan"}, 3,
                     "this command does not support renderer vulkan; use --renderer gl");
}

TEST(CommandLine, OpensTheWindowWithoutASubcommand) {
  ExploreOptions seen;
  const auto explore = [&seen](const ExploreOptions& options) {
    seen = options;
    return 0;
  };
  EXPECT_EQ(run_command({}, explore).code, 0);
  EXPECT_EQ(seen.scene, "image");
  EXPECT_FALSE(seen.image);
  EXPECT_EQ(run_command({"my picture.png", "--frames", "7", "--size", "800x600", "--set", "zoom=2", "--set", "pan_x=-1",
                         "--device", "cpu", "--no-vsync"},
                        explore)
                .code,
            0);
  EXPECT_EQ(seen.image, "my picture.png");
  EXPECT_EQ(seen.frames, 7U);
  EXPECT_EQ(seen.width, 800);
  EXPECT_EQ(seen.height, 600);
  EXPECT_EQ(seen.settings, (std::vector<std::pair<std::string, std::string>>{{"zoom", "2"}, {"pan_x", "-1"}}));
  EXPECT_EQ(seen.device, (gpu::DeviceId{gpu::DeviceKind::cpu, 0}));
  EXPECT_FALSE(seen.has_vsync);
  EXPECT_EQ(run_command({"explore", "--session", "s.json", "--scene", "plasma"}, explore).code, 0);
  EXPECT_EQ(seen.session, "s.json");
  EXPECT_EQ(seen.scene, "plasma");
}

TEST(CommandLine, ReportsErrorsOfTheWindow) {
  const Outcome outcome =
      run_command({"a.png"}, [](const ExploreOptions&) -> int { throw FileError("cannot read a.png: test"); });
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "texelscope: error: cannot read a.png: test\n");
}

TEST(CommandLine, PrintsHelpOnRequest) {
  const Outcome help = run_command({"--help"});
  EXPECT_EQ(help.code, 0);
  for (const char* part : {"render", "scenes", "devices", "doctor", "Exit codes"}) {
    EXPECT_NE(help.out.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(run_command({"render", "--help"}).code, 0);
  const Outcome version = run_command({"--version"});
  EXPECT_EQ(version.code, 0);
  EXPECT_TRUE(version.out.starts_with("texelscope 0.")) << version.out;
}

TEST(CommandLine, ReportsThatStandardOutputCannotBeWritten) {
  struct Full : std::streambuf {
    int overflow(int) override { return traits_type::eof(); }
  } full;
  std::ostringstream err;
  std::streambuf* const former_out = std::cout.rdbuf(&full);
  std::streambuf* const former_err = std::cerr.rdbuf(err.rdbuf());
  const char* const argv[] = {"texelscope", "scenes"};
  const int code = run(2, argv, WindowFunctions{});
  std::cout.rdbuf(former_out);
  std::cerr.rdbuf(former_err);
  std::cout.clear();
  EXPECT_EQ(code, 2);
  EXPECT_NE(err.str().find("cannot write to standard output"), std::string::npos);
}

TEST(CommandLine, RejectsTwoOptionsThatWriteTheSameFile) {
  const TemporaryFolder folder;
  const std::string out = folder / "a.png";
  expect_usage_error({"render", "plasma", "--out", out, "--trace", folder / "./a.png"}, 2,
                     "--out and --trace name the same file");
  EXPECT_FALSE(std::filesystem::exists(out));
  std::filesystem::create_symlink(out, folder / "link.png");
  expect_usage_error({"render", "plasma", "--out", out, "--trace", folder / "link.png"}, 2, "name the same file");
  expect_usage_error({"render", "plasma", "--out", "-"}, 2, "--out does not write to the standard output");
  EXPECT_FALSE(std::filesystem::exists("-"));
  EXPECT_EQ(run_command({"render", "plasma", "--size", "4x4", "--out", "/dev/null", "--trace", "/dev/null"}).code, 0)
      << "not a regular file";
}

}  // namespace
}  // namespace texelscope::app
