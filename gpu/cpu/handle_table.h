#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace texelscope::gpu::cpu {

/// The live objects of one kind by handle, so that a handle from elsewhere is detected.
template <class Handle, class Object>
class HandleTable {
 public:
  /// @throws std::bad_alloc.
  Handle insert(std::uint64_t value, std::shared_ptr<Object> object) {
    const std::lock_guard lock{mutex_};
    live_.insert_or_assign(value, std::move(object));
    return Handle{value};
  }

  /// Inserts the object with its address as the handle.
  Handle insert(std::shared_ptr<Object> object) {
    const auto address = reinterpret_cast<std::uint64_t>(object.get());
    return insert(address, std::move(object));
  }

  /// The live object with this handle; null if none exists.
  [[nodiscard]] std::shared_ptr<Object> find(Handle handle) const {
    const std::lock_guard lock{mutex_};
    const auto found = live_.find(handle.value);
    return found == live_.end() ? nullptr : found->second;
  }

  /// Removes and returns the object; returns null if no live object has the handle.
  [[nodiscard]] std::shared_ptr<Object> take(Handle handle) {
    const std::lock_guard lock{mutex_};
    const auto found = live_.find(handle.value);
    if (found == live_.end()) {
      return nullptr;
    }
    std::shared_ptr<Object> object = std::move(found->second);
    live_.erase(found);
    return object;
  }

  void clear() {
    std::unordered_map<std::uint64_t, std::shared_ptr<Object>> ended;
    const std::lock_guard lock{mutex_};
    ended.swap(live_);
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::uint64_t, std::shared_ptr<Object>> live_;
};

}  // namespace texelscope::gpu::cpu
