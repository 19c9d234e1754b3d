#include "gpu/files/quick_exit_guard.h"

#include <array>
#include <cstddef>
#include <cstdlib>
#include <mutex>
#include <new>
#include <ranges>
#include <utility>

namespace texelscope::gpu {
namespace {

struct Undos {
  std::mutex mutex;
  std::list<QuickExitGuard::Undo> all;
};

/// Outlives static destruction, which another thread may have begun.
Undos& undos() noexcept;

void undo_all() {
  // Never unlocked: guards of other threads block until the process has ended.
  undos().mutex.lock();
  for (const QuickExitGuard::Undo& undo : undos().all | std::views::reverse) {
    try {
      undo();
    } catch (...) {
      // The others are still undone.
    }
  }
}

Undos& undos() noexcept {
  alignas(Undos) static std::array<std::byte, sizeof(Undos)> memory;
  static Undos& kept = *new (memory.data()) Undos;
  [[maybe_unused]] static const int is_registered = std::at_quick_exit(undo_all);
  return kept;
}

}  // namespace

QuickExitGuard::QuickExitGuard(const std::function<Undo()>& make) {
  const std::lock_guard lock{undos().mutex};
  place_ = undos().all.insert(undos().all.end(), Undo{});
  try {
    *place_ = make();
  } catch (...) {
    undos().all.erase(place_);
    throw;
  }
}

QuickExitGuard::~QuickExitGuard() {
  const std::lock_guard lock{undos().mutex};
  undos().all.erase(place_);
}

}  // namespace texelscope::gpu
