#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "texelscope/gpu/call_observer.h"

namespace texelscope::gpu {

/// Counts what the driver made and has not been given back: the leak count of a device.
class LiveObjects : public CallObserver {
 public:
  void after(const CallView& call, Status status, CallClock::time_point start,
             CallClock::time_point end) noexcept override;

  /// Objects alive now, of every kind.
  [[nodiscard]] std::size_t count() const;
  [[nodiscard]] std::size_t count(ObjectKind kind) const;
  /// One line for each live object: its kind, handle, and the call that made it.
  [[nodiscard]] std::vector<std::string> list() const;

 private:
  void forget(ObjectKind kind, std::uint64_t handle) noexcept;

  mutable std::mutex mutex_;
  std::multimap<std::pair<ObjectKind, std::uint64_t>, std::string> live_;
};

}  // namespace texelscope::gpu
