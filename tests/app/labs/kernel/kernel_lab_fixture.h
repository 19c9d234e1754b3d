#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <thread>

#include "app/labs/kernel/kernel_lab.h"
#include "tests/app/child_program.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/program.h"

namespace texelscope::app {

/// The source code of a kernel that fills the image with one color.
inline std::string filling(const std::string& color) {
  return "TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {\n  frame.output.write_2d(to_unorm8(" +
         color + "), at.x, at.y);\n}\n";
}

inline constexpr const char* red_fill = "Float4{1, 0, 0, 1}";
inline constexpr const char* green_fill = "Float4{0, 1, 0, 1}";

/// A Kernels lab on the CPU device, without a window. The tests are skipped if no compiler is found.
class KernelLabTest : public testing::Test {
 protected:
  KernelLabTest() {
    try {
      gpu::ProgramOptions options;
      options.kernels = {"None"};
      // A compiler, if one exists, rejects this immediately.
      static_cast<void>(gpu::Program::compile_object_code(*device, "#include \"none.h\"", options));
    } catch (const gpu::CompileError&) {
    } catch (const gpu::Unavailable& error) {
      lack = error.what();
    }
    lab.controls.is_paused = true;
    view.width = 24;
    view.height = 10;
  }
  void SetUp() override {
    if (!lack.empty()) {
      GTEST_SKIP() << lack;
    }
  }

  /// Waits until nothing is in progress.
  void settle() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    do {
      step(0.016);
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    } while (lab.is_busy() && std::chrono::steady_clock::now() < end);
    step(0.016);
  }
  template <class Condition>
  void step_until(Condition is_done) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!is_done() && std::chrono::steady_clock::now() < end) {
      step(0.001);
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }
  void step(double seconds) {
    view.now += seconds;
    lab.advance(device, view);
  }
  /// Compiles the source code, and lets its kernel draw for 1.5 s.
  void draw_for_long() {
    lab.save();
    while (lab.is_compiling() || !lab.runs_last()) {
      step(0.01);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    step(0.01);
    step(1.5);
  }
  void compile(const std::string& text) {
    lab.text = text;
    lab.save();
    settle();
  }
  /// A pixel of the image, as 0xRRGGBB.
  unsigned pixel(int x, int y) {
    if (!lab.image()) {
      ADD_FAILURE() << "there is no image: " << lab.error();
      return 0;
    }
    const std::byte* const at = &lab.image()->pixels[static_cast<std::size_t>(y * lab.image()->width + x) * 4];
    return std::to_integer<unsigned>(at[0]) << 16U | std::to_integer<unsigned>(at[1]) << 8U |
           std::to_integer<unsigned>(at[2]);
  }

  tests::ChildProgram program{tests::built_program()};
  std::optional<gpu::Device> device = gpu::Device::open({});
  KernelLab lab;
  KernelView view;
  std::string lack;
};

}  // namespace texelscope::app
