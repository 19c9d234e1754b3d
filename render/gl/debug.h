#pragma once

#include <memory>
#include <string>
#include <vector>

namespace texelscope::render::gl {

/// Whether this build asks GL for debug contexts and checks what they report (builds without NDEBUG).
#ifdef NDEBUG
inline constexpr bool is_checked_build = false;
#else
inline constexpr bool is_checked_build = true;
#endif

/// Collects the errors that GL reports through KHR_debug in the context that is current on this thread. One for each
/// context; must be destroyed while that context is current.
class DebugLog {
 public:
  DebugLog();
  ~DebugLog();
  DebugLog(const DebugLog&) = delete;
  DebugLog& operator=(const DebugLog&) = delete;

  /// The errors since the last call, oldest first.
  [[nodiscard]] std::vector<std::string> take();
  /// @throws Error with all of take(), when there are any.
  void require_empty(const char* action);

 private:
  struct Messages;
  std::unique_ptr<Messages> messages_;
};

}  // namespace texelscope::render::gl
