#include "app/scenes/palette.h"
#include "app/scenes/scene_arrays.h"
#include "app/scenes/scene_kernel.h"

namespace texelscope::app::texture_filter {
extern const SceneDeclaration scene;
namespace {

using namespace kernels;

constexpr int grid_size = 16;

/// A small picture of strong contrasts: rings, and scattered texels from a hash.
struct WriteTexels {
  Surface texels;
  Palette palette;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const std::uint32_t draw =
        kernels::hash(static_cast<std::uint32_t>(index.x), static_cast<std::uint32_t>(index.y), 5);
    const float x = static_cast<float>(index.x) - 0.5F * static_cast<float>(grid_size - 1);
    const float y = static_cast<float>(index.y) - 0.5F * static_cast<float>(grid_size - 1);
    const float distance = kernels::hypotenuse(x, y);
    const float rings = 0.5F + 0.45F * kernels::sine(distance * 1.25F + 1.0F);
    const bool is_odd_one = (draw & 7U) == 0;
    write_color(texels, palette.color(is_odd_one ? kernels::unit_float(kernels::hash(draw)) : rings), index.x, index.y);
  }
};

/// Weights of four texels in a row for a position between the middle two, as a cubic of its fraction: Mitchell and
/// Netravali's family with B = b and C = (1 − b) / 2, from Catmull and Rom's (0) to the B-spline (1).
TEXELSCOPE_KERNEL_FUNCTION Float4 cubic_weights(float t, float b) {
  const float s = 1.0F - t;
  const Float4 catmull_rom{-0.5F * t * s * s, 1.0F + t * t * (1.5F * t - 2.5F), 1.0F + s * s * (1.5F * s - 2.5F),
                           -0.5F * s * t * t};
  constexpr float sixth = 1.0F / 6.0F;
  const Float4 spline{s * s * s * sixth, (4.0F + t * t * (3.0F * t - 6.0F)) * sixth,
                      (4.0F + s * s * (3.0F * s - 6.0F)) * sixth, t * t * t * sixth};
  return catmull_rom * (1.0F - b) + spline * b;
}

struct CompareFilters {
  Texture point;
  Texture linear;
  Surface output;
  /// Maps pixels to texels, by a rotation about the frame's center.
  float cosine, sine;
  float center_x, center_y;
  float texels_per_pixel;
  /// First pixels of the linear and bicubic strips.
  float first_split, second_split;
  float softness;
  float grid;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const float pixel = static_cast<float>(index.x) + 0.5F;
    const float x = (pixel - center_x) * texels_per_pixel;
    const float y = (static_cast<float>(index.y) + 0.5F - center_y) * texels_per_pixel;
    const float u = (x * cosine - y * sine) + 0.5F * static_cast<float>(grid_size);
    const float v = (x * sine + y * cosine) + 0.5F * static_cast<float>(grid_size);
    constexpr float size = static_cast<float>(grid_size);
    Float4 color{};
    if (pixel < first_split) {
      color = point.sample_2d(u / size, v / size);
    } else if (pixel < second_split) {
      color = linear.sample_2d(u / size, v / size);
    } else {
      color = bicubic(u, v);
    }
    Float3 shown{color.x, color.y, color.z};
    const float to_border = kernels::minimum(from_integer(u), from_integer(v)) / texels_per_pixel;
    shown = mix_colors(shown, {1.0F, 1.0F, 1.0F}, grid * (1.0F - kernels::smooth_step(0.4F, 1.4F, to_border)));
    const float to_center = kernels::hypotenuse(from_integer(u + 0.5F), from_integer(v + 0.5F)) / texels_per_pixel;
    shown = mix_colors(shown, {1.0F, 1.0F, 1.0F}, 2.0F * grid * (1.0F - kernels::smooth_step(1.2F, 2.4F, to_center)));
    const float to_split =
        kernels::minimum(kernels::absolute(pixel - first_split), kernels::absolute(pixel - second_split));
    shown = mix_colors(shown, {0.02F, 0.02F, 0.03F}, 1.0F - kernels::smooth_step(2.0F, 3.5F, to_split));
    shown = mix_colors(shown, {1.0F, 0.95F, 0.8F}, 1.0F - kernels::smooth_step(0.5F, 1.5F, to_split));
    write_color(output, shown, index.x, index.y);
  }

