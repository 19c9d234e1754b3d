#include "gpu/files/untrusted_work.h"

#include <cerrno>
#include <mutex>
#include <system_error>
#include <utility>

namespace texelscope::gpu {
namespace {

/// One for the process, because a window writes on several threads, by functions that do not know for whom they write.
struct Work {
  std::mutex mutex;
  bool is_untrusted = false;
  std::optional<std::string> refused;
};

Work& work() {
  static Work work;
  return work;
}

void begin(bool is_untrusted) {
  const std::lock_guard lock{work().mutex};
  work().is_untrusted = is_untrusted;
  work().refused.reset();
}

}  // namespace

UntrustedWork::UntrustedWork() { begin(true); }

UntrustedWork::~UntrustedWork() { begin(false); }

std::optional<std::string> UntrustedWork::take_refused() {
  const std::lock_guard lock{work().mutex};
  return std::exchange(work().refused, std::nullopt);
}

bool is_refused(const std::string& action) {
  const std::lock_guard lock{work().mutex};
  if (work().is_untrusted && !work().refused) {
    work().refused = action;
  }
  return work().is_untrusted;
}

void require_permitted(const std::string& action) {
  if (is_refused(action)) {
    throw std::system_error(EPERM, std::generic_category());
  }
}

}  // namespace texelscope::gpu
