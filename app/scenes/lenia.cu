#include <algorithm>
#include <array>

#include "app/scenes/palette.h"
#include "app/scenes/scene_arrays.h"
#include "app/scenes/scene_kernel.h"

namespace texelscope::app::lenia {
extern const SceneDeclaration scene;
namespace {

using namespace kernels;

constexpr int pixels_per_cell = 4;
constexpr int radius = 9;
constexpr int diameter = 2 * radius + 1;

// The model is B. W.-C. Chan's, "Lenia: Biology of Artificial Life", Complex Systems 28 (2019): a weighted sum over a
// ring of neighbors measures how full the world is around a cell, and a bell curve of that sum makes the cell grow or
// shrink.

/// Scattered blobs of noise.
struct SeedWorld {
  Surface world;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const auto x = static_cast<float>(index.x);
    const auto y = static_cast<float>(index.y);
    const float patch = kernels::value_noise({x * 0.045F, y * 0.045F}, 5);
    const float grain = kernels::value_noise({x * 0.25F, y * 0.25F}, 6);
    world.write_2d(patch > 0.5F ? grain : 0.0F, index.x, index.y);
  }
};

struct StepWorld {
  Texture from;
  Surface to;
  float texel_u, texel_v;
  float growth_center;
  float growth_width;
  float time_step;
  /// A disc of life under the mouse, in cells; a radius of 0 means none.
  float brush_x, brush_y, brush_radius;
  float weights[diameter * diameter];

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const float u = (static_cast<float>(index.x) + 0.5F) * texel_u;
    const float v = (static_cast<float>(index.y) + 0.5F) * texel_v;
    float fullness = 0;
    for (std::int32_t row = -radius; row <= radius; ++row) {
      const float sample_v = v + static_cast<float>(row) * texel_v;
      for (std::int32_t column = -radius; column <= radius; ++column) {
        const float weight = weights[(row + radius) * diameter + (column + radius)];
        if (weight > 0.0F) {
          fullness = fullness + weight * from.sample_2d(u + static_cast<float>(column) * texel_u, sample_v).x;
        }
      }
    }
    const float off = (fullness - growth_center) / growth_width;
    const float growth = 2.0F * kernels::exponential(-0.5F * off * off) - 1.0F;
    float cell = kernels::clamp(from.sample_2d(u, v).x + time_step * growth, 0, 1);
    const float away =
        kernels::hypotenuse(static_cast<float>(index.x) - brush_x, static_cast<float>(index.y) - brush_y);
    if (away < brush_radius) {
      cell = 0.7F;
    }
    to.write_2d(cell, index.x, index.y);
  }
};

struct ShowWorld {
  Texture world;
  Surface output;
  Palette palette;
  float pixel_u, pixel_v;
  /// Texture coordinates from one cell to the next.
  float texel_u, texel_v;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const float u = (static_cast<float>(index.x) + 0.5F) * pixel_u;
    const float v = (static_cast<float>(index.y) + 0.5F) * pixel_v;
    const float here = world.sample_2d(u, v).x;
    const float x = world.sample_2d(u - texel_u, v).x - world.sample_2d(u + texel_u, v).x;
    const float y = world.sample_2d(u, v - texel_v).x - world.sample_2d(u, v + texel_v).x;
    const float light = 1.0F - 0.55F * (x + y) / kernels::square_root((x * x + y * y) + 0.25F);
    write_color(output, palette.color(here) * kernels::clamp(light, 0.35F, 1.5F), index.x, index.y);
  }
};

