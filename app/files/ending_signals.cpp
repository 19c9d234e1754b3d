#include "app/files/ending_signals.h"

#include <pthread.h>

#include <csignal>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <utility>

namespace texelscope::app {
namespace {

constexpr int code_of_signals = 128;

/// Whether the next signal is only recorded, and the recorded signal.
struct PutOff {
  std::mutex mutex;
  bool is_on = false;
  int signal = 0;
};
PutOff put_off;

bool is_put_off(int signal) {
  const std::lock_guard lock{put_off.mutex};
  return put_off.is_on && std::exchange(put_off.signal, signal) == 0;
}

/// Runs in a thread instead of a signal handler, which could not remove folders or wait for processes.
void wait_and_end(const sigset_t& signals) {
  int signal = 0;
  while (::sigwait(&signals, &signal) != 0 || is_put_off(signal)) {
  }
  ::pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  std::quick_exit(code_of_signals + signal);
}

}  // namespace

void end_on_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction present {};
    if (::sigaction(signal, nullptr, &present) == 0 && present.sa_handler != SIG_IGN) {
      sigaddset(&signals, signal);
    }
  }
  // Threads that start later block these signals, too.
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::thread([signals] { wait_and_end(signals); }).detach();
}

PutOffEnding::PutOffEnding() {
  const std::lock_guard lock{put_off.mutex};
  put_off.is_on = true;
  put_off.signal = 0;
}

PutOffEnding::~PutOffEnding() {
  const std::lock_guard lock{put_off.mutex};
  put_off.is_on = false;
}

std::optional<int> PutOffEnding::code() const {
  const std::lock_guard lock{put_off.mutex};
  return put_off.signal == 0 ? std::nullopt : std::optional(code_of_signals + put_off.signal);
}

}  // namespace texelscope::app
