#include "render/gl/debug.h"

#include <glad/gl.h>

#include "tests/render/gl/gl_fixture.h"

namespace texelscope::tests {
namespace {

class GlDebug : public GlTest {};

TEST_F(GlDebug, CollectsTheErrorsOfGL) {
  glBindTextureUnit(0, 123456);
  const std::vector<std::string> errors = take_gl_errors();
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_CONTAINS(errors[0], "GL_INVALID_OPERATION");
  EXPECT_TRUE(take_gl_errors().empty());
  EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_INVALID_OPERATION));
}

}  // namespace
}  // namespace texelscope::tests
