#include "app/labs/kernel/kernel_compiler.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <optional>
#include <utility>

#include "app/files/child_process.h"
#include "app/labs/kernel/code_tokens.h"
#include "app/labs/kernel/kernel_frame.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (;;) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) {
      return lines;
    }
    text.remove_prefix(end + 1);
  }
}

}  // namespace

KernelCompiler::KernelCompiler(const gpu::Device& device, KernelPlace nvrtc) : device_{device} {
  if (device.id().kind != gpu::DeviceKind::cuda || nvrtc != KernelPlace::own_process) {
    return;
  }
  try {
    nvrtc_ = gpu::start_nvrtc_process(device, {own_program().string(), std::string{kernel_compiler_command}});
  } catch (const std::exception& error) {
    error_ = error.what();
  }
}

CompiledKernel KernelCompiler::compile(const std::string& text, const std::string& name, const std::stop_token& stop,
                                       KernelPlace place) const {
  const auto start = std::chrono::steady_clock::now();
  CompiledKernel compiled{text, std::nullopt, {}, error_, 0};
  if (!error_.empty()) {
    return compiled;
  }
  gpu::ProgramOptions options;
  options.kernels = {kernel_entry_name};
  options.name = name;
  options.before = kernel_frame_text;
  const unsigned buffers = kernel_buffers(text);
  options.behind = kernel_entry_text(buffers);
  options.stop = stop;
  options.nvrtc_process = nvrtc_;
  try {
    auto code = std::make_shared<const gpu::ObjectCode>(gpu::Program::compile_object_code(device_, text, options));
    compiled.messages = code->messages;
    KernelProgram program{name, std::move(code), std::nullopt, buffers};
    if (place == KernelPlace::this_process) {
      program.loaded = gpu::Program::load(device_, *program.code);
    }
    compiled.program = std::move(program);
  } catch (const gpu::CompileError& error) {
    compiled.error = error.what();
    compiled.messages = error.messages();
  } catch (const std::exception& error) {
    compiled.error = error.what();
  }
  compiled.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return compiled;
}

std::vector<gpu::CompileMessage> moved_messages(const std::vector<gpu::CompileMessage>& messages,
                                                std::string_view compiled, std::string_view edited) {
  if (messages.empty() || compiled == edited) {
    return messages;
  }
  const std::vector<std::string_view> before = lines_of(compiled);
  const std::vector<std::string_view> after = lines_of(edited);
  const auto shorter = static_cast<int>(std::min(before.size(), after.size()));
  const auto same_above = static_cast<int>(std::ranges::mismatch(before, after).in1 - before.begin());
  int same_below = 0;
  while (same_below < shorter - same_above && before[before.size() - 1 - static_cast<std::size_t>(same_below)] ==
                                                  after[after.size() - 1 - static_cast<std::size_t>(same_below)]) {
    ++same_below;
  }
  const auto lines_before = static_cast<int>(before.size());
  const int shift = static_cast<int>(after.size()) - lines_before;
  std::vector<gpu::CompileMessage> moved;
  for (const gpu::CompileMessage& message : messages) {
    if (message.line <= same_above) {
      moved.push_back(message);
    } else if (message.line > lines_before - same_below) {
      moved.push_back(message);
      moved.back().line += shift;
    }
  }
  return moved;
}

}  // namespace texelscope::app
