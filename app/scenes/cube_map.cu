#include <array>

#include "app/scene/scene.h"
#include "app/scenes/scene_arrays.h"
#include "app/scenes/scene_kernel.h"
#include "app/texture/cube_face.h"
#include "texelscope/kernels/hash.h"
#include "texelscope/kernels/launch.h"
#include "texelscope/kernels/math.h"
#include "texelscope/kernels/texture.h"

namespace texelscope::app::cube_map {
extern const SceneDeclaration scene;
namespace {

using namespace kernels;

TEXELSCOPE_KERNEL_FUNCTION Float3 normalized(Float3 v) { return v * (1.0F / kernels::length(v)); }

/// Colors of a sky; the sun is a direction of length 1.
struct Sky {
  Float3 zenith, horizon, sunset, cloud, cloud_shade, mountain, sea, sun_color;
  Float3 sun;
  float cloud_cover;
  float stars;
};

/// Writes the six faces of one cube map of the array.
struct DrawSkies {
  static constexpr std::int32_t sky_count = 2;

  Surface faces;
  std::int32_t face_size;
  std::int32_t cube_map;
  Sky sky;

  TEXELSCOPE_KERNEL_FUNCTION static float clouds(Float2 at, std::uint32_t seed) {
    float sum = 0;
    float weight = 0.5F;
    for (std::uint32_t octave = 0; octave < 5U; ++octave) {
      sum = sum + weight * kernels::value_noise(at, seed + octave);
      at = at * 2.03F + Float2{17.3F, 9.1F};
      weight = weight * 0.5F;
    }
    return sum;
  }

  TEXELSCOPE_KERNEL_FUNCTION static Float3 above(const Sky& sky, Float3 toward) {
    const float toward_sun = kernels::maximum(kernels::dot(toward, sky.sun), 0.0F);
    const float height = kernels::maximum(toward.y, 0.0F);
    const float low = (1.0F - height) * (1.0F - height);
    const Float3 haze = mix_colors(sky.horizon, sky.sunset, 0.15F + 0.85F * toward_sun * toward_sun);
    Float3 color = mix_colors(sky.zenith, haze, low * low);
    if (sky.stars > 0.0F) {
      // Each cell of a grid over the directions has one star or none.
      const auto cell = [](float v) {
        return static_cast<std::uint32_t>(kernels::float_to_int(kernels::floor(v * 170.0F)));
      };
      const std::uint32_t draw = kernels::hash(cell(toward.x), cell(toward.y), cell(toward.z));
      const float star = draw % 211U == 0U ? kernels::unit_float(kernels::hash(draw)) * sky.stars * (1.0F - low) : 0.0F;
      color = color + Float3{star, star, star};
    }
    const float glow = toward_sun > 0.7F ? kernels::power(toward_sun, 24.0F) : 0.0F;
    const float disc = kernels::smooth_step(0.9985F, 0.9993F, toward_sun);
    color = color + sky.sun_color * (0.30F * glow + 1.2F * disc);
    const Float2 ceiling = Float2{toward.x, toward.z} * (1.9F / (height + 0.13F));
    const float density = clouds(ceiling, 31U);
    const float cover = kernels::smooth_step(sky.cloud_cover, sky.cloud_cover + 0.26F, density) *
                        kernels::smooth_step(0.0F, 0.16F, height);
    if (cover > 0.0F) {
      const float nearer_sun = clouds(ceiling + Float2{sky.sun.x, sky.sun.z} * 0.22F, 31U);
      const float lit = kernels::clamp((density - nearer_sun) * 3.0F + 0.55F, 0, 1);
      color = mix_colors(color, mix_colors(sky.cloud_shade, sky.cloud, lit), cover * 0.92F);
    }
    return color;
  }

  /// Height of the mountains on the horizon, sampled along a circle around the camera.
  TEXELSCOPE_KERNEL_FUNCTION static float ridge_height(Float2 around) {
    const float range = kernels::smooth_step(0.25F, 0.7F, kernels::value_noise(around * 1.6F + Float2{9, 9}, 5U));
    return 0.26F * clouds(around * 4.3F + Float2{40, 40}, 7U) * range;
  }

