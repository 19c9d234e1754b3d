#include <algorithm>

#include "app/scenes/scene_arrays.h"
#include "app/scenes/scene_kernel.h"

namespace texelscope::app::clouds {
extern const SceneDeclaration scene;
namespace {

using namespace kernels;

constexpr int noise_size = 64;
/// Rays are cast for every other pixel along both axes.
constexpr int pixels_per_ray = 2;
constexpr int max_steps = 28;

/// Noise of four octaves that repeats with the array.
struct WriteNoise {
  Surface noise;

  TEXELSCOPE_KERNEL_FUNCTION static float corner(std::int32_t x, std::int32_t y, std::int32_t z, std::int32_t period) {
    const auto part = [period](std::int32_t at) { return static_cast<std::uint32_t>(at % period); };
    const std::uint32_t row = kernels::hash(part(y), part(z), static_cast<std::uint32_t>(period));
    return kernels::unit_float(kernels::hash(part(x), row));
  }

  TEXELSCOPE_KERNEL_FUNCTION static float octave(Index voxel, std::int32_t period) {
    const std::int32_t cell = noise_size / period;
    const auto blend = [cell](std::int32_t at) {
      return kernels::smooth_step(0, 1, static_cast<float>(at % cell) / static_cast<float>(cell));
    };
    const std::int32_t x = voxel.x / cell;
    const std::int32_t y = voxel.y / cell;
    const std::int32_t z = voxel.z / cell;
    const auto row = [&](std::int32_t dy, std::int32_t dz) {
      return kernels::mix(corner(x, y + dy, z + dz, period), corner(x + 1, y + dy, z + dz, period), blend(voxel.x));
    };
    return kernels::mix(kernels::mix(row(0, 0), row(1, 0), blend(voxel.y)),
                        kernels::mix(row(0, 1), row(1, 1), blend(voxel.y)), blend(voxel.z));
  }

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const float sum =
        (octave(index, 4) * 0.5F + octave(index, 8) * 0.27F) + (octave(index, 16) * 0.15F + octave(index, 32) * 0.08F);
    noise.write_3d(kernels::to_unorm8(sum), index.x, index.y, index.z);
  }
};

/// One ray through a layer of clouds that the eye looks down on.
struct MarchClouds {
  Texture noise;
  Surface rays;
  float pixel, center_x, horizon;
  Float3 eye;
  Float3 sun;
  float coverage;
  float density;

  static constexpr float base = 0.0F;
  static constexpr float top = 1.0F;

  TEXELSCOPE_KERNEL_FUNCTION float thickness(Float3 at) const {
    constexpr float scale = 0.22F;
    const float height = at.y;
    const float cap = kernels::minimum(height * 5.0F, 1.0F) * (1.0F - height * height * 0.75F);
    return noise.sample_3d(at.x * scale, height * scale, at.z * scale).x * cap - coverage;
  }

  TEXELSCOPE_KERNEL_FUNCTION Float3 sky(Float3 ray) const {
    const float up = kernels::clamp(ray.y * 2.2F + 0.12F, 0, 1);
    const float toward_sun = kernels::maximum(kernels::dot(ray, sun), 0.0F);
    const float square = toward_sun * toward_sun;
    const float eighth = square * square * square * square;
    const float glare = eighth * eighth * eighth * eighth;
    const float halo = glare * glare * glare * glare;
    const float disc = halo * halo * halo * halo;
    return mix_colors({0.95F, 0.62F, 0.42F}, {0.10F, 0.24F, 0.52F}, kernels::square_root(up)) +
           (Float3{1.0F, 0.55F, 0.25F} * (0.35F * eighth + 0.4F * glare) +
            Float3{12.0F, 9.0F, 5.5F} * (disc * disc * disc * disc));
  }

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const Float3 ray = normalized({(static_cast<float>(index.x) + 0.5F - center_x) * pixel,
                                   (horizon - static_cast<float>(index.y) - 0.5F) * pixel, 1.0F});
    const Float3 behind = sky(ray);
    Float3 light{0, 0, 0};
    float clear = 1.0F;
    if (ray.y < -0.004F) {
      const float enter = (top - eye.y) / ray.y;
      const float leave = kernels::minimum((base - eye.y) / ray.y, enter + 9.0F);
      const float step = (leave - enter) / static_cast<float>(max_steps);
      // Each ray starts at a different position within the first step: grain instead of bands.
      const std::uint32_t draw =
          kernels::hash(static_cast<std::uint32_t>(index.x), static_cast<std::uint32_t>(index.y), 3);
      float distance = enter + step * kernels::unit_float(draw);
      for (std::int32_t count = 0; count < max_steps && clear > 0.03F; ++count, distance = distance + step) {
        const Float3 at = eye + ray * distance;
        const float rough = thickness(at);
        if (rough <= 0.0F) {
          continue;
        }
        const float fine = noise.sample_3d(at.x * 0.93F, at.y * 0.93F, at.z * 0.93F).x;
        const float amount = rough - 0.16F * fine;
        if (amount <= 0.0F) {
          continue;
        }
        const float shade = kernels::maximum(thickness(at + sun * 0.22F), 0.0F);
        const float lit = kernels::exponential(-shade * 14.0F);
        const float absorbed = 1.0F - kernels::exponential(-amount * density * step);
        const Float3 color = Float3{0.20F, 0.26F, 0.42F} * (0.35F + 0.75F * at.y) + Float3{2.3F, 1.55F, 0.98F} * lit;
        const Float3 hazy = mix_colors(color, behind, 1.0F - kernels::exponential(-distance * 0.06F));
        light = light + hazy * (absorbed * clear);
        clear = clear * (1.0F - absorbed);
      }
      const Float3 sea = mix_colors({0.05F, 0.11F, 0.20F}, behind, kernels::exponential(ray.y * 9.0F));
      light = light + sea * clear;
    } else {
      light = behind;
    }
    write_color(rays, display_color(tone_map(light)), index.x, index.y);
  }
};

