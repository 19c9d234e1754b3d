#include "render/gl/context_info.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <array>

#include "render/common/error.h"
#include "render/common/observed_call.h"

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
  // A program in use exists until it is no longer current.
  glUseProgram(0);
  // GL assigns names from 1 and reuses freed names, so live objects have small names.
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

namespace {

GLADapiproc load_function(void* loader, const char* name) {
  return reinterpret_cast<GLADapiproc>(reinterpret_cast<Loader>(loader)(name));
}

std::string text_of(GLenum what) {
  const GLubyte* text = glGetString(what);
  return text == nullptr ? std::string{} : reinterpret_cast<const char*>(text);
}

std::optional<std::array<std::uint8_t, 16>> find_uuid() {
  if (GLAD_GL_EXT_memory_object == 0 || glGetUnsignedBytei_vEXT == nullptr) {
    return std::nullopt;
  }
  GLint count = 0;
  glGetIntegerv(GL_NUM_DEVICE_UUIDS_EXT, &count);
  if (count < 1) {
    return std::nullopt;
  }
  std::array<std::uint8_t, 16> uuid{};
  glGetUnsignedBytei_vEXT(GL_DEVICE_UUID_EXT, 0, uuid.data());
  // A software renderer lists the extension but then fails, or returns zeros.
  const bool is_refused = glGetError() != GL_NO_ERROR;
  const bool is_empty = std::ranges::all_of(uuid, [](std::uint8_t byte) { return byte == 0; });
  return is_refused || is_empty ? std::nullopt : std::optional{uuid};
}

}  // namespace

bool is_software_renderer(std::string_view renderer) {
  constexpr std::string_view names[] = {"llvmpipe", "softpipe", "swrast", "SwiftShader", "Software Rasterizer"};
  return std::ranges::any_of(names,
                             [&](std::string_view name) { return renderer.find(name) != std::string_view::npos; });
}

ContextInfo load_gl(Loader loader) {
  const auto load = [&] {
    return loader == nullptr ? 0 : gladLoadGLUserPtr(load_function, reinterpret_cast<void*>(loader));
  };
  if (observed_call("gladLoadGL", 0, "no functions", load) == 0) {
    throw Unavailable{
        "cannot load the OpenGL functions (gladLoadGL): no GL context is current on this thread; make one current "
        "first"};
  }
  ContextInfo info;
  info.vendor = text_of(GL_VENDOR);
  info.renderer = text_of(GL_RENDERER);
  info.version = text_of(GL_VERSION);
  const bool is_embedded = info.version.starts_with("OpenGL ES");
  if (!is_embedded) {
    glGetIntegerv(GL_MAJOR_VERSION, &info.major);
    glGetIntegerv(GL_MINOR_VERSION, &info.minor);
  }
  if (is_embedded || info.major * 10 + info.minor < 45) {
    throw Unavailable{
        fmt::format("the OpenGL version is '{}' ({}), but 4.5 is required: update the graphics driver, or use "
                    "Mesa's software renderer (LIBGL_ALWAYS_SOFTWARE=1)",
                    info.version, info.renderer)};
  }
  info.is_software = is_software_renderer(info.renderer);
  info.uuid = find_uuid();
  return info;
}

}  // namespace texelscope::render::gl
