#include <gtest/gtest.h>

#include <csignal>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "app/files/file_error.h"
#include "app/images/frame_recorder.h"
#include "app/images/image_file.h"
#include "tests/app/cli/command_line.h"
#include "tests/app/cli/program_run.h"
#include "tests/app/environment.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using tests::Environment;
using tests::file_bytes;
using tests::Outcome;
using tests::run_command;
using tests::TemporaryFolder;

/// A program that replaces ffmpeg.
class FakeFfmpeg {
 public:
  explicit FakeFfmpeg(const std::string& script)
      : program_{folder_.write("ffmpeg", "#!/bin/sh\n" + script)},
        environment_{"TEXELSCOPE_FFMPEG", program_.string()} {
    std::filesystem::permissions(program_, std::filesystem::perms::owner_all);
  }

 private:
  TemporaryFolder folder_;
  std::filesystem::path program_;
  Environment environment_;
};

/// Writes its arguments and its input to the file that the last argument names.
constexpr const char* keep_everything = R"(for last; do :; done
{ echo "$@"; cat; } > "${last#file:}"
)";

Outcome render(const std::vector<std::string>& arguments, const std::string& scene = "plasma") {
  std::vector<std::string> all{"render", scene, "--device", "cpu", "--size", "24x16"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return run_command(all);
}

std::string pixels_of(const std::filesystem::path& path) {
  const Image image = load_image(path);
  return {reinterpret_cast<const char*>(image.pixels.data()), image.pixels.size()};
}

std::size_t count_of_files(const TemporaryFolder& folder) {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(folder.path()), std::filesystem::directory_iterator()));
}

/// Parents that start programs in the background or do not wait for them ignore signals, and their children inherit
/// that.
TEST(ChildPrograms, WorkIfTheParentIgnoresSignals) {
  const TemporaryFolder folder;
  const FakeFfmpeg writing(keep_everything);
  const std::string kernel = folder.write("kernel.cu",
                                          "TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& "
                                          "frame) { frame.output.write_2d(Uchar4{9, 99, 9, 255}, at.x, "
                                          "at.y); }");
  const std::string wrong = folder.write("wrong.cu", "TEXELSCOPE_KERNEL_FUNCTION void pixel(");
  const std::vector<std::string> compile{
      "picture", kernel, "--device", "cpu", "--size", "900x500", "--do", "click kernels.compile", "--out"};
  for (const std::vector<int>& ignored :
       {std::vector<int>{}, {SIGCHLD}, {SIGINT}, {SIGPIPE}, {SIGCHLD, SIGINT, SIGPIPE, SIGHUP, SIGTERM, SIGALRM}}) {
    const auto run = [&](const std::vector<std::string>& arguments) {
      return tests::run_program({.arguments = arguments, .folder = folder.path(), .ignored_signals = ignored});
    };
    const tests::Ending video =
        run({"render", "plasma", "--device", "cpu", "--size", "24x16", "--frames", "0:3", "--out", "v.mp4"});
    EXPECT_EQ(video.code(), 0) << video.err;
    EXPECT_GT(file_bytes(folder / "v.mp4").size(), 4U * 24 * 16 * 3);
    const tests::Ending compiled = run({"compile", kernel, "--device", "cpu"});
    EXPECT_EQ(compiled.code(), 0) << compiled.err;
    const tests::Ending refused = run({"compile", wrong, "--device", "cpu"});
    EXPECT_EQ(refused.code(), 1) << refused.err;
    std::vector<std::string> picture = compile;
    picture.emplace_back("p.png");
    const tests::Ending pictured = run(picture);
    ASSERT_EQ(pictured.code(), 0) << pictured.err;
    const std::string pixels = pixels_of(folder / "p.png");
    EXPECT_NE(pixels.find("\x09\x63\x09\x09\x63\x09"), std::string::npos) << "the kernel's process drew nothing";
  }
  const FakeFfmpeg failing("cat > /dev/null; echo broken >&2; exit 1");
  const tests::Ending failed = tests::run_program(
      {.arguments = {"render", "plasma", "--device", "cpu", "--frames", "0:3", "--out", folder / "w.mp4"},
       .ignored_signals = {SIGCHLD}});
  EXPECT_EQ(failed.code(), 2);
  EXPECT_NE(failed.err.find("ffmpeg: broken"), std::string::npos) << failed.err;
}

TEST(Recording, WritesTheSameFramesInASequenceAsIndividually) {
  const TemporaryFolder folder;
  for (const char* const scene : {"plasma", "reaction_diffusion"}) {
    const std::string name = scene;
    const Outcome outcome = render({"--frames", "3:8", "--step", "2", "--out", folder / (name + "_%03d.png")}, name);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    for (const char* const frame : {"003", "005", "007"}) {
      ASSERT_EQ(render({"--frame", frame, "--out", folder / "single.png"}, name).code, 0);
      EXPECT_EQ(file_bytes(folder / (name + "_" + frame + ".png")), file_bytes(folder / "single.png")) << frame;
    }
    EXPECT_FALSE(std::filesystem::exists(folder / (name + "_004.png")));
    EXPECT_FALSE(std::filesystem::exists(folder / (name + "_008.png")));
  }
}

