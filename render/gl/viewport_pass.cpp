#include "render/gl/viewport_pass.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <map>
#include <string>
#include <vector>

#include "render/gl/context_info.h"
#include "render/gl/program.h"
#include "render/gl/vertex_array.h"
#include "render/gl/viewport_layout.h"

namespace texelscope::render::gl {
namespace {

/// Which of the programs that viewport.frag can be; they are separate since software renderers pay for every
/// instruction.
struct Variant {
  enum class Sampling : unsigned char { same_size, magnify, magnify_with_grid, minify };

  PixelFormat format = PixelFormat::rgba8;
  Sampling sampling = Sampling::same_size;
  /// When minifying: texels read for a pixel each way, and whether there may be more than those under it.
  int taps = 0;
  bool is_sparse = false;

  auto operator<=>(const Variant&) const = default;
};

constexpr float grid_begin_zoom = 8;
constexpr float grid_full_zoom = 24;
constexpr float grid_full_opacity = 0.4F;
// A pixel is the exact mean of its texels down to a zoom of 1 / 2^halvings.
constexpr int halvings_on_hardware = 4;
constexpr int halvings_on_software = 2;

// Uniform locations of viewport.frag.
enum Location : GLint { corner, first_texel, first_fraction, texels_per_pixel, checker_shift, gain, grid_opacity };

float opacity_of_grid(const ViewportView& view) {
  if (!view.has_grid || view.zoom <= grid_begin_zoom) {
    return 0;
  }
  return grid_full_opacity * std::min(1.0F, (view.zoom - grid_begin_zoom) / (grid_full_zoom - grid_begin_zoom));
}

Variant choose_variant(PixelFormat format, const ViewportView& view, int halving_limit) {
  using Sampling = Variant::Sampling;
  if (view.zoom == 1.0F) {
    return {format, Sampling::same_size, 0, false};
  }
  if (view.zoom > 1.0F) {
    return {format, opacity_of_grid(view) > 0 ? Sampling::magnify_with_grid : Sampling::magnify, 0, false};
  }
  int halvings = 1;
  while (halvings < halving_limit && view.zoom * static_cast<float>(1 << halvings) < 1.0F) {
    ++halvings;
  }
  const int texels = 1 << halvings;
  // A pixel as wide as n texels touches n + 1 of them.
  return {format, Sampling::minify, texels + 1, view.zoom * static_cast<float>(texels) < 1.0F};
}

Program build_program(const Variant& variant) {
  constexpr std::array<const char*, 4> names = {"SAME_SIZE", "MAGNIFY", "GRID", "MINIFY"};
  std::vector<std::string> definitions = {names[static_cast<std::size_t>(variant.sampling)],
                                          fmt::format("TAPS {}", variant.taps)};
  if (variant.is_sparse) {
    definitions.emplace_back("SPARSE");
  }
  if (variant.format == PixelFormat::rgba32f) {
    definitions.emplace_back("FLOAT");
  }
  return {load_shader("viewport.vert"), load_shader("viewport.frag", definitions)};
}

}  // namespace

struct ViewportPass::State {
  VertexArray rectangle;
  int halving_limit = halvings_on_hardware;
  std::map<Variant, Program> programs;

  // Programs are built when first used: all of them would delay the first frame.
  const Program& program(const Variant& variant) {
    const auto found = programs.find(variant);
    return found != programs.end() ? found->second : programs.emplace(variant, build_program(variant)).first->second;
  }
};

ViewportPass::ViewportPass() : state_{std::make_unique<State>()} {
  if (is_software_renderer(reinterpret_cast<const char*>(glGetString(GL_RENDERER)))) {
    state_->halving_limit = halvings_on_software;
  }
  (void)state_->program(Variant{});
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

  const Program& program = state_->program(choose_variant(image.format(), view, state_->halving_limit));
  program.use();
  glUniform2i(corner, visible.x, visible.y + visible.height);
  if (view.zoom == 1.0F) {
    // Each pixel's centre lies in one texel: half a pixel from the corner, rounded down.
    glUniform2i(first_texel, layout.first_texel_x + (layout.first_fraction_x >= 0.5F ? 1 : 0),
                layout.first_texel_y + (layout.first_fraction_y >= 0.5F ? 1 : 0));
  } else {
    glUniform2i(first_texel, layout.first_texel_x, layout.first_texel_y);
  }
  glUniform2f(first_fraction, layout.first_fraction_x, layout.first_fraction_y);
  glUniform1f(texels_per_pixel, 1 / view.zoom);
  glUniform2i(checker_shift, layout.checker_shift_x, layout.checker_shift_y);
  glUniform1f(gain, std::exp2(view.exposure));
  glUniform1f(grid_opacity, opacity_of_grid(view));
  glViewport(visible.x, visible.y, visible.width, visible.height);
  state_->rectangle.draw_rectangle();
}

}  // namespace texelscope::render::gl
