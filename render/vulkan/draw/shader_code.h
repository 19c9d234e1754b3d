#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace texelscope::render::vulkan {

/// The SPIR-V of a shader, by its name in render/vulkan/CMakeLists.txt, such as "viewport.frag.minify". @throws Error
/// for an unknown name.
[[nodiscard]] std::span<const std::uint32_t> shader_code(std::string_view name);

/// All shaders, compiled at build time.
struct ShaderCode {
  std::string_view name;
  std::span<const std::uint32_t> words;
};
[[nodiscard]] std::span<const ShaderCode> embedded_shader_code();

}  // namespace texelscope::render::vulkan
