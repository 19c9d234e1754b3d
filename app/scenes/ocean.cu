#include "app/scenes/scene_arrays.h"
#include "app/scenes/scene_kernel.h"

namespace texelscope::app::ocean {
extern const SceneDeclaration scene;
namespace {

using namespace kernels;

constexpr int tile_size = 128;
constexpr int wave_count = 28;

/// A wave that fits the tile a whole number of times, so that the tile wraps.
struct Wave {
  float turns_x, turns_y;
  float amplitude;
  float phase;
};

/// Height and slopes of all waves: (height, slope along x, slope along y, how pointed the crest is).
struct WriteWaves {
  Surface tile;
  Wave waves[wave_count];

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    constexpr float turn = 6.2831853F;
    const float x = static_cast<float>(index.x) * (turn / static_cast<float>(tile_size));
    const float y = static_cast<float>(index.y) * (turn / static_cast<float>(tile_size));
    Float4 sum{0, 0, 0, 0};
    for (const Wave& wave : waves) {
      const float angle = (x * wave.turns_x + y * wave.turns_y) + wave.phase;
      const float sine = kernels::sine(angle);
      const float cosine = kernels::cosine(angle);
      // A Gerstner wave seen from above: exp(sin − 1) is sharp at crests and flat in troughs.
      const float crest = wave.amplitude * (1.0F + sine * (0.9F + 0.35F * sine)) * 0.5F;
      const float slope = wave.amplitude * cosine * (0.45F + 0.35F * sine);
      sum = sum + Float4{crest, slope * wave.turns_x, slope * wave.turns_y, crest * sine};
    }
    tile.write_2d(sum, index.x, index.y);
  }
};

TEXELSCOPE_KERNEL_FUNCTION Float3 sky_color(Float3 direction, Float3 sun) {
  const float up = kernels::maximum(direction.y, 0.0F);
  const float toward_sun = kernels::maximum(kernels::dot(direction, sun), 0.0F);
  const float square = toward_sun * toward_sun;
  const float fourth = square * square;
  const float eighth = fourth * fourth;
  const float haze = 1.0F - kernels::square_root(kernels::minimum(up, 1.0F));
  const Float3 base = mix_colors({0.10F, 0.22F, 0.48F}, {0.72F, 0.62F, 0.56F}, haze * haze);
  Float3 color = base + Float3{1.0F, 0.55F, 0.25F} * (0.35F * eighth);
  const float glare = eighth * eighth * eighth * eighth;
  const float halo = glare * glare * glare * glare;
  const float twice = halo * halo * halo * halo;
  const float disc = twice * twice * twice * twice;
  color = color + Float3{1.0F, 0.8F, 0.5F} * (0.35F * glare + 0.6F * halo) + Float3{22.0F, 17.0F, 10.0F} * disc;
  return color;
}

/// Renders the sea: moves the point that a pixel sees according to the wave's height, and lights it.
struct DrawSea {
  Texture tile;
  Surface output;
  float center_x, horizon, focus;
  float eye_height;
  float tiles_per_unit;
  float roughness;
  Float2 drift;
  Float3 sun;

  TEXELSCOPE_KERNEL_FUNCTION Float4 waves_at(float x, float y, float distance) const {
    const float fine = 1.0F / (1.0F + distance * 0.06F);
    const Float4 large = tile.sample_2d(x * tiles_per_unit + drift.x, y * tiles_per_unit + drift.y);
    const Float4 small = tile.sample_2d((x * 0.8F + y * 0.6F) * (tiles_per_unit * 4.3F),
                                        (y * 0.8F - x * 0.6F) * (tiles_per_unit * 4.3F));
    // Slopes of the rotated, smaller copy, rotated back to the sea's axes.
    const Float2 turned{small.y * 0.8F - small.z * 0.6F, small.y * 0.6F + small.z * 0.8F};
    const float share = 0.7F * fine;
    return {large.x + 0.2F * small.x, large.y + share * turned.x, large.z + share * turned.y, large.w};
  }

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const Float3 view = normalized({(static_cast<float>(index.x) + 0.5F - center_x) / focus,
                                    (horizon - static_cast<float>(index.y) - 0.5F) / focus, 1.0F});
    Float3 color = sky_color(view, sun);
    if (view.y < -0.0005F) {
      float distance = eye_height / -view.y;
      // Crests rise toward the eye: one step back along the ray.
      const Float4 first = waves_at(view.x * distance, view.z * distance, distance);
      distance = (eye_height - kernels::minimum(first.x * roughness * 0.5F, eye_height * 0.6F)) / -view.y;
      const Float4 wave = waves_at(view.x * distance, view.z * distance, distance);
      // Distant slopes are smaller than pixels and average out.
      const float calm = roughness / (1.0F + distance * 0.035F);
      const Float3 normal = normalized({-wave.y * calm, 1.0F, -wave.z * calm});
      const float facing = kernels::clamp(-kernels::dot(normal, view), 0, 1);
      const float grazing = 1.0F - facing;
      const float square = grazing * grazing;
      const float fresnel = 0.02F + 0.98F * square * square * grazing;
      Float3 mirrored = view + normal * (2.0F * facing);
      mirrored.y = kernels::maximum(mirrored.y, 0.01F);
      const Float3 reflected = sky_color(normalized(mirrored), sun);
      const float lit = kernels::maximum(kernels::dot(normal, sun), 0.0F);
      const float through = kernels::clamp(wave.x * 0.35F, 0, 1.5F);
      const Float3 water =
          Float3{0.004F, 0.03F, 0.06F} + Float3{0.02F, 0.16F, 0.15F} * (through * (0.35F + 0.65F * lit));
      color = mix_colors(water, reflected, fresnel);
      color =
          mix_colors(color, sky_color({view.x, 0.0F, view.z}, sun), kernels::clamp(distance * 0.006F - 0.1F, 0, 0.85F));
    }
    write_color(output, display_color(tone_map(color * 1.25F)), index.x, index.y);
  }
};

