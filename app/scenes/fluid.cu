#include <algorithm>
#include <array>
#include <optional>

#include "app/scenes/scene_arrays.h"
#include "app/scenes/scene_kernel.h"

namespace texelscope::app::fluid {
extern const SceneDeclaration scene;
namespace {

using namespace kernels;

// After J. Stam, "Stable Fluids" (SIGGRAPH 1999), with the swirls of R. Fedkiw, J. Stam and H. W. Jensen, "Visual
// Simulation of Smoke" (SIGGRAPH 2001). Velocities are in cells of the flow for each frame.

/// Pixels of the frame along each side of a cell of the flow, and of the dye.
constexpr int pixels_per_cell = 4;
constexpr int pixels_per_dye_texel = 2;

/// Maximum speed of the flow, for any force.
constexpr float max_speed = 24.0F;

/// Pushes the flow and colors it, over a disc. In cells of the flow.
struct Source {
  Float2 center;
  float radius;
  Float2 push;
  Float3 dye;

  /// 1 in the middle, 0 from the radius on.
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION float share(Float2 place) const {
    const Float2 offset = place - center;
    const float inside = 1.0F - kernels::dot(offset, offset) / (radius * radius);
    return inside > 0.0F ? inside * inside : 0.0F;
  }
};

constexpr std::int32_t source_count = 5;

struct ClearFields {
  Surface velocity;
  Surface pressure;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    velocity.write_2d(Float2{0, 0}, index.x, index.y);
    pressure.write_2d(0.0F, index.x, index.y);
  }
};

struct ClearDye {
  Surface dye;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const { dye.write_2d(Float4{0, 0, 0, 0}, index.x, index.y); }
};

/// A cell receives the value that was upstream one frame ago.
struct MoveVelocity {
  Texture velocity;
  Surface to;
  float keeping;
  Source sources[source_count];

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const Float2 place{static_cast<float>(index.x) + 0.5F, static_cast<float>(index.y) + 0.5F};
    const Float4 here = velocity.sample_2d(place.x, place.y);
    const Float4 upstream = velocity.sample_2d(place.x - here.x, place.y - here.y);
    Float2 moved{upstream.x * keeping, upstream.y * keeping};
    for (const Source& source : sources) {
      moved = moved + source.push * source.share(place);
    }
    to.write_2d(Float2{kernels::clamp(moved.x, -max_speed, max_speed), kernels::clamp(moved.y, -max_speed, max_speed)},
                index.x, index.y);
  }
};

struct MoveDye {
  Texture velocity;
  Texture dye;
  Surface to;
  /// Cells of the flow for each texel of the dye.
  float cells_x, cells_y;
  float keeping;
  Source sources[source_count];

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const Float2 place{static_cast<float>(index.x) + 0.5F, static_cast<float>(index.y) + 0.5F};
    const Float2 cell{place.x * cells_x, place.y * cells_y};
    const Float4 flow = velocity.sample_2d(cell.x, cell.y);
    Float4 moved = dye.sample_2d(place.x - flow.x / cells_x, place.y - flow.y / cells_y) * keeping;
    for (const Source& source : sources) {
      const Float3 added = source.dye * source.share(cell);
      moved = moved + Float4{added.x, added.y, added.z, 0.0F};
    }
    // Denormal remainders would slow down a processor and are invisible.
    const auto rest = [](float v) { return v > 1e-6F ? v : 0.0F; };
    to.write_2d(Float4{rest(moved.x), rest(moved.y), rest(moved.z), 0.0F}, index.x, index.y);
  }
};

struct MeasureCurl {
  Surface velocity;
  Surface curl;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    constexpr auto mode = BoundaryMode::clamp;
    const float left = velocity.read_2d<Float2, mode>(index.x - 1, index.y).y;
    const float right = velocity.read_2d<Float2, mode>(index.x + 1, index.y).y;
    const float above = velocity.read_2d<Float2, mode>(index.x, index.y - 1).x;
    const float below = velocity.read_2d<Float2, mode>(index.x, index.y + 1).x;
    curl.write_2d(0.5F * ((right - left) - (below - above)), index.x, index.y);
  }
};

