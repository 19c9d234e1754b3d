#include "render/gl/viewport_pass.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <array>
#include <map>
#include <string>
#include <vector>

#include "render/common/viewport_variant.h"
#include "render/gl/context_info.h"
#include "render/gl/program.h"
#include "render/gl/vertex_array.h"

namespace texelscope::render::gl {
namespace {

// Uniform locations of viewport.frag.
enum Location : GLint {
  corner,
  first_texel,
  first_fraction,
  texels_per_pixel,
  checker_shift,
  gain,
  grid_opacity,
  layer,
  is_encoded,
  least_weight
};

Program build_program(const ViewportVariant& variant) {
  constexpr std::array<const char*, 4> names = {"SAME_SIZE", "MAGNIFY", "GRID", "MINIFY"};
  std::vector<std::string> definitions = {names[static_cast<std::size_t>(variant.sampling)],
                                          fmt::format("TAPS {}", variant.taps)};
  if (variant.is_sparse) {
    definitions.emplace_back("SPARSE");
  }
  if (variant.format == PixelFormat::rgba32f) {
    definitions.emplace_back("FLOAT");
  }
  if (variant.is_layer) {
    definitions.emplace_back("LAYER");
  }
  return {load_shader("viewport.vert"), load_shader("viewport.frag", definitions)};
}

}  // namespace

struct ViewportPass::State {
  VertexArray rectangle;
  bool is_software = false;
  std::map<ViewportVariant, Program> programs;

  // Programs are built on first use: building all of them would delay the first frame.
  const Program& program(const ViewportVariant& variant) {
    const auto found = programs.find(variant);
    return found != programs.end() ? found->second : programs.emplace(variant, build_program(variant)).first->second;
  }
};

ViewportPass::ViewportPass() : state_{std::make_unique<State>()} {
  state_->is_software = is_software_renderer(reinterpret_cast<const char*>(glGetString(GL_RENDERER)));
  (void)state_->program(ViewportVariant{});
}

ViewportPass::~ViewportPass() = default;
ViewportPass::ViewportPass(ViewportPass&&) noexcept = default;
ViewportPass& ViewportPass::operator=(ViewportPass&&) noexcept = default;

void ViewportPass::draw(const Texture& image, const ViewportView& view) const {
  if (view.target.width < 1 || view.target.height < 1) {
    return;
  }
  const ViewportLayout layout = lay_out(view, image.width(), image.height());
  const PixelRect& visible = layout.visible;
  const bool is_visible = visible.width > 0;
  if (is_visible) {
    image.bind(0);
  }

  glDisable(GL_BLEND);
  glDisable(GL_CULL_FACE);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_STENCIL_TEST);
  glDisable(GL_FRAMEBUFFER_SRGB);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  if (!layout.covers_target) {
    const std::array<float, 4> around = {view.background[0], view.background[1], view.background[2], 1};
    glEnable(GL_SCISSOR_TEST);
    glScissor(view.target.x, view.target.y, view.target.width, view.target.height);
    glClearBufferfv(GL_COLOR, 0, around.data());
  }
  glDisable(GL_SCISSOR_TEST);
  if (!is_visible) {
    return;
  }

  ViewportVariant variant = choose_variant(image.format(), view, state_->is_software);
  variant.is_layer = image.layer().has_value();
  state_->program(variant).use();
  if (variant.is_layer) {
    glUniform1i(layer, *image.layer());
  }
  const ViewportConstants constants = constants_of(view, layout, visible.x, visible.y + visible.height);
  glUniform2iv(corner, 1, constants.corner);
  glUniform2iv(first_texel, 1, constants.first_texel);
  glUniform2fv(first_fraction, 1, constants.first_fraction);
  glUniform1f(texels_per_pixel, constants.texels_per_pixel);
  glUniform2iv(checker_shift, 1, constants.checker_shift);
  glUniform1f(gain, constants.gain);
  glUniform1f(grid_opacity, constants.grid_opacity);
  glUniform1i(is_encoded, constants.is_encoded);
  glUniform1f(least_weight, constants.least_weight);
  glViewport(visible.x, visible.y, visible.width, visible.height);
  state_->rectangle.draw_rectangle();
}

}  // namespace texelscope::render::gl
