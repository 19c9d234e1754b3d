#pragma once

#include <optional>
#include <string>

#include "render/gl/egl_context.h"

namespace texelscope::app {

/// A GL context that runs on the CPU, without a window, current on this thread.
struct SoftwareGl {
  std::optional<render::gl::EglContext> context;
  /// GL_RENDERER, or why there is no such context.
  std::string text;
};

/// Opens it; never throws for a machine without.
[[nodiscard]] SoftwareGl open_software_gl();

}  // namespace texelscope::app