  TEXELSCOPE_KERNEL_FUNCTION static Float3 color(const Sky& sky, Float3 toward) {
    const float across = kernels::maximum(kernels::length(Float2{toward.x, toward.z}), 0.001F);
    const float slope = toward.y / across;
    const Float2 around{toward.x / across, toward.z / across};
    const float ridge = slope > 0.0F && slope < 0.3F ? ridge_height(around) : 0.0F;
    if (slope > 0.0F && slope < ridge) {
      const float shade = 0.75F + 0.5F * clouds(Float2{around.x * 9.0F + slope * 31.0F, around.y * 9.0F + 30.0F}, 8U);
      const float snow = kernels::smooth_step(0.10F, 0.14F, slope + 0.05F * (shade - 1.0F));
      const Float3 stone = mix_colors(sky.mountain * shade, sky.cloud * (0.55F + 0.4F * shade), snow);
      return mix_colors(sky.horizon, stone, 0.45F + 0.5F * kernels::smooth_step(0.0F, 0.12F, slope));
    }
    if (toward.y >= 0.0F) {
      return above(sky, toward);
    }
    // The sea reflects the sky, most at grazing angles, and ripples.
    const float depth = -toward.y;
    const Float2 place = Float2{toward.x, toward.z} * (1.0F / (depth + 0.02F));
    const float ripple = (clouds(place * 5.0F, 61U) - 0.48F) * 0.5F * kernels::smooth_step(0.0F, 0.12F, depth);
    const Float3 mirrored =
        above(sky, normalized({toward.x + ripple, depth + kernels::absolute(ripple), toward.z + ripple}));
    const float flat = 1.0F - depth;
    return mix_colors(sky.sea, mirrored, 0.12F + 0.80F * flat * flat * flat);
  }

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const float step = 2.0F / static_cast<float>(face_size);
    const float s = (static_cast<float>(index.x) + 0.5F) * step - 1.0F;
    const float t = (static_cast<float>(index.y) + 0.5F) * step - 1.0F;
    const Float3 shown = color(sky, normalized(face_direction<Float3>(index.z, s, t)));
    faces.write_cube_layered(kernels::to_unorm8(Float4{shown.x, shown.y, shown.z, 1.0F}), index.x, index.y,
                             6 * cube_map + index.z);
  }
};

struct Sphere {
  Float3 center;
  float radius;
  Float3 tint;
};

/// Spheres that mirror the sky behind them.
struct DrawSpheres {
  static constexpr std::int32_t sphere_count = 6;

  Texture skies;
  Surface output;
  Float3 eye, forward, right, up;
  float half_width, half_height;
  /// Size of one pixel, at distance 1.
  float pixel_size;
  /// 0 is the first cube map, and 1 is the second.
  float blend;
  Sphere spheres[sphere_count];

  TEXELSCOPE_KERNEL_FUNCTION Float3 sky(Float3 toward) const {
    Float4 texel = skies.sample_cube_layered(toward.x, toward.y, toward.z, blend < 1.0F ? 0 : 1);
    if (blend > 0.0F && blend < 1.0F) {
      texel = texel * (1.0F - blend) + skies.sample_cube_layered(toward.x, toward.y, toward.z, 1) * blend;
    }
    return {texel.x, texel.y, texel.z};
  }

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const float x = (static_cast<float>(index.x) + 0.5F - half_width) * pixel_size;
    const float y = (half_height - static_cast<float>(index.y) - 0.5F) * pixel_size;
    const Float3 ray = normalized(forward + (right * x + up * y));
    float nearest = 1e9F;
    float cover = 0;
    std::int32_t hit = -1;
    for (std::int32_t number = 0; number < sphere_count; ++number) {
      const Float3 offset = spheres[number].center - eye;
      const float along = kernels::dot(offset, ray);
      const float aside = kernels::length(offset - ray * along);
      const float pixel = pixel_size * along;
      if (along > 0.0F && along < nearest && aside < spheres[number].radius + 0.5F * pixel) {
        nearest = along;
        hit = number;
        cover = kernels::clamp((spheres[number].radius - aside) / pixel + 0.5F, 0, 1);
      }
    }
    Float3 color = cover < 1.0F ? sky(ray) : Float3{0, 0, 0};
    if (hit >= 0) {
      const Sphere& sphere = spheres[hit];
      const Float3 offset = sphere.center - eye;
      const float along = kernels::dot(offset, ray);
      const float aside = kernels::length(offset - ray * along);
      const float inside = kernels::maximum(sphere.radius * sphere.radius - aside * aside, 0.0F);
      const Float3 normal = normalized((ray * (along - kernels::square_root(inside))) - offset);
      const float facing = kernels::dot(ray, normal);
      const Float3 mirrored = sky(ray - normal * (2.0F * facing));
      const float rim = 1.0F + facing;
      const float white = rim * rim * rim;
      const Float3 tint = mix_colors(sphere.tint, {1, 1, 1}, kernels::clamp(white, 0, 1));
      color = mix_colors(color, {mirrored.x * tint.x, mirrored.y * tint.y, mirrored.z * tint.z}, cover);
    }
    write_color(output, color, index.x, index.y);
  }
};

