#include "app/labs/kernel/kernel_lab.h"

#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <thread>
#include <vector>

#include "app/files/file_error.h"
#include "app/images/image_convert.h"
#include "app/images/image_file.h"
#include "app/labs/kernel/kernel_compiler.h"
#include "app/labs/kernel/kernel_examples.h"
#include "app/labs/kernel/worker/sandbox.h"
#include "app/text/parameter.h"
#include "tests/app/environment.h"
#include "tests/app/labs/kernel/kernel_lab_fixture.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

TEST_F(KernelLabTest, EveryExampleCompilesAndDraws) {
  for (const KernelExample& example : kernel_examples()) {
    lab.open_text(example.text);
    settle();
    EXPECT_TRUE(lab.runs_last()) << example.name << ": " << lab.error();
    EXPECT_TRUE(lab.messages().empty()) << example.name << ": " << lab.messages().front().text;
    ASSERT_TRUE(lab.image()) << example.name;
    EXPECT_EQ(lab.image()->width, 24);
    EXPECT_EQ(lab.image()->height, 10);
    EXPECT_NE(pixel(0, 0), pixel(13, 4)) << example.name << " shows something";
  }
}

TEST_F(KernelLabTest, TheLastGoodKernelKeepsRunningWhileATextHasErrors) {
  compile(filling(red_fill));
  EXPECT_EQ(pixel(5, 5), 0xFF0000U);
  compile("TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {\n  no_such_thing;\n}\n");
  EXPECT_FALSE(lab.runs_last());
  EXPECT_TRUE(lab.is_running());
  ASSERT_EQ(lab.messages().size(), 1U) << lab.error();
  EXPECT_EQ(lab.messages()[0].line, 2);
  EXPECT_EQ(lab.messages()[0].column, 3);
  view.width = 12;
  settle();
  EXPECT_EQ(lab.image()->width, 12) << "frames are still produced";
  EXPECT_EQ(pixel(5, 5), 0xFF0000U);
  compile(filling(green_fill));
  EXPECT_TRUE(lab.runs_last());
  EXPECT_TRUE(lab.messages().empty());
  EXPECT_EQ(pixel(5, 5), 0x00FF00U);
}

TEST_F(KernelLabTest, AMissingFunctionIsReportedWithoutALine) {
  compile("// nothing\n");
  ASSERT_FALSE(lab.messages().empty());
  EXPECT_EQ(lab.messages()[0].line, 0);
  EXPECT_NE(lab.messages()[0].text.find("pixel"), std::string::npos) << lab.messages()[0].text;
}

