#include <array>

#include "app/scenes/input_image.h"
#include "app/scenes/scene_arrays.h"
#include "app/scenes/scene_kernel.h"

namespace texelscope::app::optical_flow_warp {
extern const SceneDeclaration scene;
namespace {

using namespace kernels;

/// Pixels of the frame along each side of a texel of the displacement.
constexpr int pixels_per_texel = 2;

/// Rotates its surroundings, most strongly at the center.
struct Vortex {
  Float2 center;
  float angle;
  /// 1 / radius².
  float narrowness;
};

/// The displacement of each point of the frame, in units of half its shorter side.
struct MakeDisplacement {
  static constexpr std::int32_t vortex_count = 6;

  Surface displacement;
  Vortex vortices[vortex_count];
  Float2 units_per_texel;
  float left, top;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const Float2 place{left + static_cast<float>(index.x) * units_per_texel.x,
                       top + static_cast<float>(index.y) * units_per_texel.y};
    Float2 sum{0, 0};
    for (const Vortex& vortex : vortices) {
      const Float2 arm = place - vortex.center;
      const float share = kernels::exponential2(-kernels::dot(arm, arm) * vortex.narrowness);
      if (share > 0.002F) {
        const float angle = vortex.angle * share;
        const float cosine = kernels::cosine(angle);
        const float sine = kernels::sine(angle);
        sum = sum + (Float2{arm.x * cosine - arm.y * sine, arm.x * sine + arm.y * cosine} - arm);
      }
    }
    displacement.write_2d(sum, index.x, index.y);
  }
};

enum class View : std::int32_t { warped, displacement, both };

/// The picture, read at the displaced position.
struct WarpPicture {
  Texture picture;
  Texture displacement;
  Surface output;
  std::int32_t channels;
  View view;
  Float2 frame_size;
  /// Maps the frame's coordinates, 0 … 1, to the picture's.
  Float2 scale, origin;
  /// Maps units of the displacement to the picture's coordinates.
  Float2 picture_per_unit;

  /// Direction as hue, length as brightness.
  TEXELSCOPE_KERNEL_FUNCTION static Float3 flow_color(Float2 flow) {
    const float length = kernels::length(flow);
    const float turn = kernels::arctangent2(flow.y, flow.x);
    const float light = length / (0.25F + length);
    return Float3{0.5F + 0.5F * kernels::cosine(turn), 0.5F + 0.5F * kernels::cosine(turn - 2.0943951F),
                  0.5F + 0.5F * kernels::cosine(turn + 2.0943951F)} *
           light;
  }

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const float u = (static_cast<float>(index.x) + 0.5F) / frame_size.x;
    const float v = (static_cast<float>(index.y) + 0.5F) / frame_size.y;
    const Float4 texel = displacement.sample_2d(u, v);
    const Float2 flow{texel.x, texel.y};
    Float3 color{0, 0, 0};
    if (view != View::displacement) {
      color = picture_color(picture.sample_2d((origin.x + u * scale.x) + flow.x * picture_per_unit.x,
                                              (origin.y + v * scale.y) + flow.y * picture_per_unit.y),
                            channels);
    }
    if (view == View::displacement) {
      color = flow_color(flow);
    } else if (view == View::both) {
      color = color * 0.55F + flow_color(flow) * 0.45F;
    }
    write_color(output, color, index.x, index.y);
  }
};

/// Motion of a vortex: size of its path, angular speed in radians per second, rotation of the picture, and radius.
struct Orbit {
  double size, turn_x, turn_y, angle, radius;
};

constexpr std::array<Orbit, MakeDisplacement::vortex_count - 1> orbits{{{0.72, 0.23, 0.31, 3.1, 0.52},
                                                                        {0.85, -0.29, 0.19, -2.6, 0.40},
                                                                        {0.60, 0.37, -0.27, 2.2, 0.34},
                                                                        {0.95, -0.17, -0.22, -3.6, 0.46},
                                                                        {0.35, 0.13, 0.41, 1.8, 0.28}}};

class OpticalFlowWarpScene final : public MovingScene {
 public:
  explicit OpticalFlowWarpScene(const SceneSetup& setup)
      : picture_{input_array(setup)},
        picture_texture_{float_texture(picture_, linear_normalized(gpu::AddressMode::mirror))},
        width_{cells_over(setup.width, pixels_per_texel)},
        height_{cells_over(setup.height, pixels_per_texel)},
        displacement_{setup.device,
                      {extent_2d(width_, height_), gpu::DataType::float32, 2},
                      linear_normalized(gpu::AddressMode::clamp)} {}

