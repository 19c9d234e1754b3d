#include "app/labs/kernel/kernel_compiler.h"

#include <chrono>
#include <exception>
#include <optional>
#include <utility>

#include "app/files/child_process.h"
#include "app/labs/kernel/kernel_frame.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {

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

}  // namespace texelscope::app
