#pragma once

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "app/labs/kernel/kernel_compiler.h"
#include "app/labs/kernel/kernel_frame.h"
#include "gpu/cuda/device_compiler.h"
#include "gpu/cuda/nvrtc_process.h"
#include "tests/app/child_program.h"
#include "tests/app/environment.h"
#include "tests/app/labs/kernel/worker/kernel_workers.h"
#include "tests/app/temporary_folder.h"
#include "tests/support/fake_driver.h"

namespace texelscope::app {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// A CUDA device of compute capability 9.0 that can only compile, because NVRTC needs no GPU.
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

/// The work doubles with each level, so memory runs out before NVRTC finishes: after 3 s, or 7 s without the array.
inline constexpr const char* template_bomb =
    "template <int n, int m> struct Wide { static constexpr int numbers[1 << 11] = {m}; static constexpr long v = "
    "Wide<n - 1, 2 * m>::v + Wide<n - 1, 2 * m + 1>::v + numbers[0]; };\n"
    "template <int m> struct Wide<0, m> { static constexpr long v = m; };\nconstexpr long all = Wide<29, 0>::v;\n";

inline std::size_t peak_bytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

/// Tests how the window compiles source code for a CUDA device, with the child processes that it starts.
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
    EXPECT_TRUE(std::filesystem::is_empty(folder_.path())) << "a temporary file was left behind";
  }

  [[nodiscard]] CompiledKernel compile(const std::string& text, const std::stop_token& stop = {}) const {
    return compiler_->compile(text, "kernel.cu", stop, KernelPlace::own_process);
  }
  /// Compiles in a process with the command line `process`, or with NVRTC in this process if `process` is empty.
  [[nodiscard]] gpu::ObjectCode compile_by(const std::vector<std::string>& process, const std::string& text,
                                           std::chrono::milliseconds time_limit = 60s) const {
    gpu::ProgramOptions options;
    options.kernels = {kernel_entry_name};
    options.before = kernel_frame_text;
    options.behind = kernel_entry_text(0);
    options.time_limit = time_limit;
    options.nvrtc_process = process.empty() ? nullptr : gpu::start_nvrtc_process(device_, process);
    return gpu::Program::compile_object_code(device_, text, options);
  }
  [[nodiscard]] std::string error_by(const std::vector<std::string>& process, const std::string& text,
                                     std::chrono::milliseconds time_limit = 60s) const {
    return tests::error_of<gpu::Error>([&] { static_cast<void>(compile_by(process, text, time_limit)); });
  }
  /// The waiting process; 0 if there is none.
  [[nodiscard]] pid_t waiting() const { return compiler_->nvrtc()->waiting(); }
  /// Waits until the waiting process has warmed up: it has loaded NVRTC, and is idle.
  void wait_until_ready() const {
    const auto file = [process = waiting()](const char* name) {
      std::ifstream in{"/proc/" + std::to_string(process) + "/" + name};
      return std::string{std::istreambuf_iterator<char>{in}, {}};
    };
    const Clock::time_point end = Clock::now() + 30s;
    int calm = 0;
    for (std::string before; calm < 10 && Clock::now() < end; std::this_thread::sleep_for(20ms)) {
      const std::string now = file("schedstat");
      calm = now == before && file("maps").find("libnvrtc-builtins") != std::string::npos ? calm + 1 : 0;
      before = now;
    }
    EXPECT_EQ(calm, 10) << "process " << waiting() << " did not become ready";
  }
  /// The error of compiling `text`. It must have one line and arrive soon, and the compilation must use no memory of
  /// this process.
  [[nodiscard]] std::string bounded_error(const std::string& text) const {
    wait_until_ready();
    const std::size_t peak = peak_bytes();
    const Clock::time_point start = Clock::now();
    const CompiledKernel compiled = compile(text);
    EXPECT_FALSE(compiled.program);
    EXPECT_LT(Clock::now() - start, 62s);
    EXPECT_LT(peak_bytes() - peak, std::size_t{64} << 20) << "the peak of this process has risen";
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

}  // namespace texelscope::app
