#include <exception>
#include <stdexcept>
#include <string>

#include "inspect/sender/sender.h"
#include "texelscope_inspect.h"

using texelscope::inspect::Sender;
using texelscope::inspect::state;
using texelscope::inspect::WindowState;

namespace {

/// No allocation is certain to succeed where an error is reported.
std::string& last_error() noexcept {
  thread_local std::string text;
  return text;
}

void report(const std::exception& error) noexcept {
  try {
    last_error() = error.what();
  } catch (const std::exception&) {
    last_error().clear();
  }
}

}  // namespace

volatile int texelscope_inspect_state = 0;

texelscope_inspect_status texelscope_inspect_send(const texelscope_inspect_array* array) {
  try {
    return Sender::instance().send(array);
  } catch (const std::invalid_argument& error) {
    report(error);
    return TEXELSCOPE_INSPECT_REFUSED;
  } catch (const std::exception& error) {
    // No memory: later calls may succeed.
    report(error);
    return TEXELSCOPE_INSPECT_SKIPPED;
  }
}

int texelscope_inspect_ask(const char* name) {
  try {
    return Sender::instance().is_due(name) ? 1 : 0;
  } catch (const std::exception&) {
    // The call that follows reports it.
    return 1;
  }
}

texelscope_inspect_status texelscope_inspect_refuse(const char* reason) {
  report(std::runtime_error(reason));
  return TEXELSCOPE_INSPECT_REFUSED;
}

void texelscope_inspect_end(const char* name) {
  try {
    if (name != nullptr && state() == WindowState::watched) {
      Sender::instance().end(name);
    }
  } catch (const std::exception& error) {
    report(error);
  }
}

int texelscope_inspect_wait(int milliseconds) {
  try {
    return Sender::instance().wait_for_window(milliseconds) ? 1 : 0;
  } catch (const std::exception& error) {
    report(error);
    return 0;
  }
}

int texelscope_inspect_flush(int milliseconds) {
  try {
    return state() != WindowState::watched || Sender::instance().flush(milliseconds) ? 1 : 0;
  } catch (const std::exception& error) {
    report(error);
    return 0;
  }
}

void texelscope_inspect_set_budget(double share) {
  try {
    Sender::instance().set_budget(share);
  } catch (const std::exception& error) {
    report(error);
  }
}

const char* texelscope_inspect_last_error(void) { return last_error().c_str(); }
