#include <algorithm>
#include <cmath>
#include <optional>

#include "app/scenes/palette.h"
#include "app/scenes/scene_arrays.h"
#include "app/scenes/scene_kernel.h"
#include "texelscope/kernels/float16.h"

namespace texelscope::app::sdf_volume {
extern const SceneDeclaration scene;
namespace {

using namespace kernels;

constexpr int volume_size = 64;

enum class Shape : std::int32_t { rings, gyroid, drops, frame };

/// The smaller of two distances, blended smoothly within `radius`.
TEXELSCOPE_KERNEL_FUNCTION float smooth_minimum(float a, float b, float radius) {
  const float overlap = maximum(radius - absolute(a - b), 0.0F) / radius;
  return minimum(a, b) - overlap * overlap * radius * 0.25F;
}

TEXELSCOPE_KERNEL_FUNCTION float ring(Float2 in_plane, float across, float radius, float thickness) {
  return kernels::hypotenuse(length(in_plane) - radius, across) - thickness;
}

/// Distance of a point, −1 … 1, from the shape; negative inside.
TEXELSCOPE_KERNEL_FUNCTION float distance_to(Shape shape, Float3 at) {
  switch (shape) {
    case Shape::rings: {
      const float first = ring({at.x, at.y}, at.z, 0.58F, 0.13F);
      const float second = ring({at.y, at.z}, at.x, 0.58F, 0.13F);
      const float third = ring({at.z, at.x}, at.y, 0.58F, 0.13F);
      return smooth_minimum(smooth_minimum(first, second, 0.16F), third, 0.16F);
    }
    case Shape::gyroid: {
      constexpr float pace = 7.0F;
      const float wave = kernels::sine(at.x * pace) * kernels::cosine(at.y * pace) +
                         kernels::sine(at.y * pace) * kernels::cosine(at.z * pace) +
                         kernels::sine(at.z * pace) * kernels::cosine(at.x * pace);
      const float sheet = (absolute(wave) - 0.35F) / (pace * 1.5F);
      return maximum(sheet, length(at) - 0.85F);
    }
    case Shape::drops: {
      const float large = length(at) - 0.42F;
      const float left = length(at - Float3{0.45F, 0.30F, 0.10F}) - 0.26F;
      const float right = length(at - Float3{-0.40F, 0.38F, -0.20F}) - 0.22F;
      const float below = length(at - Float3{0.05F, -0.55F, 0.25F}) - 0.24F;
      return smooth_minimum(smooth_minimum(large, left, 0.22F), smooth_minimum(right, below, 0.22F), 0.22F);
    }
    default: {
      // A box with rounded corners, minus a ball.
      const Float3 over{maximum(absolute(at.x) - 0.52F, 0.0F), maximum(absolute(at.y) - 0.52F, 0.0F),
                        maximum(absolute(at.z) - 0.52F, 0.0F)};
      return smooth_minimum(maximum(length(over) - 0.09F, 0.72F - length(at)), length(at) - 0.36F, 0.05F);
    }
  }
}

struct WriteDistances {
  Surface volume;
  Shape shape;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const auto place = [](std::int32_t voxel) {
      return (static_cast<float>(voxel) + 0.5F) * (2.0F / static_cast<float>(volume_size)) - 1.0F;
    };
    const float distance = distance_to(shape, {place(index.x), place(index.y), place(index.z)});
    volume.write_3d(kernels::float16_from_float32(distance), index.x, index.y, index.z);
  }
};

struct Camera {
  Float3 eye, right, up, forward;
};

struct TraceVolume {
  Texture volume;
  Surface output;
  Camera camera;
  Palette palette;
  float pixel, center_x, center_y;
  float thickness;

  TEXELSCOPE_KERNEL_FUNCTION float distance(Float3 at) const {
    return volume.sample_3d(at.x * 0.5F + 0.5F, at.y * 0.5F + 0.5F, at.z * 0.5F + 0.5F).x - thickness;
  }

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const float across = (static_cast<float>(index.x) + 0.5F - center_x) * pixel;
    const float down = (static_cast<float>(index.y) + 0.5F - center_y) * pixel;
    const Float3 ray = normalized(camera.forward + camera.right * across - camera.up * down);
    const float vignette = across * across + down * down;
    Float3 color = mix_colors({0.16F, 0.18F, 0.23F}, {0.02F, 0.02F, 0.04F}, kernels::clamp(vignette * 1.6F, 0, 1));

    // The part of the ray inside the ball that contains every shape.
    const float along = -kernels::dot(camera.eye, ray);
    const float closest = kernels::dot(camera.eye, camera.eye) - along * along;
    constexpr float ball = 0.93F;
    const float half = kernels::square_root(maximum(ball * ball - closest, 0.0F));
    float traveled = along - half;
    float away = 1.0F;
    for (std::int32_t step = 0; step < 40 && traveled < along + half; ++step) {
      away = distance(camera.eye + ray * traveled);
      if (away < 0.003F) {
        break;
      }
      traveled = traveled + maximum(away * 0.95F, 0.006F);
    }
    if (half > 0.0F && away < 0.006F) {
      color = shade(camera.eye + ray * traveled, ray);
    }
    write_color(output, display_color(tone_map(color)), index.x, index.y);
  }

