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

/// NVRTC in processes of their own, which can be ended while they parse and are held to an amount of memory: one for
/// each text. One is started ahead, rehearses, and waits for the next text. Any thread may call.
class NvrtcProcess {
 public:
  /// Starts the first. One that cannot be started is told by compile(), which tries again.
  NvrtcProcess(std::vector<std::string> command, const cuda::CompileOrder& rehearsal);
  NvrtcProcess(const NvrtcProcess&) = delete;
  NvrtcProcess& operator=(const NvrtcProcess&) = delete;
  /// Ends the one that waits.
  ~NvrtcProcess() = default;

  /// Compiles the call's text as compile_for_device does, in the process that waits or else a new one, under the limits
  /// of the CPU device's compiler; then another is started ahead.
  [[nodiscard]] Status compile(int driver_version, int capability, driver::ProgramCompile& call);

  /// The process that waits for a text; 0 when there is none.
  [[nodiscard]] pid_t waiting() const;

 private:
  using Process = std::shared_ptr<WaitingProcess>;

  [[nodiscard]] Process start() const;
  /// Starts the next in another thread, which also ends the last: giving back its memory takes time.
  void start_ahead(Process last) noexcept;
  [[nodiscard]] Status compile_in(WaitingProcess& process, cuda::CompileOrder order,
                                  driver::ProgramCompile& call) const;

  std::vector<std::string> command_;
  std::string rehearsal_;
  mutable std::mutex mutex_;
  /// The process that waits, null where it could not be started; not valid while there is none.
  std::shared_future<Process> next_;
};

namespace cuda {

/// Compiles the call's text by the NVRTC for a driver of this version: in the process that the call names, else in this
/// one. @throws std::bad_alloc.
[[nodiscard]] Status compile_program(int driver_version, int capability, driver::ProgramCompile& call);

/// What such a process does: compiles one text that standard input brings, a socket, and writes the results to standard
/// output. Returns its exit code; it ends when the socket closes. @throws InvalidArgument when standard input is none,
/// or brings something else.
[[nodiscard]] int run_nvrtc_process();

}  // namespace cuda
}  // namespace texelscope::gpu