class CloudsScene final : public PreparedScene<MovingScene> {
 public:
  explicit CloudsScene(const SceneSetup& setup)
      : width_{cells_over(setup.width, pixels_per_ray)},
        height_{cells_over(setup.height, pixels_per_ray)},
        noise_{setup.device,
               {gpu::Extent(noise_size, noise_size, noise_size), gpu::DataType::uint8, 1},
               linear_normalized(gpu::AddressMode::wrap)},
        rays_{setup.device,
              {extent_2d(width_, height_), gpu::DataType::uint8, 4},
              linear_normalized(gpu::AddressMode::clamp)} {}

  void begin(const gpu::Stream& stream) override {
    kernels::launch(stream, {noise_size, noise_size, noise_size}, WriteNoise{noise_.surface()});
  }

  void draw(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) override {
    prepare(input, values, stream);
    const double seconds = scene_seconds(input, values);
    const auto width = static_cast<float>(width_);
    const auto height = static_cast<float>(height_);
    const auto elevation = radians(values.real("sun_height"));
    // The noise repeats after 1 / 0.22 and after 1 / 0.93 units: together after 100.
    const Float3 eye{2.0F, real_value(values, "eye_height"), drift_at(seconds, 0.35, 100)};
    const float side = 0.35F;
    kernels::launch(stream, {width_, height_},
                    MarchClouds{noise_.texture(),
                                rays_.surface(),
                                1.2F / std::min(width, height),
                                width * 0.5F,
                                height * 0.34F,
                                eye,
                                {kernels::cosine(elevation) * kernels::sine(side), kernels::sine(elevation),
                                 kernels::cosine(elevation) * kernels::cosine(side)},
                                1.0F - real_value(values, "coverage"),
                                real_value(values, "density")});
    kernels::launch(stream, {input.width, input.height}, ShowTexture(rays_.texture(), output, input));
  }

 private:
  int width_;
  int height_;
  SampledArray noise_;
  SampledArray rays_;
};

std::vector<Parameter> parameters() {
  return {
      real_parameter("coverage", 0.62, {0.3, 0.9, false, ""}, "Cloud cover of the sky below."),
      real_parameter("density", 30, {1, 200, true, ""}, "Density: the rate at which clouds absorb light."),
      real_parameter("eye_height", 1.7, {1.05, 5, true, ""}, "Height of the camera; clouds extend from 0 to 1."),
      real_parameter("sun_height", 14, {0, 90, false, "°"}, "Elevation of the sun above the horizon."),
      real_parameter("speed", 1, {0, 8, false, "×"}, "Speed of the camera; 0 stops it."),
  };
}

}  // namespace

const SceneDeclaration scene{
    .name = "clouds",
    .title = "Clouds",
    .teaches =
        "A kernel fills a 3D array with noise through a 3D surface, in octaves that repeat with the array. Rays march "
        "through it by trilinear fetches with wrapped coordinates, and sample toward the sun for shadows.",
    .controls = "",
    .parameters = &parameters,
    .default_frame = 120,
    .make = &make_scene<CloudsScene>,
};

}  // namespace texelscope::app::clouds
