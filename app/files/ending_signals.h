#pragma once

#include <optional>

namespace texelscope::app {

/// Lets Ctrl+C, a request to end and a closed terminal (SIGINT, SIGTERM, SIGHUP) end the process at once, with code 128
/// + the signal's number, and leave nothing behind: no file that is half written, no temporary folder, no child
/// process. A signal that is ignored stays so, as nohup wants. To be called before other threads start; a second signal
/// ends the process even where cleaning up takes long.
void end_on_signals();

/// Puts off the end of the process from construction to destruction: the first signal is only noted, for who is to end
/// by itself soon and has something to say at its end; a second one ends the process at once. One at a time.
class PutOffEnding {
 public:
  PutOffEnding();
  ~PutOffEnding();
  PutOffEnding(const PutOffEnding&) = delete;
  PutOffEnding& operator=(const PutOffEnding&) = delete;

  /// The code to end with; nothing before a signal.
  [[nodiscard]] std::optional<int> code() const;
};

}  // namespace texelscope::app
