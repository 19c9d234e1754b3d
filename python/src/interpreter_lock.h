#pragma once

#include <pybind11/pybind11.h>
#include <functional>

/// The interpreter's lock (the GIL) for threads that may outlast it. A thread that asks Python for the lock while the
/// interpreter ends is ended inside that call (pthread_exit), which no destructor of C++ survives: the process aborts.
/// So from the interpreter's atexit on, no thread but the ending one asks.
namespace texelscope::python {

/// Lets go of the lock in a scope, and takes it again at its end. Where the interpreter ends meanwhile, the thread
/// sleeps there until the process is gone.
class ScopedUnlock {
 public:
  ScopedUnlock() : state_{PyEval_SaveThread()} {}
  ScopedUnlock(const ScopedUnlock&) = delete;
  ScopedUnlock& operator=(const ScopedUnlock&) = delete;
  ~ScopedUnlock();

 private:
  PyThreadState* state_;
};

/// Calls `work` with the lock held, on any thread. False, without a call, once the interpreter has begun to end; the
/// thread that ends it goes on until it is gone. @throws what `work` throws.
[[nodiscard]] bool try_locked(const std::function<void()>& work);
/// The same, where the thread can do nothing without: it sleeps until the process is gone.
void run_locked(const std::function<void()>& work);

/// To be called once, when the module is made.
void watch_exit();

}  // namespace texelscope::python
