#include <algorithm>

#include "app/scenes/palette.h"
#include "app/scenes/scene_arrays.h"
#include "app/scenes/scene_kernel.h"

namespace texelscope::app::physarum {
extern const SceneDeclaration scene;
namespace {

using namespace kernels;

// The model is J. Jones's, "Characteristics of Pattern Formation and Evolution in Approximations of Physarum Transport
// Networks", Artificial Life 16 (2010).

constexpr int pixels_per_cell = 2;
constexpr std::int32_t units_per_cell = 256;

/// Only integers, so that an agent does not depend on rounding.
struct Agent {
  /// In 256ths of a cell.
  std::int32_t x, y;
  /// In 2^32nds of a turn.
  std::uint32_t heading;
};

TEXELSCOPE_KERNEL_FUNCTION std::int32_t wrap(std::int32_t position, std::int32_t extent) {
  const std::int32_t rest = position % extent;
  return rest < 0 ? rest + extent : rest;
}

/// Adding integers gives the same sum in any order of threads.
TEXELSCOPE_KERNEL_FUNCTION void add_one(std::uint32_t* count) {
#ifdef __CUDA_ARCH__
  atomicAdd(count, 1U);
#else
  __atomic_fetch_add(count, 1U, __ATOMIC_RELAXED);
#endif
}

TEXELSCOPE_KERNEL_FUNCTION Float2 direction_of(std::uint32_t heading) {
  const float angle = kernels::unit_float(heading) * 6.2831853F;
  return {kernels::cosine(angle), kernels::sine(angle)};
}

/// Agents in a disc at the center, heading for its rim.
struct PlaceAgents {
  Agent* agents;
  std::int32_t width;
  std::int32_t height;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const std::uint32_t draw = kernels::hash(static_cast<std::uint32_t>(index.x), 1U);
    const std::uint32_t heading = kernels::hash(draw, 2U);
    const float extent = static_cast<float>(width < height ? width : height);
    const float away = 0.42F * extent * kernels::square_root(kernels::unit_float(kernels::hash(draw, 3U)));
    const Float2 toward = direction_of(heading);
    const auto place = [](std::int32_t cells, float offset) {
      const float units = (static_cast<float>(cells) * 0.5F + offset) * static_cast<float>(units_per_cell);
      return wrap(kernels::float_to_int(units), cells * units_per_cell);
    };
    agents[index.x] = {place(width, toward.x * away), place(height, toward.y * away), heading};
  }
};

struct ClearTrail {
  Surface trail;
  std::uint32_t* deposits;
  std::int32_t width;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    trail.write_2d(0.0F, index.x, index.y);
    deposits[index.y * width + index.x] = 0;
  }
};

/// An agent senses the trail at three positions ahead, turns toward the strongest, moves and leaves its mark.
struct MoveAgents {
  Agent* agents;
  std::uint32_t* deposits;
  Texture trail;
  std::int32_t width;
  std::int32_t height;
  std::uint32_t step;
  std::uint32_t sensor_angle;
  std::uint32_t turn_angle;
  float sensor_distance;
  float pace;

  TEXELSCOPE_KERNEL_FUNCTION float smell(const Agent& agent, std::uint32_t heading) const {
    const Float2 toward = direction_of(heading);
    constexpr float cells_per_unit = 1.0F / static_cast<float>(units_per_cell);
    const float x = static_cast<float>(agent.x) * cells_per_unit + toward.x * sensor_distance;
    const float y = static_cast<float>(agent.y) * cells_per_unit + toward.y * sensor_distance;
    return trail.sample_2d(x / static_cast<float>(width), y / static_cast<float>(height)).x;
  }

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    Agent agent = agents[index.x];
    const float ahead = smell(agent, agent.heading);
    const float left = smell(agent, agent.heading - sensor_angle);
    const float right = smell(agent, agent.heading + sensor_angle);
    const std::uint32_t draw = kernels::hash(static_cast<std::uint32_t>(index.x), step);
    if (ahead < left && ahead < right) {
      agent.heading += (draw & 1U) != 0 ? turn_angle : 0U - turn_angle;
    } else if (left < right && ahead < right) {
      agent.heading += turn_angle;
    } else if (right < left && ahead < left) {
      agent.heading -= turn_angle;
    }
    const Float2 toward = direction_of(agent.heading);
    const auto units = [](float cells) {
      return kernels::float_to_int(kernels::round_to_nearest(cells * static_cast<float>(units_per_cell)));
    };
    agent.x = wrap(agent.x + units(toward.x * pace), width * units_per_cell);
    agent.y = wrap(agent.y + units(toward.y * pace), height * units_per_cell);
    agents[index.x] = agent;
    add_one(&deposits[agent.y / units_per_cell * width + agent.x / units_per_cell]);
  }
};

