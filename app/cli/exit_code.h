#pragma once

#include <stdexcept>

namespace texelscope::app {

/// What the program's exit codes mean.
namespace exit_code {
inline constexpr int success = 0;
inline constexpr int check_failed = 1;
inline constexpr int bad_usage = 2;
inline constexpr int unavailable = 3;
}  // namespace exit_code

/// A command line that cannot be meant. Exit code 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A run that failed in a way only its messages know: a cleanup that failed, a check that the program needs. Exit
/// code 3.
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace texelscope::app
