#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "texelscope/gpu/call_observer.h"

namespace texelscope::gpu {

/// Which driver call fails, and how. Unless told otherwise it fails as memory that has run out does: no call answers so
/// to say that it cannot work here, which some callers work around.
struct Fault {
  /// The function to fail, such as "cuMemcpyAsync"; empty for any.
  std::string name;
  /// Which of its calls, from 1; 0 fails none and counts.
  std::uint64_t nth = 1;
  Status status = Status::out_of_memory;  ///< What the call returns then.
  /// Whether all later calls of any function fail alike, as after an error that ends the context.
  bool is_lasting = false;

  bool operator==(const Fault&) const = default;
};

/// Reads "N", "NAME" or "NAME:N", each with an optional "=STATUS": call number N of the function NAME, or of all, fails
/// with a status as status_from_string() reads it. A status that ends a context lasts.
/// @throws InvalidArgument saying what is wrong: a number below 1, an unknown function (with the nearest one), an
/// unknown status.
[[nodiscard]] Fault fault_from_string(std::string_view text);

/// The driver functions that calls of the seam stand for, each once, in the order of the seam.
[[nodiscard]] std::span<const std::string_view> driver_call_names();

/// Makes one driver call fail, so that every failure can be tried.
class FaultInjector : public CallObserver {
 public:
  /// Counts the calls of all devices whose observer it is, from now on.
  explicit FaultInjector(Fault fault);
  /// Fails call number `nth` of all with `status`.
  explicit FaultInjector(std::uint64_t nth, Status status = Status::out_of_memory);
  /// Fails the `nth` call of the function called `name`.
  FaultInjector(std::string name, std::uint64_t nth, Status status = Status::out_of_memory);

  /// The fault's status for the call that it means, and for all later ones where it lasts; else success.
  Status before(const CallView& call) noexcept override;

  /// Calls counted so far: those that the fault could mean.
  [[nodiscard]] std::uint64_t count() const noexcept { return count_.load(); }
  /// Whether the failure has happened.
  [[nodiscard]] bool has_fired() const noexcept { return failed_call_.load() != nullptr; }
  /// The function whose call failed first; empty before that.
  [[nodiscard]] std::string_view failed_call() const noexcept;

 private:
  Fault fault_;
  std::atomic<std::uint64_t> count_{0};
  std::atomic<const char*> failed_call_{nullptr};
};

}  // namespace texelscope::gpu