// By day and at dusk.
constexpr std::array<Sky, DrawSkies::sky_count> skies{{{{0.13F, 0.36F, 0.74F},
                                                        {0.70F, 0.84F, 0.94F},
                                                        {0.94F, 0.92F, 0.86F},
                                                        {1.0F, 0.99F, 0.97F},
                                                        {0.62F, 0.68F, 0.77F},
                                                        {0.36F, 0.40F, 0.48F},
                                                        {0.03F, 0.22F, 0.34F},
                                                        {1.0F, 0.95F, 0.82F},
                                                        {0.48F, 0.60F, -0.64F},
                                                        0.46F,
                                                        0},
                                                       {{0.06F, 0.07F, 0.24F},
                                                        {0.46F, 0.24F, 0.42F},
                                                        {1.0F, 0.52F, 0.20F},
                                                        {1.0F, 0.62F, 0.48F},
                                                        {0.26F, 0.16F, 0.34F},
                                                        {0.11F, 0.09F, 0.19F},
                                                        {0.03F, 0.05F, 0.14F},
                                                        {1.0F, 0.72F, 0.38F},
                                                        {0.5976F, 0.08F, -0.7978F},
                                                        0.50F,
                                                        0.9F}}};

constexpr std::array face_sizes{256, 32, 8};

class CubeMapScene final : public MovingScene {
 public:
  explicit CubeMapScene(const SceneSetup& setup)
      : resolutions_{Resolution(setup.device, face_sizes[0]), Resolution(setup.device, face_sizes[1]),
                     Resolution(setup.device, face_sizes[2])} {}

