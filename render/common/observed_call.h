#pragma once

#include <string_view>

#include "render/common/call_observer.h"

namespace texelscope::render {

/// The observer of this thread, or null.
[[nodiscard]] CallObserver* call_observer() noexcept;

/// The error of the last call failed by an observer, such as "EGL_BAD_ALLOC", returned once; empty if none. Must be
/// queried before a library's last error: the library was never called.
[[nodiscard]] std::string_view take_injected_failure() noexcept;
void set_injected_failure(std::string_view failure) noexcept;

/// Makes a call that fails with the result `failed`. `failure` is the name of that failure.
template <class Result, class Function>
Result observed_call(std::string_view name, const Result& failed, std::string_view failure, Function&& function) {
  CallObserver* const observer = call_observer();
  if (observer == nullptr) {
    return function();
  }
  const auto start = CallClock::now();
  if (observer->before(name)) {
    set_injected_failure(failure);
    observer->after(name, failure, start, CallClock::now());
    return failed;
  }
  set_injected_failure({});
  const Result result = function();
  observer->after(name, result == failed ? failure : std::string_view{}, start, CallClock::now());
  return result;
}

}  // namespace texelscope::render