 private:
  TEXELSCOPE_KERNEL_FUNCTION Float3 shade(Float3 at, Float3 ray) const {
    constexpr float step = 1.6F / static_cast<float>(volume_size);
    // The gradient from the corners of a tetrahedron.
    const float a = distance(at + Float3{step, -step, -step});
    const float b = distance(at + Float3{-step, -step, step});
    const float c = distance(at + Float3{-step, step, -step});
    const float d = distance(at + Float3{step, step, step});
    const Float3 normal = normalized({((a - b) - (c - d)) + 1e-6F, (c - a) + (d - b), (b - a) + (d - c)});
    const float open = kernels::clamp(0.35F + 0.65F * (distance(at + normal * 0.14F) / 0.14F), 0.15F, 1);
    const Float3 toward_light = {0.48F, 0.72F, 0.50F};
    float shadow = 1.0F;
    float traveled = 0.06F;
    for (std::int32_t count = 0; count < 7; ++count) {
      const float away = distance(at + toward_light * traveled);
      shadow = minimum(shadow, kernels::clamp(9.0F * away / traveled, 0, 1));
      traveled = traveled + kernels::clamp(away, 0.03F, 0.2F);
    }
    const float lit = maximum(kernels::dot(normal, toward_light), 0.0F) * shadow;
    const Float3 mirrored = ray - normal * (2.0F * kernels::dot(ray, normal));
    const float gleam = maximum(kernels::dot(mirrored, toward_light), 0.0F);
    const float square = gleam * gleam;
    const float fourth = square * square;
    const float shine = fourth * fourth * fourth * fourth * fourth * shadow;
    const float rim = 1.0F - kernels::clamp(-kernels::dot(normal, ray), 0, 1);
    const Float3 tone = palette.color(0.35F + 0.5F * length(at));
    const Float3 base = multiply(tone, tone);
    return (base * (1.5F * lit) + multiply(base, {0.30F, 0.38F, 0.55F}) * (open * (0.7F + 0.3F * normal.y))) +
           (Float3{1.0F, 0.95F, 0.85F} * (0.8F * shine) + Float3{0.35F, 0.5F, 0.8F} * (0.6F * rim * rim * rim * open));
  }
};

class SdfVolumeScene final : public MovingScene {
 public:
  explicit SdfVolumeScene(const SceneSetup& setup)
      : volume_{setup.device,
                {gpu::Extent(volume_size, volume_size, volume_size), gpu::DataType::float16, 1},
                linear_normalized(gpu::AddressMode::clamp)} {}

  void prepare(const FrameInput& /*input*/, const ParameterValues& values, const gpu::Stream& stream) override {
    const std::size_t wanted = values.choice("shape");
    if (shape_ != wanted) {
      kernels::launch(stream, {volume_size, volume_size, volume_size},
                      WriteDistances{volume_.surface(), static_cast<Shape>(wanted)});
      shape_ = wanted;
    }
  }
  void draw(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) override {
    prepare(input, values, stream);
    const auto width = static_cast<float>(input.width);
    const auto height = static_cast<float>(input.height);
    float yaw = phase_at(scene_seconds(input, values), 0.4) + 0.6F;
    float pitch = 0.45F;
    if (input.pointer.is_pressed) {
      yaw = (kernels::clamp(input.pointer.x, 0, width) / width - 0.5F) * 6.2831853F;
      pitch = (kernels::clamp(input.pointer.y, 0, height) / height - 0.5F) * 2.8F;
    }
    const float cosine = kernels::cosine(pitch);
    const Float3 toward_eye{kernels::sine(yaw) * cosine, kernels::sine(pitch), kernels::cosine(yaw) * cosine};
    const Float3 right{kernels::cosine(yaw), 0, -kernels::sine(yaw)};
    const Float3 up{-kernels::sine(yaw) * toward_eye.y, cosine, -kernels::cosine(yaw) * toward_eye.y};
    const auto distance = real_value(values, "distance");
    kernels::launch(stream, {input.width, input.height},
                    TraceVolume{volume_.texture(),
                                Surface(output.handle()),
                                {toward_eye * distance, right, up, toward_eye * -1.0F},
                                palette(values.choice("palette")),
                                0.9F / std::min(width, height),
                                width * 0.5F,
                                height * 0.5F,
                                real_value(values, "thickness")});
  }

 private:
  SampledArray volume_;
  std::optional<std::size_t> shape_;
};

constexpr double least_distance = 1.2;
constexpr double most_distance = 8;

void zoom(const FrameInput& /*frame*/, double notches, Point /*at*/, ParameterValues& values) {
  values.set("distance", std::clamp(values.real("distance") * std::exp2(-notches / 8), least_distance, most_distance));
}

constexpr std::string_view moved_parameters[] = {"distance"};
constexpr SceneMovement movement{&zoom, nullptr, moved_parameters};

std::vector<Parameter> parameters() {
  return {
      choice_parameter("shape", "rings", {"rings", "gyroid", "drops", "frame"}, "Shape in the volume."),
      real_parameter("thickness", 0, {-0.08, 0.08, false, ""}, "Moves the surface inward or outward."),
      real_parameter("distance", 2.6, {least_distance, most_distance, true, ""},
                     "Distance of the camera from the center."),
      real_parameter("speed", 1, {0, 8, false, "×"}, "Speed of the camera's orbit; 0 stops it."),
      choice_parameter("palette", "ember", palette_names(), "Color map of the shape, from its center outward."),
  };
}

}  // namespace

const SceneDeclaration scene{
    .name = "sdf_volume",
    .title = "Distance volume",
    .teaches =
        "A kernel writes the distances to a shape to a 3D float16 array, through a 3D surface. Rays advance by the "
        "distance to the nearest surface, read between voxels with trilinear filtering.",
    .controls = "Drag with the left mouse button to rotate the shape; turn the wheel to move closer or farther away.",
    .parameters = &parameters,
    .default_frame = 60,
    .movement = &movement,
    .takes_pointer = true,
    .make = &make_scene<SdfVolumeScene>,
};

}  // namespace texelscope::app::sdf_volume