  void draw(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) override {
    const double shorter = input.width < input.height ? input.width : input.height;
    const double units_wide = 2 * input.width / shorter;
    const double units_high = 2 * input.height / shorter;
    make_displacement(input, values, units_wide, units_high, stream);

    // The picture fills the whole frame, cropped if their shapes differ.
    const auto picture_wide = static_cast<double>(picture_.shape().width());
    const auto picture_high = static_cast<double>(picture_.shape().height());
    const double frame_aspect = static_cast<double>(input.width) / input.height;
    const double picture_aspect = picture_wide / picture_high;
    const double scale_x = frame_aspect < picture_aspect ? frame_aspect / picture_aspect : 1;
    const double scale_y = frame_aspect < picture_aspect ? 1 : picture_aspect / frame_aspect;
    const auto single = [](double value) { return static_cast<float>(value); };
    kernels::launch(stream, {input.width, input.height},
                    WarpPicture{Texture(picture_texture_.handle()),
                                displacement_.texture(),
                                Surface(output.handle()),
                                picture_.num_channels(),
                                static_cast<View>(values.choice("view")),
                                {static_cast<float>(input.width), static_cast<float>(input.height)},
                                {single(scale_x), single(scale_y)},
                                {single(0.5 - 0.5 * scale_x), single(0.5 - 0.5 * scale_y)},
                                {single(scale_x / units_wide), single(scale_y / units_high)}});
  }

 private:
  void make_displacement(const FrameInput& input, const ParameterValues& values, double units_wide, double units_high,
                         const gpu::Stream& stream) const {
    const double amount = values.real("amount");
    const double speed = values.real("speed");
    MakeDisplacement kernel{displacement_.surface(),
                            {},
                            {static_cast<float>(units_wide / width_), static_cast<float>(units_high / height_)},
                            static_cast<float>((0.5 / width_ - 0.5) * units_wide),
                            static_cast<float>((0.5 / height_ - 0.5) * units_high)};
    const auto vortex = [&](Float2 center, double angle, double radius) {
      return Vortex{center, static_cast<float>(angle * amount), static_cast<float>(1 / (radius * radius))};
    };
    for (std::size_t number = 0; number < orbits.size(); ++number) {
      const Orbit& orbit = orbits[number];
      const auto offset = static_cast<float>(number) * 1.7F;
      const auto size = static_cast<float>(orbit.size);
      kernel.vortices[number] = vortex({size * kernels::sine(frame_phase(input, orbit.turn_x * speed) + offset),
                                        size * kernels::cosine(frame_phase(input, orbit.turn_y * speed) + offset * 2)},
                                       orbit.angle, orbit.radius);
    }
    Vortex& under_pointer = kernel.vortices[orbits.size()];
    if (input.pointer.is_pressed) {
      const double x = static_cast<double>(pointer_inside(input.pointer.x, input.width)) / input.width - 0.5;
      const double y = static_cast<double>(pointer_inside(input.pointer.y, input.height)) / input.height - 0.5;
      under_pointer = vortex({static_cast<float>(x * units_wide), static_cast<float>(y * units_high)}, 5, 0.5);
    } else {
      under_pointer = vortex({0, 0}, 0, 1);
    }
    kernels::launch(stream, {width_, height_}, kernel);
  }

  gpu::CUDAArray picture_;
  gpu::TextureObject picture_texture_;
  int width_;
  int height_;
  SampledArray displacement_;
};

std::vector<Parameter> parameters() {
  return {
      real_parameter("amount", 0.8, {-3, 3, false, "×"}, "Strength of the vortices' rotation; 0 is none."),
      real_parameter("speed", 1, {0, 8, false, "×"}, "Speed of the vortices; 0 stops them."),
      choice_parameter("view", "warped", {"warped", "displacement", "both"},
                       "The warped picture, the displacement with its direction as a hue, or both blended."),
  };
}

}  // namespace

const SceneDeclaration scene{
    .name = "optical_flow_warp",
    .title = "Warping by a displacement",
    .teaches =
        "A kernel writes an array of two float channels; its texture determines where a second texture, the picture, "
        "is read. Normalized coordinates are independent of both sizes, and mirror addressing leaves no seam where "
        "they point outside.",
    .controls = "Hold the left mouse button to add a vortex; drop a picture on the window to warp it.",
    .parameters = &parameters,
    .default_frame = 150,
    .takes = SceneInput::picture,
    .takes_pointer = true,
    .make = &make_scene<OpticalFlowWarpScene>,
};

}  // namespace texelscope::app::optical_flow_warp
