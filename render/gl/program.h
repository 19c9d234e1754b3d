#pragma once

#include <cstdint>

#include "render/gl/shader_source.h"

namespace texelscope::render::gl {

/// A linked GL program. Owns its GL name. Belongs to the thread of the GL context.
class Program {
 public:
  Program() = default;
  /// Compiles and links. @throws Error with the file's name and GL's log.
  Program(const ShaderSource& vertex, const ShaderSource& fragment);
  Program(Program&& other) noexcept;
  Program& operator=(Program&& other) noexcept;
  ~Program();

  [[nodiscard]] std::uint32_t name() const noexcept { return name_; }
  void use() const;

 private:
  std::uint32_t name_ = 0;
};

}  // namespace texelscope::render::gl
