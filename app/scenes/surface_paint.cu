#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "app/scenes/scene_arrays.h"
#include "app/scenes/scene_kernel.h"
#include "app/texture/texture_names.h"

namespace texelscope::app::surface_paint {
extern const SceneDeclaration scene;
namespace {

using namespace kernels;

/// Boundary modes of the flow, in the order of the choices.
constexpr std::array boundaries{BoundaryMode::zero, BoundaryMode::clamp};

// A texel of the canvas has the ink's absorption of red, green and blue, and its wetness, 0 … 1.

/// The grain of the paper, 0 … 1.
struct MakePaper {
  Surface paper;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const auto x = static_cast<float>(index.x);
    const auto y = static_cast<float>(index.y);
    const float coarse = kernels::value_noise({x * 0.09F, y * 0.09F}, 1);
    const float middle = kernels::value_noise({x * 0.31F, y * 0.27F}, 2);
    const float fine = kernels::value_noise({x * 0.83F, y * 0.87F}, 3);
    paper.write_2d(coarse * 0.25F + (middle * 0.4F + fine * 0.35F), index.x, index.y);
  }
};

struct ClearCanvas {
  Surface canvas;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    canvas.write_2d(Float4{0, 0, 0, 0}, index.x, index.y);
  }
};

/// A stroke from one point to another, over its bounding box. Reads outside the canvas return zero and writes there are
/// ignored, so the box need not be clipped.
struct DrawStroke {
  Surface canvas;
  Surface paper;
  std::int32_t left, top;
  Float2 from, along;
  float radius;
  Float3 ink;
  float wetness;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const std::int32_t x = left + index.x;
    const std::int32_t y = top + index.y;
    const Float2 offset = Float2{static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F} - from;
    const float squared = kernels::dot(along, along);
    const float place = squared > 0.0F ? kernels::clamp(kernels::dot(offset, along) / squared, 0, 1) : 0.0F;
    const float distance = kernels::length(offset - along * place);
    const float cover = 1.0F - kernels::smooth_step(radius * 0.5F, radius, distance);
    if (cover > 0.0F) {
      const float grain = paper.read_2d<float, BoundaryMode::zero>(x, y);
      const Float4 there = canvas.read_2d<Float4, BoundaryMode::zero>(x, y);
      const float amount = cover * (0.03F + 0.08F * grain);
      canvas.write_2d<Float4, BoundaryMode::zero>(
          {there.x + ink.x * amount, there.y + ink.y * amount, there.z + ink.z * amount,
           kernels::maximum(there.w, cover * wetness)},
          x, y);
    }
  }
};

/// Wet ink flows to the four adjacent texels; at the edges, according to the boundary mode.
template <BoundaryMode mode>
struct SoakCanvas {
  Surface from;
  Surface to;
  float flow;
  float drying;
  float fading;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const Float4 here = from.read_2d<Float4>(index.x, index.y);
    const Float4 left = from.read_2d<Float4, mode>(index.x - 1, index.y);
    const Float4 right = from.read_2d<Float4, mode>(index.x + 1, index.y);
    const Float4 above = from.read_2d<Float4, mode>(index.x, index.y - 1);
    const Float4 below = from.read_2d<Float4, mode>(index.x, index.y + 1);
    const Float4 coming = (left * left.w + right * right.w) + (above * above.w + below * below.w);
    const Float4 moved = coming * flow + here * (1.0F - 4.0F * (flow * here.w));
    const float wetness = here.w + 0.12F * (((left.w + right.w) + (above.w + below.w)) - 4.0F * here.w);
    // Denormal remainders would slow down a processor and are invisible.
    const float left_wet = kernels::clamp(wetness * drying, 0, 1);
    to.write_2d(Float4{moved.x * fading, moved.y * fading, moved.z * fading, left_wet > 0.002F ? left_wet : 0.0F},
                index.x, index.y);
  }
};

/// Paper darkened by ink, most where the grain is deep, with a highlight where it is wet.
struct ShowCanvas {
  Surface canvas;
  Surface paper;
  Surface output;

  TEXELSCOPE_KERNEL_FUNCTION static float passed(float density) {
    const float layer = 1.0F + 0.5F * density;
    return 1.0F / (layer * layer);
  }

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const Float4 there = canvas.read_2d<Float4>(index.x, index.y);
    const float grain = paper.read_2d<float>(index.x, index.y);
    const float lower = paper.read_2d<float, BoundaryMode::clamp>(index.x + 1, index.y + 1);
    const float light = 0.97F + 0.35F * (grain - lower) * (1.0F - 0.7F * there.w);
    const float depth = 0.8F + 0.4F * grain;
    write_color(output,
                {0.975F * light * passed(there.x * depth), 0.955F * light * passed(there.y * depth),
                 0.905F * light * passed(there.z * depth)},
                index.x, index.y);
  }
};

struct Ink {
  const char* name;
  Float3 absorbs;
};

constexpr std::array inks{
    Ink{"ultramarine", {3.2F, 2.0F, 0.35F}}, Ink{"rose", {0.35F, 3.2F, 1.5F}}, Ink{"gold", {0.15F, 1.0F, 3.6F}},
    Ink{"viridian", {3.0F, 0.6F, 1.5F}},     Ink{"sepia", {1.9F, 2.6F, 3.2F}},
};

/// Angular speeds of a demonstration's brush along x and y in radians per second, and its ink.
struct DemoBrush {
  double turn_x, turn_y;
  std::size_t ink;
};

