#pragma once

#include <functional>
#include <string>

#include "app/cli/doctor/doctor_checks.h"

namespace texelscope::app {

/// Runs a check whose exceptions are its failure.
[[nodiscard]] Check run_check(std::string name, const std::function<void(Check&)>& body);

/// What was found and what to do, for a link that something goes on without; and for one that it does not.
void warn(Check& check, std::string text, std::string advice);
void fail(Check& check, std::string text, std::string advice);

/// Opens a shared library, and warns when it does not load.
void check_library(Check& check, const char* file, const char* advice);

}  // namespace texelscope::app
