#pragma once

#include <sys/types.h>

#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "gpu/cuda/compile_order.h"
#include "gpu/driver/calls/kernel.h"
#include "gpu/files/waiting_process.h"

namespace texelscope::gpu {

/// NVRTC in separate processes, one for each source: they have a memory limit, and can be terminated even while they
/// parse. One process is prestarted, rehearses, and waits for the next source. May be used from any thread.
class NvrtcProcess {
 public:
  /// Starts the first process. A failure is reported by compile(), which tries again.
  NvrtcProcess(std::vector<std::string> command, const cuda::CompileOrder& rehearsal);
  NvrtcProcess(const NvrtcProcess&) = delete;
  NvrtcProcess& operator=(const NvrtcProcess&) = delete;
  /// Terminates the waiting process.
  ~NvrtcProcess() = default;

  /// Compiles the call's source like compile_for_device, in the waiting process, or in a new process if none is
  /// waiting, under the limits of the CPU device's compiler; then prestarts another.
  [[nodiscard]] Status compile(int driver_version, int capability, driver::ProgramCompile& call);

  /// The process that waits for a source; 0 if none does.
  [[nodiscard]] pid_t waiting() const;

 private:
  using Process = std::shared_ptr<WaitingProcess>;

  [[nodiscard]] Process start() const;
  /// Starts the next process on another thread, which also terminates the previous process: freeing its memory takes
  /// time.
  void start_ahead(Process last) noexcept;
  [[nodiscard]] Status compile_in(WaitingProcess& process, cuda::CompileOrder order,
                                  driver::ProgramCompile& call) const;

  std::vector<std::string> command_;
  std::string rehearsal_;
  mutable std::mutex mutex_;
  /// The waiting process, null if it could not be started; not valid if none exists.
  std::shared_future<Process> next_;
};

namespace cuda {

/// Compiles the call's source with the NVRTC for a driver of this version: in the process that the call names,
/// otherwise in this process. @throws std::bad_alloc.
[[nodiscard]] Status compile_program(int driver_version, int capability, driver::ProgramCompile& call);

/// The main function of the NVRTC processes: compiles one source from standard input, a socket, and writes the results
/// to standard output. Returns the exit code; the process ends when the socket closes. @throws InvalidArgument if
/// standard input is not a socket, or contains something else.
[[nodiscard]] int run_nvrtc_process();

}  // namespace cuda
}  // namespace texelscope::gpu
