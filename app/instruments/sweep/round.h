#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/instruments/sweep/sweep.h"

namespace texelscope::app {

/// The outcome of one round of a sweep.
struct SweepRound {
  /// The call that failed; empty if the run ended before it.
  std::string call;
  /// The exception of the failing run, or its first diagnostic; empty if there is neither.
  std::optional<std::string> error;
  std::vector<std::string> diagnostics;
  /// The result of the run; nothing if it threw.
  std::optional<std::vector<std::byte>> bytes;
  /// The fault of the following run; empty if it was right.
  std::string after;
  /// The leaked objects.
  std::vector<std::string> leaks;
};

/// Runs rounds with increasing numbers of the failing call, and adds them to the result, until a round has no failure.
/// @returns false if there is no end.
[[nodiscard]] bool run_rounds(const std::function<SweepRound(std::uint64_t number)>& run_round,
                              const std::vector<std::byte>& expected, const SweepProgress& progress,
                              SweepResult& result);

/// Runs work with a failing call, and records its bytes or its error; then, if `can_run_again`, whether it produces the
/// expected bytes.
void run_failing(const std::function<std::vector<std::byte>()>& work, const std::function<bool()>& can_run_again,
                 const std::vector<std::byte>& expected, SweepRound& round);

/// Empty if `work` produces the expected bytes, otherwise its fault.
[[nodiscard]] std::string trouble_of(const std::function<std::vector<std::byte>()>& work,
                                     const std::vector<std::byte>& expected);

}  // namespace texelscope::app
