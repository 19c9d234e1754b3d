#pragma once

#include <functional>
#include <list>

namespace texelscope::gpu {

/// Something outside this process that must not outlive it: a temporary file or folder, a child process.
/// std::quick_exit(), with which a signal ends the program, does not call destructors, but undoes what existing guards
/// have created, newest first.
class QuickExitGuard {
 public:
  using Undo = std::function<void()>;

  /// Calls `make`, which returns a function that undoes its effect. A quick exit waits for this call, so that nothing
  /// is created without being registered. Rethrows exceptions of `make`.
  explicit QuickExitGuard(const std::function<Undo()>& make);
  QuickExitGuard(const QuickExitGuard&) = delete;
  QuickExitGuard& operator=(const QuickExitGuard&) = delete;
  /// Unregisters it. Blocks if the process is already ending: undoing would otherwise be reported as a failure.
  ~QuickExitGuard();

 private:
  std::list<Undo>::iterator place_;
};

}  // namespace texelscope::gpu
