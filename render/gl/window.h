#pragma once

#include <optional>

#include "render/gl/context_info.h"
#include "render/gl/debug.h"
#include "render/window/window.h"

namespace texelscope::render::gl {

/// A window with a GL 4.5 core context, current on the thread that created it.
class Window : public render::Window {
 public:
  /// @throws Unavailable without a display, without GL, or with GL older than 4.5; with the reason and a remedy.
  /// @throws Error for a size below 1 × 1.
  explicit Window(const WindowOptions& options);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  [[nodiscard]] const ContextInfo& info() const noexcept { return info_; }
  [[nodiscard]] Loader loader() const noexcept;

  /// Presents the frame. @throws Error if it cannot be presented, and in checked builds for GL errors in the frame.
  void swap();

 private:
  ContextInfo info_;
  std::optional<DebugLog> debug_log_;
};

}  // namespace texelscope::render::gl
