#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/sweep/sweep.h"

namespace texelscope::app {

/// What happened in one round of a sweep.
struct SweepRound {
  /// The call that failed; empty when the run ended before it.
  std::string call;
  /// What the failing run threw, or what its diagnostics said first; empty for none.
  std::optional<std::string> error;
  std::vector<std::string> diagnostics;
  /// What the run gave; nothing when it threw.
  std::optional<std::vector<std::byte>> bytes;
  /// Why the run after it was wrong; empty when it was right.
  std::string after;
  /// What nobody released.
  std::vector<std::string> leaks;
};

/// Runs rounds, each with the number of the call that fails in it, and enters them into the result, until one that no
/// failure reached. @returns false where there is no end to them.
[[nodiscard]] bool run_rounds(const std::function<SweepRound(std::uint64_t number)>& run_round,
                              const std::vector<std::byte>& expected, const SweepProgress& progress,
                              SweepResult& result);

/// Runs work whose call fails, and enters its bytes or its error; then, where `can_run_again`, whether it gives the
/// expected bytes.
void run_failing(const std::function<std::vector<std::byte>()>& work, const std::function<bool()>& can_run_again,
                 const std::vector<std::byte>& expected, SweepRound& round);

/// "" when `work` gives the expected bytes, else what it gives or throws.
[[nodiscard]] std::string trouble_of(const std::function<std::vector<std::byte>()>& work,
                                     const std::vector<std::byte>& expected);

}  // namespace texelscope::app
