#include "app/cli/doctor/doctor_check.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <exception>
#include <memory>
#include <utility>

namespace texelscope::app {

Check run_check(std::string name, const std::function<void(Check&)>& body) {
  Check check{std::move(name), CheckResult::ok, {}, {}};
  try {
    body(check);
  } catch (const std::exception& error) {
    // The texts of this program's errors end with what to do.
    check.result = CheckResult::fail;
    check.text = error.what();
  }
  return check;
}

void warn(Check& check, std::string text, std::string advice) {
  check.result = CheckResult::warn;
  check.text = std::move(text);
  check.advice = std::move(advice);
}

void fail(Check& check, std::string text, std::string advice) {
  warn(check, std::move(text), std::move(advice));
  check.result = CheckResult::fail;
}

namespace {

struct CloseLibrary {
  void operator()(void* library) const { ::dlclose(library); }
};

}  // namespace

void check_library(Check& check, const char* file, const char* advice) {
  const std::unique_ptr<void, CloseLibrary> library(::dlopen(file, RTLD_LAZY | RTLD_LOCAL));
  if (library) {
    check.text = fmt::format("{} loads", file);
  } else {
    const char* const reason = ::dlerror();
    warn(check, fmt::format("{} does not load: {}", file, reason != nullptr ? reason : "no reason given"), advice);
  }
}

}  // namespace texelscope::app
