#include "gpu/graphics/gl_facts.h"

#include <fmt/format.h>

#include "gpu/graphics/gl_formats.h"
#include "gpu/graphics/gl_state.h"

namespace texelscope::gpu::graphics {

namespace {

GLFacts renderbuffer_facts(const GLFunctions& gl, std::uint32_t name) {
  GLFacts facts;
  const BoundRenderbuffer bound{gl, name};
  const auto ask = [&](GLenum parameter, GLint& value) {
    gl.GetRenderbufferParameteriv(GL_RENDERBUFFER, parameter, &value);
  };
  ask(GL_RENDERBUFFER_INTERNAL_FORMAT, facts.internal_format);
  ask(GL_RENDERBUFFER_WIDTH, facts.width);
  ask(GL_RENDERBUFFER_HEIGHT, facts.height);
  ask(GL_RENDERBUFFER_SAMPLES, facts.samples);
  ask(GL_RENDERBUFFER_RED_SIZE, facts.red_size);
  return facts;
}

GLFacts buffer_facts(const GLFunctions& gl, std::uint32_t name) {
  const BoundBuffer bound{gl, GL_PIXEL_PACK_BUFFER, name};
  GLint64 size = 0;
  gl.GetBufferParameteri64v(GL_PIXEL_PACK_BUFFER, GL_BUFFER_SIZE, &size);
  return {.size_bytes = size};
}

/// nullopt for a texture of a different target.
std::optional<GLFacts> texture_facts(const GLFunctions& gl, std::uint32_t name, std::uint32_t target) {
  const GLErrorScope errors{gl};
  const BoundTexture bound{gl, target, name};
  if (errors.take(Status::invalid_value) != Status::success) {
    return std::nullopt;
  }
  return gl.GetTexLevelParameteriv != nullptr ? level_facts(gl, target, 0) : GLFacts{};
}

}  // namespace

std::string to_string(const GLFacts& facts) {
  if (facts.size_bytes != 0 || facts.width == 0) {
    return fmt::format("{} bytes", facts.size_bytes);
  }
  const auto internal_format = static_cast<std::uint32_t>(facts.internal_format);
  const GLFormat* const format = find_gl_format(internal_format);
  return fmt::format("{}x{}{} {}{}", facts.width, facts.height, facts.depth > 1 ? fmt::format("x{}", facts.depth) : "",
                     format != nullptr ? std::string{format->name} : fmt::format("0x{:04X}", internal_format),
                     facts.samples > 0 ? fmt::format(" with {} samples", facts.samples) : "");
}

GLFacts level_facts(const GLFunctions& gl, std::uint32_t target, int level, unsigned face) {
  GLFacts facts;
  const GLenum asked = target == GL_TEXTURE_CUBE_MAP ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + face : target;
  const auto ask = [&](GLenum parameter, GLint& value) { gl.GetTexLevelParameteriv(asked, level, parameter, &value); };
  ask(GL_TEXTURE_INTERNAL_FORMAT, facts.internal_format);
  ask(GL_TEXTURE_WIDTH, facts.width);
  ask(GL_TEXTURE_HEIGHT, facts.height);
  ask(GL_TEXTURE_DEPTH, facts.depth);
  ask(GL_TEXTURE_RED_SIZE, facts.red_size);
  ask(GL_TEXTURE_COMPRESSED, facts.is_compressed);
  return facts;
}

bool has_gl_object(const GLFunctions& gl, std::uint32_t name, std::uint32_t target) {
  const GLboolean is_object = target == 0                 ? gl.IsBuffer(name)
                              : target == GL_RENDERBUFFER ? gl.IsRenderbuffer(name)
                                                          : gl.IsTexture(name);
  return is_object != GL_FALSE;
}

std::optional<GLFacts> object_facts(const GLFunctions& gl, std::uint32_t name, std::uint32_t target) {
  if (!has_gl_object(gl, name, target)) {
    return std::nullopt;
  }
  return target == 0                 ? buffer_facts(gl, name)
         : target == GL_RENDERBUFFER ? renderbuffer_facts(gl, name)
                                     : texture_facts(gl, name, target);
}

std::string change_since(const GLFunctions& gl, std::uint32_t name, std::uint32_t target, const GLFacts& registered) {
  const std::optional<GLFacts> current = object_facts(gl, name, target);
  // Without a context, GL knows no objects.
  if (current == registered || !is_context_current(gl)) {
    return {};
  }
  if (!current) {
    return fmt::format(
        "the current GL context has no such {}; it was deleted after its registration, or a different GL context is "
        "current: register an existing object, or make its context current",
        target == 0 ? "buffer" : gl_target_name(target));
  }
  return fmt::format("it was registered as {} and is now {}; close its GraphicsResource and register it again",
                     to_string(registered), to_string(*current));
}

}  // namespace texelscope::gpu::graphics
