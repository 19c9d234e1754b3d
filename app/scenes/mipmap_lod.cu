#include <algorithm>
#include <array>

#include "app/scenes/scene_arrays.h"
#include "app/scenes/scene_kernel.h"

namespace texelscope::app::mipmap_lod {
extern const SceneDeclaration scene;
namespace {

using namespace kernels;

constexpr int base_size = 256;

/// Tiles of stone with dark joints, each in a tone chosen by a hash, some with an inlay.
struct WriteTiles {
  Surface texels;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    constexpr std::int32_t tile = 32;
    const auto column = static_cast<std::uint32_t>(index.x / tile);
    const auto row = static_cast<std::uint32_t>(index.y / tile);
    const std::uint32_t draw = kernels::hash(column, row, 3);
    const std::int32_t x = index.x % tile;
    const std::int32_t y = index.y % tile;
    const auto grain =
        kernels::unit_float(kernels::hash(static_cast<std::uint32_t>(index.x), static_cast<std::uint32_t>(index.y), 9));
    const bool is_light = ((column + row) & 1U) == 0;
    Float3 color = is_light ? Float3{0.93F, 0.89F, 0.80F} : Float3{0.13F, 0.22F, 0.33F};
    color = color * (0.82F + 0.18F * kernels::unit_float(kernels::hash(draw))) + Float3{1, 1, 1} * (0.05F * grain);
    const float a = static_cast<float>(x) - 15.5F;
    const float b = static_cast<float>(y) - 15.5F;
    const float diamond = kernels::absolute(a) + kernels::absolute(b);
    if ((draw & 3U) == 0 && diamond < 11.0F) {
      color = diamond < 7.0F ? Float3{0.92F, 0.62F, 0.18F} : Float3{0.62F, 0.16F, 0.13F};
    }
    if (x == 0 || y == 0 || x == tile - 1 || y == tile - 1) {
      color = {0.07F, 0.07F, 0.08F};
    }
    write_color(texels, color, index.x, index.y);
  }
};

/// The mean of 2 × 2 texels of the previous level.
struct HalveLevel {
  Surface from;
  Surface to;

  TEXELSCOPE_KERNEL_FUNCTION Float4 read(std::int32_t x, std::int32_t y) const {
    return kernels::from_unorm8(from.read_2d<Uchar4>(x, y));
  }

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const std::int32_t x = 2 * index.x;
    const std::int32_t y = 2 * index.y;
    const Float4 sum = (read(x, y) + read(x + 1, y)) + (read(x, y + 1) + read(x + 1, y + 1));
    to.write_2d(kernels::to_unorm8(sum * 0.25F), index.x, index.y);
  }
};

TEXELSCOPE_KERNEL_FUNCTION Float3 level_tint(std::int32_t level) {
  constexpr float parts[7][3] = {{1.0F, 0.35F, 0.3F}, {1.0F, 0.75F, 0.25F}, {0.55F, 0.95F, 0.35F}, {0.3F, 0.9F, 0.85F},
                                 {0.4F, 0.55F, 1.0F}, {0.8F, 0.45F, 1.0F},  {1.0F, 0.5F, 0.8F}};
  const std::int32_t index = level < 0 ? 0 : (level < 7 ? level : 6);
  return {parts[index][0], parts[index][1], parts[index][2]};
}

