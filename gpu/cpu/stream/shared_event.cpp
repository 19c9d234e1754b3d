#include "gpu/cpu/stream/event.h"

#include <linux/futex.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <ctime>

namespace texelscope::gpu::cpu {
namespace {

static_assert(std::atomic<std::uint32_t>::is_always_lock_free && sizeof(std::atomic<std::uint32_t>) == 4,
              "processes share a plain word");

/// Calls futex() without FUTEX_PRIVATE_FLAG, because processes share the word.
void futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value, const timespec* timeout) noexcept {
  // A changed value, a signal and the timeout all end the wait, and the caller checks again.
  syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word), operation, value, timeout, nullptr, 0);
}

/// Whether the process has ended; also true if its parent has not queried its status yet.
bool has_ended(pid_t process) noexcept {
  const auto file = static_cast<int>(syscall(SYS_pidfd_open, process, 0));
  if (file < 0) {
    return errno == ESRCH;
  }
  pollfd watched{file, POLLIN, 0};
  const bool has_ended = poll(&watched, 1, 0) > 0;
  close(file);
  return has_ended;
}

}  // namespace

std::shared_ptr<SharedEventPoint> SharedEventPoint::record(const std::shared_ptr<SharedFile>& file) {
  auto point = std::make_shared<SharedEventPoint>(file, 0);
  file->header().recorder = getpid();
  std::atomic<std::uint32_t>& recorded = file->header().recorded;
  std::uint32_t previous = recorded.load();
  do {
    // 0 means that nothing has been recorded, so the numbers skip it when they wrap around.
    point->number_ = std::max(previous + 1, 1U);
  } while (!recorded.compare_exchange_weak(previous, point->number_));
  return point;
}

std::shared_ptr<SharedEventPoint> SharedEventPoint::last(const std::shared_ptr<SharedFile>& file) {
  const std::uint32_t number = file->header().recorded.load();
  return number == 0 ? nullptr : std::make_shared<SharedEventPoint>(file, number);
}

/// Numbers wrap around: half of them count as later.
bool SharedEventPoint::is_reached(std::uint32_t reached) const noexcept {
  return static_cast<std::int32_t>(reached - number_) >= 0;
}

void SharedEventPoint::reach() {
  std::atomic<std::uint32_t>& word = file_->header().reached;
  std::uint32_t reached = word.load();
  while (!is_reached(reached) && !word.compare_exchange_weak(reached, number_)) {
  }
  futex(word, FUTEX_WAKE, INT_MAX, nullptr);
}

bool SharedEventPoint::wait() {
  constexpr timespec between_looks{0, 100'000'000};
  std::atomic<std::uint32_t>& word = file_->header().reached;
  for (std::uint32_t reached = word.load(); !is_reached(reached); reached = word.load()) {
    futex(word, FUTEX_WAIT, reached, &between_looks);
    // The process's last update may become visible only after the process has ended.
    if (has_ended(file_->header().recorder) && !is_reached(word.load())) {
      return false;
    }
  }
  return true;
}

std::optional<SharedEventPoint::Clock::time_point> SharedEventPoint::time() const {
  return is_reached(file_->header().reached.load()) ? std::optional{Clock::now()} : std::nullopt;
}

}  // namespace texelscope::gpu::cpu