TEST_F(KernelLabTest, TimeParametersAndTheMouseReachTheKernel) {
  lab.controls.values = {0.2F, 0.4F, 0.6F, 1};
  view.mouse = {3, 4};
  view.is_pressed = true;
  compile(filling("Float4{frame.a, frame.b, frame.c * frame.d, 1}"));
  EXPECT_EQ(pixel(0, 0), 0x336699U);
  compile(filling("Float4{frame.mouse.x / 255, frame.mouse.y / 255, frame.is_pressed / 255, 1}"));
  EXPECT_EQ(pixel(0, 0), 0x030401U);
  compile(filling("Float4{frame.width / 255.0f, frame.height / 255.0f, frame.time, 1}"));
  EXPECT_EQ(pixel(0, 0), 0x180A00U);
  lab.controls.is_paused = false;
  for (int i = 0; i < 200; ++i) {
    step(0.016);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_GT(pixel(0, 0) & 0xFFU, 200U) << "time advanced";
  EXPECT_NEAR(lab.time(), 3.2, 0.1);
}

TEST_F(KernelLabTest, PicturesAreReadThroughTheTexture) {
  auto picture = std::make_shared<Image>(Image{1, 1, 3, gpu::DataType::uint8, std::vector<std::byte>(3)});
  picture->pixels = {std::byte{10}, std::byte{200}, std::byte{30}};
  view.picture = picture;
  compile(filling("frame.image.sample_2d(0.3f, 0.7f)"));
  EXPECT_EQ(pixel(0, 0), 0x0AC81EU);
  tests::TemporaryFolder folder;
  save_png(folder / "p.png", Image{1, 1, 3, gpu::DataType::uint8, {std::byte{1}, std::byte{2}, std::byte{3}}});
  EXPECT_TRUE(lab.take_file(folder / "p.png"));
  settle();
  EXPECT_EQ(pixel(0, 0), 0x010203U);
}

TEST_F(KernelLabTest, ATrapIsMarkedAtItsLineAndThePreviousKernelResumes) {
  compile(filling(red_fill));
  compile(
      "TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {\n"
      "  frame.output.write_2d(to_unorm8(Float4{}), -1, at.y);\n}\n");
  EXPECT_FALSE(lab.runs_last());
  EXPECT_TRUE(lab.is_running());
  EXPECT_NE(lab.error().find("CUDA_ERROR_LAUNCH_FAILED"), std::string::npos) << lab.error();
  ASSERT_EQ(lab.messages().size(), 1U);
  EXPECT_EQ(lab.messages()[0].line, 2);
  view.width = 12;
  settle();
  EXPECT_EQ(lab.image()->width, 12);
  EXPECT_EQ(pixel(5, 5), 0xFF0000U);
  EXPECT_NO_THROW(device->synchronize()) << "the program's own device still works";
  compile(filling(green_fill));
  EXPECT_EQ(pixel(5, 5), 0x00FF00U);
}

TEST_F(KernelLabTest, ADivisionByZeroIsMarkedAtItsLineAndThePreviousKernelResumes) {
  compile(filling(red_fill));
  compile(
      "TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {\n  volatile int n = 0;\n"
      "  int rest = at.x % n;\n  frame.output.write_2d(to_unorm8(Float4{rest / 9.0f}), at.x, at.y);\n}\n");
  EXPECT_FALSE(lab.runs_last());
  EXPECT_TRUE(lab.is_running());
  EXPECT_EQ(lab.error(), "line 3: divided by zero (SIGFPE)");
  ASSERT_EQ(lab.messages().size(), 1U);
  EXPECT_EQ(lab.messages()[0].line, 3);
  EXPECT_EQ(lab.messages()[0].text, "divided by zero (SIGFPE)");
  EXPECT_EQ(pixel(5, 5), 0xFF0000U);
  compile(filling(green_fill));
  EXPECT_TRUE(lab.messages().empty());
  EXPECT_EQ(pixel(5, 5), 0x00FF00U);
}

TEST_F(KernelLabTest, AFrameOfThePreviousKernelDoesNotValidateTheNext) {
  // Frames follow each other without pause. Each takes long enough to be in progress when the next source code has been
  // compiled.
  lab.controls.is_paused = false;
  lab.text =
      "TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {\n  for (volatile int i = 0; i < 200000;) "
      "i = "
      "i + 1;\n  frame.output.write_2d(to_unorm8(Float4{1, 0, 0, 1}), at.x, at.y);\n}\n";
  lab.save();
  step_until([this] { return lab.image() != nullptr; });
  lab.text = "TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {\n  *(volatile int*)16 = 1;\n}\n";
  lab.save();
  step_until([this] { return !lab.error().empty(); });
  EXPECT_TRUE(lab.is_running()) << lab.error();
  EXPECT_EQ(pixel(5, 5), 0xFF0000U);
}

TEST_F(KernelLabTest, ACrashOfThePreviousKernelIsNotAttributedToTheNext) {
  lab.text =
      "extern \"C\" unsigned sleep(unsigned);\nTEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {\n"
      "  sleep(8);\n  *(volatile int*)16 = 1;\n}\n";
  lab.save();
  step_until([this] { return lab.runs_last(); });
  lab.text = filling(green_fill);
  lab.save();
  step_until([this] { return lab.runs_last(); });
  EXPECT_EQ(lab.image(), nullptr) << "the sleep is too short for this machine's compiler";
  step_until([this] { return lab.image() != nullptr || !lab.error().empty(); });
  EXPECT_EQ(lab.error(), "");
  EXPECT_TRUE(lab.runs_last());
  EXPECT_EQ(pixel(5, 5), 0x00FF00U);
}

TEST_F(KernelLabTest, ThePreviousKernelResumesWithoutBeingRecompiled) {
  compile(filling(red_fill));
  lab.text = "TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {\n  *(volatile int*)16 = 1;\n}\n";
  lab.save();
  step(0.016);
  while (lab.is_compiling()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    step(0.016);
  }
  const tests::Environment path("PATH", "/nonexistent");
  settle();
  EXPECT_TRUE(lab.is_running());
  view.width = 12;
  settle();
  EXPECT_EQ(lab.image()->width, 12) << lab.error();
  EXPECT_EQ(pixel(5, 5), 0xFF0000U);
}

TEST_F(KernelLabTest, ASlowFrameIsStopped) {
  compile(filling(red_fill));
  lab.text =
      "TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {\n  volatile int waits = 1;\n  if (at.x == "
      "0 && at.y == 0) while (waits) {}\n}\n";
  draw_for_long();
  EXPECT_GT(lab.waiting_seconds(), 1);
  EXPECT_EQ(lab.image_note(), "The kernel has been drawing for 2 s; this is the previous frame.");
  step(10);
  settle();
  EXPECT_EQ(lab.error(), "A frame took longer than 8 s and was stopped; the loop may be endless. It was at line 3.");
  ASSERT_EQ(lab.messages().size(), 1U);
  EXPECT_EQ(lab.messages()[0].line, 3);
  EXPECT_FALSE(lab.runs_last());
  view.width = 12;
  settle();
  EXPECT_EQ(pixel(5, 5), 0xFF0000U) << "the previous kernel's image";
}

TEST_F(KernelLabTest, AnEndlessFrameIsStoppedWhileTheWindowsClockIsStopped) {
  lab.text =
      "TEXELSCOPE_KERNEL_FUNCTION void pixel(Index, const Frame&) {\n  volatile int waits = 1;\n  while (waits) "
      "{}\n}\n";
  draw_for_long();
  const auto start = std::chrono::steady_clock::now();
  std::chrono::duration<double> waited{};
  while (lab.error().empty() && waited.count() < 25) {
    step(0);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    waited = std::chrono::steady_clock::now() - start;
  }
  EXPECT_LT(waited.count(), 12);
  EXPECT_EQ(lab.error(), "A frame took longer than 8 s and was stopped; the loop may be endless. It was at line 3.");
}

TEST_F(KernelLabTest, ALoopCompiledToABareJumpIsFoundInTheText) {
  // The compiler turns this provably endless loop into a jump to itself, which belongs to no line of the source code.
  compile(filling(red_fill));
  lab.text =
      "TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {\n  int n = at.x;\n  for (;;) {\n"
      "    n = n * 3 + 1;\n  }\n}\n";
  draw_for_long();
  EXPECT_TRUE(lab.work_in_progress()) << "the kernel can be stopped";
  lab.cancel_work();
  settle();
  ASSERT_EQ(lab.messages().size(), 1U);
  EXPECT_NE(lab.messages()[0].text.find("this is its only loop"), std::string::npos) << lab.messages()[0].text;
  EXPECT_EQ(lab.error(), "The kernel was stopped. It was at line 3.");
  EXPECT_EQ(pixel(5, 5), 0xFF0000U) << "the previous kernel's image";
}

TEST_F(KernelLabTest, AnImageThatIsNotTheTextsHasANote) {
  EXPECT_EQ(lab.image_note(), "") << "there is no image yet";
  compile(filling(red_fill));
  EXPECT_EQ(lab.image_note(), "");
  lab.text = filling(green_fill);
  EXPECT_EQ(lab.image_note(), "") << "the text is being typed";
  compile("no kernel\n");
  EXPECT_EQ(lab.image_note(), "The last working kernel");
  compile("TEXELSCOPE_KERNEL_FUNCTION void pixel(Index, const Frame&) { *(volatile int*)16 = 1; }\n");
  EXPECT_EQ(lab.image_note(), "The last working kernel") << "after a crash";
  compile(filling(green_fill));
  EXPECT_EQ(lab.image_note(), "");
  const tests::TemporaryFolder folder;
  EXPECT_TRUE(lab.take_file(folder.write("theirs.cu", filling(red_fill))));
  EXPECT_EQ(lab.image_note(), "Not compiled yet: press Compile. This is the last working kernel.");
  lab.save();
  settle();
  EXPECT_EQ(lab.image_note(), "");
}

TEST_F(KernelLabTest, FilesAreOpenedAndSaved) {
  tests::TemporaryFolder folder;
  const std::filesystem::path path = folder.write("mine.cu", filling(red_fill));
  EXPECT_TRUE(lab.take_file(path));
  settle();
  EXPECT_EQ(lab.file, path.string());
  lab.save();
  settle();
  EXPECT_EQ(pixel(0, 0), 0xFF0000U);
  compile(filling(green_fill));
  EXPECT_EQ(tests::file_bytes(path), filling(green_fill));
  lab.file = (folder / "no folder" / "x.cu").string();
  compile(filling(red_fill));
  EXPECT_EQ(pixel(0, 0), 0xFF0000U) << "the kernel runs, although its file was not saved";
  EXPECT_NE(lab.file_error().find("no folder"), std::string::npos) << lab.file_error();
}

TEST_F(KernelLabTest, AnUnreadableFileIsReportedToTheCallerAndNotForTheOpenFile) {
  tests::TemporaryFolder folder;
  EXPECT_TRUE(lab.take_file(folder.write("mine.cu", filling(red_fill))));
  for (const char* const name : {"missing.png", "missing.cu"}) {
    EXPECT_THROW(static_cast<void>(lab.take_file(folder / name)), FileError) << name;
  }
  EXPECT_EQ(lab.file, (folder / "mine.cu").string());
  EXPECT_EQ(lab.text, filling(red_fill));
  EXPECT_EQ(lab.file_error(), "");
}

TEST_F(KernelLabTest, ATextFromAFileRunsOnlyOnRequest) {
  compile(filling(green_fill));
  const tests::TemporaryFolder folder;
  EXPECT_TRUE(lab.take_file(folder.write("mine.cu", filling(red_fill))));
  EXPECT_EQ(lab.text, filling(red_fill));
  EXPECT_EQ(lab.origin(), "mine.cu");
  EXPECT_TRUE(lab.is_edited());
  settle();
  EXPECT_EQ(pixel(0, 0), 0x00FF00U) << "the last working kernel keeps running";
  lab.text += "// one more line\n";
  EXPECT_EQ(lab.origin(), "mine.cu") << "an added line does not make the kernel the user's own";
  lab.save();
  EXPECT_EQ(lab.origin(), "");
  settle();
  EXPECT_EQ(pixel(0, 0), 0xFF0000U);
}

TEST_F(KernelLabTest, SettingsFromElsewhereRunNothing) {
  KernelLab other;
  other.set("text", filling(red_fill));
  other.take_origin("session.json");
  for (int i = 0; i < 50; ++i) {
    view.now += 0.016;
    other.advance(device, view);
    EXPECT_FALSE(other.is_compiling());
  }
  EXPECT_EQ(other.origin(), "session.json");
  EXPECT_FALSE(other.is_running());
  EXPECT_FALSE(other.is_settling());
  other.release();
  other.advance(device, view);
  EXPECT_FALSE(other.is_compiling()) << "the text is not compiled with a different renderer, either";
  other.save();
  other.advance(device, view);
  EXPECT_TRUE(other.is_compiling());
  EXPECT_EQ(other.origin(), "");
}

TEST_F(KernelLabTest, AnExampleOfASessionIsTheProgramsOwn) {
  KernelLab other;
  other.set("text", kernel_examples()[1].text);
  other.take_origin("session.json");
  EXPECT_EQ(other.origin(), "");
  other.advance(device, view);
  EXPECT_TRUE(other.is_compiling());
}

TEST_F(KernelLabTest, AFileFromElsewhereIsOverwrittenOnlyOnRequest) {
  const tests::TemporaryFolder folder;
  const std::filesystem::path path = folder.write("theirs.cu", "theirs");
  std::filesystem::create_symlink(folder / "nowhere", folder / "link.cu");
  lab.file = path.string();
  lab.save();
  EXPECT_TRUE(lab.asks_to_overwrite());
  EXPECT_EQ(tests::file_bytes(path), "theirs");
  lab.keep_file();
  EXPECT_FALSE(lab.asks_to_overwrite());
  lab.save();
  EXPECT_TRUE(lab.asks_to_overwrite()) << "each time";
  lab.file = (folder / "link.cu").string();
  EXPECT_FALSE(lab.asks_to_overwrite()) << "the question was about the other file";
  lab.overwrite_file();
  lab.save();
  EXPECT_TRUE(lab.asks_to_overwrite()) << "the file is a link, although a dangling one";
  EXPECT_FALSE(std::filesystem::exists(folder / "nowhere"));
  lab.file = path.string();
  lab.save();
  lab.overwrite_file();
  EXPECT_EQ(tests::file_bytes(path), lab.text);
  lab.text += "// more\n";
  lab.save();
  EXPECT_FALSE(lab.asks_to_overwrite()) << "the file belongs to this window now";
  EXPECT_EQ(tests::file_bytes(path), lab.text);
  lab.file = (folder / "new.cu").string();
  lab.save();
  lab.save();
  EXPECT_FALSE(lab.asks_to_overwrite()) << "the lab created this file";
  EXPECT_EQ(tests::file_bytes(folder / "new.cu"), lab.text);
}

TEST_F(KernelLabTest, AFileChangedByAnotherProgramIsOverwrittenOnlyOnRequest) {
  const tests::TemporaryFolder folder;
  const std::filesystem::path path = folder.write("own.cu", "as it was opened");
  ASSERT_TRUE(lab.take_file(path));
  folder.write("own.cu", "hours of work in another editor");
  lab.text += "// more\n";
  lab.save();
  EXPECT_TRUE(lab.asks_to_overwrite());
  EXPECT_EQ(tests::file_bytes(path), "hours of work in another editor");
  lab.overwrite_file();
  EXPECT_EQ(tests::file_bytes(path), lab.text);
  lab.save();
  EXPECT_FALSE(lab.asks_to_overwrite());
}

TEST_F(KernelLabTest, SettingsRestoreTheLab) {
  lab.text = filling("Float4{frame.a, 0, 0, 1}");
  lab.controls.values[0] = 0.25F;
  lab.tab = KernelTab::picture;
  KernelLab other;
  for (const auto& [name, value] : lab.settings()) {
    other.set(name, value);
  }
  EXPECT_EQ(other.settings(), lab.settings());
  EXPECT_THROW(other.set("a", "2"), ParameterError);
  EXPECT_THROW(other.set("a", "x"), ParameterError);
  EXPECT_THROW(other.set("e", "1"), ParameterError);
  EXPECT_THROW(other.set("tab", "none"), ParameterError);
}

/// Prevents all processes that this thread starts from confining themselves. Returns whether this is possible.
bool refuse_seccomp() {
  const auto number = static_cast<std::uint32_t>(offsetof(seccomp_data, nr));
  const auto first_argument = static_cast<std::uint32_t>(offsetof(seccomp_data, args));
  std::array<sock_filter, 8> filter = {
      {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, number), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 4, 0),
       BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 2), BPF_STMT(BPF_LD | BPF_W | BPF_ABS, first_argument),
       BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SECCOMP, 1, 0), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
       BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)}};
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

