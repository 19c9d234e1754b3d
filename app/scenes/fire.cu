#include <algorithm>

#include "app/scenes/palette.h"
#include "app/scenes/scene_arrays.h"
#include "app/scenes/scene_kernel.h"

namespace texelscope::app::fire {
extern const SceneDeclaration scene;
namespace {

using namespace kernels;

constexpr int pixels_per_cell = 2;

struct ClearHeat {
  Surface heat;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const { heat.write_2d(0.0F, index.x, index.y); }
};

/// One step: heat rises by a cell, spreads, is blown aside and is cooled by noise, which rises at half the heat's speed
/// so that no flame always meets the same noise.
struct StepHeat {
  Surface from;
  Surface to;
  std::int32_t width;
  std::int32_t height;
  std::uint32_t number;
  float cooling;
  float wind;
  float intensity;
  /// Heat under the mouse, in cells; a radius of 0 means none.
  float brush_x, brush_y, brush_radius;

  TEXELSCOPE_KERNEL_FUNCTION float read(std::int32_t x, std::int32_t y) const {
    return from.read_2d<float>(x < 0 ? 0 : (x < width ? x : width - 1), y < height ? y : height - 1);
  }

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const auto x = static_cast<float>(index.x);
    const auto y = static_cast<float>(index.y);
    const auto time = static_cast<float>(number & 0xFFFFFU);
    const float gust = kernels::value_noise({x * 0.025F, y * 0.02F + time * 0.01F}, 11);
    const float swirl = kernels::value_noise({x * 0.14F + 7.0F, y * 0.10F + time * 0.05F}, 23);
    const std::uint32_t draw =
        kernels::hash(static_cast<std::uint32_t>(index.x), static_cast<std::uint32_t>(index.y), number);
    const float aside =
        ((gust - 0.5F) * 1.6F + (swirl - 0.5F) * 2.6F) + (kernels::unit_float(draw) - 0.5F) * 1.6F + wind;
    const std::int32_t column = index.x + kernels::float_to_int(kernels::round_to_nearest(aside));
    float heat = (read(column - 1, index.y + 1) + read(column + 1, index.y + 1)) * 0.25F +
                 (read(column, index.y + 1) + read(column, index.y + 2)) * 0.25F;
    heat = heat - cooling * (0.25F + 1.9F * swirl * swirl);
    if (index.y >= height - 2) {
      // Embers: their glow moves along the ground.
      const float glow = kernels::value_noise({x * 0.06F, time * 0.012F}, 41);
      const float middle = (x + 0.5F) / static_cast<float>(width) * 2.0F - 1.0F;
      const float bed = 1.0F - middle * middle * middle * middle;
      heat = intensity * bed * kernels::smooth_step(0.15F, 0.75F, glow + 0.4F * (kernels::unit_float(draw) - 0.5F));
    }
    if (kernels::hypotenuse(x - brush_x, y - brush_y) < brush_radius) {
      heat = intensity;
    }
    to.write_2d(heat > 0.0F ? heat : 0.0F, index.x, index.y);
  }
};

struct ShowHeat {
  Texture heat;
  Surface output;
  Palette palette;
  float pixel_u, pixel_v;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const float value =
        heat.sample_2d((static_cast<float>(index.x) + 0.5F) * pixel_u, (static_cast<float>(index.y) + 0.5F) * pixel_v)
            .x;
    write_color(output, palette.color(value), index.x, index.y);
  }
};

class FireScene final : public PreparedScene<Scene> {
 public:
  explicit FireScene(const SceneSetup& setup)
      : width_{std::max(1, setup.width / pixels_per_cell)},
        height_{std::max(1, setup.height / pixels_per_cell)},
        fields_{setup.device, gpu::ArrayDescriptor{extent_2d(width_, height_), gpu::DataType::float32, 1},
                linear_normalized(gpu::AddressMode::clamp)} {}

  void begin(const gpu::Stream& stream) override {
    kernels::launch(stream, {width_, height_}, ClearHeat{fields_.current().surface()});
  }

  void draw(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) override {
    prepare(input, values, stream);
    // The number of cells equals the frame's height, and flames must reach equally far at any size.
    const float cooling = real_value(values, "cooling") * 2.0F / static_cast<float>(height_);
    const float cells_by_pixel = static_cast<float>(width_) / static_cast<float>(input.width);
    for (std::int64_t count = values.integer("steps_per_frame"); count > 0; --count) {
      kernels::launch(stream, {width_, height_},
                      StepHeat{fields_.current().surface(), fields_.other().surface(), width_, height_, steps_++,
                               cooling, real_value(values, "wind"), real_value(values, "intensity"),
                               input.pointer.x * cells_by_pixel, input.pointer.y * cells_by_pixel,
                               input.pointer.is_pressed ? static_cast<float>(height_) * 0.04F : 0.0F});
      fields_.swap();
    }
    kernels::launch(stream, {input.width, input.height},
                    ShowHeat{fields_.current().texture(), Surface(output.handle()), palette(values.choice("palette")),
                             1.0F / static_cast<float>(input.width), 1.0F / static_cast<float>(input.height)});
  }

 private:
  int width_;
  int height_;
  ArrayPair<SampledArray> fields_;
  std::uint32_t steps_ = 0;
};

std::vector<Parameter> parameters() {
  return {
      real_parameter("cooling", 0.7, {0.1, 4, true, ""}, "Cooling of the flames: higher values shorten them."),
      real_parameter("intensity", 1.15, {0, 2, false, ""}, "Heat of the embers and the mouse."),
      real_parameter("wind", 0, {-2, 2, false, ""}, "Sideways drift of the flames, in cells per cell that they rise."),
      integer_parameter("steps_per_frame", 2, {0, 16}, "Number of cells that heat rises per frame; 0 stops the fire."),
      choice_parameter("palette", "ember", palette_names(), "Color map of the heat."),
  };
}

}  // namespace

const SceneDeclaration scene{
    .name = "fire",
    .title = "Fire",
    .teaches =
        "Two float arrays alternate: a kernel reads heat from below through one surface and writes it through the "
        "other. Its randomness comes from hashes of position and step, so every device produces the same frames.",
    .controls = "Hold the left mouse button to set the air on fire.",
    .parameters = &parameters,
    .default_frame = 180,
    .has_history = true,
    .takes_pointer = true,
    .make = &make_scene<FireScene>,
};

}  // namespace texelscope::app::fire
