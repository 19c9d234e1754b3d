#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "app/labs/kernel/kernel_compiler.h"
#include "app/labs/kernel/kernel_runner.h"
#include "app/labs/kernel/worker/worker_process.h"
#include "tests/app/child_program.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {

inline bool has_no_process() { return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD; }

/// A kernel with `above` as its first line and the tested code as its third line.
inline std::string text_with(const std::string& above, const std::string& third) {
  return above + "\nTEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {\n" + third +
         "\nframe.output.write_2d(to_unorm8(Float4{1, 0, 0, 1}), at.x, at.y);\n}\n";
}

inline const std::string good_text = text_with("", "");

class KernelWorkers : public testing::Test {
 protected:
  KernelWorkers() { ::setenv("TMPDIR", folder_.path().c_str(), 1); }
  ~KernelWorkers() override { ::unsetenv("TMPDIR"); }
  void SetUp() override {
    if (compile("int nothing;").error.find("no C++ compiler") != std::string::npos) {
      GTEST_SKIP() << "there is no compiler";
    }
  }

  static CompiledKernel compile(const std::string& text) {
    return KernelCompiler{gpu::Device::open({})}.compile(text, "kernel.cu", {}, KernelPlace::own_process);
  }
  static KernelProgram program_of(const std::string& text) {
    CompiledKernel compiled = compile(text);
    EXPECT_TRUE(compiled.program) << compiled.error;
    return *compiled.program;
  }
  /// Waits for the frame in progress. Returns nullptr after 30 s.
  static std::shared_ptr<const Image> wait(KernelRunner& runner) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{30};
    while (std::chrono::steady_clock::now() < end) {
      if (std::shared_ptr<const Image> frame = runner.take_frame()) {
        return frame;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    ADD_FAILURE() << "no frame and no crash in 30 s";
    return nullptr;
  }
  static std::shared_ptr<const Image> draw(KernelRunner& runner, const KernelProgram& program, int width = 24,
                                           int height = 10, float time = 0.5F) {
    KernelFrame frame;
    frame.time = time;
    frame.a = frame.b = frame.c = frame.d = 0.5F;
    runner.begin(program, frame, width, height);
    return wait(runner);
  }
  /// The crash that ends the process of this kernel; nullopt if the kernel draws.
  static std::optional<gpu::CompileMessage> crash_of(const std::string& text) {
    KernelRunner runner{{}};
    runner.set_picture(0, nullptr);
    try {
      static_cast<void>(draw(runner, program_of(text)));
    } catch (const KernelCrash& crash) {
      EXPECT_EQ(std::string(crash.what()).find('\n'), std::string::npos);
      return crash.message();
    }
    return std::nullopt;
  }

  /// The folder for the compiler's files.
  tests::TemporaryFolder folder_;
  tests::ChildProgram program_{tests::built_program()};
};

}  // namespace texelscope::app
