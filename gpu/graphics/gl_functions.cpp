#include "gpu/graphics/gl_functions.h"

#include <fmt/format.h>

#include "texelscope/gpu/error.h"

namespace texelscope::gpu::graphics {

namespace {

constexpr GLint compatibility_profile_bit = 2;  // GL_CONTEXT_COMPATIBILITY_PROFILE_BIT

template <class Function>
void find(const GLLoader& loader, const char* name, Function& function) {
  function = reinterpret_cast<Function>(loader(name));
}

void require(const void* function, const char* name) {
  if (function == nullptr) {
    throw Unavailable(
        fmt::format("the GL context has no function {}; update the graphics driver, or check that the loader "
                    "belongs to the current context",
                    name));
  }
}

std::string version_text(const GLFunctions& gl) {
  return fmt::format("{}{}.{}", gl.is_es ? "ES " : "", gl.major_version, gl.minor_version);
}

/// Loaders return addresses even for functions that the context lacks, so the version is queried first.
void ask_version(const GLLoader& loader, GLFunctions& gl) {
  find(loader, "glGetIntegerv", gl.GetIntegerv);
  if (gl.GetIntegerv == nullptr) {
    throw Unavailable(
        "the loader cannot find glGetIntegerv: no GL context is current on this thread, or the loader belongs to "
        "another context; make the context current first");
  }
  gl.GetIntegerv(GL_MAJOR_VERSION, &gl.major_version);
  gl.GetIntegerv(GL_MINOR_VERSION, &gl.minor_version);
  if (gl.major_version == 0) {
    throw Unavailable(
        "no GL context is current on this thread, or it is older than 3.0; make an OpenGL 3.3 or ES 3.1 context "
        "current first");
  }
  find(loader, "glGetString", gl.GetString);
  require(reinterpret_cast<const void*>(gl.GetString), "glGetString");
  const auto* const version = reinterpret_cast<const char*>(gl.GetString(GL_VERSION));
  gl.is_es = version != nullptr && std::string_view{version}.starts_with("OpenGL ES");
  if (!gl.is_es && !gl.is_at_least(3, 3)) {
    throw Unavailable(fmt::format(
        "the GL context has version {}, but sharing requires OpenGL 3.3 or ES 3.0; request a 3.3 context, or update "
        "the graphics driver",
        version_text(gl)));
  }
  if (!gl.is_es) {
    GLint profile = 0;
    gl.GetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
    gl.is_compatibility = (profile & compatibility_profile_bit) != 0;
  }
}

}  // namespace

std::unique_ptr<const GLFunctions> load_gl_functions(const GLLoader& loader) {
  auto functions = std::make_unique<GLFunctions>();
  const GLLoader& source = loader ? loader : find_gl_in_process();
  ask_version(source, *functions);
#define TEXELSCOPE_GL_FIND(Type, name) find(source, "gl" #name, functions->name);
#define TEXELSCOPE_GL_REQUIRE(Type, name) require(reinterpret_cast<const void*>(functions->name), "gl" #name);
  TEXELSCOPE_GL_QUERY_FUNCTIONS(TEXELSCOPE_GL_FIND)
  TEXELSCOPE_GL_QUERY_FUNCTIONS(TEXELSCOPE_GL_REQUIRE)
  TEXELSCOPE_GL_HOST_FUNCTIONS(TEXELSCOPE_GL_FIND)
  TEXELSCOPE_GL_OPTIONAL_FUNCTIONS(TEXELSCOPE_GL_FIND)
#undef TEXELSCOPE_GL_REQUIRE
#undef TEXELSCOPE_GL_FIND
  // Loaders return addresses even for functions of other versions: these must not be called.
  if (functions->is_es) {
    functions->GetTexImage = nullptr;
    functions->ClampColor = nullptr;
    if (!functions->is_at_least(3, 1)) {
      functions->GetTexLevelParameteriv = nullptr;
    }
  }
  if (functions->is_es || !functions->is_at_least(4, 5)) {
    functions->GetTextureParameteriv = nullptr;
  }
  return functions;
}

void require_host_functions(const GLFunctions& gl) {
  if (gl.is_es && !gl.is_at_least(3, 1)) {
    throw Unavailable(
        fmt::format("the GL context has version {}, which cannot query texture sizes; sharing through host memory "
                    "requires OpenGL 3.3 or ES 3.1: request one of these",
                    version_text(gl)));
  }
#define TEXELSCOPE_GL_REQUIRE(Type, name) require(reinterpret_cast<const void*>(gl.name), "gl" #name);
  TEXELSCOPE_GL_HOST_FUNCTIONS(TEXELSCOPE_GL_REQUIRE)
#undef TEXELSCOPE_GL_REQUIRE
  if (!gl.is_es) {
    require(reinterpret_cast<const void*>(gl.GetTexImage), "glGetTexImage");
  }
}

}  // namespace texelscope::gpu::graphics
