#pragma once

#include <string_view>

#include "render/common/call_observer.h"

namespace texelscope::render {

/// The observer of this thread; null when there is none.
[[nodiscard]] CallObserver* call_observer() noexcept;

/// What the last call that an observer failed stands for, such as "EGL_BAD_ALLOC", once; empty when there was none. Who
/// asks a library for its last error asks this first: the library was never called.
[[nodiscard]] std::string_view take_injected_failure() noexcept;
void set_injected_failure(std::string_view failure) noexcept;

/// Makes a call whose result tells whether it failed: it did when it is `failed`. `failure` is how such a call fails.
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
