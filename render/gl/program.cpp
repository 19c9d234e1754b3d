#include "render/gl/program.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <utility>

#include "render/common/error.h"
#include "render/common/observed_call.h"

namespace texelscope::render::gl {
namespace {

/// A shader object, alive until its program is linked.
struct Shader {
  explicit Shader(GLenum stage)
      : name{observed_call("glCreateShader", GLuint{0}, "no shader", [&] { return glCreateShader(stage); })} {
    if (name == 0) {
      throw Error{"glCreateShader failed: close other programs that use the GPU, and restart"};
    }
  }
  Shader(const Shader&) = delete;
  Shader& operator=(const Shader&) = delete;
  ~Shader() { glDeleteShader(name); }

  GLuint name;
};

std::string as_one_line(std::string log) {
  while (!log.empty() && (log.back() == '\0' || log.back() == '\n' || log.back() == ' ')) {
    log.pop_back();
  }
  std::ranges::replace(log, '\n', ' ');
  return log.empty() ? "GL returned no log" : log;
}

void compile(const Shader& shader, const ShaderSource& source) {
  const char* text = source.text.data();
  const auto length = static_cast<GLint>(source.text.size());
  glShaderSource(shader.name, 1, &text, &length);
  const bool is_compiled = observed_call("glCompileShader", false, "does not compile", [&] {
    GLint status = 0;
    glCompileShader(shader.name);
    glGetShaderiv(shader.name, GL_COMPILE_STATUS, &status);
    return status != 0;
  });
  if (is_compiled) {
    return;
  }
  GLint log_length = 0;
  glGetShaderiv(shader.name, GL_INFO_LOG_LENGTH, &log_length);
  std::string log(static_cast<std::size_t>(std::max(log_length, 0)), '\0');
  glGetShaderInfoLog(shader.name, log_length, nullptr, log.data());
  throw Error{
      fmt::format("the shader {} does not compile (glCompileShader): {}", source.name, as_one_line(std::move(log)))};
}

void link(GLuint program, const ShaderSource& vertex, const ShaderSource& fragment) {
  const bool is_linked = observed_call("glLinkProgram", false, "does not link", [&] {
    GLint status = 0;
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &status);
    return status != 0;
  });
  if (is_linked) {
    return;
  }
  GLint log_length = 0;
  glGetProgramiv(program, GL_INFO_LOG_LENGTH, &log_length);
  std::string log(static_cast<std::size_t>(std::max(log_length, 0)), '\0');
  glGetProgramInfoLog(program, log_length, nullptr, log.data());
  throw Error{fmt::format("the shaders {} and {} do not link (glLinkProgram): {}", vertex.name, fragment.name,
                          as_one_line(std::move(log)))};
}

}  // namespace

Program::Program(const ShaderSource& vertex, const ShaderSource& fragment) {
  const Shader vertex_shader{GL_VERTEX_SHADER};
  const Shader fragment_shader{GL_FRAGMENT_SHADER};
  compile(vertex_shader, vertex);
  compile(fragment_shader, fragment);
  Program linked;
  linked.name_ = observed_call("glCreateProgram", GLuint{0}, "no program", [] { return glCreateProgram(); });
  if (linked.name_ == 0) {
    throw Error{"glCreateProgram failed: close other programs that use the GPU, and restart"};
  }
  glAttachShader(linked.name_, vertex_shader.name);
  glAttachShader(linked.name_, fragment_shader.name);
  link(linked.name_, vertex, fragment);
  glDetachShader(linked.name_, vertex_shader.name);
  glDetachShader(linked.name_, fragment_shader.name);
  name_ = std::exchange(linked.name_, 0);
}

Program::Program(Program&& other) noexcept : name_{std::exchange(other.name_, 0)} {}

Program& Program::operator=(Program&& other) noexcept {
  std::swap(name_, other.name_);
  return *this;
}

Program::~Program() {
  if (name_ != 0) {
    glDeleteProgram(name_);
  }
}

void Program::use() const { glUseProgram(name_); }

}  // namespace texelscope::render::gl
