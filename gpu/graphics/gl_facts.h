#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gpu/graphics/gl_functions.h"

namespace texelscope::gpu::graphics {

/// GL's properties of one level of a texture, of a renderbuffer, or of a buffer, which has only a size.
struct GLFacts {
  std::int32_t internal_format = 0;
  std::int32_t width = 0;
  std::int32_t height = 0;
  /// Slices or layers.
  std::int32_t depth = 1;
  std::int32_t samples = 0;
  std::int32_t red_size = 0;
  std::int32_t is_compressed = 0;
  /// Bytes of a buffer.
  std::int64_t size_bytes = 0;

  bool operator==(const GLFacts&) const = default;
};

/// "8x4 GL_RGBA8", "16x16x3 GL_RGBA8", "8x4 GL_RGBA8 with 4 samples", "64 bytes".
[[nodiscard]] std::string to_string(const GLFacts& facts);

/// Facts of the texture bound to `target`, or of one face of a cube map.
[[nodiscard]] GLFacts level_facts(const GLFunctions& gl, std::uint32_t target, int level, unsigned face = 0);

/// Whether the current context has a texture or renderbuffer of this name, by `target`; a buffer for a target of 0.
[[nodiscard]] bool has_gl_object(const GLFunctions& gl, std::uint32_t name, std::uint32_t target);

/// Facts of an object by its target: of level 0 of a texture, or of a buffer for a target of 0. Without
/// GetTexLevelParameteriv (OpenGL ES 3.0) a texture has none of the facts. nullopt if the current context has no such
/// object.
[[nodiscard]] std::optional<GLFacts> object_facts(const GLFunctions& gl, std::uint32_t name, std::uint32_t target);

/// How an object changed since it had these facts, and what to do: it was deleted, or has another size or format. Empty
/// if it is unchanged, or if no GL context is current, which the driver reports. An object that was replaced by one
/// with the same name and facts goes unnoticed.
[[nodiscard]] std::string change_since(const GLFunctions& gl, std::uint32_t name, std::uint32_t target,
                                       const GLFacts& registered);

}  // namespace texelscope::gpu::graphics
