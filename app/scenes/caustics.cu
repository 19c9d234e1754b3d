#include <array>

#include "app/scenes/fixed_sum.h"
#include "app/scenes/scene_arrays.h"
#include "app/scenes/scene_kernel.h"

namespace texelscope::app::caustics {
extern const SceneDeclaration scene;
namespace {

using namespace kernels;

// Lengths are in units of the frame's shorter side. The water extends past the frame by a margin, so that light also
// enters from outside.

constexpr double margin = 0.125;
/// Pixels of the frame along each side of a texel of the water, and of a cell of the light.
constexpr int pixels_per_texel = 2;
/// Contribution of one photon to the sums.
constexpr float photon_amount = 256.0F;

struct Wave {
  /// Radians for each unit along x and y.
  Float2 number;
  float phase;
  /// Scale factor for the slope.
  float steepness;
};

/// The slope of the water: a sum of waves, and a ring of them around the pointer.
struct MakeWater {
  static constexpr std::int32_t wave_count = 9;

  Surface slopes;
  Wave waves[wave_count];
  float units_per_texel;
  Float2 first;
  Float2 ring_center;
  float ring_phase;
  float ring_steepness;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const Float2 place = first + Float2{static_cast<float>(index.x), static_cast<float>(index.y)} * units_per_texel;
    Float2 slope{0, 0};
    // Each wave is distorted by the previous waves, so that crests do not stay straight.
    Float2 bent = place;
    for (const Wave& wave : waves) {
      const float push = kernels::cosine(kernels::dot(wave.number, bent) + wave.phase) * wave.steepness;
      const float length = kernels::square_root(kernels::dot(wave.number, wave.number));
      const Float2 along = wave.number * (push / length);
      slope = slope + along;
      bent = bent + along * 0.10F;
    }
    if (ring_steepness > 0.0F) {
      const Float2 arm = place - ring_center;
      const float distance = kernels::length(arm) + 0.01F;
      const float push =
          kernels::cosine(distance * 90.0F - ring_phase) * ring_steepness * kernels::exponential2(-distance * 7.0F);
      slope = slope + arm * (push / distance);
    }
    slopes.write_2d(slope, index.x, index.y);
  }
};

/// One photon per pixel of the water, refracted toward the floor, counted where it arrives.
struct FollowLight {
  Texture slopes;
  SumGrid light;
  /// Texels of the water and cells of the light for each pixel.
  float texels_per_pixel;
  float margin_pixels;
  /// Pixels by which light is deflected for a slope of 1.
  float reach;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const float x = static_cast<float>(index.x) + 0.5F;
    const float y = static_cast<float>(index.y) + 0.5F;
    const Float4 slope = slopes.sample_2d(x * texels_per_pixel, y * texels_per_pixel);
    const float amount = photon_amount;
    light.splat(((x - margin_pixels) - slope.x * reach) * texels_per_pixel,
                ((y - margin_pixels) - slope.y * reach) * texels_per_pixel, &amount);
  }
};

/// Converts the sums to light, 1 for flat water.
struct ResolveLight {
  SumGrid sums;
  Surface light;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    constexpr float photons = static_cast<float>(pixels_per_texel * pixels_per_texel) * photon_amount;
    light.write_2d(sums.at(index.x, index.y, 0) / photons, index.x, index.y);
  }
};

enum class View : std::int32_t { pool, light, slopes };

/// The floor of a pool, lit by the arriving light and seen through the water.
struct DrawPool {
  Texture slopes;
  Texture light;
  Surface output;
  View view;
  float texels_per_pixel;
  float margin_pixels;
  /// Pixels by which the view is deflected for a slope of 1.
  float bend;
  float tile_pixels;
  float brightness;

