#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/commands/compile_options.h"
#include "app/cli/exit_code.h"
#include "app/device/device_choice.h"
#include "app/files/file.h"
#include "app/labs/kernel/kernel_frame.h"
#include "texelscope/gpu/program.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uintmax_t largest_text_bytes = 1 << 20;

struct Compiled {
  std::string device;
  bool is_done = false;
  double seconds = 0;
  std::vector<gpu::CompileMessage> messages;
  /// By name, in bytes.
  std::vector<std::pair<std::string, std::size_t>> kernels;
};

Compiled compile(const gpu::Device& device, const std::string& text, const gpu::ProgramOptions& options) {
  Compiled compiled;
  compiled.device = to_string(device.id());
  const auto start = std::chrono::steady_clock::now();
  try {
    const gpu::Program program = gpu::Program::compile(device, text, options);
    compiled.is_done = true;
    compiled.messages = program.messages();
    for (const std::string& name : options.kernels) {
      compiled.kernels.emplace_back(name, program.kernel(name).size_bytes());
    }
  } catch (const gpu::CompileError& error) {
    compiled.messages = error.messages();
  }
  compiled.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return compiled;
}

void print_json(const std::string& file, const Compiled& compiled) {
  Json json{{"file", file},
            {"device", compiled.device},
            {"compiles", compiled.is_done},
            {"seconds", compiled.seconds},
            {"messages", Json::array()},
            {"kernels", Json::array()}};
  for (const gpu::CompileMessage& message : compiled.messages) {
    json["messages"].push_back({{"line", message.line},
                                {"column", message.column},
                                {"severity", to_string(message.severity)},
                                {"text", message.text}});
  }
  for (const auto& [name, size] : compiled.kernels) {
    json["kernels"].push_back({{"name", name}, {"size_bytes", size}});
  }
  std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

/// As compilers print it, so that editors find the place.
void print_text(const std::string& file, const Compiled& compiled) {
  for (const gpu::CompileMessage& message : compiled.messages) {
    const std::string place =
        message.line == 0 ? file : fmt::format("{}:{}:{}", file, message.line, std::max(message.column, 1));
    std::cout << fmt::format("{}: {}: {}\n", place, to_string(message.severity), message.text);
  }
  if (compiled.is_done) {
    std::cout << fmt::format("{} compiles for {} in {:.2f} s\n", file, compiled.device, compiled.seconds);
  }
}

}  // namespace

int run_compile(const CompileOptions& options) {
  const std::optional<gpu::DeviceId> id = options.common.device_id();
  const std::vector<std::byte> bytes = read_file(options.file, largest_text_bytes);
  gpu::ProgramOptions program;
  program.name = std::filesystem::path{options.file}.filename().string();
  program.definitions = options.definitions;
  program.kernels = options.kernels;
  if (program.kernels.empty()) {
    program.kernels = {kernel_entry_name};
    program.before = kernel_frame_text;
    program.behind = kernel_entry_text;
  }
  Compiled compiled;
  run_observed(options.common, [&](const gpu::DeviceOptions& device_options) {
    const ChosenDevice chosen = open_device(id, device_options);
    if (!chosen.note.empty()) {
      print_note(chosen.note);
    }
    compiled = compile(chosen.device, {reinterpret_cast<const char*>(bytes.data()), bytes.size()}, program);
  });
  if (options.is_json) {
    print_json(options.file, compiled);
  } else {
    print_text(options.file, compiled);
  }
  return compiled.is_done ? exit_code::success : exit_code::check_failed;
}

}  // namespace texelscope::app
