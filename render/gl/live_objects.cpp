#include "render/gl/live_objects.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <array>

namespace texelscope::render::gl {

std::vector<std::string> live_objects() {
  struct Kind {
    const char* name;
    PFNGLISTEXTUREPROC is_alive;
  };
  const std::array kinds{
      Kind{"texture", glIsTexture},           Kind{"buffer", glIsBuffer},  Kind{"framebuffer", glIsFramebuffer},
      Kind{"program", glIsProgram},           Kind{"shader", glIsShader},  Kind{"vertex array", glIsVertexArray},
      Kind{"renderbuffer", glIsRenderbuffer}, Kind{"sampler", glIsSampler}};
  // A program in use lives on after its deletion.
  glUseProgram(0);
  // GL counts names up from 1 and gives freed ones away again: what lives has a small one.
  constexpr GLuint last_name = 1024;
  std::vector<std::string> alive;
  for (const Kind& kind : kinds) {
    for (GLuint name = 1; name <= last_name; ++name) {
      if (kind.is_alive(name) == GL_TRUE) {
        alive.push_back(fmt::format("{} {}", kind.name, name));
      }
    }
  }
  return alive;
}

}  // namespace texelscope::render::gl
