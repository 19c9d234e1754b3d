#include <fmt/format.h>

#include <array>
#include <chrono>
#include <iostream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/cli/bench/bench_options.h"
#include "app/cli/bench/interleaved_timing.h"
#include "app/cli/exit_code.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/labs/kernel/kernel_examples.h"
#include "app/labs/kernel/kernel_runner.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app::bench_kernels {
namespace {

constexpr int width = 960;
constexpr int height = 540;
constexpr int rounds = 11;
constexpr int frames_in_a_round = 20;
constexpr int compilings = 5;
constexpr std::array places = {KernelPlace::own_process, KernelPlace::this_process};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

KernelProgram compiled(const KernelRunner& runner, const std::string& text) {
  const CompiledKernel kernel = compile_kernel(runner.device(), text, "kernel.cu", {}, runner.place());
  if (!kernel.program) {
    throw gpu::Unavailable(kernel.error);
  }
  return *kernel.program;
}

/// Looks for the end of the frame without a pause, so that only the frame counts.
std::vector<std::byte> draw(KernelRunner& runner, const KernelProgram& program, float time) {
  KernelFrame frame;
  frame.time = time;
  frame.a = frame.b = frame.c = frame.d = 0.5F;
  runner.begin(program, frame, width, height);
  while (true) {
    if (const std::shared_ptr<const Image> image = runner.take_frame()) {
      return image->pixels;
    }
    std::this_thread::yield();
  }
}

/// The figures of both places, in the order of `places`.
struct KernelFigure {
  std::string name;
  std::array<double, 2> frames_per_second{};
  /// From the text to its first frame.
  std::array<double, 2> first_frame_seconds{};
  bool has_same_bytes = false;
};

/// The places take turns, so that what else the machine does befalls both.
KernelFigure measure(const KernelExample& example) {
  KernelFigure figure{.name = example.name};
  std::array<std::vector<double>, 2> first_frames;
  for (int round = 0; round < compilings; ++round) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      KernelRunner runner{{}, places[i]};
      runner.set_picture(nullptr);
      const auto start = std::chrono::steady_clock::now();
      static_cast<void>(draw(runner, compiled(runner, example.text), 0));
      first_frames[i].push_back(seconds_since(start));
    }
  }
  KernelRunner own{{}, places[0]};
  KernelRunner here{{}, places[1]};
  const std::array<KernelRunner*, 2> runners = {&own, &here};
  std::array<KernelProgram, 2> programs;
  for (std::size_t i = 0; i < places.size(); ++i) {
    runners[i]->set_picture(nullptr);
    programs[i] = compiled(*runners[i], example.text);
  }
  figure.has_same_bytes = draw(own, programs[0], 1.25F) == draw(here, programs[1], 1.25F);
  std::array<std::vector<double>, 2> seconds;
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto start = std::chrono::steady_clock::now();
      for (int frame = 0; frame < frames_in_a_round; ++frame) {
        static_cast<void>(draw(*runners[i], programs[i], static_cast<float>(frame)));
      }
      seconds[i].push_back(seconds_since(start) / frames_in_a_round);
    }
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    figure.frames_per_second[i] = 1 / median(seconds[i]);
    figure.first_frame_seconds[i] = median(first_frames[i]);
  }
  return figure;
}

double speed_of(const KernelFigure& figure) { return figure.frames_per_second[0] / figure.frames_per_second[1]; }

double start_of(const KernelFigure& figure) { return figure.first_frame_seconds[0] / figure.first_frame_seconds[1]; }

Json json_of(const std::vector<KernelFigure>& figures) {
  return {{"width", width},
          {"height", height},
          {"figures", json_list(figures, [](const KernelFigure& figure) {
             return Json{{"kernel", figure.name},
                         {"frames_per_second_own_process", figure.frames_per_second[0]},
                         {"frames_per_second_this_process", figure.frames_per_second[1]},
                         {"speed", speed_of(figure)},
                         {"first_frame_seconds_own_process", figure.first_frame_seconds[0]},
                         {"first_frame_seconds_this_process", figure.first_frame_seconds[1]},
                         {"first_frame_ratio", start_of(figure)},
                         {"has_same_bytes", figure.has_same_bytes}};
           })}};
}

std::string table_of(const std::vector<KernelFigure>& figures) {
  std::string text = fmt::format(
      "the editor's examples on the CPU device, {} × {}: in a process of their own, and in this one\n"
      "  kernel        frames/s: own    this   ratio   first frame: own      this   ratio   same bytes\n",
      width, height);
  for (const KernelFigure& figure : figures) {
    text += fmt::format("  {:<12} {:>14.1f} {:>7.1f} {:>7.2f} {:>16.2f} s {:>7.2f} s {:>6.2f} {:>12}\n", figure.name,
                        figure.frames_per_second[0], figure.frames_per_second[1], speed_of(figure),
                        figure.first_frame_seconds[0], figure.first_frame_seconds[1], start_of(figure),
                        figure.has_same_bytes ? "yes" : "no");
  }
  return text;
}

int run(const JsonOptions& options) {
  std::vector<KernelFigure> figures;
  for (const KernelExample& example : kernel_examples()) {
    figures.push_back(measure(example));
  }
  std::cout << (options.is_json ? json_text(json_of(figures)) : table_of(figures));
  return exit_code::success;
}

const RegisteredSubcommand registered{{.name = "bench kernels",
                                       .text = "what a process of their own costs kernels of the CPU device",
                                       .rank = 65,
                                       .declare = with_options(declare_json, run)}};

}  // namespace
}  // namespace texelscope::app::bench_kernels