/// A plane that recedes to the horizon. Left of the split, only the base level is read.
struct DrawPlane {
  Texture texture;
  Surface output;
  float center_x, horizon;
  /// Pixels for a slope of 1 in view.
  float focus;
  float pitch_height;
  float cosine, sine;
  float move_u, move_v;
  float level_bias;
  float tint;
  float split;
  bool is_nearest_level;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const float x = (static_cast<float>(index.x) + 0.5F - center_x) / focus;
    const float y = (static_cast<float>(index.y) + 0.5F - horizon) / focus;
    const float far = kernels::clamp(kernels::absolute(y) * 2.2F, 0, 1);
    const Float3 sky = mix_colors({0.98F, 0.86F, 0.70F}, {0.28F, 0.46F, 0.74F}, kernels::square_root(far));
    Float3 color = sky;
    if (y > 0.0F) {
      const float distance = pitch_height / y;
      const float side = x * distance;
      const float u = (side * cosine - distance * sine) + move_u;
      const float v = (side * sine + distance * cosine) + move_v;
      // Per pixel, the texture position moves by distance / focus along a row, and by distance / (y · focus) along a
      // column, including the sideways part.
      const float down = distance / (y * focus);
      const float stretch = down * kernels::square_root(1.0F + x * x);
      const float across = distance / focus;
      const float footprint = kernels::maximum(stretch, across) * static_cast<float>(base_size);
      const bool has_levels = static_cast<float>(index.x) >= split;
      const float level = has_levels ? kernels::clamp(kernels::logarithm2(footprint) + level_bias, 0, 8) : 0.0F;
      const Float4 texel = texture.sample_2d_level(u, v, level);
      const float low = kernels::floor(is_nearest_level ? level + 0.5F : level);
      const auto whole = static_cast<std::int32_t>(low);
      const Float3 shade =
          is_nearest_level ? level_tint(whole) : mix_colors(level_tint(whole), level_tint(whole + 1), level - low);
      color = Float3{texel.x, texel.y, texel.z};
      color = mix_colors(color, multiply(color, shade), has_levels ? tint : 0.0F);
      color = mix_colors(color, {0.98F, 0.86F, 0.70F}, kernels::clamp(distance * 0.03F - 0.12F, 0, 1));
    }
    const float to_split = kernels::absolute(static_cast<float>(index.x) + 0.5F - split);
    color = mix_colors(color, {0.02F, 0.02F, 0.03F}, 1.0F - kernels::smooth_step(0.6F, 1.6F, to_split));
    write_color(output, color, index.x, index.y);
  }
};

class MipmapLodScene final : public PreparedScene<MovingScene> {
 public:
  explicit MipmapLodScene(const SceneSetup& setup)
      : levels_{setup.device, base_size},
        textures_{levels_.texture(gpu::FilterMode::point), levels_.texture(gpu::FilterMode::linear)} {}

  void begin(const gpu::Stream& stream) override {
    kernels::launch(stream, {base_size, base_size}, WriteTiles{levels_.surface(0)});
    levels_.write_smaller<HalveLevel>(stream);
  }

  void draw(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) override {
    prepare(input, values, stream);
    const double seconds = scene_seconds(input, values);
    const auto width = static_cast<float>(input.width);
    const auto height = static_cast<float>(input.height);
    const float angle = 0.35F * kernels::sine(phase_at(seconds, 0.17)) + 0.3F;
    const std::size_t between = values.choice("between_levels");
    kernels::launch(
        stream, {input.width, input.height},
        DrawPlane{
            Texture(textures_[between].handle()), Surface(output.handle()), width * 0.5F, height * 0.3F,
            std::max(width, height) * 0.7F, real_value(values, "height"), kernels::cosine(angle), kernels::sine(angle),
            0.25F * kernels::sine(phase_at(seconds, 0.23)), drift_at(seconds, 0.12, 1),
            real_value(values, "level_bias"), real_value(values, "tint"),
            input.pointer.is_pressed ? kernels::clamp(input.pointer.x, 0, width) : real_value(values, "split") * width,
            between == 0});
  }

 private:
  MipmapLevels levels_;
  std::array<gpu::TextureObject, 2> textures_;
};

std::vector<Parameter> parameters() {
  return {
      real_parameter("level_bias", 0, {-6, 6, false, ""},
                     "Added to the level: values below 0 sharpen and flicker, and values above 0 blur."),
      choice_parameter("between_levels", "linear", {"nearest", "linear"},
                       "Reads the nearest level, with visible seams, or interpolates the two nearest."),
      real_parameter("tint", 0, {0, 1, false, ""}, "Colors the levels, from red for the largest to violet."),
      real_parameter("split", 0.4, {0, 1, false, ""}, "Left of this line, only the largest level is read."),
      real_parameter("height", 0.45, {0.05, 4, true, ""},
                     "Height of the camera above the plane, in widths of the texture."),
      real_parameter("speed", 1, {0, 8, false, "×"}, "Speed of the plane; 0 stops it."),
  };
}

}  // namespace

const SceneDeclaration scene{
    .name = "mipmap_lod",
    .title = "Mipmap levels",
    .teaches =
        "A kernel fills each level of a mipmapped array from the previous one, through surfaces of its levels. "
        "Another reads the level whose texels are as large as a pixel; left of the line it uses only the largest "
        "level, and distant tiles dissolve into noise.",
    .controls = "Hold the left mouse button to move the line.",
    .parameters = &parameters,
    .default_frame = 60,
    .takes_pointer = true,
    .make = &make_scene<MipmapLodScene>,
};

}  // namespace texelscope::app::mipmap_lod
