#pragma once

#include <memory>
#include <string>
#include <vector>

#include "render/common/checked_build.h"

namespace texelscope::render::gl {

/// Collects the errors that GL reports through KHR_debug in the context that is current on this thread. Each context
/// needs its own object, which must be destroyed while that context is current.
class DebugLog {
 public:
  DebugLog();
  ~DebugLog();
  DebugLog(const DebugLog&) = delete;
  DebugLog& operator=(const DebugLog&) = delete;

  /// The errors since the last call, oldest first.
  [[nodiscard]] std::vector<std::string> take();
  /// @throws Error with all errors from take(), if any exist.
  void require_empty(const char* action);

 private:
  struct Messages;
  std::unique_ptr<Messages> messages_;
};

}  // namespace texelscope::render::gl