constexpr std::array demo_brushes{DemoBrush{0.71, 1.13, 0}, DemoBrush{-0.93, 0.67, 1}, DemoBrush{1.19, -0.83, 2},
                                  DemoBrush{-0.59, -1.31, 3}};

class SurfacePaintScene final : public PreparedScene<Scene> {
 public:
  explicit SurfacePaintScene(const SceneSetup& setup)
      : width_{setup.width},
        height_{setup.height},
        canvases_{setup.device, gpu::ArrayDescriptor{extent_2d(width_, height_), gpu::DataType::float32, 4}},
        paper_{setup.device, {extent_2d(width_, height_), gpu::DataType::float32, 1}} {}

  void begin(const gpu::Stream& stream) override {
    kernels::launch(stream, {width_, height_}, MakePaper{paper_.surface()});
    kernels::launch(stream, {width_, height_}, ClearCanvas{canvases_.current().surface()});
  }

  void draw(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) override {
    prepare(input, values, stream);
    if (input.pointer.is_pressed) {
      const Float2 place{pointer_inside(input.pointer.x, width_), pointer_inside(input.pointer.y, height_)};
      stroke(last_place_.value_or(place), place, inks[values.choice("ink")].absorbs, values, stream);
      last_place_ = place;
    } else {
      last_place_.reset();
      if (values.toggle("demo")) {
        draw_demo(input, values, stream);
      }
    }
    if (boundaries[values.choice("boundary")] == BoundaryMode::zero) {
      soak<BoundaryMode::zero>(values, stream);
    } else {
      soak<BoundaryMode::clamp>(values, stream);
    }
    kernels::launch(stream, {width_, height_},
                    ShowCanvas{canvases_.current().surface(), paper_.surface(), Surface(output.handle())});
  }

 private:
  void draw_demo(const FrameInput& input, const ParameterValues& values, const gpu::Stream& stream) const {
    const auto place = [&](const DemoBrush& brush, std::uint64_t number) {
      FrameInput then = input;
      then.number = number;
      // Moves past the frame's edges and back.
      return Float2{static_cast<float>(width_) * (0.5F + 0.54F * kernels::sine(frame_phase(then, brush.turn_x))),
                    static_cast<float>(height_) * (0.5F + 0.54F * kernels::cosine(frame_phase(then, brush.turn_y)))};
    };
    for (const DemoBrush& brush : demo_brushes) {
      stroke(place(brush, input.number), place(brush, input.number + 1), inks[brush.ink].absorbs, values, stream);
    }
  }

  void stroke(Float2 from, Float2 to, Float3 ink, const ParameterValues& values, const gpu::Stream& stream) const {
    const auto radius = real_value(values, "brush_radius");
    const auto left = static_cast<std::int32_t>(kernels::floor(std::min(from.x, to.x) - radius));
    const auto top = static_cast<std::int32_t>(kernels::floor(std::min(from.y, to.y) - radius));
    const auto right = static_cast<std::int32_t>(kernels::ceil(std::max(from.x, to.x) + radius));
    const auto bottom = static_cast<std::int32_t>(kernels::ceil(std::max(from.y, to.y) + radius));
    kernels::launch(stream, {right - left + 1, bottom - top + 1},
                    DrawStroke{canvases_.current().surface(), paper_.surface(), left, top, from, to - from, radius, ink,
                               real_value(values, "wetness")});
  }

  template <BoundaryMode mode>
  void soak(const ParameterValues& values, const gpu::Stream& stream) {
    kernels::launch(
        stream, {width_, height_},
        SoakCanvas<mode>{canvases_.current().surface(), canvases_.other().surface(), real_value(values, "flow"),
                         static_cast<float>(1 - values.real("drying")), static_cast<float>(1 - values.real("fading"))});
    canvases_.swap();
  }

  int width_;
  int height_;
  ArrayPair<SurfaceArray> canvases_;
  SurfaceArray paper_;
  std::optional<Float2> last_place_;
};

std::vector<Parameter> parameters() {
  return {
      real_parameter("brush_radius", 20, {1, 64, true, "px"}, "Radius of the brush."),
      choice_parameter("ink", "ultramarine", names_of(inks), "Color that the mouse paints."),
      real_parameter("wetness", 0.9, {0, 1, false, ""}, "Initial wetness of a stroke; dry ink does not flow."),
      real_parameter("flow", 0.16, {0, 0.24, false, ""}, "Fraction of the wet ink that flows to each side per frame."),
      real_parameter("drying", 0.006, {0, 0.2, false, ""}, "Fraction of the wetness lost per frame."),
      real_parameter("fading", 0.0008, {0, 0.1, false, ""}, "Fraction of the ink lost per frame."),
      choice_parameter("boundary", "clamp",
                       {std::string{to_string(boundaries[0])}, std::string{to_string(boundaries[1])}},
                       "Result of reads outside the edges: zero, so ink drains away there, or the texel at the edge, "
                       "which keeps the ink in."),
      toggle_parameter("demo", true, "Brushes that paint by themselves while no mouse button is down."),
  };
}

}  // namespace

const SceneDeclaration scene{
    .name = "surface_paint",
    .title = "Painting on a surface",
    .teaches =
        "Kernels write strokes into an array that persists from frame to frame, and let wet ink flow by reading the "
        "surface around each texel. Boundary modes define accesses outside the edges: one clips strokes, the other "
        "stops or drains the flow.",
    .controls = "Hold the left mouse button to paint.",
    .parameters = &parameters,
    .default_frame = 600,
    .has_history = true,
    .takes_pointer = true,
    .make = &make_scene<SurfacePaintScene>,
};

}  // namespace texelscope::app::surface_paint