TEST_F(KernelLabTest, ReportsThatTheSystemCannotConfineKernels) {
  if (!has_sandbox) {
    GTEST_SKIP() << "sanitizers need system calls and memory that a sandbox refuses";
  }
  // The filter applies to the calling thread and the processes that it starts until they end, so this runs on a
  // separate thread.
  std::thread{[this] {
    ASSERT_TRUE(refuse_seccomp());
    compile(filling(red_fill));
    EXPECT_FALSE(lab.image());
    EXPECT_FALSE(lab.is_running());
    EXPECT_NE(lab.error().find("the kernel's process cannot be confined, so no kernel runs in it"), std::string::npos)
        << lab.error();
    lab.release();
  }}.join();
}

/// Runs on the GPU, if there is one.
class KernelLabOnCuda : public KernelLabTest {
 protected:
  void SetUp() override {
    try {
      device = gpu::Device::open({gpu::DeviceKind::cuda, 0});
    } catch (const gpu::Unavailable& error) {
      GTEST_SKIP() << error.what();
    }
    compile(filling(red_fill));
    if (lab.error().find("NVRTC not found") != std::string::npos) {
      GTEST_SKIP() << lab.error();
    }
  }
};

TEST_F(KernelLabOnCuda, CompilesInASeparateProcessAndDraws) {
  EXPECT_EQ(pixel(5, 5), 0xFF0000U) << lab.error();
  EXPECT_TRUE(lab.cost_text().starts_with("registers ")) << lab.cost_text();
  EXPECT_NE(lab.cost_text().find("blocks of 256 threads per SM"), std::string::npos) << lab.cost_text();
  compile("TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {\n  no_such_thing;\n}\n");
  ASSERT_EQ(lab.messages().size(), 1U) << lab.error();
  EXPECT_EQ(lab.messages()[0].line, 2);
  EXPECT_EQ(lab.messages()[0].column, 3);
  {
    const tests::Environment none("TEXELSCOPE_PROGRAM", "/no/texelscope");
    const KernelCompiler other{gpu::Device::open({gpu::DeviceKind::cuda, 0})};
    const std::string error = other.compile(filling(green_fill), "kernel.cu", {}, KernelPlace::own_process).error;
    EXPECT_NE(error.find("the NVRTC process"), std::string::npos) << error;
  }
  EXPECT_EQ(pixel(5, 5), 0xFF0000U) << "the last working kernel keeps running";
  compile(filling(green_fill));
  EXPECT_EQ(pixel(5, 5), 0x00FF00U) << lab.error();
}

