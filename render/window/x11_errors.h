#pragma once

#include <functional>
#include <string>
#include <vector>

namespace texelscope::render {

/// Collects the X server's error replies from construction to destruction, in place of Xlib's default handler, which
/// ends the process. If the connection to the server is lost, which Xlib cannot survive, ends the process by
/// std::terminate() with an Unavailable exception. Does nothing where Xlib is not loaded.
class X11Errors {
 public:
  X11Errors();
  ~X11Errors();
  X11Errors(const X11Errors&) = delete;
  X11Errors& operator=(const X11Errors&) = delete;

  /// Reinstalls the handler, after a library has restored the default handler.
  void install();
  /// The errors since the last call, oldest first.
  [[nodiscard]] std::vector<std::string> take();
  /// Whether the server has reported since construction that the window with this ID does not exist.
  [[nodiscard]] bool is_missing(unsigned long window) const;
};

/// While it exists, calls a function when the connection to the X server is lost, before the process ends. The function
/// must not call X. It returns a clause for the error: what became of the user's work. One object may exist at a time.
class DisplayLossHandler {
 public:
  using Save = std::function<std::string()>;

  explicit DisplayLossHandler(Save save);
  ~DisplayLossHandler();
  DisplayLossHandler(const DisplayLossHandler&) = delete;
  DisplayLossHandler& operator=(const DisplayLossHandler&) = delete;
};

}  // namespace texelscope::render
