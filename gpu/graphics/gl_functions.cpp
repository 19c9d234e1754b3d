#include "gpu/graphics/gl_functions.h"

#include <fmt/format.h>

#include "texelscope/gpu/error.h"

namespace texelscope::gpu::graphics {

namespace {

template <class Function>
void load(const GLLoader& loader, const char* name, Function& function) {
  function = reinterpret_cast<Function>(loader(name));
  if (function == nullptr) {
    throw Unavailable(
        fmt::format("the GL context has no function {}; update the graphics driver, or check that the loader belongs "
                    "to the context "
                    "that is current",
                    name));
  }
}

}  // namespace

std::unique_ptr<const GLFunctions> load_gl_functions(const GLLoader& loader) {
  if (!loader) {
    throw Unavailable("no loader of GL functions was given; pass glfwGetProcAddress, eglGetProcAddress or the like");
  }
  auto functions = std::make_unique<GLFunctions>();
  // Loaders return addresses for functions that the context does not have, so the version is asked first.
  load(loader, "glGetIntegerv", functions->GetIntegerv);
  GLint major = 0;
  GLint minor = 0;
  functions->GetIntegerv(GL_MAJOR_VERSION, &major);
  functions->GetIntegerv(GL_MINOR_VERSION, &minor);
  if (major == 0) {
    throw Unavailable(
        "no GL context of version 3.0 or later is current on this thread; make a GL 4.5 context current first");
  }
  if (major < 4 || (major == 4 && minor < 5)) {
    throw Unavailable(fmt::format(
        "the GL context has version {}.{}, sharing needs 4.5; ask for a 4.5 core context or update the graphics driver",
        major, minor));
  }
#define TEXELSCOPE_GL_LOAD(Type, name) load(loader, "gl" #name, functions->name);
  TEXELSCOPE_GL_FUNCTIONS(TEXELSCOPE_GL_LOAD)
#undef TEXELSCOPE_GL_LOAD
  return functions;
}

}  // namespace texelscope::gpu::graphics