class OceanScene final : public MovingScene {
 public:
  explicit OceanScene(const SceneSetup& setup)
      : tile_{setup.device,
              {extent_2d(tile_size, tile_size), gpu::DataType::float32, 4},
              linear_normalized(gpu::AddressMode::wrap)} {}

  void draw(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) override {
    const double seconds = scene_seconds(input, values);
    kernels::launch(stream, {tile_size, tile_size}, waves_of(seconds, values));
    const auto width = static_cast<float>(input.width);
    const auto height = static_cast<float>(input.height);
    const float elevation = radians(values.real("sun_height"));
    const float azimuth = radians(values.real("sun_side"));
    kernels::launch(stream, {input.width, input.height},
                    DrawSea{tile_.texture(),
                            Surface(output.handle()),
                            width * 0.5F,
                            height * 0.42F,
                            (width < height ? width : height) * 0.9F,
                            real_value(values, "eye_height"),
                            0.085F,
                            real_value(values, "roughness"),
                            {drift_at(seconds, 0.01, 1), drift_at(seconds, 0.025, 1)},
                            {kernels::cosine(elevation) * kernels::sine(azimuth), kernels::sine(elevation),
                             kernels::cosine(elevation) * kernels::cosine(azimuth)}});
  }

 private:
  WriteWaves waves_of(double seconds, const ParameterValues& values) const {
    WriteWaves kernel{tile_.surface(), {}};
    const auto spread = real_value(values, "spread");
    for (std::uint32_t number = 0; number < wave_count; ++number) {
      const auto draw = [number](std::uint32_t what) { return kernels::unit_float(kernels::hash(number, what, 31)); };
      const float size = 1.5F + 13.0F * static_cast<float>(number) / wave_count;
      const float angle = 1.1F + spread * (draw(0) - 0.5F);
      const float x = kernels::round_to_nearest(size * kernels::cosine(angle));
      const float y = kernels::round_to_nearest(size * kernels::sine(angle));
      const float length = kernels::maximum(kernels::hypotenuse(x, y), 1.0F);
      // In deep water, the speed of a wave is proportional to the square root of its length.
      const double pace = 1.1 * static_cast<double>(kernels::square_root(length));
      kernel.waves[number] = {x, y, 0.9F / (length * kernels::square_root(length)),
                              6.2831853F * draw(1) + phase_at(seconds, pace)};
    }
    return kernel;
  }

  SampledArray tile_;
};

std::vector<Parameter> parameters() {
  return {
      real_parameter("roughness", 0.55, {0, 2, false, ""}, "Steepness of the waves; at 0 the sea is a mirror."),
      real_parameter("spread", 2.2, {0, 6.2, false, ""}, "Spread of the waves' directions, in radians."),
      real_parameter("eye_height", 2.2, {0.3, 30, true, ""}, "Height of the camera above the sea."),
      real_parameter("sun_height", 12, {0, 90, false, "°"}, "Elevation of the sun above the horizon."),
      real_parameter("sun_side", 8, {-180, 180, false, "°"}, "Direction of the sun, from the center of the view."),
      real_parameter("speed", 1, {0, 8, false, "×"}, "Speed of the waves; 0 stops them."),
  };
}

}  // namespace

const SceneDeclaration scene{
    .name = "ocean",
    .title = "Ocean",
    .teaches =
        "A kernel sums waves that fit a tile a whole number of times, and writes their heights and slopes to a float "
        "array. The sea reads it as a texture with wrapped edges, at two scales, and reflects the sky.",
    .controls = "",
    .parameters = &parameters,
    .default_frame = 100,
    .make = &make_scene<OceanScene>,
};

}  // namespace texelscope::app::ocean
