#include "render/gl/shader_source.h"

#include <fmt/format.h>

#include <algorithm>

#include "render/common/error.h"

namespace texelscope::render::gl {

ShaderSource load_shader(std::string_view name, std::span<const std::string> definitions) {
  const auto shaders = embedded_shaders();
  const auto found = std::ranges::find(shaders, name, &EmbeddedShader::name);
  if (found == shaders.end()) {
    throw Error{fmt::format("shader {} does not exist: add it to the folder shaders/ and rerun CMake", name)};
  }
  const std::size_t version_end = std::min(found->text.find('\n'), found->text.size() - 1) + 1;
  std::string text{found->text.substr(0, version_end)};
  for (const std::string& definition : definitions) {
    text += fmt::format("#define {}\n", definition);
  }
  text += "#line 2\n";
  text += found->text.substr(version_end);
  return {std::string{name}, std::move(text)};
}

}  // namespace texelscope::render::gl