class LeniaScene final : public PreparedScene<SteppedScene> {
 public:
  explicit LeniaScene(const SceneSetup& setup)
      : width_{std::max(1, setup.width / pixels_per_cell)},
        height_{std::max(1, setup.height / pixels_per_cell)},
        worlds_{setup.device, width_, height_} {
    float sum = 0;
    for (int row = -radius; row <= radius; ++row) {
      for (int column = -radius; column <= radius; ++column) {
        const float distance =
            kernels::hypotenuse(static_cast<float>(column), static_cast<float>(row)) / static_cast<float>(radius);
        const bool is_inside = distance > 0.0F && distance < 1.0F;
        const float weight = is_inside ? kernels::exponential(4.0F - 1.0F / (distance * (1.0F - distance))) : 0.0F;
        weights_[static_cast<std::size_t>((row + radius) * diameter + (column + radius))] = weight;
        sum += weight;
      }
    }
    for (float& weight : weights_) {
      weight /= sum;
    }
  }

  void begin(const gpu::Stream& stream) override {
    kernels::launch(stream, {width_, height_}, SeedWorld{worlds_.current().surface()});
  }

  void draw(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) override {
    prepare(input, values, stream);
    const float texel_u = 1.0F / static_cast<float>(width_);
    const float texel_v = 1.0F / static_cast<float>(height_);
    const bool is_pressed = input.pointer.is_pressed;
    for (std::int64_t count = values.integer("steps_per_frame"); count > 0; --count) {
      StepWorld step{Texture(worlds_.current().exact.handle()),
                     worlds_.other().surface(),
                     texel_u,
                     texel_v,
                     real_value(values, "growth_center"),
                     real_value(values, "growth_width"),
                     real_value(values, "time_step"),
                     is_pressed ? input.pointer.x / static_cast<float>(pixels_per_cell) : 0.0F,
                     is_pressed ? input.pointer.y / static_cast<float>(pixels_per_cell) : 0.0F,
                     is_pressed ? 7.0F : 0.0F,
                     {}};
      std::ranges::copy(weights_, step.weights);
      kernels::launch(stream, {width_, height_}, step);
      worlds_.swap();
    }
    kernels::launch(
        stream, {input.width, input.height},
        ShowWorld{worlds_.current().texture(), Surface(output.handle()), palette(values.choice("palette")),
                  1.0F / static_cast<float>(input.width), 1.0F / static_cast<float>(input.height), texel_u, texel_v});
  }

 private:
  /// Steps read single texels of it; frames read between texels.
  struct World : SampledArray {
    World(const gpu::Device& device, int width, int height)
        : SampledArray{device,
                       {extent_2d(width, height), gpu::DataType::float32, 1},
                       linear_normalized(gpu::AddressMode::wrap)},
          exact{float_texture(array(), {.address_mode = gpu::AddressMode::wrap, .normalized_coords = true})} {}

    gpu::TextureObject exact;
  };

  int width_;
  int height_;
  ArrayPair<World> worlds_;
  std::array<float, static_cast<std::size_t>(diameter) * diameter> weights_{};
};

std::vector<Parameter> parameters() {
  return {
      real_parameter("growth_center", 0.15, {0.05, 0.5, false, ""}, "Fullness of the ring at which a cell grows most."),
      real_parameter("growth_width", 0.018, {0.002, 0.1, false, ""}, "Tolerance around that fullness."),
      real_parameter("time_step", 0.1, {0.01, 0.5, false, ""}, "Maximum growth or shrinkage of a cell per step."),
      integer_parameter("steps_per_frame", 1, {0, 8}, "Time steps per frame; 0 stops time."),
      choice_parameter("palette", "aurora", palette_names(), "Color map for the cell values."),
  };
}

}  // namespace

const SceneDeclaration scene{
    .name = "lenia",
    .title = "Lenia",
    .teaches =
        "Continuous life: each cell sums a ring of more than 200 neighbors, read from a float texture with wrapped "
        "edges. Two arrays alternate as the texture and the surface of a step.",
    .controls = "Hold the left mouse button to add life.",
    .parameters = &parameters,
    .default_frame = 150,
    .has_history = true,
    .takes_pointer = true,
    .make = &make_scene<LeniaScene>,
};

}  // namespace texelscope::app::lenia
