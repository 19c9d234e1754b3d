#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>

namespace texelscope::gpu {

/// Finds a pipe or a device for which a compiler waits: a source may include such a file, which has no end. Sees
/// nothing on a system whose kernel does not report the calls of blocked processes (/proc/PID/syscall).
class EndlessFileWatch {
 public:
  /// Inspects the processes of a group, at most every 100 ms. Returns the file for which one of them has waited for
  /// half a second; empty if there is none.
  [[nodiscard]] std::string look(pid_t group);

 private:
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now();
  int times_ = 0;
  std::string file_;
};

}  // namespace texelscope::gpu
