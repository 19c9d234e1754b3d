#include "gpu/cuda/nvrtc_process.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "app/files/child_process.h"
#include "app/labs/kernel/kernel_compiler.h"
#include "app/labs/kernel/kernel_examples.h"
#include "app/labs/kernel/kernel_frame.h"
#include "gpu/cuda/device_compiler.h"
#include "gpu/files/sanitizer.h"
#include "tests/app/child_program.h"
#include "tests/app/environment.h"
#include "tests/app/labs/kernel/worker/kernel_workers.h"
#include "tests/app/temporary_folder.h"
#include "tests/support/fake_driver.h"

// Compiled to nothing without nvcc: the CUDA device is then not part of the library.
#ifdef TEXELSCOPE_WITH_CUDA

namespace texelscope::app {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// A CUDA device of compute capability 9.0 that compiles and does nothing else: NVRTC needs no GPU.
class CompilingDriver : public tests::FakeDriver {
 public:
  using FakeDriver::FakeDriver;
  using FakeDriver::perform;
  gpu::Status perform(gpu::driver::ProgramCompile& call) noexcept override {
    return gpu::cuda::compile_program(13000, 90, call);
  }
  gpu::Status perform(gpu::driver::DeviceQuery& call) noexcept override {
    const gpu::Status status = FakeDriver::perform(call);
    call.properties.driver_version = 13000;
    call.properties.compute_major = 9;
    call.properties.compute_minor = 0;
    return status;
  }
};

/// Doubles its work with each level: NVRTC does not come to an end before its memory does.
constexpr const char* template_bomb =
    "template <int n, int m> struct Wide { static constexpr long v = Wide<n - 1, 2 * m>::v + Wide<n - 1, 2 * m + "
    "1>::v; };\ntemplate <int m> struct Wide<0, m> { static constexpr long v = m; };\n"
    "constexpr long all = Wide<29, 0>::v;\n";

std::size_t peak_bytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

/// What the window does with a text on a CUDA device, with the child processes that it starts.
class NvrtcProcess : public testing::Test {
 protected:
  void SetUp() override {
    if (!gpu::cuda::nvrtc(13000).reason.empty()) {
      GTEST_SKIP() << gpu::cuda::nvrtc(13000).reason;
    }
  }
  void TearDown() override {
    compiler_.reset();
    EXPECT_TRUE(has_no_process());
    EXPECT_TRUE(std::filesystem::is_empty(folder_.path())) << "a file is left";
  }

  [[nodiscard]] CompiledKernel compile(const std::string& text, const std::stop_token& stop = {}) const {
    return compiler_->compile(text, "kernel.cu", stop, KernelPlace::own_process);
  }
  /// With the process that `process` names; none for NVRTC in this one.
  [[nodiscard]] gpu::ObjectCode compile_by(const std::vector<std::string>& process, const std::string& text,
                                           std::chrono::milliseconds time_limit = 60s) const {
    gpu::ProgramOptions options;
    options.kernels = {kernel_entry_name};
    options.before = kernel_frame_text;
    options.behind = kernel_entry_text;
    options.time_limit = time_limit;
    options.nvrtc_process = process.empty() ? nullptr : gpu::start_nvrtc_process(device_, process);
    return gpu::Program::compile_object_code(device_, text, options);
  }
  [[nodiscard]] std::string error_by(const std::vector<std::string>& process, const std::string& text,
                                     std::chrono::milliseconds time_limit = 60s) const {
    return tests::error_of<gpu::Error>([&] { static_cast<void>(compile_by(process, text, time_limit)); });
  }
  /// It ends soon, in one line, and in another process's memory.
  [[nodiscard]] std::string bounded_error(const std::string& text) const {
    const std::size_t peak = peak_bytes();
    const Clock::time_point start = Clock::now();
    const CompiledKernel compiled = compile(text);
    EXPECT_FALSE(compiled.program);
    EXPECT_LT(Clock::now() - start, 62s);
    EXPECT_LT(peak_bytes() - peak, std::size_t{64} << 20) << "of this process";
    EXPECT_EQ(compiled.error.find('\n'), std::string::npos) << compiled.error;
    return compiled.error;
  }

