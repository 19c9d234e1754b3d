#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "texelscope/gpu/call_observer.h"

namespace texelscope::gpu {

/// Fails one driver call, so that every failure can be tried. Unless told otherwise it fails as memory that has run out
/// does: no call answers so to say that it cannot work here, which some callers work around.
class FaultInjector : public CallObserver {
 public:
  /// Fails call number `nth` (the first is 1; 0 fails none and counts) with `status`.
  explicit FaultInjector(std::uint64_t nth, Status status = Status::out_of_memory);
  /// Fails the `nth` call of the function called `name`.
  FaultInjector(std::string name, std::uint64_t nth, Status status = Status::out_of_memory);

  Status before(const CallView& call) noexcept override;

  /// Calls counted so far.
  [[nodiscard]] std::uint64_t count() const noexcept { return count_.load(); }
  /// Whether the failure has happened.
  [[nodiscard]] bool has_fired() const noexcept { return fired_.load(); }

 private:
  std::string name_;
  std::uint64_t nth_;
  Status status_;
  std::atomic<std::uint64_t> count_{0};
  std::atomic<bool> fired_{false};
};

}  // namespace texelscope::gpu
