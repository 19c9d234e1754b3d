#include "gpu/graphics/gl_functions.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <string_view>

#include "texelscope/gpu/error.h"

namespace texelscope::gpu::graphics {
namespace {

int major_version = 0;
int minor_version = 0;
const char* version_string = "";
GLint profile = 0;

void APIENTRY get_integer(GLenum name, GLint* value) {
  if (name == GL_MAJOR_VERSION) {
    *value = major_version;
  } else if (name == GL_MINOR_VERSION) {
    *value = minor_version;
  } else if (name == GL_CONTEXT_PROFILE_MASK) {
    *value = profile;
  }
}

const GLubyte* APIENTRY get_string(GLenum) { return reinterpret_cast<const GLubyte*>(version_string); }

void APIENTRY never_called() { ADD_FAILURE() << "loading functions calls only glGetIntegerv and glGetString"; }

/// A loader for a context of the given version, in which one function is missing.
GLLoader loader_without(const std::string& missing, int major, int minor, const char* version = "3.3 Mesa") {
  major_version = major;
  minor_version = minor;
  version_string = version;
  profile = 0;
  return [missing](const char* name) -> void* {
    if (missing == name) {
      return nullptr;
    }
    return std::string_view(name) == "glGetIntegerv" ? reinterpret_cast<void*>(&get_integer)
           : std::string_view(name) == "glGetString" ? reinterpret_cast<void*>(&get_string)
                                                     : reinterpret_cast<void*>(&never_called);
  };
}

constexpr const char* es = "OpenGL ES 3.2 Mesa";

/// The error of sharing through host memory.
std::string refusal(const GLLoader& loader) {
  try {
    require_host_functions(*load_gl_functions(loader));
  } catch (const Unavailable& error) {
    return error.what();
  }
  return "";
}

TEST(GLFunctions, LoadsTheFunctionsOfAContextThatIsNewEnough) {
  const auto functions = load_gl_functions(loader_without("", 3, 3));
  EXPECT_NE(functions->TexSubImage3D, nullptr);
  EXPECT_NE(functions->CopyBufferSubData, nullptr);
  EXPECT_EQ(refusal(loader_without("", 3, 3)), "");
  EXPECT_EQ(refusal(loader_without("", 4, 6)), "");
  EXPECT_EQ(refusal(loader_without("", 5, 0)), "");
  EXPECT_EQ(refusal(loader_without("", 3, 1, es)), "");
}

TEST(GLFunctions, KeepsNoFunctionThatTheContextDoesNotHave) {
  EXPECT_NE(load_gl_functions(loader_without("", 4, 5))->GetTextureParameteriv, nullptr);
  EXPECT_EQ(load_gl_functions(loader_without("", 4, 4))->GetTextureParameteriv, nullptr);
  const auto of_es = load_gl_functions(loader_without("", 3, 2, es));
  EXPECT_TRUE(of_es->is_es);
  EXPECT_EQ(of_es->GetTexImage, nullptr);
  EXPECT_NE(of_es->GetTexLevelParameteriv, nullptr);
  EXPECT_EQ(load_gl_functions(loader_without("", 3, 0, es))->GetTexLevelParameteriv, nullptr);
}

TEST(GLFunctions, KnowTheCompatibilityProfile) {
  const GLLoader loader = loader_without("", 3, 3);
  EXPECT_FALSE(load_gl_functions(loader)->is_compatibility);
  profile = 2;
  EXPECT_TRUE(load_gl_functions(loader)->is_compatibility);
}

TEST(GLFunctions, NamesTheVersionOfAContextThatIsTooOld) {
  EXPECT_NE(refusal(loader_without("", 3, 2)).find("version 3.2, but sharing requires OpenGL 3.3 or ES 3.0"),
            std::string::npos);
  const std::string of_es = refusal(loader_without("", 3, 0, es));
  EXPECT_NE(of_es.find("version ES 3.0, which cannot query texture sizes"), std::string::npos) << of_es;
}

TEST(GLFunctions, ReportsThatNoContextIsCurrent) {
  EXPECT_NE(refusal(loader_without("", 0, 0)).find("no GL context is current"), std::string::npos);
  EXPECT_NE(refusal(loader_without("glGetIntegerv", 3, 3)).find("no GL context is current"), std::string::npos);
}

TEST(GLFunctions, NamesTheFunctionThatIsMissing) {
#define EXPECT_NAMED(Type, name) \
  EXPECT_NE(refusal(loader_without("gl" #name, 3, 3)).find(" gl" #name), std::string::npos);
  TEXELSCOPE_GL_QUERY_FUNCTIONS(EXPECT_NAMED)
  TEXELSCOPE_GL_HOST_FUNCTIONS(EXPECT_NAMED)
  EXPECT_NAMED(, GetTexImage)
#undef EXPECT_NAMED
}

TEST(GLFunctions, AreRequiredOnlyWhereTheHostPathUsesThem) {
  const auto functions = load_gl_functions(loader_without("glReadPixels", 3, 3));
  EXPECT_THROW(require_host_functions(*functions), Unavailable);
}

void APIENTRY found() {}
using PlainFunction = void (*)();

TEST(GLLoaders, TakeEverySignatureOfALoader) {
  const auto address = reinterpret_cast<void*>(&found);
  PlainFunction (*const of_glfw)(const char*) = [](const char*) -> PlainFunction { return &found; };
  PlainFunction (*const of_glx)(const GLubyte*) = [](const GLubyte*) -> PlainFunction { return &found; };
  void* (*const of_sdl)(const char*) = [](const char*) { return reinterpret_cast<void*>(&found); };
  const std::function<void*(const char*)> of_glad = of_sdl;
  struct Context {
    [[nodiscard]] PlainFunction getProcAddress(const char*) const { return &found; }
  };
  const Context context;
  const auto of_qt = [&context](const char* name) { return context.getProcAddress(name); };
  for (const GLLoader& loader :
       {GLLoader{of_glfw}, GLLoader{of_glx}, GLLoader{of_sdl}, GLLoader{of_glad}, GLLoader{of_qt}}) {
    ASSERT_TRUE(static_cast<bool>(loader));
    EXPECT_EQ(loader("glGetError"), address);
  }
  EXPECT_FALSE(static_cast<bool>(GLLoader{decltype(of_sdl){nullptr}}));
  EXPECT_FALSE(static_cast<bool>(GLLoader{std::function<void*(const char*)>{}}));
}

}  // namespace
}  // namespace texelscope::gpu::graphics