/// Restores the rotation that coarse cells remove from vortices.
struct FeedWhirls {
  Surface velocity;
  Surface curl;
  float strength;

  TEXELSCOPE_KERNEL_FUNCTION float size_at(std::int32_t x, std::int32_t y) const {
    return kernels::absolute(curl.read_2d<float, BoundaryMode::clamp>(x, y));
  }

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const float here = curl.read_2d<float>(index.x, index.y);
    const Float2 slope{0.5F * (size_at(index.x + 1, index.y) - size_at(index.x - 1, index.y)),
                       0.5F * (size_at(index.x, index.y + 1) - size_at(index.x, index.y - 1))};
    const float scale = strength * here / (kernels::length(slope) + 1e-4F);
    const Float2 flow = velocity.read_2d<Float2>(index.x, index.y);
    velocity.write_2d(Float2{flow.x + slope.y * scale, flow.y - slope.x * scale}, index.x, index.y);
  }
};

/// Outflow minus inflow of a cell. There is no flow outside the walls.
struct MeasureDivergence {
  Surface velocity;
  Surface divergence;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    constexpr auto mode = BoundaryMode::zero;
    const float left = velocity.read_2d<Float2, mode>(index.x - 1, index.y).x;
    const float right = velocity.read_2d<Float2, mode>(index.x + 1, index.y).x;
    const float above = velocity.read_2d<Float2, mode>(index.x, index.y - 1).y;
    const float below = velocity.read_2d<Float2, mode>(index.x, index.y + 1).y;
    divergence.write_2d(0.5F * ((right - left) + (below - above)), index.x, index.y);
  }
};

/// One Jacobi iteration for the pressure that cancels the divergence.
struct RelaxPressure {
  Surface from;
  Surface divergence;
  Surface to;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    constexpr auto mode = BoundaryMode::clamp;
    const float across =
        from.read_2d<float, mode>(index.x - 1, index.y) + from.read_2d<float, mode>(index.x + 1, index.y);
    const float down =
        from.read_2d<float, mode>(index.x, index.y - 1) + from.read_2d<float, mode>(index.x, index.y + 1);
    to.write_2d(((across + down) - divergence.read_2d<float>(index.x, index.y)) * 0.25F, index.x, index.y);
  }
};

struct ApplyPressure {
  Surface pressure;
  Surface velocity;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    constexpr auto mode = BoundaryMode::clamp;
    const float across =
        pressure.read_2d<float, mode>(index.x + 1, index.y) - pressure.read_2d<float, mode>(index.x - 1, index.y);
    const float down =
        pressure.read_2d<float, mode>(index.x, index.y + 1) - pressure.read_2d<float, mode>(index.x, index.y - 1);
    velocity.write_2d(velocity.read_2d<Float2>(index.x, index.y) - Float2{across, down} * 0.5F, index.x, index.y);
  }
};

enum class View : std::int32_t { dye, velocity, pressure };

struct ShowFluid {
  Texture field;
  Surface output;
  View view;
  /// Texels of the field for each pixel.
  float texels_x, texels_y;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const Float4 here = field.sample_2d((static_cast<float>(index.x) + 0.5F) * texels_x,
                                        (static_cast<float>(index.y) + 0.5F) * texels_y);
    Float3 color{0, 0, 0};
    if (view == View::dye) {
      const auto shown = [](float light) {
        return light * (1.0F + 0.35F * light) / (0.45F + light * (1.0F + 0.35F * light));
      };
      color = Float3{0.012F, 0.014F, 0.030F} + Float3{shown(here.x), shown(here.y), shown(here.z)} * 0.97F;
    } else if (view == View::velocity) {
      color = {0.5F + 0.18F * here.x, 0.5F + 0.18F * here.y, 0.5F};
    } else {
      color = {0.5F + 0.2F * here.x, 0.5F + 0.05F * here.x, 0.5F - 0.2F * here.x};
    }
    write_color(output, color, index.x, index.y);
  }
};

