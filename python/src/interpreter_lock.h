#pragma once

#include <pybind11/pybind11.h>
#include <functional>

/// The global interpreter lock (GIL) for threads that may outlive the interpreter. While the interpreter exits, a
/// thread that acquires the GIL is ended inside that call (pthread_exit), which C++ destructors do not survive: the
/// process aborts. Therefore, after the interpreter's atexit, only the exiting thread acquires the GIL.
namespace texelscope::python {

/// Releases the GIL in a scope, and acquires it again at its end. If the interpreter exits in the meantime, the thread
/// then sleeps until the process ends.
class ScopedUnlock {
 public:
  ScopedUnlock() : state_{PyEval_SaveThread()} {}
  ScopedUnlock(const ScopedUnlock&) = delete;
  ScopedUnlock& operator=(const ScopedUnlock&) = delete;
  ~ScopedUnlock();

 private:
  PyThreadState* state_;
};

/// Calls `work` with the GIL, on any thread. Once the interpreter has begun to exit, returns false without calling it,
/// except on the exiting thread. @throws the exceptions of `work`.
[[nodiscard]] bool try_locked(const std::function<void()>& work);
/// Like try_locked(), for threads that cannot continue without the GIL: they sleep until the process ends.
void run_locked(const std::function<void()>& work);

/// Calls `work` without the GIL. @throws RuntimeError for an unavailable device, renderer or display; and other
/// exceptions of `work`.
void run_unlocked(const std::function<void()>& work);

/// Must be called once, when the module is initialized.
void watch_exit();

}  // namespace texelscope::python
