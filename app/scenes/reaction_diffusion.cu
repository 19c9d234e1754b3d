#include <algorithm>
#include <array>

#include "app/scenes/palette.h"
#include "app/scenes/scene_arrays.h"
#include "app/scenes/scene_kernel.h"

namespace texelscope::app::reaction_diffusion {
extern const SceneDeclaration scene;
namespace {

using namespace kernels;

// A texel of the field is (substrate, activator), each about 0 … 1. The model is Gray and Scott's, as in J. E. Pearson,
// "Complex Patterns in a Simple System", Science 261 (1993), with the rates for one cell and one step below.
constexpr float substrate_diffusion = 1.0F;
constexpr float activator_diffusion = 0.5F;

/// Pixels of the frame along each side of a cell.
constexpr int pixels_per_cell = 2;

TEXELSCOPE_KERNEL_FUNCTION std::int32_t wrap(std::int32_t position, std::int32_t extent) {
  const std::int32_t rest = position % extent;
  return rest < 0 ? rest + extent : rest;
}

/// Substrate everywhere, and in some blocks of the field a disc of activator, at positions chosen by a hash.
struct SeedField {
  Surface field;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    constexpr std::int32_t block_size = 32;
    const std::uint32_t draw = kernels::hash(static_cast<std::uint32_t>(index.x / block_size),
                                             static_cast<std::uint32_t>(index.y / block_size));
    const std::int32_t center_x = 8 + static_cast<std::int32_t>(draw & 15U);
    const std::int32_t center_y = 8 + static_cast<std::int32_t>((draw >> 4U) & 15U);
    const std::int32_t radius = 2 + static_cast<std::int32_t>((draw >> 8U) & 3U);
    const bool has_disc = ((draw >> 10U) & 3U) != 0;
    const std::int32_t x = index.x % block_size - center_x;
    const std::int32_t y = index.y % block_size - center_y;
    const bool is_inside = has_disc && x * x + y * y <= radius * radius;
    field.write_2d(is_inside ? Float2{0.5F, 0.5F} : Float2{1.0F, 0.0F}, index.x, index.y);
  }
};

/// One time step from one array to the other, for a column of cells: values read for one cell are reused for the next.
struct StepField {
  static constexpr std::int32_t cells_per_call = 8;

  Surface from;
  Surface to;
  std::int32_t width;
  std::int32_t height;
  float feed;
  float kill;

  struct Row {
    Float2 left, middle, right;
  };

  TEXELSCOPE_KERNEL_FUNCTION Row read_row(std::int32_t left, std::int32_t middle, std::int32_t right,
                                          std::int32_t y) const {
    return {from.read_2d<Float2>(left, y), from.read_2d<Float2>(middle, y), from.read_2d<Float2>(right, y)};
  }

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const std::int32_t first = index.y * cells_per_call;
    const std::int32_t end = first + cells_per_call < height ? first + cells_per_call : height;
    const std::int32_t left = index.x > 0 ? index.x - 1 : width - 1;
    const std::int32_t right = index.x < width - 1 ? index.x + 1 : 0;
    Row above = read_row(left, index.x, right, first > 0 ? first - 1 : height - 1);
    Row row = read_row(left, index.x, right, first);
    for (std::int32_t y = first; y < end; ++y) {
      const Row below = read_row(left, index.x, right, y < height - 1 ? y + 1 : 0);
      // The Laplacian over nine cells: 0.2 for the four adjacent cells, 0.05 for the four diagonal cells.
      const Float2 beside = (above.middle + below.middle) + (row.left + row.right);
      const Float2 across = (above.left + above.right) + (below.left + below.right);
      const Float2 cell = row.middle;
      const Float2 laplacian = (beside * 0.2F + across * 0.05F) - cell;
      const float reaction = cell.x * cell.y * cell.y;
      to.write_2d(Float2{cell.x + ((substrate_diffusion * laplacian.x - reaction) + feed * (1.0F - cell.x)),
                         cell.y + ((activator_diffusion * laplacian.y + reaction) - (feed + kill) * cell.y)},
                  index.x, y);
      above = row;
      row = below;
    }
  }
};

/// A disc of activator under the mouse.
struct PaintDisc {
  Surface field;
  std::int32_t width;
  std::int32_t height;
  std::int32_t center_x;
  std::int32_t center_y;
  std::int32_t radius;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const std::int32_t x = index.x - radius;
    const std::int32_t y = index.y - radius;
    if (x * x + y * y <= radius * radius) {
      field.write_2d(Float2{0.3F, 0.6F}, wrap(center_x + x, width), wrap(center_y + y, height));
    }
  }
};

enum class View : std::int32_t { relief, activator, substrate };

/// The field's colors, one texel per cell.
struct ShadeField {
  Surface field;
  Surface colors;
  Palette palette;
  View view;
  std::int32_t width;
  std::int32_t height;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const Float2 here = field.read_2d<Float2>(index.x, index.y);
    Float3 color = palette.color(view == View::substrate ? here.x : here.y * 2.5F);
    if (view == View::relief) {
      // Light from the upper left on a surface whose height is the activator.
      const float left = field.read_2d<Float2>(index.x > 0 ? index.x - 1 : width - 1, index.y).y;
      const float right = field.read_2d<Float2>(index.x < width - 1 ? index.x + 1 : 0, index.y).y;
      const float above = field.read_2d<Float2>(index.x, index.y > 0 ? index.y - 1 : height - 1).y;
      const float below = field.read_2d<Float2>(index.x, index.y < height - 1 ? index.y + 1 : 0).y;
      constexpr float steepness = 12.0F;
      const float x = steepness * (left - right);
      const float y = steepness * (above - below);
      const float toward_light = (0.62F - (x * 0.5F + y * 0.6F)) / kernels::square_root((x * x + y * y) + 1.0F);
      const float light = toward_light > 0.0F ? toward_light : 0.0F;
      const float squared = light * light;
      const float gleam = squared * squared * squared * squared * 0.3F;
      color = color * (0.35F + 1.05F * light) + Float3{gleam, gleam, gleam};
    }
    write_color(colors, color, index.x, index.y);
  }
};

