#pragma once

#include <string_view>

#include "render/common/observed_call.h"

namespace texelscope::render::gl {

/// Whether an observed call since clear_gl_errors() has failed. Dependent calls are skipped until require_no_gl_error()
/// reports the failure.
[[nodiscard]] bool has_failed_call() noexcept;
/// Stores GL's error, if any, for require_no_gl_error(), which then names `name`. @returns its name, or empty.
std::string_view keep_gl_error(std::string_view name) noexcept;
/// Stores the error of a call that an observer failed, likewise.
std::string_view keep_injected_error(std::string_view name) noexcept;

/// Makes a GL call that returns nothing and can fail; use it between clear_gl_errors() and require_no_gl_error().
template <class Function>
void gl_call(std::string_view name, Function&& function) {
  CallObserver* const observer = call_observer();
  if (observer == nullptr) {
    function();
    return;
  }
  if (has_failed_call()) {
    return;
  }
  const auto start = CallClock::now();
  std::string_view failure;
  if (observer->before(name)) {
    failure = keep_injected_error(name);
  } else {
    function();
    failure = keep_gl_error(name);
  }
  observer->after(name, failure, start, CallClock::now());
}

}  // namespace texelscope::render::gl
