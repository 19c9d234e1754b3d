#include "app/interop/shared/software_gl.h"

#include <fmt/format.h>

#include "render/common/error.h"

namespace texelscope::app {

SoftwareGl open_software_gl() {
  try {
    render::gl::EglContext context({});
    const render::gl::ContextInfo& info = context.info();
    if (!info.is_software) {
      return {std::nullopt,
              fmt::format("OpenGL runs on {}: install libgl1-mesa-dri for the software renderer", info.renderer)};
    }
    std::string renderer = info.renderer;
    return {std::move(context), std::move(renderer)};
  } catch (const render::Unavailable& error) {
    return {std::nullopt, error.what()};
  }
}

}  // namespace texelscope::app
