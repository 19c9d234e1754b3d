#include "render/gl/point_pass.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include "render/common/point_layout.h"
#include "render/gl/gl_call.h"
#include "render/gl/gl_error.h"

namespace texelscope::render::gl {
namespace {

constexpr GLint size_location = 0;  // of points.vert

}  // namespace

PointPass::PointPass()
    : program_{load_shader("points.vert"), load_shader("points.frag")}, points_{VertexArray::of_points()} {}

void PointPass::draw(const Texture& target, const std::array<std::uint8_t, 4>& background, const Buffer& vertices,
                     std::size_t count) const {
  require_bytes_to_add_points(target.format(), target.width(), target.height());
  points_.take_points(vertices, count);
  target_.attach(target);
  target_.bind(target.width(), target.height());
  for (const GLenum test : {GL_CULL_FACE, GL_DEPTH_TEST, GL_STENCIL_TEST, GL_SCISSOR_TEST, GL_DITHER}) {
    glDisable(test);
  }
  glDisable(GL_FRAMEBUFFER_SRGB);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFunc(GL_ONE, GL_ONE);
  glPointSize(1);
  program_.use();
  glUniform2i(size_location, target.width(), target.height());
  clear_gl_errors();
  gl_call("glClearBufferfv", [&] { glClearBufferfv(GL_COLOR, 0, color_of_bytes(background).data()); });
  gl_call("glDrawArrays", [&] { points_.draw_points(count); });
  glDisable(GL_BLEND);
  bind_default_framebuffer();
  require_no_gl_error(
      fmt::format("cannot draw {} points into a texture of {} × {} texels", count, target.width(), target.height()));
}

}  // namespace texelscope::render::gl