  void prepare(const FrameInput& /*input*/, const ParameterValues& values, const gpu::Stream& stream) override {
    // One of the two skies, or both during a transition.
    const std::size_t wanted = values.choice("sky");
    const std::size_t number = values.choice("face_size");
    for (std::size_t sky = 0; sky < skies.size(); ++sky) {
      if ((wanted == sky || wanted == skies.size()) && !is_drawn_[number][sky]) {
        const std::int32_t size = face_sizes[number];
        kernels::launch(
            stream, {size, size, 6},
            DrawSkies{resolutions_[number].faces.surface(), size, static_cast<std::int32_t>(sky), skies[sky]});
        is_drawn_[number][sky] = true;
      }
    }
  }
  void draw(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) override {
    prepare(input, values, stream);
    const double speed = values.real("speed");
    float yaw = frame_phase(input, 0.22 * speed);
    float pitch = 0.12F + 0.10F * kernels::sine(frame_phase(input, 0.31 * speed));
    if (input.pointer.is_pressed) {
      const float across = pointer_inside(input.pointer.x, input.width) / static_cast<float>(input.width) - 0.5F;
      const float down = pointer_inside(input.pointer.y, input.height) / static_cast<float>(input.height) - 0.5F;
      yaw = across * 6.2831853F;
      pitch = down * 2.4F;
    }
    const float shorter = static_cast<float>(input.width < input.height ? input.width : input.height);
    const Float3 forward{-kernels::sine(yaw) * kernels::cosine(pitch), -kernels::sine(pitch),
                         -kernels::cosine(yaw) * kernels::cosine(pitch)};
    const Float3 right{kernels::cosine(yaw), 0, -kernels::sine(yaw)};
    const Float3 up{-kernels::sine(yaw) * kernels::sine(pitch), kernels::cosine(pitch),
                    -kernels::cosine(yaw) * kernels::sine(pitch)};
    const std::size_t sky = values.choice("sky");
    const float cycle = 0.5F - 0.5F * kernels::cosine(frame_phase(input, 0.25 * speed));
    const Resolution& resolution = resolutions_[values.choice("face_size")];
    DrawSpheres kernel{Texture((values.toggle("seamless") ? resolution.seamless : resolution.seamed).handle()),
                       Surface(output.handle()),
                       forward * -3.6F,
                       forward,
                       right,
                       up,
                       static_cast<float>(input.width) * 0.5F,
                       static_cast<float>(input.height) * 0.5F,
                       1.7F / shorter,
                       sky == 2 ? kernels::smooth_step(0.3F, 0.7F, cycle) : static_cast<float>(sky),
                       {}};
    kernel.spheres[0] = {{0, 0, 0}, 1.0F, {0.96F, 0.96F, 0.98F}};
    constexpr Float3 tints[] = {{1.0F, 0.80F, 0.42F},
                                {0.98F, 0.60F, 0.46F},
                                {0.70F, 0.92F, 0.78F},
                                {0.76F, 0.80F, 1.0F},
                                {0.98F, 0.72F, 0.86F}};
    const float turn = frame_phase(input, 0.5 * speed);
    for (int number = 1; number < DrawSpheres::sphere_count; ++number) {
      const float angle = turn + static_cast<float>(number) * 1.2566371F;
      kernel.spheres[number] = {
          {1.55F * kernels::cosine(angle), 0.35F * kernels::sine(angle * 2.0F + 0.7F), 1.55F * kernels::sine(angle)},
          0.24F,
          tints[number - 1]};
    }
    kernels::launch(stream, {input.width, input.height}, kernel);
  }

 private:
  struct Resolution {
    Resolution(const gpu::Device& device, int size)
        : faces{device,
                {.shape = extent_2d(size, size),
                 .format = gpu::DataType::uint8,
                 .num_channels = 4,
                 .kind = gpu::ArrayKind::layered_cube_map,
                 .num_layers = DrawSkies::sky_count}},
          seamless{float_texture(faces.array(), reading(true))},
          seamed{float_texture(faces.array(), reading(false))} {}

    static gpu::TextureDescriptor reading(bool is_seamless) {
      gpu::TextureDescriptor descriptor = linear_normalized(gpu::AddressMode::clamp);
      descriptor.seamless_cubemap = is_seamless;
      return descriptor;
    }

    SurfaceArray faces;
    gpu::TextureObject seamless;
    gpu::TextureObject seamed;
  };

  std::array<Resolution, face_sizes.size()> resolutions_;
  std::array<std::array<bool, DrawSkies::sky_count>, face_sizes.size()> is_drawn_{};
};

std::vector<Parameter> parameters() {
  return {
      choice_parameter("sky", "day", {"day", "dusk", "cycle"},
                       "The array's first cube map, the second, or a blend from one to the other."),
      toggle_parameter("seamless", true,
                       "Filters across the edges of faces; otherwise faces end in seams, most visible on small faces."),
      choice_parameter("face_size", "256", {"256", "32", "8"}, "Texels along each side of a face."),
      real_parameter("speed", 1, {0, 8, false, "×"}, "Speed of rotation; 0 stops it."),
  };
}

}  // namespace

const SceneDeclaration scene{
    .name = "cube_map",
    .title = "Spheres in a cube map",
    .teaches =
        "A kernel writes the 12 faces of an array of two cube maps through one layered surface, and a texture reads "
        "them in any direction: behind the spheres and reflected by them. Seamless filtering joins the faces; plain "
        "linear filtering stops at their edges.",
    .controls = "Hold the left mouse button to turn the view.",
    .parameters = &parameters,
    .default_frame = 90,
    .takes_pointer = true,
    .make = &make_scene<CubeMapScene>,
};

}  // namespace texelscope::app::cube_map
