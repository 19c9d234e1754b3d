#include <algorithm>
#include <utility>

#include "app/scenes/palette.h"
#include "app/scenes/scene_arrays.h"
#include "app/scenes/scene_kernel.h"

namespace texelscope::app::jfa_voronoi {
extern const SceneDeclaration scene;
namespace {

using namespace kernels;

constexpr int max_seeds = 512;
constexpr int pixels_per_cell = 2;
constexpr std::int32_t no_seed = -1;

/// Position of each seed, in pixels: on its own curve around a position from a hash.
struct MoveSeeds {
  Float2* seeds;
  float width, height;
  float phase;
  /// The seed under the mouse replaces the last seed.
  std::int32_t pointer_seed;
  Float2 pointer;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const auto number = static_cast<std::uint32_t>(index.x);
    const auto draw = [number](std::uint32_t what) { return kernels::unit_float(kernels::hash(number, what, 29)); };
    constexpr float turn = 6.2831853F;
    const float x = draw(0) + 0.07F * kernels::sine(phase * (1.0F + kernels::floor(draw(1) * 3.0F)) + turn * draw(2));
    const float y = draw(3) + 0.07F * kernels::sine(phase * (1.0F + kernels::floor(draw(4) * 3.0F)) + turn * draw(5));
    seeds[index.x] =
        index.x == pointer_seed ? pointer : Float2{kernels::clamp(x, 0, 1) * width, kernels::clamp(y, 0, 1) * height};
  }
};

struct ClearField {
  Surface field;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const { field.write_2d(no_seed, index.x, index.y); }
};

struct Cell {
  std::int32_t x, y;
};

/// The cell of each seed; if earlier seeds occupy it, a neighboring cell.
struct ChooseCells {
  const Float2* seeds;
  Cell* cells;
  std::int32_t width;
  std::int32_t height;

  TEXELSCOPE_KERNEL_FUNCTION Cell own_cell(std::int32_t seed) const {
    constexpr float cells_per_pixel = 1.0F / static_cast<float>(pixels_per_cell);
    const std::int32_t x = kernels::float_to_int(seeds[seed].x * cells_per_pixel);
    const std::int32_t y = kernels::float_to_int(seeds[seed].y * cells_per_pixel);
    return {x < width ? x : width - 1, y < height ? y : height - 1};
  }

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    Cell cell = own_cell(index.x);
    std::int32_t earlier = 0;
    for (std::int32_t seed = 0; seed < index.x; ++seed) {
      const Cell other = own_cell(seed);
      earlier += other.x == cell.x && other.y == cell.y ? 1 : 0;
    }
    if (earlier % 2 == 1) {
      cell.x = cell.x + 1 < width ? cell.x + 1 : 0;
    }
    if (earlier / 2 % 2 == 1) {
      cell.y = cell.y + 1 < height ? cell.y + 1 : 0;
    }
    cells[index.x] = cell;
  }
};

/// One thread for all seeds, so that the later of two seeds in a cell remains, independent of the order of threads.
struct PlantSeeds {
  Surface field;
  const Cell* cells;
  std::int32_t count;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index) const {
    for (std::int32_t seed = 0; seed < count; ++seed) {
      field.write_2d(seed, cells[seed].x, cells[seed].y);
    }
  }
};

/// The nearest of the seeds stored in nine cells, `step` apart.
struct Flood {
  Surface from;
  Surface to;
  const Float2* seeds;
  std::int32_t width;
  std::int32_t height;
  std::int32_t step;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const float x = (static_cast<float>(index.x) + 0.5F) * static_cast<float>(pixels_per_cell);
    const float y = (static_cast<float>(index.y) + 0.5F) * static_cast<float>(pixels_per_cell);
    std::int32_t nearest = no_seed;
    float nearest_square = 0;
    for (std::int32_t row = index.y - step; row <= index.y + step; row += step) {
      if (row < 0 || row >= height) {
        continue;
      }
      for (std::int32_t column = index.x - step; column <= index.x + step; column += step) {
        if (column < 0 || column >= width) {
          continue;
        }
        const auto seed = from.read_2d<std::int32_t>(column, row);
        if (seed == no_seed || seed == nearest) {
          continue;
        }
        const float a = seeds[seed].x - x;
        const float b = seeds[seed].y - y;
        const float square = a * a + b * b;
        if (nearest == no_seed || square < nearest_square) {
          nearest = seed;
          nearest_square = square;
        }
      }
    }
    to.write_2d(nearest, index.x, index.y);
  }
};

enum class View : std::int32_t { glass, cells, distance, edges };

