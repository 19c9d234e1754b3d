#pragma once

#include <functional>
#include <list>

namespace texelscope::gpu {

/// Something outside of this process that must not outlive it: a temporary file or folder, a child process.
/// std::quick_exit(), by which a signal ends the program, calls no destructors, but undoes what the guards of that
/// moment made, the newest first.
class QuickExitGuard {
 public:
  using Undo = std::function<void()>;

  /// Calls `make`, which returns how to undo what it made. A quick exit waits for it, so that nothing is made without
  /// being known. Passes on what `make` throws.
  explicit QuickExitGuard(const std::function<Undo()>& make);
  QuickExitGuard(const QuickExitGuard&) = delete;
  QuickExitGuard& operator=(const QuickExitGuard&) = delete;
  /// Forgets it. Once the process is ending it blocks: what was undone would be told as a failure otherwise.
  ~QuickExitGuard();

 private:
  std::list<Undo>::iterator place_;
};

}  // namespace texelscope::gpu