 private:
  TEXELSCOPE_KERNEL_FUNCTION static float from_integer(float x) {
    return kernels::absolute(x - kernels::round_to_nearest(x));
  }

  TEXELSCOPE_KERNEL_FUNCTION Float4 row(float column, float y, Float4 weights) const {
    constexpr float texel = 1.0F / static_cast<float>(grid_size);
    return (point.sample_2d((column - 0.5F) * texel, y) * weights.x +
            point.sample_2d((column + 0.5F) * texel, y) * weights.y) +
           (point.sample_2d((column + 1.5F) * texel, y) * weights.z +
            point.sample_2d((column + 2.5F) * texel, y) * weights.w);
  }

  TEXELSCOPE_KERNEL_FUNCTION Float4 bicubic(float u, float v) const {
    constexpr float texel = 1.0F / static_cast<float>(grid_size);
    const float column = kernels::floor(u - 0.5F);
    const float line = kernels::floor(v - 0.5F);
    const Float4 across = cubic_weights((u - 0.5F) - column, softness);
    const Float4 down = cubic_weights((v - 0.5F) - line, softness);
    return (row(column, (line - 0.5F) * texel, across) * down.x + row(column, (line + 0.5F) * texel, across) * down.y) +
           (row(column, (line + 1.5F) * texel, across) * down.z + row(column, (line + 2.5F) * texel, across) * down.w);
  }
};

class TextureFilterScene final : public MovingScene {
 public:
  explicit TextureFilterScene(const SceneSetup& setup)
      : texels_{setup.device,
                {extent_2d(grid_size, grid_size), gpu::DataType::uint8, 4},
                linear_normalized(gpu::AddressMode::wrap)},
        point_{float_texture(texels_.array(), {.address_mode = gpu::AddressMode::wrap, .normalized_coords = true})} {}

  void draw(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) override {
    kernels::launch(stream, {grid_size, grid_size}, WriteTexels{texels_.surface(), palette(values.choice("palette"))});
    const double seconds = scene_seconds(input, values);
    const auto width = static_cast<float>(input.width);
    const auto height = static_cast<float>(input.height);
    const float angle = 0.3F * kernels::sine(phase_at(seconds, 0.31));
    const float swing = 0.12F * kernels::sine(phase_at(seconds, 0.7));
    const float middle = input.pointer.is_pressed ? kernels::clamp(input.pointer.x, 0, width)
                                                  : (real_value(values, "split") + swing) * width;
    kernels::launch(stream, {input.width, input.height},
                    CompareFilters{Texture(point_.handle()), texels_.texture(), Surface(output.handle()),
                                   kernels::cosine(angle), kernels::sine(angle), width * 0.5F, height * 0.5F,
                                   real_value(values, "texels") / (width < height ? width : height), middle - width / 6,
                                   middle + width / 6, real_value(values, "softness"), real_value(values, "grid")});
  }

 private:
  SampledArray texels_;
  gpu::TextureObject point_;
};

std::vector<Parameter> parameters() {
  return {
      real_parameter("split", 0.5, {0, 1, false, ""}, "Center of the linear strip, in widths of the frame."),
      real_parameter("texels", 11, {2, 64, true, ""}, "Texels along the shorter side of the frame."),
      real_parameter("softness", 0.33, {0, 1, false, ""},
                     "Softness of the bicubic filter: from Catmull-Rom, which passes through the texels, to B-spline."),
      real_parameter("grid", 0.3, {0, 0.5, false, ""}, "Visibility of texel borders and centers."),
      real_parameter("speed", 1, {0, 8, false, "×"}, "Speed of the texture's sway; 0 stops it."),
      choice_parameter("palette", "aurora", palette_names(), "Color map of the texels."),
  };
}

}  // namespace

const SceneDeclaration scene{
    .name = "texture_filter",
    .title = "Texture filters",
    .teaches =
        "The same 16 × 16 texels through three filters: point on the left, linear in the middle, bicubic on the "
        "right. Linear filtering is exact at the dots, the centers of texels, and has a kink at each.",
    .controls = "Hold the left mouse button to move the strips.",
    .parameters = &parameters,
    .default_frame = 60,
    .takes_pointer = true,
    .make = &make_scene<TextureFilterScene>,
};

}  // namespace texelscope::app::texture_filter
