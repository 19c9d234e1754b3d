#include "gpu/files/spawned_process.h"

#include <sys/wait.h>

#include <cerrno>
#include <csignal>

namespace texelscope::gpu {

SpawnAttributes::SpawnAttributes(Group group) {
  ::posix_spawnattr_init(&attributes_);
  sigset_t none;
  sigemptyset(&none);
  ::posix_spawnattr_setsigmask(&attributes_, &none);
  // This program ignores them, to be told of a closed pipe and a full quota by the failing call.
  sigset_t ordinary = none;
  sigaddset(&ordinary, SIGPIPE);
  sigaddset(&ordinary, SIGXFSZ);
  ::posix_spawnattr_setsigdefault(&attributes_, &ordinary);
  int flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
  if (group == Group::own) {
    flags |= POSIX_SPAWN_SETPGROUP;
    ::posix_spawnattr_setpgroup(&attributes_, 0);
  }
  ::posix_spawnattr_setflags(&attributes_, static_cast<short>(flags));
}

SpawnAttributes::~SpawnAttributes() { ::posix_spawnattr_destroy(&attributes_); }

QuickExitGuard::Undo killing(pid_t process, SpawnAttributes::Group group) {
  return [process, group] {
    ::kill(group == SpawnAttributes::Group::own ? -process : process, SIGKILL);
    // Its status stays for whoever started it.
    siginfo_t ending{};
    while (::waitid(P_PID, static_cast<id_t>(process), &ending, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
    }
  };
}

}  // namespace texelscope::gpu
