#include "render/gl/program.h"

#include <glad/gl.h>

#include "tests/render/gl/gl_fixture.h"

namespace texelscope::tests {
namespace {

using render::gl::load_shader;
using render::gl::Program;
using render::gl::ShaderSource;

const ShaderSource good_vertex{"good.vert", "#version 450 core\nvoid main() { gl_Position = vec4(0.0); }\n"};
const ShaderSource good_fragment{"good.frag",
                                 "#version 450 core\nout vec4 color;\nvoid main() { color = vec4(1.0); }\n"};

class GlProgram : public GlTest {};

TEST_F(GlProgram, LinksTwoShaders) {
  const Program program{good_vertex, good_fragment};
  program.use();
  GLint current = 0;
  glGetIntegerv(GL_CURRENT_PROGRAM, &current);
  EXPECT_EQ(static_cast<std::uint32_t>(current), program.name());
  glUseProgram(0);
}

TEST_F(GlProgram, NamesTheFileAndTheErrorInOneLine) {
  const ShaderSource bad{"bad.frag", "#version 450 core\nout vec4 color;\nvoid main() { color = undeclared_thing; }\n"};
  const std::string error = error_of([&] { const Program program(good_vertex, bad); });
  EXPECT_CONTAINS(error, "bad.frag does not compile");
  EXPECT_CONTAINS(error, "undeclared_thing");
  EXPECT_EQ(error.find('\n'), std::string::npos);
  (void)take_gl_errors();
}

TEST_F(GlProgram, NamesBothFilesWhenTheyDoNotLink) {
  const ShaderSource wants_more{"more.frag",
                                "#version 450 core\nin vec3 never_written;\nout vec4 color;\nvoid main() { color = "
                                "vec4(never_written, 1.0); }\n"};
  const std::string error = error_of([&] { const Program program(good_vertex, wants_more); });
  EXPECT_CONTAINS(error, "good.vert and more.frag do not link");
  EXPECT_CONTAINS(error, "never_written");
  (void)take_gl_errors();
}

TEST_F(GlProgram, LeaksNothingWhenItFails) {
  const ShaderSource bad{"bad.frag", "#version 450 core\nnonsense\n"};
  const GLuint before = glCreateProgram();
  glDeleteProgram(before);
  (void)error_of([&] { const Program program(good_vertex, bad); });
  for (GLuint name = before; name < before + 8; ++name) {
    EXPECT_EQ(glIsShader(name), GL_FALSE) << name;
    EXPECT_EQ(glIsProgram(name), GL_FALSE) << name;
  }
  (void)take_gl_errors();
}

TEST(ShaderSource, PutsDefinitionsAfterTheVersionAndKeepsLineNumbers) {
  const std::vector<std::string> definitions = {"FIRST", "SECOND 3"};
  const ShaderSource source = load_shader("viewport.frag", definitions);
  EXPECT_EQ(source.name, "viewport.frag");
  EXPECT_TRUE(source.text.starts_with("#version 450 core\n#define FIRST\n#define SECOND 3\n#line 2\n"));
}

TEST(ShaderSource, NamesAMissingFile) {
  EXPECT_CONTAINS(error_of([] { (void)load_shader("absent.frag"); }), "absent.frag");
}

}  // namespace
}  // namespace texelscope::tests
