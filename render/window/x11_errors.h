#pragma once

#include <string>
#include <vector>

namespace texelscope::render {

/// Collects the X server's error replies from construction to destruction, in place of Xlib's default handler, which
/// ends the process. Does nothing where Xlib is not loaded.
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

}  // namespace texelscope::render