TEST(Recording, SendsEveryFrameToFfmpeg) {
  const FakeFfmpeg ffmpeg(keep_everything);
  const TemporaryFolder folder;
  const Outcome outcome = render({"--frames", "0:2", "--out", folder / "video.mp4"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  ASSERT_EQ(render({"--frames", "0:2", "--out", folder / "%d.png"}).code, 0);
  std::string frames;
  for (const char* const frame : {"0.png", "1.png", "2.png"}) {
    frames += pixels_of(folder / frame);
  }
  const std::string video = file_bytes(folder / "video.mp4");
  const std::size_t line = video.find('\n');
  ASSERT_NE(line, std::string::npos);
  EXPECT_EQ(video.substr(line + 1), frames);
  const std::string arguments = video.substr(0, line);
  EXPECT_NE(arguments.find("-pixel_format rgba -video_size 24x16 -framerate 60/1"), std::string::npos) << arguments;
  EXPECT_EQ(count_of_files(folder), 4U);
}

TEST(Recording, ReportsWhatToInstallForAVideo) {
  const TemporaryFolder folder;
  const Environment none("TEXELSCOPE_FFMPEG", "");
  const Environment path("PATH", folder.path());
  const Outcome outcome = render({"--frames", "0:2", "--out", folder / "video.mp4"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.error_lines(), 1) << outcome.err;
  EXPECT_NE(outcome.err.find("install the package ffmpeg"), std::string::npos) << outcome.err;
}

TEST(Recording, ReportsTheErrorOfFfmpegAndLeavesNoFile) {
  const FakeFfmpeg ffmpeg(
      "cat > /dev/null; for last; do :; done; echo half > \"${last#file:}\"\n"
      "echo 'No space left on device' >&2; exit 1");
  const TemporaryFolder folder;
  const Outcome outcome = render({"--frames", "0:2", "--out", folder / "video.mp4"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.error_lines(), 1) << outcome.err;
  EXPECT_NE(outcome.err.find("video.mp4: ffmpeg: No space left on device"), std::string::npos) << outcome.err;
  EXPECT_EQ(count_of_files(folder), 0U);
}

TEST(Recording, ReportsThatFfmpegExitedEarly) {
  const FakeFfmpeg ffmpeg("echo 'Unknown encoder' >&2; exit 1");
  const TemporaryFolder folder;
  const Outcome outcome = render({"--frames", "0:999", "--out", folder / "video.mp4"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("Unknown encoder"), std::string::npos) << outcome.err;
  EXPECT_EQ(count_of_files(folder), 0U);
}

TEST(Recording, EndsWithTheFrameThatFfmpegDoesNotAccept) {
  const FakeFfmpeg ffmpeg("echo 'Unknown encoder' >&2; exit 1");
  const TemporaryFolder folder;
  const Image frame{512, 512, 4, gpu::DataType::uint8, std::vector<std::byte>(std::size_t{4} * 512 * 512)};
  FrameRecorder recorder(folder / "video.mp4", frame.width, frame.height, 0, 1);
  // The frames are larger than what a socket holds, so the second one cannot be sent to a program that ended.
  EXPECT_THROW(
      {
        recorder.add(0, frame);
        recorder.add(1, frame);
      },
      FileError)
      << "a recording without an end would render on and lose each frame";
}

TEST(Recording, NamesTheFileThatCannotBeWritten) {
  const TemporaryFolder folder;
  // A folder with the name of the second frame simulates a disk that fails midway.
  std::filesystem::create_directory(folder / "f1.png");
  const Outcome outcome = render({"--frames", "0:2", "--out", folder / "f%d.png"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.error_lines(), 1) << outcome.err;
  EXPECT_NE(outcome.err.find("f1.png"), std::string::npos) << outcome.err;
  EXPECT_TRUE(std::filesystem::exists(folder / "f0.png"));
}

TEST(Recording, RejectsInvalidRanges) {
  const TemporaryFolder folder;
  const std::string pattern = folder / "%d.png";
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"--frames", "5:3", "--out", pattern}, "the last frame is before the first; use 3:5"},
      {{"--frames", "5", "--out", pattern}, "use FIRST:LAST"},
      {{"--frames", "a:3", "--out", pattern}, "the first of --frames cannot be 'a'"},
      {{"--frames", "0:3", "--out", folder / "one.png"}, "a name with a frame number"},
      {{"--frames", "0:3", "--step", "0", "--out", pattern}, "--step"},
      {{"--step", "2", "--out", pattern}, "--step needs --frames"},
      {{"--frames", "0:3", "--frame", "1", "--out", pattern}, "--frame"},
      {{"--frames", "0:3", "--out", folder / "%d.mp4"}, "a video is one file"},
      {{"--frames", "0:3", "--out", folder / "none" / "%d.png"}, "does not exist; create it first"},
  };
  for (const auto& [arguments, reason] : cases) {
    const Outcome outcome = render(arguments);
    EXPECT_EQ(outcome.code, 2) << reason;
    EXPECT_EQ(outcome.error_lines(), 1) << outcome.err;
    EXPECT_NE(outcome.err.find(reason), std::string::npos) << outcome.err;
  }
  EXPECT_EQ(count_of_files(folder), 0U);
}

}  // namespace
}  // namespace texelscope::app
