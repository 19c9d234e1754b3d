#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iostream>

#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/labs/kernel/code_tokens.h"
#include "app/labs/kernel/kernel_frame.h"
#include "app/text/escape.h"
#include "texelscope/gpu/program.h"

namespace texelscope::app::compile_command {
namespace {

struct Options {
  CommonOptions common;
  std::string file;
  /// Empty for a source of the kernel editor, with a function pixel().
  std::vector<std::string> kernels;
  std::vector<std::string> definitions;
  bool is_json = false;
};

void declare(CommandOptions& command, Options& options) {
  command.option("file", "FILE.cu", options.file, "the source, as saved by the kernel editor",
                 {.is_required = true, .path = PathUse::read});
  command.option("--kernel", "TYPE", options.kernels,
                 "the functor to compile (default: the function pixel(Index, const Frame&))");
  command.option("--define", "NAME[=VALUE]", options.definitions, "a preprocessor definition; repeatable");
  command.json(options.is_json);
  add_common_options(command, options.common);
}

struct Compiled {
  std::string device;
  bool is_done = false;
  double seconds = 0;
  std::vector<gpu::CompileMessage> messages;
  /// The kernels by name, with their sizes in bytes.
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
    if (compiled.messages.empty()) {
      // The compilation was stopped.
      compiled.messages.push_back({.text = error.what()});
    }
  }
  compiled.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return compiled;
}

Json json_of(const std::string& file, const Compiled& compiled) {
  const Json messages = json_list(compiled.messages, [](const gpu::CompileMessage& message) {
    return Json{{"line", message.line},
                {"column", message.column},
                {"severity", to_string(message.severity)},
                {"text", message.text}};
  });
  const Json kernels = json_list(compiled.kernels, [](const auto& kernel) {
    return Json{{"name", kernel.first}, {"size_bytes", kernel.second}};
  });
  return {{"file", file},
          {"device", compiled.device},
          {"compiles", compiled.is_done},
          {"seconds", compiled.seconds},
          {"messages", messages},
          {"kernels", kernels}};
}

/// Formats messages as compilers do, so that editors can find the location.
std::string text_of(const std::string& file, const Compiled& compiled) {
  std::string text;
  for (const gpu::CompileMessage& message : compiled.messages) {
    const std::string place =
        message.line == 0 ? file : fmt::format("{}:{}:{}", file, message.line, std::max(message.column, 1));
    text += message_line(fmt::format("{}: {}: {}", place, to_string(message.severity), message.text)) + '\n';
  }
  if (compiled.is_done) {
    text += fmt::format("{} compiles for {} in {:.2f} s\n", file, compiled.device, compiled.seconds);
  }
  return text;
}

int run(const Options& options) {
  const std::string text = read_kernel_text(options.file);
  gpu::ProgramOptions program;
  program.name = std::filesystem::path{options.file}.filename().string();
  program.definitions = options.definitions;
  program.kernels = options.kernels;
  if (program.kernels.empty()) {
    program.kernels = {kernel_entry_name};
    program.before = kernel_frame_text;
    program.behind = kernel_entry_text(kernel_buffers(text));
  }
  Compiled compiled;
  run_observed(options.common, [&](const gpu::DeviceOptions& device_options) {
    compiled = compile(open_device(options.common, device_options), text, program);
  });
  std::cout << (options.is_json ? json_text(json_of(options.file, compiled)) : text_of(options.file, compiled));
  return compiled.is_done ? exit_code::success : exit_code::check_failed;
}

const RegisteredSubcommand registered{
    {.name = "compile",
     .text = "compile kernel source for a device, and print the errors with their lines",
     .group = CommandGroup::people,
     .rank = 110,
     .declare = with_options(declare, run)}};

}  // namespace
}  // namespace texelscope::app::compile_command