TEST_F(KernelLabOnCuda, EveryExampleCompilesAndDraws) {
  for (const KernelExample& example : kernel_examples()) {
    lab.open_text(example.text);
    settle();
    EXPECT_TRUE(lab.runs_last()) << example.name << ": " << lab.error();
    EXPECT_NE(pixel(0, 0), pixel(13, 4)) << example.name << " shows something";
  }
}

TEST_F(KernelLabOnCuda, StopsAnEndlessCompilation) {
  lab.text =
      "template <int n, int m> struct Wide { static constexpr long v = Wide<n - 1, 2 * m>::v + Wide<n - 1, 2 * m + "
      "1>::v; };\ntemplate <int m> struct Wide<0, m> { static constexpr long v = m; };\n"
      "constexpr long all = Wide<29, 0>::v;\n";
  lab.save();
  step(0.016);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  ASSERT_TRUE(lab.is_compiling()) << lab.error();
  const auto start = std::chrono::steady_clock::now();
  lab.cancel_work();
  settle();
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
  EXPECT_NE(lab.error().find("was canceled"), std::string::npos) << lab.error();
  EXPECT_EQ(pixel(5, 5), 0xFF0000U) << "the last working kernel keeps running";
}

TEST(KernelLabWithoutADevice, ReportsTheMissingDevice) {
  KernelLab lab;
  lab.advance(std::nullopt, {});
  EXPECT_FALSE(lab.is_settling());
  EXPECT_NE(lab.error().find("there is no device"), std::string::npos);
}

}  // namespace
}  // namespace texelscope::app