/// Averages 3 × 3 cells with four linear taps between them, lets the trail fade and adds the marks.
struct SpreadTrail {
  Texture from;
  Surface to;
  std::uint32_t* deposits;
  std::int32_t width;
  float texel_u, texel_v;
  float keep;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const float u = (static_cast<float>(index.x) + 0.5F) * texel_u;
    const float v = (static_cast<float>(index.y) + 0.5F) * texel_v;
    const float a = 0.5F * texel_u;
    const float b = 0.5F * texel_v;
    const float sum = (from.sample_2d(u - a, v - b).x + from.sample_2d(u + a, v - b).x) +
                      (from.sample_2d(u - a, v + b).x + from.sample_2d(u + a, v + b).x);
    std::uint32_t& marks = deposits[index.y * width + index.x];
    to.write_2d(sum * (0.25F * keep) + static_cast<float>(marks), index.x, index.y);
    marks = 0;
  }
};

struct ShowTrail {
  Texture trail;
  Surface output;
  Palette palette;
  float pixel_u, pixel_v;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const float marks =
        trail.sample_2d((static_cast<float>(index.x) + 0.5F) * pixel_u, (static_cast<float>(index.y) + 0.5F) * pixel_v)
            .x;
    write_color(output, palette.color(marks / (marks + 6.0F)), index.x, index.y);
  }
};

std::uint32_t turns_of(double degrees) { return static_cast<std::uint32_t>(degrees / 360 * 4294967296.0); }

class PhysarumScene final : public PreparedScene<Scene> {
 public:
  explicit PhysarumScene(const SceneSetup& setup)
      : width_{std::max(1, setup.width / pixels_per_cell)},
        height_{std::max(1, setup.height / pixels_per_cell)},
        agents_{setup.device.allocate(static_cast<std::size_t>(cells()) * sizeof(Agent), setup.stream)},
        deposits_{setup.device.allocate(static_cast<std::size_t>(cells()) * sizeof(std::uint32_t), setup.stream)},
        trails_{setup.device, gpu::ArrayDescriptor{extent_2d(width_, height_), gpu::DataType::float32, 1},
                linear_normalized(gpu::AddressMode::wrap)} {}

  void begin(const gpu::Stream& stream) override {
    kernels::launch(stream, {cells()}, PlaceAgents{agents(), width_, height_});
    kernels::launch(stream, {width_, height_}, ClearTrail{trails_.current().surface(), deposits(), width_});
  }

  void draw(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) override {
    prepare(input, values, stream);
    const auto population = static_cast<std::int32_t>(values.real("population") * cells());
    for (std::int64_t count = values.integer("steps_per_frame"); count > 0; --count) {
      kernels::launch(stream, {std::max(1, population)},
                      MoveAgents{agents(), deposits(), trails_.current().texture(), width_, height_, steps_++,
                                 turns_of(values.real("sensor_angle")), turns_of(values.real("turn_angle")),
                                 real_value(values, "sensor_distance"), real_value(values, "pace")});
      kernels::launch(stream, {width_, height_},
                      SpreadTrail{trails_.current().texture(), trails_.other().surface(), deposits(), width_,
                                  1.0F / static_cast<float>(width_), 1.0F / static_cast<float>(height_),
                                  1.0F - real_value(values, "fading")});
      trails_.swap();
    }
    kernels::launch(stream, {input.width, input.height},
                    ShowTrail{trails_.current().texture(), Surface(output.handle()), palette(values.choice("palette")),
                              1.0F / static_cast<float>(input.width), 1.0F / static_cast<float>(input.height)});
  }

 private:
  [[nodiscard]] std::int32_t cells() const { return width_ * height_; }
  [[nodiscard]] Agent* agents() const { return reinterpret_cast<Agent*>(agents_.handle().value); }
  [[nodiscard]] std::uint32_t* deposits() const { return reinterpret_cast<std::uint32_t*>(deposits_.handle().value); }

  int width_;
  int height_;
  gpu::Buffer agents_;
  gpu::Buffer deposits_;
  ArrayPair<SampledArray> trails_;
  std::uint32_t steps_ = 0;
};

std::vector<Parameter> parameters() {
  return {
      real_parameter("population", 0.5, {0.01, 1, true, ""}, "Agents per cell."),
      real_parameter("sensor_angle", 24, {0, 180, false, "°"}, "Angle between the sensors ahead and to the sides."),
      real_parameter("sensor_distance", 6, {1, 40, false, ""}, "Distance of the sensors, in cells."),
      real_parameter("turn_angle", 35, {0, 180, false, "°"}, "Turn per step."),
      real_parameter("pace", 1, {0, 4, false, ""}, "Distance per step, in cells."),
      real_parameter("fading", 0.16, {0.005, 1, true, ""}, "Fraction of the trail lost per step."),
      integer_parameter("steps_per_frame", 1, {0, 8}, "Time steps per frame; 0 stops time."),
      choice_parameter("palette", "ember", palette_names(), "Color map of the trail."),
  };
}

}  // namespace

const SceneDeclaration scene{
    .name = "physarum",
    .title = "Physarum",
    .teaches =
        "Agents read their trail from a texture and leave marks in linear memory by atomic addition of integers, so "
        "the sums do not depend on the order of threads. A kernel spreads the marks from one array to the other, "
        "through a texture and a surface.",
    .controls = "",
    .parameters = &parameters,
    .default_frame = 100,
    .has_history = true,
    .make = &make_scene<PhysarumScene>,
};

}  // namespace texelscope::app::physarum
