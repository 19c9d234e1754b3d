#pragma once

#include <atomic>
#include <string_view>

namespace texelscope::gpu {

/// Whether one mapping of one resource is still valid. Shared by the mapping and everything created from it, and
/// queried from any thread.
class MappingValidity {
 public:
  [[nodiscard]] bool is_mapped() const noexcept { return is_mapped_.load(std::memory_order_acquire); }
  void begin() noexcept { is_mapped_.store(true, std::memory_order_release); }
  /// False if the mapping had not begun or had already ended.
  bool end() noexcept { return is_mapped_.exchange(false, std::memory_order_acq_rel); }

 private:
  std::atomic<bool> is_mapped_{false};
};

/// Refuses an `object` whose mapping has ended; null represents an object that does not come from a mapping.
/// @throws InvalidState.
void require_mapped(const MappingValidity* validity, std::string_view object);

}  // namespace texelscope::gpu
