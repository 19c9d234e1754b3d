#include <fmt/format.h>

#include <array>
#include <chrono>
#include <iostream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/cli/bench/interleaved_timing.h"
#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/labs/kernel/kernel_compiler.h"
#include "app/labs/kernel/kernel_examples.h"
#include "app/labs/kernel/kernel_runner.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app::bench_kernels {
namespace {

constexpr int width = 960;
constexpr int height = 540;
constexpr int rounds = 11;
constexpr int frames_in_a_round = 20;
constexpr int compilings = 9;
/// The pause between two compilations in the window, during which the next process starts.
constexpr std::chrono::seconds typing_time{1};
constexpr std::array places = {KernelPlace::own_process, KernelPlace::this_process};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

KernelProgram compiled(const KernelRunner& runner, const std::string& text, const KernelCompiler& compiler) {
  const CompiledKernel kernel = compiler.compile(text, "kernel.cu", {}, runner.place());
  if (!kernel.program) {
    throw gpu::Unavailable(kernel.error);
  }
  return *kernel.program;
}

/// Polls for the end of the frame without a pause, so that only the frame is measured.
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

/// A kernel's figures, in the order of `places`.
struct KernelFigure {
  std::string name;
  std::array<double, 2> frames_per_second{};
  /// The time from the source to its first frame.
  std::array<double, 2> first_frame_seconds{};
  bool has_same_bytes = false;
};

/// Interleaves the places, so that other load affects both.
KernelFigure measure(const KernelExample& example) {
  KernelFigure figure{.name = example.name};
  std::array<std::vector<double>, 2> first_frames;
  for (int round = 0; round < compilings; ++round) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      KernelRunner runner{{}, places[i]};
      runner.set_picture(0, nullptr);
      const auto start = std::chrono::steady_clock::now();
      runner.prepare();
      static_cast<void>(draw(runner, compiled(runner, example.text, runner.compiler()), 0));
      first_frames[i].push_back(seconds_since(start));
    }
  }
  KernelRunner own{{}, places[0]};
  KernelRunner here{{}, places[1]};
  const std::array<KernelRunner*, 2> runners = {&own, &here};
  std::array<KernelProgram, 2> programs;
  for (std::size_t i = 0; i < places.size(); ++i) {
    runners[i]->set_picture(0, nullptr);
    programs[i] = compiled(*runners[i], example.text, runners[i]->compiler());
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

/// The time from the source to its first frame on a GPU, with the compiler in a separate process and in this one.
struct CompilerFigure {
  std::string name;
  std::array<double, 2> first_frame_seconds{};
};

/// The same kernel with a source that no cache contains: NVRTC caches compiled code on disk and in memory, which does
/// not help a user who has just edited the source.
std::string changed_text(const std::string& text) {
  static auto number = std::chrono::system_clock::now().time_since_epoch().count();
  ++number;
  return fmt::format("__device__ unsigned long changed_{0};\n{1}", number, text);
}

CompilerFigure measure_compiler(const KernelExample& example, gpu::DeviceId id) {
  std::array<std::vector<double>, 2> seconds;
  KernelRunner runner{id};
  const std::array compilers = {runner.compiler(), KernelCompiler{runner.device(), KernelPlace::this_process}};
  runner.set_picture(0, nullptr);
  for (int round = 0; round < compilings; ++round) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      std::this_thread::sleep_for(typing_time);
      const std::string text = changed_text(example.text);
      const auto start = std::chrono::steady_clock::now();
      static_cast<void>(draw(runner, compiled(runner, text, compilers[i]), 0));
      seconds[i].push_back(seconds_since(start));
    }
  }
  return {example.name, {median(seconds[0]), median(seconds[1])}};
}

