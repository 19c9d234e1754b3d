#pragma once

#include <stdexcept>

namespace texelscope::app {

/// The exit codes of the program.
namespace exit_code {
inline constexpr int success = 0;
inline constexpr int check_failed = 1;
inline constexpr int bad_usage = 2;
inline constexpr int unavailable = 3;
}  // namespace exit_code

/// An invalid command line. Exit code 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A run that failed for a reason that only its message describes: a failed cleanup, or a check that the program
/// requires. Exit code 3.
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace texelscope::app
