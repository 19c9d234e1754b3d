#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <numbers>

#include "app/scene/scene.h"
#include "texelscope/kernels/convert.h"
#include "texelscope/kernels/hash.h"
#include "texelscope/kernels/launch.h"
#include "texelscope/kernels/math.h"
#include "texelscope/kernels/surface.h"
#include "texelscope/kernels/texture.h"
#include "texelscope/kernels/vector.h"

/// Shared code of scenes besides their arrays: values of a frame, and colors in kernels.
namespace texelscope::app {

/// SceneDeclaration::make for a scene.
template <typename T>
[[nodiscard]] std::unique_ptr<Scene> make_scene(const SceneSetup& setup) {
  return std::make_unique<T>(setup);
}

/// A scene whose frames differ only by time, which stops at speed 0.
class MovingScene : public Scene {
 public:
  [[nodiscard]] bool repeats(const ParameterValues& values) const final { return values.real("speed") == 0; }
};

/// A scene whose steps read one array and write another: after an odd number of steps, its state is in the other array.
class SteppedScene : public Scene {
 public:
  [[nodiscard]] bool repeats(const ParameterValues& values) const final {
    return values.integer("steps_per_frame") % 2 == 0;
  }
};

/// A scene with work to do once before its first frame, scheduled by begin().
template <typename Base>
class PreparedScene : public Base {
 public:
  void prepare(const FrameInput& /*input*/, const ParameterValues& /*values*/, const gpu::Stream& stream) final {
    if (!has_begun_) {
      begin(stream);
      has_begun_ = true;
    }
  }

 private:
  virtual void begin(const gpu::Stream& stream) = 0;

  bool has_begun_ = false;
};

/// A real parameter as a kernel argument.
[[nodiscard]] inline float real_value(const ParameterValues& values, const char* name) {
  return static_cast<float>(values.real(name));
}

/// The time of a frame at the scene's speed.
[[nodiscard]] inline double scene_seconds(const FrameInput& input, const ParameterValues& values) {
  return static_cast<double>(input.number) / 60 * values.real("speed");
}

/// `rate` units per second modulo `period`, for coordinates that wrap. fmod is exact, so late frames are as precise as
/// early frames.
[[nodiscard]] inline float drift_at(double seconds, double rate, double period) {
  return static_cast<float>(std::fmod(seconds * rate, period));
}

/// `rate` radians per second as an angle within one turn.
[[nodiscard]] inline float phase_at(double seconds, double rate) {
  return drift_at(seconds, rate, 2 * std::numbers::pi);
}

/// An angle in radians that grows with the frame's time, reduced to one turn.
[[nodiscard]] inline float frame_phase(const FrameInput& input, double radians_per_second) {
  return phase_at(static_cast<double>(input.number) / 60, radians_per_second);
}

[[nodiscard]] inline float radians(double degrees) { return static_cast<float>(degrees * std::numbers::pi / 180); }

/// Number of cells of `pixels_per_cell` pixels that cover a frame's width or height.
[[nodiscard]] constexpr int cells_over(int pixels, int pixels_per_cell) {
  return (pixels + pixels_per_cell - 1) / pixels_per_cell;
}

/// A coordinate of the pointer, clamped to 0 … extent; NaN is 0.
[[nodiscard]] inline float pointer_inside(float position, int extent) {
  return kernels::clamp(position, 0.0F, static_cast<float>(extent));
}

/// The column of a split: under the pressed pointer, otherwise at a fraction of the width.
[[nodiscard]] inline int split_column(const FrameInput& input, double share) {
  const float column = input.pointer.is_pressed ? pointer_inside(input.pointer.x, input.width)
                                                : static_cast<float>(share * static_cast<double>(input.width));
  return static_cast<int>(column);
}

TEXELSCOPE_KERNEL_FUNCTION kernels::Float3 mix_colors(kernels::Float3 a, kernels::Float3 b, float t) {
  return a + (b - a) * t;
}

TEXELSCOPE_KERNEL_FUNCTION kernels::Float3 multiply(kernels::Float3 a, kernels::Float3 b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}

/// The direction of `v`, which must not be zero; its length is within a few ulp of 1.
TEXELSCOPE_KERNEL_FUNCTION kernels::Float3 normalized(kernels::Float3 v) {
  return v * (1.0F / kernels::square_root(kernels::dot(v, v)));
}

/// Maps unbounded light to 0 … 1: x (1 + x / 9) / (1 + x), which maps 3 to white (Reinhard's extended curve).
TEXELSCOPE_KERNEL_FUNCTION float tone_map(float x) {
  const float light = x > 0.0F ? x : 0.0F;
  return (light * (1.0F + light * (1.0F / 9.0F))) / (1.0F + light);
}

TEXELSCOPE_KERNEL_FUNCTION kernels::Float3 tone_map(kernels::Float3 color) {
  return {tone_map(color.x), tone_map(color.y), tone_map(color.z)};
}

/// Encodes linear light for the display, by a square root instead of the power 1 / 2.2.
TEXELSCOPE_KERNEL_FUNCTION kernels::Float3 display_color(kernels::Float3 linear) {
  const auto encode = [](float x) { return kernels::square_root(x > 0.0F ? x : 0.0F); };
  return {encode(linear.x), encode(linear.y), encode(linear.z)};
}

/// The color of a texel of 1 (gray), 2 (gray and alpha) or 4 channels.
TEXELSCOPE_KERNEL_FUNCTION kernels::Float3 picture_color(kernels::Float4 texel, std::int32_t channels) {
  return channels < 3 ? kernels::Float3{texel.x, texel.x, texel.x} : kernels::Float3{texel.x, texel.y, texel.z};
}

/// Writes an opaque color of 0 … 1 to an array with 8 bits per channel.
TEXELSCOPE_KERNEL_FUNCTION void write_color(kernels::Surface output, kernels::Float3 color, int x, int y) {
  output.write_2d(kernels::to_unorm8(kernels::Float4{color.x, color.y, color.z, 1.0F}), x, y);
}

/// Draws a texture over the whole frame.
struct ShowTexture {
  kernels::Texture texture;
  kernels::Surface output;
  /// Texture coordinates of one pixel.
  float pixel_u, pixel_v;

  ShowTexture(kernels::Texture shown, const gpu::SurfaceObject& frame, const FrameInput& input)
      : texture{shown},
        output{frame.handle()},
        pixel_u{1.0F / static_cast<float>(input.width)},
        pixel_v{1.0F / static_cast<float>(input.height)} {}

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index index) const {
    const kernels::Float4 color = texture.sample_2d((static_cast<float>(index.x) + 0.5F) * pixel_u,
                                                    (static_cast<float>(index.y) + 0.5F) * pixel_v);
    output.write_2d(kernels::to_unorm8(color), index.x, index.y);
  }
};

}  // namespace texelscope::app
