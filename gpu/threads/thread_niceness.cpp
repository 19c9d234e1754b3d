#include "gpu/threads/thread_niceness.h"

#include <sys/resource.h>

namespace texelscope::gpu {

void raise_niceness(int niceness) noexcept {
  if (niceness > getpriority(PRIO_PROCESS, 0)) {
    static_cast<void>(setpriority(PRIO_PROCESS, 0, niceness));
  }
}

}  // namespace texelscope::gpu
