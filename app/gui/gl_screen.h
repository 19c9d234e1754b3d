#pragma once

#include <functional>
#include <memory>

#include "app/gui/screen.h"
#include "texelscope/gpu/gl_context.h"

namespace texelscope::app {

/// A window's GL context, with the textures that labs share.
class GLScreen : public Screen {
 public:
  [[nodiscard]] virtual const gpu::GLContext& context() const noexcept = 0;
};

/// A window that OpenGL draws. The device is asked for when the window is open. @throws render::Error, gpu::Error.
[[nodiscard]] std::unique_ptr<GLScreen> open_gl_screen(const render::WindowOptions& options,
                                                       const std::function<gpu::Device()>& device);

}  // namespace texelscope::app