/// Empty without a GPU.
std::vector<CompilerFigure> measure_compilers() {
  constexpr gpu::DeviceId gpu{gpu::DeviceKind::cuda, 0};
  std::vector<CompilerFigure> figures;
  try {
    static_cast<void>(gpu::Device::open(gpu));
  } catch (const gpu::Unavailable&) {
    return figures;
  }
  for (const KernelExample& example : kernel_examples()) {
    figures.push_back(measure_compiler(example, gpu));
  }
  return figures;
}

double start_of(const CompilerFigure& figure) { return figure.first_frame_seconds[0] / figure.first_frame_seconds[1]; }

double speed_of(const KernelFigure& figure) { return figure.frames_per_second[0] / figure.frames_per_second[1]; }

double start_of(const KernelFigure& figure) { return figure.first_frame_seconds[0] / figure.first_frame_seconds[1]; }

Json json_of(const std::vector<KernelFigure>& figures, const std::vector<CompilerFigure>& compilers) {
  return {{"width", width},
          {"height", height},
          {"figures", json_list(figures,
                                [](const KernelFigure& figure) {
                                  return Json{{"kernel", figure.name},
                                              {"frames_per_second_own_process", figure.frames_per_second[0]},
                                              {"frames_per_second_this_process", figure.frames_per_second[1]},
                                              {"speed", speed_of(figure)},
                                              {"first_frame_seconds_own_process", figure.first_frame_seconds[0]},
                                              {"first_frame_seconds_this_process", figure.first_frame_seconds[1]},
                                              {"first_frame_ratio", start_of(figure)},
                                              {"has_same_bytes", figure.has_same_bytes}};
                                })},
          {"compilers", json_list(compilers, [](const CompilerFigure& figure) {
             return Json{{"kernel", figure.name},
                         {"first_frame_seconds_own_process", figure.first_frame_seconds[0]},
                         {"first_frame_seconds_this_process", figure.first_frame_seconds[1]},
                         {"first_frame_ratio", start_of(figure)}};
           })}};
}

std::string table_of(const std::vector<KernelFigure>& figures, const std::vector<CompilerFigure>& compilers) {
  std::string text = fmt::format(
      "the editor's examples on the CPU device, {} × {}: in a separate process, and in this one\n"
      "  kernel        frames/s: sep.   this   ratio   first frame: sep.     this   ratio   same bytes\n",
      width, height);
  for (const KernelFigure& figure : figures) {
    text += fmt::format("  {:<12} {:>14.1f} {:>7.1f} {:>7.2f} {:>16.2f} s {:>7.2f} s {:>6.2f} {:>12}\n", figure.name,
                        figure.frames_per_second[0], figure.frames_per_second[1], speed_of(figure),
                        figure.first_frame_seconds[0], figure.first_frame_seconds[1], start_of(figure),
                        figure.has_same_bytes ? "yes" : "no");
  }
  if (!compilers.empty()) {
    text +=
        "on cuda:0, with the compiler in a separate process, or in this one\n"
        "  kernel        first frame: sep.     this   ratio\n";
  }
  for (const CompilerFigure& figure : compilers) {
    text += fmt::format("  {:<12} {:>16.2f} s {:>7.2f} s {:>6.2f}\n", figure.name, figure.first_frame_seconds[0],
                        figure.first_frame_seconds[1], start_of(figure));
  }
  return text;
}

int run(const JsonOptions& options) {
  std::vector<KernelFigure> figures;
  for (const KernelExample& example : kernel_examples()) {
    figures.push_back(measure(example));
  }
  const std::vector<CompilerFigure> compilers = measure_compilers();
  std::cout << (options.is_json ? json_text(json_of(figures, compilers)) : table_of(figures, compilers));
  return exit_code::success;
}

const RegisteredSubcommand registered{
    {.name = "bench kernels",
     .text = "measure the cost of a separate process for CPU-device kernels and for the GPU compiler",
     .rank = 65,
     .declare = with_options(declare_json, run)}};

}  // namespace
}  // namespace texelscope::app::bench_kernels
