#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "texelscope/gpu/call_observer.h"

namespace texelscope::gpu {

/// The driver call that fails, and how. By default, it fails with out_of_memory, because no call uses this status to
/// report a missing feature, which some callers would work around.
struct Fault {
  /// The function to fail, such as "cuMemcpyAsync"; empty for any.
  std::string name;
  /// Index of the failing call, from 1; 0 only counts calls.
  std::uint64_t nth = 1;
  Status status = Status::out_of_memory;  ///< The status that the failing call returns.
  /// Whether all later calls of any function fail in the same way, as after an error that destroys the context.
  bool is_lasting = false;

  bool operator==(const Fault&) const = default;
};

/// Parses "N", "NAME" or "NAME:N", each with an optional "=STATUS": call number N of the function NAME, or of all
/// functions, fails with the status that status_from_string() reads. A status that destroys the context is lasting.
/// @throws InvalidArgument for a number below 1, an unknown function (the message suggests the nearest name), or an
/// unknown status.
[[nodiscard]] Fault fault_from_string(std::string_view text);

/// The driver functions that this library calls, each once, in the order of its driver interface.
[[nodiscard]] std::span<const std::string_view> driver_call_names();

/// Makes one driver call fail, so that every failure can be tested.
class FaultInjector : public CallObserver {
 public:
  /// Counts the calls of all devices that it observes, from now on.
  explicit FaultInjector(Fault fault);
  /// Fails call number `nth` with `status`.
  explicit FaultInjector(std::uint64_t nth, Status status = Status::out_of_memory);
  /// Fails the `nth` call of the function `name`.
  FaultInjector(std::string name, std::uint64_t nth, Status status = Status::out_of_memory);

  /// The fault's status for the selected call, and for all later calls if the fault is lasting; otherwise success.
  Status before(const CallView& call) noexcept override;

  /// Number of calls so far that the fault could apply to.
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