  TEXELSCOPE_KERNEL_FUNCTION Float3 tile_color(float x, float y) const {
    const float u = x / tile_pixels;
    const float v = y / tile_pixels;
    const float column = kernels::floor(u);
    const float row = kernels::floor(v);
    const std::uint32_t draw = kernels::hash(static_cast<std::uint32_t>(kernels::float_to_int(column)),
                                             static_cast<std::uint32_t>(kernels::float_to_int(row)), 4U);
    const float across = kernels::absolute(u - column - 0.5F);
    const float down = kernels::absolute(v - row - 0.5F);
    const float edge = across > down ? across : down;
    const float joint = kernels::smooth_step(0.43F, 0.48F, edge);
    const float shade = kernels::unit_float(draw);
    const Float3 tile = (draw & 15U) == 0U
                            ? Float3{0.10F, 0.34F, 0.52F}
                            : Float3{0.20F + 0.10F * shade, 0.54F + 0.12F * shade, 0.66F + 0.10F * shade};
    return tile + (Float3{0.72F, 0.82F, 0.84F} - tile) * joint;
  }

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const float x = static_cast<float>(index.x) + 0.5F;
    const float y = static_cast<float>(index.y) + 0.5F;
    const Float4 slope =
        slopes.sample_2d((x + margin_pixels) * texels_per_pixel, (y + margin_pixels) * texels_per_pixel);
    if (view == View::slopes) {
      write_color(output, {0.5F + slope.x, 0.5F + slope.y, 0.8F}, index.x, index.y);
      return;
    }
    const bool is_light = view == View::light;
    const float ground_x = is_light ? x : x - slope.x * bend;
    const float ground_y = is_light ? y : y - slope.y * bend;
    const float arrived = light.sample_2d(ground_x * texels_per_pixel, ground_y * texels_per_pixel).x;
    if (is_light) {
      const float shown = arrived / (1.2F + arrived);
      write_color(output, {shown, shown, shown}, index.x, index.y);
      return;
    }
    const Float3 tile = tile_color(ground_x, ground_y);
    // Values above white approach white smoothly.
    const float direct = arrived * brightness;
    const Float3 lit{tile.x * (0.16F + 0.60F * direct), tile.y * (0.27F + 0.58F * direct),
                     tile.z * (0.36F + 0.54F * direct)};
    const auto held = [](float v) { return v < 0.7F ? v : 1.0F - 0.09F / (v - 0.4F); };
    const float toward =
        kernels::maximum(1.0F - kernels::length(Float2{slope.x - 0.42F, slope.y - 0.36F}) * 3.2F, 0.0F);
    const float gleam = toward * toward * 0.55F;
    write_color(output, {held(lit.x) + gleam, held(lit.y) + gleam, held(lit.z) + gleam}, index.x, index.y);
  }
};

/// A wave's direction in turns, its length in units, its share of the steepness.
struct WaveShape {
  float direction, length, share;
};

constexpr std::array<WaveShape, MakeWater::wave_count> wave_shapes{{{0.03F, 0.93F, 0.12F},
                                                                    {0.31F, 0.71F, 0.15F},
                                                                    {0.58F, 0.52F, 0.20F},
                                                                    {0.86F, 0.39F, 0.24F},
                                                                    {0.17F, 0.29F, 0.22F},
                                                                    {0.45F, 0.22F, 0.22F},
                                                                    {0.71F, 0.163F, 0.20F},
                                                                    {0.95F, 0.121F, 0.15F},
                                                                    {0.37F, 0.083F, 0.07F}}};

class CausticsScene final : public MovingScene {
 public:
  explicit CausticsScene(const SceneSetup& setup)
      : shorter_{setup.width < setup.height ? setup.width : setup.height},
        margin_pixels_{static_cast<int>(margin * shorter_) / pixels_per_texel * pixels_per_texel},
        water_width_{cells_over(setup.width + 2 * margin_pixels_, pixels_per_texel)},
        water_height_{cells_over(setup.height + 2 * margin_pixels_, pixels_per_texel)},
        light_width_{cells_over(setup.width, pixels_per_texel)},
        light_height_{cells_over(setup.height, pixels_per_texel)},
        slopes_{setup.device, {extent_2d(water_width_, water_height_), gpu::DataType::float32, 2}, reading()},
        light_{setup.device, {extent_2d(light_width_, light_height_), gpu::DataType::float32, 1}, reading()},
        sums_{setup.device.allocate(
            static_cast<std::size_t>(light_width_) * static_cast<std::size_t>(light_height_) * sizeof(std::uint32_t),
            setup.stream)} {
    // The caller of draw() may use a different stream.
    setup.stream.synchronize();
  }