/// Each pixel chooses again among the seeds of the surrounding cells, so that borders are as fine as pixels.
struct ShowCells {
  Surface field;
  Surface output;
  const Float2* seeds;
  Palette palette;
  View view;
  std::int32_t width;
  std::int32_t height;
  /// The largest shown distance, in pixels.
  float reach;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const float x = static_cast<float>(index.x) + 0.5F;
    const float y = static_cast<float>(index.y) + 0.5F;
    std::int32_t nearest = no_seed;
    std::int32_t other = no_seed;
    float first = 1e18F;
    float second = 1e18F;
    for (std::int32_t number = 0; number < 9; ++number) {
      const std::int32_t column = index.x / pixels_per_cell + number % 3 - 1;
      const std::int32_t row = index.y / pixels_per_cell + number / 3 - 1;
      if (column < 0 || row < 0 || column >= width || row >= height) {
        continue;
      }
      const auto seed = field.read_2d<std::int32_t>(column, row);
      if (seed == no_seed || seed == nearest) {
        continue;
      }
      const float away = kernels::hypotenuse(seeds[seed].x - x, seeds[seed].y - y);
      if (away < first) {
        second = first;
        other = nearest;
        first = away;
        nearest = seed;
      } else if (away < second) {
        second = away;
        other = seed;
      }
    }
    const float tone = kernels::unit_float(kernels::hash(static_cast<std::uint32_t>(nearest), 7U));
    float to_border = 1e18F;
    if (other != no_seed) {
      const float apart = kernels::hypotenuse(seeds[other].x - seeds[nearest].x, seeds[other].y - seeds[nearest].y);
      to_border = (second - first) * (second + first) / (2.0F * apart + 1e-6F);
    }
    const float border = 1.0F - kernels::smooth_step(0.5F, 1.7F, to_border);
    const float far = first / reach;
    Float3 color = palette.color(0.15F + 0.75F * tone);
    if (view == View::glass) {
      color = color * kernels::maximum(1.15F - 0.65F * far * far, 0.2F);
      color = mix_colors(color, {0.02F, 0.02F, 0.04F}, border);
      color = mix_colors(color, {1.0F, 1.0F, 1.0F}, 1.0F - kernels::smooth_step(2.0F, 3.5F, first));
    } else if (view == View::distance) {
      const float ring = 0.9F + 0.1F * kernels::sine(first * 0.7F);
      color = palette.color(1.0F - far) * ring;
    } else if (view == View::edges) {
      color = mix_colors({0.03F, 0.04F, 0.07F}, {1.0F, 0.97F, 0.88F}, border);
    }
    write_color(output, color, index.x, index.y);
  }
};

class JfaVoronoiScene final : public MovingScene {
 public:
  explicit JfaVoronoiScene(const SceneSetup& setup)
      : width_{cells_over(setup.width, pixels_per_cell)},
        height_{cells_over(setup.height, pixels_per_cell)},
        fields_{setup.device, gpu::ArrayDescriptor{extent_2d(width_, height_), gpu::DataType::int32, 1}},
        seeds_{setup.device.allocate((max_seeds + 1) * sizeof(Float2), setup.stream)},
        cells_{setup.device.allocate((max_seeds + 1) * sizeof(Cell), setup.stream)} {}

  void draw(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) override {
    auto* const seeds = reinterpret_cast<Float2*>(seeds_.handle().value);
    auto* const cells = reinterpret_cast<Cell*>(cells_.handle().value);
    const auto width = static_cast<float>(input.width);
    const auto height = static_cast<float>(input.height);
    const auto drawn = static_cast<std::int32_t>(values.integer("seeds"));
    const std::int32_t count = drawn + (input.pointer.is_pressed ? 1 : 0);
    kernels::launch(stream, {count},
                    MoveSeeds{seeds,
                              width,
                              height,
                              phase_at(scene_seconds(input, values), 0.35),
                              drawn,
                              {kernels::clamp(input.pointer.x, 0, width), kernels::clamp(input.pointer.y, 0, height)}});
    Surface from = fields_.current().surface();
    Surface to = fields_.other().surface();
    kernels::launch(stream, {width_, height_}, ClearField{from});
    kernels::launch(stream, {count}, ChooseCells{seeds, cells, width_, height_});
    kernels::launch(stream, {1}, PlantSeeds{from, cells, count});
    std::int32_t step = 1;
    while (2 * step < std::max(width_, height_)) {
      step *= 2;
    }
    for (; step > 0; step /= 2) {
      kernels::launch(stream, {width_, height_}, Flood{from, to, seeds, width_, height_, step});
      std::swap(from, to);
    }
    // About half the distance between two seeds if all were in a grid.
    const float reach = 0.75F * kernels::square_root(width * height / static_cast<float>(count));
    kernels::launch(stream, {input.width, input.height},
                    ShowCells{from, Surface(output.handle()), seeds, palette(values.choice("palette")),
                              static_cast<View>(values.choice("view")), width_, height_, reach});
  }

 private:
  int width_;
  int height_;
  ArrayPair<SurfaceArray> fields_;
  gpu::Buffer seeds_;
  gpu::Buffer cells_;
};

std::vector<Parameter> parameters() {
  return {
      integer_parameter("seeds", 90, {1, max_seeds}, "Seeds that move by themselves."),
      choice_parameter("view", "glass", {"glass", "cells", "distance", "edges"},
                       "Shows stained glass, plain cells, the distance to the seed, or only the borders."),
      real_parameter("speed", 1, {0, 8, false, "×"}, "Speed of the seeds; 0 stops them."),
      choice_parameter("palette", "opal", palette_names(), "Color map of the cells."),
  };
}

}  // namespace

const SceneDeclaration scene{
    .name = "jfa_voronoi",
    .title = "Voronoi by jump flooding",
    .teaches =
        "Two arrays of integers alternate as surfaces: each pass checks nine cells, at half the distance of the "
        "previous pass, for a nearer seed. After one pass per bit of the size, every cell knows its seed.",
    .controls = "Hold the left mouse button to add a seed.",
    .parameters = &parameters,
    .default_frame = 60,
    .takes_pointer = true,
    .make = &make_scene<JfaVoronoiScene>,
};

}  // namespace texelscope::app::jfa_voronoi
