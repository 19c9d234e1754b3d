#pragma once

#include <atomic>
#include <string_view>

namespace texelscope::gpu {

/// Whether one mapping of one resource still holds. Shared by the mapping and by all that was made from it, which may
/// be asked on any thread.
class MappingValidity {
 public:
  [[nodiscard]] bool is_mapped() const noexcept { return is_mapped_.load(std::memory_order_acquire); }
  void begin() noexcept { is_mapped_.store(true, std::memory_order_release); }
  /// False when it had not begun or had ended before.
  bool end() noexcept { return is_mapped_.exchange(false, std::memory_order_acq_rel); }

 private:
  std::atomic<bool> is_mapped_{false};
};

/// Refuses an `object` whose mapping has ended; null stands for an object that comes from no mapping.
/// @throws InvalidState.
void require_mapped(const MappingValidity* validity, std::string_view object);

}  // namespace texelscope::gpu