/// An array of floats that is also read between its texels.
struct Field : SampledArray {
  Field(const gpu::Device& device, int width, int height, int channels)
      : SampledArray{device,
                     {extent_2d(width, height), gpu::DataType::float32, channels},
                     {.address_mode = gpu::AddressMode::clamp, .filter_mode = gpu::FilterMode::linear}} {}
};

class FluidScene final : public PreparedScene<Scene> {
 public:
  explicit FluidScene(const SceneSetup& setup)
      : width_{cells_over(setup.width, pixels_per_cell)},
        height_{cells_over(setup.height, pixels_per_cell)},
        dye_width_{cells_over(setup.width, pixels_per_dye_texel)},
        dye_height_{cells_over(setup.height, pixels_per_dye_texel)},
        velocity_{setup.device, width_, height_, 2},
        pressure_{setup.device, width_, height_, 1},
        dye_{setup.device, dye_width_, dye_height_, 4},
        curl_{setup.device, width_, height_, 1},
        divergence_{setup.device, width_, height_, 1} {}

  void begin(const gpu::Stream& stream) override {
    kernels::launch(stream, {width_, height_},
                    ClearFields{velocity_.current().surface(), pressure_.current().surface()});
    kernels::launch(stream, {dye_width_, dye_height_}, ClearDye{dye_.current().surface()});
  }

  void draw(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) override {
    prepare(input, values, stream);
    const std::array<Source, source_count> sources = sources_of(input, values);
    step_flow(values, sources, stream);
    MoveDye move{velocity_.current().texture(),
                 dye_.current().texture(),
                 dye_.other().surface(),
                 static_cast<float>(width_) / static_cast<float>(dye_width_),
                 static_cast<float>(height_) / static_cast<float>(dye_height_),
                 static_cast<float>(1 - values.real("fading")),
                 {}};
    std::copy(sources.begin(), sources.end(), move.sources);
    kernels::launch(stream, {dye_width_, dye_height_}, move);
    dye_.swap();

    const auto view = static_cast<View>(values.choice("view"));
    const Field& shown =
        view == View::dye ? dye_.current() : (view == View::velocity ? velocity_.current() : pressure_.current());
    const auto per_pixel = [&](int dye_texels, int cells, int pixels) {
      return static_cast<float>(view == View::dye ? dye_texels : cells) / static_cast<float>(pixels);
    };
    kernels::launch(
        stream, {input.width, input.height},
        ShowFluid{shown.texture(), Surface(output.handle()), view, per_pixel(dye_width_, width_, input.width),
                  per_pixel(dye_height_, height_, input.height)});
  }

 private:
  void step_flow(const ParameterValues& values, const std::array<Source, source_count>& sources,
                 const gpu::Stream& stream) {
    const LaunchExtent cells{width_, height_};
    MoveVelocity move{velocity_.current().texture(),
                      velocity_.other().surface(),
                      static_cast<float>(1 - values.real("friction")),
                      {}};
    std::copy(sources.begin(), sources.end(), move.sources);
    kernels::launch(stream, cells, move);
    velocity_.swap();
    const Surface velocity = velocity_.current().surface();
    kernels::launch(stream, cells, MeasureCurl{velocity, curl_.surface()});
    kernels::launch(stream, cells, FeedWhirls{velocity, curl_.surface(), real_value(values, "whirls")});
    kernels::launch(stream, cells, MeasureDivergence{velocity, divergence_.surface()});
    for (std::int64_t count = values.integer("pressure_steps"); count > 0; --count) {
      kernels::launch(stream, cells,
                      RelaxPressure{pressure_.current().surface(), divergence_.surface(), pressure_.other().surface()});
      pressure_.swap();
    }
    kernels::launch(stream, cells, ApplyPressure{pressure_.current().surface(), velocity});
  }

