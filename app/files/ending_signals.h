#pragma once

#include <optional>

namespace texelscope::app {

/// Makes Ctrl+C, a termination request and a closed terminal (SIGINT, SIGTERM, SIGHUP) end the process immediately,
/// with code 128 + the signal's number, and leave nothing behind: no partial file, no temporary folder, no child
/// process. Ignored signals stay ignored, as nohup requires. Call before other threads start; a second signal ends the
/// process even if cleanup takes a long time.
void end_on_signals();

/// Defers the end of the process from construction to destruction: the first signal is only recorded, for code that
/// will end soon by itself and has something to report; a second signal ends the process immediately. Only one object
/// may exist at a time.
class PutOffEnding {
 public:
  PutOffEnding();
  ~PutOffEnding();
  PutOffEnding(const PutOffEnding&) = delete;
  PutOffEnding& operator=(const PutOffEnding&) = delete;

  /// The exit code to use; nullopt before a signal.
  [[nodiscard]] std::optional<int> code() const;
};

}  // namespace texelscope::app
