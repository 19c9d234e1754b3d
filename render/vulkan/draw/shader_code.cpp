#include "render/vulkan/draw/shader_code.h"

#include <fmt/format.h>

#include "render/common/error.h"

namespace texelscope::render::vulkan {

std::span<const std::uint32_t> shader_code(std::string_view name) {
  for (const ShaderCode& code : embedded_shader_code()) {
    if (code.name == name) {
      return code.words;
    }
  }
  throw Error{fmt::format("this program contains no shader {}: report this bug", name)};
}

}  // namespace texelscope::render::vulkan
