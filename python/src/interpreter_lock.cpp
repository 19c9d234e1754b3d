#include "python/src/interpreter_lock.h"

#include <pthread.h>
#include <unistd.h>

#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "texelscope/gpu/error.h"

namespace py = pybind11;

namespace texelscope::python {
namespace {

/// How often this thread has entered the gate.
thread_local int depth = 0;

/// Counts the threads that acquire the GIL, until the gate closes.
class Gate {
 public:
  explicit Gate(int inside) : inside_{inside} {}

  [[nodiscard]] bool enter() {
    const std::lock_guard lock(mutex_);
    if (is_closed_ && std::this_thread::get_id() != ending_thread_) {
      return false;
    }
    ++inside_;
    ++depth;
    return true;
  }
  void leave() {
    const std::lock_guard lock(mutex_);
    --depth;
    if (--inside_ == 0) {
      empty_.notify_all();
    }
  }
  /// Waits for threads inside the gate. Called with the GIL, which they may need.
  void close() {
    PyThreadState* const state = PyEval_SaveThread();
    {
      std::unique_lock lock(mutex_);
      is_closed_ = true;
      ending_thread_ = std::this_thread::get_id();
      empty_.wait(lock, [&] { return inside_ == 0; });
    }
    PyEval_RestoreThread(state);
  }

 private:
  std::mutex mutex_;
  std::condition_variable empty_;
  int inside_;
  bool is_closed_ = false;
  std::thread::id ending_thread_;
};

/// Never destroyed, because threads use it until the process ends.
Gate* the_gate = new Gate(0);

Gate& gate() { return *the_gate; }

/// After a fork, only the forking thread exists, regardless of what the others were doing.
void begin_in_child() { the_gate = new Gate(depth); }

/// Leaves the gate at the end of its scope.
struct Inside {
  Inside() = default;
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
  ~Inside() { gate().leave(); }
};

[[noreturn]] void sleep_forever() {
  while (true) {
    ::pause();
  }
}

}  // namespace

ScopedUnlock::~ScopedUnlock() {
  if (!gate().enter()) {
    sleep_forever();
  }
  const Inside inside;
  PyEval_RestoreThread(state_);
}

bool try_locked(const std::function<void()>& work) {
  if (Py_IsInitialized() == 0) {
    return false;
  }
  if (PyGILState_Check() != 0) {
    work();
    return true;
  }
  if (!gate().enter()) {
    return false;
  }
  const Inside inside;
  const py::gil_scoped_acquire locked;
  work();
  return true;
}

void run_locked(const std::function<void()>& work) {
  if (!try_locked(work)) {
    sleep_forever();
  }
}

void watch_exit() {
  ::pthread_atfork(nullptr, nullptr, &begin_in_child);
  py::module_::import("atexit").attr("register")(py::cpp_function([] { gate().close(); }));
}

void run_unlocked(const std::function<void()>& work) {
  const ScopedUnlock released;
  try {
    work();
  } catch (const gpu::Unavailable& error) {
    // Not a BufferError, which would mean that the memory cannot be shared.
    throw std::runtime_error(error.what());
  }
}

}  // namespace texelscope::python
