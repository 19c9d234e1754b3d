#include "gpu/graphics/gl_functions.h"

#include <gtest/gtest.h>

#include <string>

#include "texelscope/gpu/error.h"

namespace texelscope::gpu::graphics {
namespace {

int major_version = 0;
int minor_version = 0;

void APIENTRY get_integer(GLenum name, GLint* value) {
  if (name == GL_MAJOR_VERSION) {
    *value = major_version;
  } else if (name == GL_MINOR_VERSION) {
    *value = minor_version;
  }
}

void APIENTRY never_called() { ADD_FAILURE() << "loading functions calls only glGetIntegerv"; }

/// A loader of a context of the given version that lacks one function.
GLLoader loader_without(const std::string& missing, int major, int minor) {
  major_version = major;
  minor_version = minor;
  return [missing](const char* name) -> void* {
    if (missing == name) {
      return nullptr;
    }
    return std::string_view(name) == "glGetIntegerv" ? reinterpret_cast<void*>(&get_integer)
                                                     : reinterpret_cast<void*>(&never_called);
  };
}

std::string refusal(const GLLoader& loader) {
  try {
    static_cast<void>(load_gl_functions(loader));
  } catch (const Unavailable& error) {
    return error.what();
  }
  return "";
}

TEST(GLFunctions, LoadsEveryFunctionOfAContextThatIsNewEnough) {
  const auto functions = load_gl_functions(loader_without("", 4, 5));
  EXPECT_NE(functions->TextureSubImage3D, nullptr);
  EXPECT_NE(functions->CopyNamedBufferSubData, nullptr);
  EXPECT_EQ(refusal(loader_without("", 4, 6)), "");
  EXPECT_EQ(refusal(loader_without("", 5, 0)), "");
}

TEST(GLFunctions, NamesTheVersionOfAContextThatIsTooOld) {
  EXPECT_NE(refusal(loader_without("", 4, 4)).find("version 4.4, sharing needs 4.5"), std::string::npos);
  EXPECT_NE(refusal(loader_without("", 3, 3)).find("version 3.3"), std::string::npos);
}

TEST(GLFunctions, SaysThatNoContextIsCurrent) {
  EXPECT_NE(refusal(loader_without("", 0, 0)).find("no GL context"), std::string::npos);
}

TEST(GLFunctions, NamesTheFunctionThatIsMissing) {
#define EXPECT_NAMED(Type, name) \
  EXPECT_NE(refusal(loader_without("gl" #name, 4, 5)).find("no function gl" #name), std::string::npos);
  TEXELSCOPE_GL_FUNCTIONS(EXPECT_NAMED)
#undef EXPECT_NAMED
}

TEST(GLFunctions, RefusesAnEmptyLoader) { EXPECT_NE(refusal(GLLoader{}).find("no loader"), std::string::npos); }

}  // namespace
}  // namespace texelscope::gpu::graphics