  /// The demonstration's jets, and the mouse as the last one.
  std::array<Source, source_count> sources_of(const FrameInput& input, const ParameterValues& values) {
    constexpr std::array<Float3, source_count> colors{{{0.10F, 0.28F, 1.0F},
                                                       {1.0F, 0.20F, 0.30F},
                                                       {0.05F, 0.80F, 0.55F},
                                                       {1.0F, 0.62F, 0.10F},
                                                       {0.75F, 0.55F, 1.0F}}};
    constexpr std::array<double, source_count> turns{0.61, -0.53, -0.71, 0.47, 0};
    const auto width = static_cast<float>(width_);
    const auto height = static_cast<float>(height_);
    const float size = width < height ? width : height;
    std::array<Source, source_count> sources{};
    for (std::size_t number = 0; number < sources.size(); ++number) {
      Source& source = sources[number];
      source.radius = size * 0.055F + 0.5F;
      const float angle = frame_phase(input, turns[number]) + static_cast<float>(number) * 1.5707963F;
      const float sway = 0.9F * kernels::sine(frame_phase(input, 1.9) + static_cast<float>(number) * 2.0F);
      const Float2 arm{kernels::cosine(angle), kernels::sine(angle)};
      source.center = Float2{width * (0.5F + 0.34F * arm.x), height * (0.5F + 0.34F * arm.y)};
      if (number + 1 < sources.size() && values.toggle("demo")) {
        const float force = 0.0030F * size * real_value(values, "force");
        source.push = Float2{-arm.x - sway * arm.y, -arm.y + sway * arm.x} * force;
        source.dye = colors[number] * 0.16F;
      }
    }
    if (!input.pointer.is_pressed) {
      last_pointer_.reset();
      return sources;
    }
    const Float2 place{pointer_inside(input.pointer.x, input.width) * width / static_cast<float>(input.width),
                       pointer_inside(input.pointer.y, input.height) * height / static_cast<float>(input.height)};
    Source& mouse = sources.back();
    mouse.center = place;
    mouse.push = (place - last_pointer_.value_or(place)) * (0.6F * real_value(values, "force"));
    mouse.dye = colors.back() * 0.2F;
    last_pointer_ = place;
    return sources;
  }

  int width_;
  int height_;
  int dye_width_;
  int dye_height_;
  ArrayPair<Field> velocity_;
  ArrayPair<Field> pressure_;
  ArrayPair<Field> dye_;
  Field curl_;
  Field divergence_;
  std::optional<Float2> last_pointer_;
};

std::vector<Parameter> parameters() {
  return {
      integer_parameter("pressure_steps", 16, {0, 64},
                        "Jacobi iterations per frame; with few, the fluid is compressible like a sponge."),
      real_parameter("whirls", 0.12, {0, 1, false, ""}, "Strength of small vortices."),
      real_parameter("force", 1, {0, 8, false, "×"}, "Force of the jets and the mouse."),
      real_parameter("friction", 0.002, {0, 0.2, false, ""}, "Rate at which the flow slows down."),
      real_parameter("fading", 0.004, {0, 0.2, false, ""}, "Rate at which the dye fades."),
      choice_parameter("view", "dye", {"dye", "velocity", "pressure"}, "Field to show."),
      toggle_parameter("demo", true, "Four jets that move by themselves."),
  };
}

}  // namespace

const SceneDeclaration scene{
    .name = "fluid",
    .title = "Fluid",
    .teaches =
        "The flow carries itself and its dye along by reading a texture upstream, between texels: linear filtering of "
        "floats does all the interpolation. Alternating surfaces compute the pressure that keeps the density "
        "constant, with boundary modes as walls.",
    .controls = "Drag with the left mouse button to push the fluid.",
    .parameters = &parameters,
    .default_frame = 360,
    .has_history = true,
    .takes_pointer = true,
    .make = &make_scene<FluidScene>,
};

}  // namespace texelscope::app::fluid
