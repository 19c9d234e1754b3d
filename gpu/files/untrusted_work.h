#pragma once

#include <optional>
#include <string>

namespace texelscope::gpu {

/// While one exists, the process works for a file that may come from anyone, on whichever thread: it writes no file,
/// creates, lists and empties no folder, and does nothing else for which the program asks is_refused(). Only one may
/// exist at a time.
class UntrustedWork {
 public:
  UntrustedWork();
  UntrustedWork(const UntrustedWork&) = delete;
  UntrustedWork& operator=(const UntrustedWork&) = delete;
  ~UntrustedWork();

  /// The first action that was refused since the last call, such as "write image-0.png"; nothing if none was.
  [[nodiscard]] std::optional<std::string> take_refused();
};

/// Whether an action is refused, which is then recorded.
[[nodiscard]] bool is_refused(const std::string& action);

/// @throws std::system_error with EPERM if the action is refused.
void require_permitted(const std::string& action);

}  // namespace texelscope::gpu