  void draw(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) override {
    const double texels_per_pixel = 1.0 / pixels_per_texel;
    const auto depth = real_value(values, "depth");
    const auto shorter = static_cast<float>(shorter_);
    make_water(input, values, stream);
    const SumGrid sums{reinterpret_cast<std::uint32_t*>(sums_.handle().value), light_width_, light_height_, 1};
    sums_.fill(std::uint32_t{0}, stream);
    kernels::launch(stream, {water_width_ * pixels_per_texel, water_height_ * pixels_per_texel},
                    FollowLight{slopes_.texture(), sums, static_cast<float>(texels_per_pixel),
                                static_cast<float>(margin_pixels_), depth * shorter * 0.25F});
    kernels::launch(stream, {light_width_, light_height_}, ResolveLight{sums, light_.surface()});
    kernels::launch(stream, {input.width, input.height},
                    DrawPool{slopes_.texture(), light_.texture(), Surface(output.handle()),
                             static_cast<View>(values.choice("view")), static_cast<float>(texels_per_pixel),
                             static_cast<float>(margin_pixels_), depth * shorter * 0.12F,
                             shorter / real_value(values, "tiles"), real_value(values, "brightness")});
  }

 private:
  static gpu::TextureDescriptor reading() {
    return {.address_mode = gpu::AddressMode::clamp, .filter_mode = gpu::FilterMode::linear};
  }

  void make_water(const FrameInput& input, const ParameterValues& values, const gpu::Stream& stream) const {
    const double speed = values.real("speed");
    const auto steepness = real_value(values, "steepness");
    const auto shorter = static_cast<float>(shorter_);
    const float units_per_texel = static_cast<float>(pixels_per_texel) / shorter;
    const float first = (0.5F * static_cast<float>(pixels_per_texel) - static_cast<float>(margin_pixels_)) / shorter;
    MakeWater water{slopes_.surface(), {}, units_per_texel, {first, first}, {0, 0}, frame_phase(input, 9 * speed), 0};
    for (std::size_t number = 0; number < wave_shapes.size(); ++number) {
      constexpr float turn = 6.2831853F;
      const WaveShape& shape = wave_shapes[number];
      const float count = turn / shape.length;
      // Deep water: the speed of a wave is proportional to the square root of its length.
      const double radians_per_second = 1.15 * static_cast<double>(kernels::square_root(count)) * speed;
      water.waves[number] = {
          Float2{kernels::cosine(shape.direction * turn), kernels::sine(shape.direction * turn)} * count,
          -frame_phase(input, radians_per_second) + static_cast<float>(number) * 2.1F, shape.share * steepness};
    }
    if (input.pointer.is_pressed) {
      water.ring_center = {pointer_inside(input.pointer.x, input.width) / shorter,
                           pointer_inside(input.pointer.y, input.height) / shorter};
      water.ring_steepness = 0.9F;
    }
    kernels::launch(stream, {water_width_, water_height_}, water);
  }

  int shorter_;
  int margin_pixels_;
  int water_width_;
  int water_height_;
  int light_width_;
  int light_height_;
  SampledArray slopes_;
  SampledArray light_;
  gpu::Buffer sums_;
};

std::vector<Parameter> parameters() {
  return {
      real_parameter("steepness", 0.42, {0, 2, false, ""}, "Steepness of the waves; at 0 the water is flat."),
      real_parameter("depth", 1, {0.05, 4, true, "×"}, "Distance that light travels below the surface."),
      real_parameter("brightness", 0.85, {0.1, 4, true, "×"}, "Brightness of the light."),
      real_parameter("tiles", 14, {1, 64, true, ""}, "Tiles along the frame's shorter side."),
      real_parameter("speed", 1, {0, 8, false, "×"}, "Speed of the waves; 0 stops them."),
      choice_parameter("view", "pool", {"pool", "light", "slopes"},
                       "The pool, only the light on its floor, or the slopes of the water."),
  };
}

}  // namespace

const SceneDeclaration scene{
    .name = "caustics",
    .title = "Caustics",
    .teaches =
        "The slopes in a texture bend photons, and integer atomics in linear memory count where they arrive: the sums "
        "are the same in any order. A surface copies the sums to an array, which is read as a filtered texture.",
    .controls = "Hold the left mouse button to stir the water.",
    .parameters = &parameters,
    .default_frame = 100,
    .takes_pointer = true,
    .make = &make_scene<CausticsScene>,
};

}  // namespace texelscope::app::caustics
