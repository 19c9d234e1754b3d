#pragma once

#include <cstddef>
#include <cstdint>
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

/// Enters a round into the result. @returns false after the round that no failure reached, which is the last.
[[nodiscard]] bool judge(const SweepRound& round, std::uint64_t number, const std::vector<std::byte>& expected,
                         SweepResult& result);

/// "" when `work` gives the expected bytes, else what it gives or throws.
[[nodiscard]] std::string trouble_of(const std::function<std::vector<std::byte>()>& work,
                                     const std::vector<std::byte>& expected);

}  // namespace texelscope::app
