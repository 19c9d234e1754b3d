#pragma once

#include <span>
#include <string>
#include <string_view>

namespace texelscope::render::gl {

/// A file of the folder shaders/, part of the program.
struct EmbeddedShader {
  std::string_view name;
  std::string_view text;
};

[[nodiscard]] std::span<const EmbeddedShader> embedded_shaders();

/// A shader's source with the name for errors.
struct ShaderSource {
  std::string name;
  std::string text;
};

/// The embedded file of that name, such as "viewport.frag", with a #define for each of `definitions` after its #version
/// line; line numbers in compile errors stay those of the file. @throws Error if the file does not exist.
[[nodiscard]] ShaderSource load_shader(std::string_view name, std::span<const std::string> definitions = {});

}  // namespace texelscope::render::gl
