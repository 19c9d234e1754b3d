#include <algorithm>
#include <array>

#include "app/scenes/palette.h"
#include "app/scenes/scene_kernel.h"

namespace texelscope::app::plasma {
extern const SceneDeclaration scene;
namespace {

using namespace kernels;

/// Radians by which each phase moves in one second.
constexpr std::array phase_speeds{0.61, -0.47, 0.83, -0.71, 0.55, 0.37, 0.29, 0.23};

/// Sums of waves over a plane distorted by other waves.
struct DrawPlasma {
  Surface output;
  Palette palette;
  float units_per_pixel;
  float left;
  float top;
  float phase[phase_speeds.size()];
  /// Center of the rings.
  float center_x, center_y;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const float x = left + static_cast<float>(index.x) * units_per_pixel;
    const float y = top + static_cast<float>(index.y) * units_per_pixel;
    const float bent_x = x + 0.9F * sine(y * 0.8F + phase[0]);
    const float bent_y = y + 0.9F * sine(x * 0.7F + phase[1]);
    const float distance = kernels::length(Float2{bent_x - center_x, bent_y - center_y});
    const float waves = sine(bent_x * 1.1F + phase[2]) + sine(bent_y * 1.3F + phase[3]) +
                        sine((bent_x + bent_y) * 0.6F + phase[4]) + sine(distance * 1.6F - phase[2]);
    const float value = 0.5F + 0.5F * sine(waves * 0.9F + phase[7]);
    const Float3 color = palette.color(value);
    write_color(output, color, index.x, index.y);
  }
};

class PlasmaScene final : public MovingScene {
 public:
  explicit PlasmaScene(const SceneSetup& /*setup*/) {}

  void draw(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) override {
    const double seconds = scene_seconds(input, values);
    // Half the shorter side spans this many units.
    const double units_per_pixel = 2 * values.real("scale") / std::min(input.width, input.height);
    DrawPlasma kernel{Surface(output.handle()),
                      palette(values.choice("palette")),
                      static_cast<float>(units_per_pixel),
                      static_cast<float>((0.5 - input.width * 0.5) * units_per_pixel),
                      static_cast<float>((0.5 - input.height * 0.5) * units_per_pixel),
                      {},
                      0,
                      0};
    for (std::size_t wave = 0; wave < phase_speeds.size(); ++wave) {
      kernel.phase[wave] = phase_at(seconds, phase_speeds[wave]);
    }
    kernel.center_x = 1.5F * kernels::cosine(kernel.phase[5]);
    kernel.center_y = 1.5F * sine(kernel.phase[6]);
    kernels::launch(stream, {input.width, input.height}, kernel);
  }
};

std::vector<Parameter> parameters() {
  return {
      real_parameter("speed", 1, {0, 8, false, "×"}, "Speed of the waves; 0 stops them."),
      real_parameter("scale", 4, {0.25, 32, true, ""},
                     "Visible part of the plane: larger values show more and finer waves."),
      choice_parameter("palette", "opal", palette_names(), "Color map of the waves."),
  };
}

}  // namespace

const SceneDeclaration scene{
    .name = "plasma",
    .title = "Plasma",
    .teaches =
        "The shortest path from a kernel to the screen: each thread computes the color of one pixel and writes it to "
        "a surface. The sine function is the project's own, so every device computes the same bytes.",
    .controls = "",
    .parameters = &parameters,
    .default_frame = 120,
    .make = &make_scene<PlasmaScene>,
};

}  // namespace texelscope::app::plasma
