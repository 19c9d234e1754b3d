#include "app/files/ending_signals.h"

#include <pthread.h>

#include <csignal>
#include <cstdlib>
#include <thread>

namespace texelscope::app {
namespace {

constexpr int code_of_signals = 128;

/// Not in a handler, which could not remove folders or wait for processes.
void wait_and_end(const sigset_t& signals) {
  int signal = 0;
  while (::sigwait(&signals, &signal) != 0) {
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
  // Threads that start later block them, too.
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::thread([signals] { wait_and_end(signals); }).detach();
}

}  // namespace texelscope::app
