#include "gpu/cuda/nvrtc_process.h"

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <exception>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "gpu/cuda/device_compiler.h"
#include "gpu/files/compiler_process.h"
#include "gpu/files/sanitizer.h"
#include "gpu/files/temporary_folder.h"

namespace texelscope::gpu {
namespace {

/// CPU time is limited once the process receives its source.
ProcessLimits limits_of_nvrtc() {
  ProcessLimits limits = compiler_limits(std::chrono::milliseconds{0});
  if (is_sanitized) {
    limits.address_bytes = 0;
  }
  return limits;
}

/// Explains the end of a process that gave no answer.
Status explain(const CompilerEnding& ending, const std::string& errors, driver::ProgramCompile& call) {
  if (ending.exit_code <= 128) {
    call.reason =
        fmt::format("the NVRTC process exited with code {}: {}", ending.exit_code, errors.substr(0, errors.find('\n')));
    return Status::operating_system;
  }
  const int signal = ending.exit_code - 128;
  call.log = fmt::format("NVRTC was terminated by signal {} ({}); its limits are {} GiB of memory and {} s", signal,
                         ::strsignal(signal), limits_of_nvrtc().address_bytes >> 30,
                         std::chrono::ceil<std::chrono::seconds>(call.time_limit).count());
  return Status::invalid_source;
}

}  // namespace

NvrtcProcess::NvrtcProcess(std::vector<std::string> command, const cuda::CompileOrder& rehearsal)
    : command_{std::move(command)}, rehearsal_{cuda::order_text(rehearsal)} {
  start_ahead(nullptr);
}

NvrtcProcess::Process NvrtcProcess::start() const {
  return std::make_shared<WaitingProcess>(std::filesystem::absolute(command_.front()),
                                          std::vector<std::string>{command_.begin() + 1, command_.end()},
                                          limits_of_nvrtc());
}

void NvrtcProcess::start_ahead(Process last) noexcept {
  const std::scoped_lock lock{mutex_};
  if (next_.valid()) {
    return;
  }
  try {
    next_ = std::async(std::launch::async, [this, ended = std::move(last)]() mutable {
      Process process;
      try {
        process = start();
        process->prepare(rehearsal_);
      } catch (const std::exception&) {
        // The next compilation starts a process, and reports the reason if that fails.
      }
      ended.reset();
      return process;
    });
  } catch (const std::system_error&) {
    // No thread could be created: the next compilation starts a process.
  }
}

pid_t NvrtcProcess::waiting() const {
  const std::scoped_lock lock{mutex_};
  return next_.valid() && next_.get() ? next_.get()->id() : 0;
}

Status NvrtcProcess::compile(int driver_version, int capability, driver::ProgramCompile& call) {
  Process process;
  {
    const std::scoped_lock lock{mutex_};
    process = next_.valid() ? std::exchange(next_, {}).get() : nullptr;
  }
  Status status = Status::operating_system;
  try {
    if (!process || process->has_ended()) {
      process = start();
    }
    status = compile_in(*process, {driver_version, capability, call.num_kernels, {}, std::string{call.source}}, call);
  } catch (const std::system_error& error) {
    call.reason = error.what();
  }
  // Started only after the answer, which it would otherwise delay on machines with few processors.
  start_ahead(std::move(process));
  return status;
}

Status NvrtcProcess::compile_in(WaitingProcess& process, cuda::CompileOrder order, driver::ProgramCompile& call) const {
  const ProcessTime time{std::chrono::steady_clock::now() + call.time_limit, call.stop};
  const TemporaryFolder folder;
  order.folder = folder.path();
  process.limit_processor_time(std::chrono::ceil<std::chrono::seconds>(call.time_limit));
  const std::optional<std::string> answer = process.ask(cuda::order_text(order), time);
  const std::optional<Status> status = answer ? cuda::read_answer(*answer, call) : std::nullopt;
  if (!status) {
    const CompilerEnding ending = process.wait(time);
    return !answer || ending.is_stopped || ending.exit_code == 128 + SIGXCPU ? Status::timeout
                                                                             : explain(ending, process.errors(), call);
  }
  if (*status == Status::out_of_memory) {
    call.log = fmt::format("NVRTC needs more than {} GiB of memory", limits_of_nvrtc().address_bytes >> 30);
    return Status::invalid_source;
  }
  return *status;
}

namespace cuda {

Status compile_program(int driver_version, int capability, driver::ProgramCompile& call) {
  return call.process == nullptr ? compile_for_device(nvrtc(driver_version), capability, call)
                                 : call.process->compile(driver_version, capability, call);
}

}  // namespace cuda
}  // namespace texelscope::gpu
