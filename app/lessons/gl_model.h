#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "texelscope/gpu/gl_context.h"

namespace texelscope::app {

/// As much of OpenGL as sharing one texture through host memory asks for, where no OpenGL may be there: GL_TEXTURE_2D
/// of RGBA with 8 bits a channel and one level, whose texels are the host's. It is the current context of the thread
/// that made it until it ends, and one at a time.
class GLModel {
 public:
  GLModel(int width, int height);
  ~GLModel();
  GLModel(const GLModel&) = delete;
  GLModel& operator=(const GLModel&) = delete;

  /// For GLContext::from_current().
  [[nodiscard]] static gpu::GLLoader loader();
  /// Of the texture.
  static constexpr std::uint32_t name = 1;
  /// GL_TEXTURE_2D.
  static constexpr std::uint32_t target = 0x0DE1;

  int width;
  int height;
  std::vector<std::byte> texels;
};

}  // namespace texelscope::app
