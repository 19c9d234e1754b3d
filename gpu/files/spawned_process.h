#pragma once

#include <spawn.h>
#include <sys/types.h>

#include "gpu/files/quick_exit_guard.h"

namespace texelscope::gpu {

/// How a child process begins: with the signals of a program that a shell starts, as this one may block those that end
/// it.
class SpawnAttributes {
 public:
  enum class Group : unsigned char {
    parents,
    /// One of its own: what the child starts ends with it.
    own
  };
  explicit SpawnAttributes(Group group);
  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;
  ~SpawnAttributes();

  [[nodiscard]] const posix_spawnattr_t* get() const noexcept { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

/// For a QuickExitGuard: kills a child process, and all of its group where that is its own, and waits for its end.
[[nodiscard]] QuickExitGuard::Undo killing(pid_t process, SpawnAttributes::Group group);

}  // namespace texelscope::gpu