  tests::TemporaryFolder folder_;
  tests::Environment temporary_{"TMPDIR", folder_.path().string()};
  tests::ChildProgram program_{tests::built_program()};
  const std::vector<std::string> process_{tests::built_program().string(), std::string{kernel_compiler_command}};
  gpu::Device device_{std::make_shared<gpu::DeviceBox>(
      gpu::DeviceId{gpu::DeviceKind::cuda, 0}, std::make_unique<CompilingDriver>(std::make_shared<tests::FakeScript>()),
      nullptr)};
  std::optional<KernelCompiler> compiler_{device_};
};

TEST_F(NvrtcProcess, MakesTheImageThatNvrtcMakesInThisProcess) {
  const CompiledKernel compiled = compile(kernel_examples().front().text);
  ASSERT_TRUE(compiled.program) << compiled.error;
  const gpu::ObjectCode expected = compile_by({}, kernel_examples().front().text);
  EXPECT_EQ(compiled.program->code->binary, expected.binary);
  EXPECT_EQ(compiled.program->code->kernel_sizes, expected.kernel_sizes);
  EXPECT_EQ(expected.binary[1], std::byte{'E'}) << "an ELF file";
}

TEST_F(NvrtcProcess, TellsErrorsAndWarningsAsNvrtcInThisProcessDoes) {
  const CompiledKernel wrong =
      compile("TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {\n  no_such_thing;\n}\n");
  ASSERT_EQ(wrong.messages.size(), 1U) << wrong.error;
  EXPECT_EQ(wrong.messages[0].line, 2);
  EXPECT_EQ(wrong.messages[0].column, 3);
  EXPECT_EQ(wrong.error, error_by({}, wrong.text));
  const CompiledKernel warned = compile(text_with("", "int forgotten = 3;"));
  ASSERT_EQ(warned.messages.size(), 1U) << warned.error;
  EXPECT_EQ(warned.messages[0].line, 3);
  EXPECT_EQ(warned.messages[0].severity, gpu::CompileMessage::Severity::warning);
}

TEST_F(NvrtcProcess, RefusesAnEndlessFile) {
  const std::string error = bounded_error("#include \"/dev/zero\"\n");
  EXPECT_TRUE(error.starts_with("cuda:0: kernel.cu does not compile: line 1, ")) << error;
  EXPECT_NE(error.find("\"/dev/zero\": not a regular file"), std::string::npos) << error;
}

TEST_F(NvrtcProcess, EndsATemplateThatMultipliesWithinItsMemory) {
  if (gpu::is_sanitized) {
    GTEST_SKIP() << "sanitizers need more addresses than a limit allows";
  }
  const std::string error = bounded_error(template_bomb);
  EXPECT_TRUE(error.starts_with("cuda:0: kernel.cu does not compile: ")) << error;
  EXPECT_NE(error.find("memory"), std::string::npos) << error;
}

TEST_F(NvrtcProcess, EndsAFileOfGigabytesWithinItsMemory) {
  if (gpu::is_sanitized) {
    GTEST_SKIP() << "sanitizers need more addresses than a limit allows";
  }
  const tests::TemporaryFolder other;
  const std::filesystem::path file = other.write("large.h", "");
  std::filesystem::resize_file(file, std::uintmax_t{3} << 30);
  const std::string error = bounded_error("#include \"" + file.string() + "\"\n");
  EXPECT_TRUE(error.starts_with("cuda:0: kernel.cu does not compile: line 1, column 1: ")) << error;
  EXPECT_NE(error.find("memory"), std::string::npos) << error;
}

TEST_F(NvrtcProcess, EndsWithinASecondWhenItIsStopped) {
  std::stop_source stop;
  auto compiling = std::async(std::launch::async, [&] { return compile(template_bomb, stop.get_token()); });
  EXPECT_EQ(compiling.wait_for(500ms), std::future_status::timeout);
  const Clock::time_point start = Clock::now();
  stop.request_stop();
  const CompiledKernel compiled = compiling.get();
  EXPECT_LT(Clock::now() - start, 1s);
  EXPECT_EQ(compiled.error, "cuda:0: compiling kernel.cu was stopped; compile it again");
}

TEST_F(NvrtcProcess, EndsWhenItsTimeIsUp) {
  const Clock::time_point start = Clock::now();
  const std::string error = error_by(process_, template_bomb, 500ms);
  EXPECT_LT(Clock::now() - start, 1500ms);
  EXPECT_NE(error.find("took longer than 500 ms and was ended"), std::string::npos) << error;
}

TEST_F(NvrtcProcess, ThatDoesNotAnswerIsToldWithTheReason) {
  EXPECT_NE(error_by({"/no/texelscope"}, good_text).find("NVRTC ended with exit code 127: "), std::string::npos);
  EXPECT_NE(error_by({"/no/texelscope"}, good_text).find("/no/texelscope: not found"), std::string::npos);
  const auto error_of_script = [&](const std::string& script) {
    return error_by({"/bin/sh", "-c", script}, good_text);
  };
  EXPECT_NE(error_of_script("kill -SEGV $$").find("NVRTC was ended by signal 11 (Segmentation fault)"),
            std::string::npos);
  EXPECT_NE(error_of_script("kill -XCPU $$").find("took longer than"), std::string::npos);
  for (const char* const answer :
       {"", "wrong 0 0 0 0", "texelscope-compiled", "texelscope-compiled 0 1 1 99999999999999",
        "texelscope-compiled 0 0 0 0\\nmore", "texelscope-compiled 0 -1 0 0"}) {
    const std::string error = error_of_script(std::string{"printf '"} + answer + "'");
    EXPECT_NE(error.find("NVRTC ended with exit code 0"), std::string::npos) << answer << ": " << error;
  }
}

TEST_F(NvrtcProcess, SaysThatItsCommandIsNotForPeople) {
  ChildCommand command;
  command.program = tests::built_program();
  command.arguments = {std::string{kernel_compiler_command}};
  const ChildOutcome outcome = run_child(command);
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.errors.find("compiles a kernel for another one"), std::string::npos) << outcome.errors;
}

TEST_F(NvrtcProcess, IsNeverReplacedByThisProcess) {
  const tests::ChildProgram none{""};
  compiler_.emplace(device_);
  EXPECT_NE(compile(good_text).error.find("let TEXELSCOPE_PROGRAM name it"), std::string::npos);
}

}  // namespace
}  // namespace texelscope::app

#endif
