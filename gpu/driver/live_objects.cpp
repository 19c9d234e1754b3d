#include "texelscope/gpu/live_objects.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

namespace texelscope::gpu {

void LiveObjects::after(const CallView& call, Status status, CallClock::time_point /*start*/,
                        CallClock::time_point /*end*/) noexcept {
  if (status != Status::success || call.effect() == CallEffect::none) {
    return;
  }
  const std::size_t count = call.object_count();
  if (call.effect() == CallEffect::creates) {
    try {
      const std::string made_by = fmt::format("{}({})", call.name(), call.arguments());
      const std::lock_guard lock{mutex_};
      for (std::size_t i = 0; i < count; ++i) {
        live_.emplace(std::pair{call.object_kind(), call.object(i)}, made_by);
      }
    } catch (const std::bad_alloc&) {
      // No memory to count with: the call itself has succeeded, and its object goes uncounted.
    }
    return;
  }
  const std::lock_guard lock{mutex_};
  for (std::size_t i = 0; i < count; ++i) {
    forget(call.object_kind(), call.object(i));
    // Unregistering ends a mapping whose unmap reported an error.
    if (call.object_kind() == ObjectKind::graphics_resource) {
      forget(ObjectKind::mapping, call.object(i));
    }
  }
}

void LiveObjects::forget(ObjectKind kind, std::uint64_t handle) noexcept {
  // The oldest of that handle: another thread may already have been given the same handle for its object.
  const auto [first, last] = live_.equal_range({kind, handle});
  if (first != last) {
    live_.erase(first);
  }
}

std::size_t LiveObjects::count() const {
  const std::lock_guard lock{mutex_};
  return live_.size();
}

std::size_t LiveObjects::count(ObjectKind kind) const {
  const std::lock_guard lock{mutex_};
  return static_cast<std::size_t>(
      std::ranges::count_if(live_, [kind](const auto& object) { return object.first.first == kind; }));
}

std::vector<std::string> LiveObjects::list() const {
  const std::lock_guard lock{mutex_};
  std::vector<std::string> lines;
  for (const auto& [object, made_by] : live_) {
    lines.push_back(fmt::format("{} {:#x} made by {}", to_string(object.first), object.second, made_by));
  }
  return lines;
}

}  // namespace texelscope::gpu
