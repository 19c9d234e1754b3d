#include "gpu/cpu/shared_event.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>

namespace texelscope::gpu::cpu {
namespace {

static_assert(std::atomic<std::uint32_t>::is_always_lock_free && sizeof(std::atomic<std::uint32_t>) == 4,
              "what processes share is a plain word");

/// Without the private flag: the word is another process's too.
void futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value) noexcept {
  // A value that changed meanwhile and a signal both end the wait, and its caller looks again.
  syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word), operation, value, nullptr, nullptr, 0);
}

}  // namespace

std::shared_ptr<SharedEventPoint> SharedEventPoint::record(const std::shared_ptr<SharedFile>& file) {
  auto point = std::make_shared<SharedEventPoint>(file, 0);
  point->number_ = file->header().recorded.fetch_add(1) + 1;
  return point;
}

std::shared_ptr<SharedEventPoint> SharedEventPoint::last(const std::shared_ptr<SharedFile>& file) {
  const std::uint32_t number = file->header().recorded.load();
  return number == 0 ? nullptr : std::make_shared<SharedEventPoint>(file, number);
}

/// Numbers wrap around: half of them are ahead.
bool SharedEventPoint::is_reached(std::uint32_t reached) const noexcept {
  return static_cast<std::int32_t>(reached - number_) >= 0;
}

void SharedEventPoint::reach() {
  std::atomic<std::uint32_t>& word = file_->header().reached;
  std::uint32_t reached = word.load();
  while (!is_reached(reached) && !word.compare_exchange_weak(reached, number_)) {
  }
  futex(word, FUTEX_WAKE, INT_MAX);
}

void SharedEventPoint::wait() {
  std::atomic<std::uint32_t>& word = file_->header().reached;
  for (std::uint32_t reached = word.load(); !is_reached(reached); reached = word.load()) {
    futex(word, FUTEX_WAIT, reached);
  }
}

std::optional<SharedEventPoint::Clock::time_point> SharedEventPoint::time() const {
  return is_reached(file_->header().reached.load()) ? std::optional{Clock::now()} : std::nullopt;
}

}  // namespace texelscope::gpu::cpu