struct Preset {
  const char* name;
  float feed;
  float kill;
};

/// Points of the (feed, kill) plane with distinct patterns; the first uses the sliders.
constexpr std::array presets{
    Preset{"custom", 0, 0},           Preset{"coral", 0.0545F, 0.062F},
    Preset{"maze", 0.029F, 0.057F},   Preset{"mitosis", 0.0367F, 0.0649F},
    Preset{"holes", 0.039F, 0.058F},  Preset{"worms", 0.058F, 0.065F},
    Preset{"pulses", 0.012F, 0.050F},
};

class ReactionDiffusionScene final : public PreparedScene<SteppedScene> {
 public:
  explicit ReactionDiffusionScene(const SceneSetup& setup)
      : width_{std::max(1, setup.width / pixels_per_cell)},
        height_{std::max(1, setup.height / pixels_per_cell)},
        fields_{setup.device, gpu::ArrayDescriptor{extent_2d(width_, height_), gpu::DataType::float32, 2}},
        colors_{setup.device,
                {extent_2d(width_, height_), gpu::DataType::uint8, 4},
                linear_normalized(gpu::AddressMode::wrap)} {}

  void begin(const gpu::Stream& stream) override {
    kernels::launch(stream, {width_, height_}, SeedField{fields_.current().surface()});
  }

  void draw(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) override {
    prepare(input, values, stream);
    if (input.pointer.is_pressed) {
      paint(input, values, stream);
    }
    step(values, stream);
    kernels::launch(stream, {width_, height_},
                    ShadeField{fields_.current().surface(), colors_.surface(), palette(values.choice("palette")),
                               static_cast<View>(values.choice("view")), width_, height_});
    kernels::launch(stream, {input.width, input.height}, ShowTexture(colors_.texture(), output, input));
  }

 private:
  void paint(const FrameInput& input, const ParameterValues& values, const gpu::Stream& stream) const {
    // A position outside the frame counts as a position on its edge, so no cell number can overflow.
    const auto cell = [](float pixel, int pixels, int cells) {
      const float inside = std::clamp(pixel > 0 ? pixel : 0.0F, 0.0F, static_cast<float>(pixels));
      return static_cast<std::int32_t>(inside * static_cast<float>(cells) / static_cast<float>(pixels));
    };
    const auto radius = static_cast<std::int32_t>(values.integer("brush_radius"));
    kernels::launch(stream, {2 * radius + 1, 2 * radius + 1},
                    PaintDisc{fields_.current().surface(), width_, height_, cell(input.pointer.x, input.width, width_),
                              cell(input.pointer.y, input.height, height_), radius});
  }

  void step(const ParameterValues& values, const gpu::Stream& stream) {
    Preset preset = presets[values.choice("preset")];
    if (values.choice("preset") == 0) {
      preset.feed = real_value(values, "feed");
      preset.kill = real_value(values, "kill");
    }
    const std::int32_t calls_per_column = (height_ + StepField::cells_per_call - 1) / StepField::cells_per_call;
    for (std::int64_t count = values.integer("steps_per_frame"); count > 0; --count) {
      kernels::launch(
          stream, {width_, calls_per_column},
          StepField{fields_.current().surface(), fields_.other().surface(), width_, height_, preset.feed, preset.kill});
      fields_.swap();
    }
  }

  int width_;
  int height_;
  ArrayPair<SurfaceArray> fields_;
  SampledArray colors_;
};

std::vector<Parameter> parameters() {
  return {
      choice_parameter("preset", "coral", names_of(presets),
                       "A pair of feed and kill rates with a distinct pattern; custom uses the two values below."),
      real_parameter("feed", 0.0545, {0, 0.1, false, ""}, "Rate at which substrate flows in; for preset custom."),
      real_parameter("kill", 0.062, {0, 0.1, false, ""}, "Rate at which activator is removed; for preset custom."),
      integer_parameter("steps_per_frame", 16, {0, 64}, "Time steps per frame; 0 stops time."),
      integer_parameter("brush_radius", 6, {1, 64}, "Radius of the brush, in cells of 2 × 2 pixels."),
      choice_parameter("view", "relief", {"relief", "activator", "substrate"},
                       "Shows the activator lit from one side, or the plain activator or substrate."),
      choice_parameter("palette", "aurora", palette_names(), "Color map of the view."),
  };
}

}  // namespace

const SceneDeclaration scene{
    .name = "reaction_diffusion",
    .title = "Reaction and diffusion",
    .teaches =
        "Two arrays alternate: each step reads one as a surface and writes the other, without a copy. The colors are "
        "written to a third array as a surface, which is then read as a texture, enlarged by linear filtering.",
    .controls = "Hold the left mouse button to paint activator.",
    .parameters = &parameters,
    .default_frame = 300,
    .has_history = true,
    .takes_pointer = true,
    .make = &make_scene<ReactionDiffusionScene>,
};

}  // namespace texelscope::app::reaction_diffusion
