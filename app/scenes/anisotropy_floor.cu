#include <cmath>

#include "app/scenes/scene_arrays.h"
#include "app/scenes/scene_kernel.h"

namespace texelscope::app::anisotropy_floor {
extern const SceneDeclaration scene;
namespace {

using namespace kernels;

/// Texels along each side of the largest level.
constexpr std::int32_t floor_size = 256;
/// The texture repeats after this many units of the floor.
constexpr float units_per_repeat = 2.0F;

enum class Pattern : std::int32_t { mosaic, bricks, checker };

/// The largest level.
struct DrawFloor {
  Surface level;
  Pattern pattern;

  TEXELSCOPE_KERNEL_FUNCTION static Float3 mosaic(std::int32_t x, std::int32_t y, float speckle) {
    // Squares of 128 texels with a diamond in each, all with dark joints.
    const std::int32_t across = x % 128 - 64;
    const std::int32_t down = y % 128 - 64;
    const std::int32_t distance = (across < 0 ? -across : across) + (down < 0 ? -down : down);
    const bool is_odd = (x / 128 + y / 128) % 2 != 0;
    const std::int32_t edge = x % 128 < y % 128 ? x % 128 : y % 128;
    if (edge < 3 || (distance >= 43 && distance < 47)) {
      return {0.20F, 0.17F, 0.16F};
    }
    const Float3 outer = is_odd ? Float3{0.80F, 0.73F, 0.60F} : Float3{0.58F, 0.26F, 0.20F};
    const Float3 inner = is_odd ? Float3{0.16F, 0.36F, 0.45F} : Float3{0.91F, 0.86F, 0.74F};
    return (distance < 43 ? inner : outer) * (0.88F + 0.16F * speckle);
  }

  TEXELSCOPE_KERNEL_FUNCTION static Float3 bricks(std::int32_t x, std::int32_t y, float speckle) {
    const std::int32_t row = y / 32;
    const std::int32_t shifted = (x + (row % 2) * 32) % floor_size;
    const float shade = kernels::unit_float(
        kernels::hash(static_cast<std::uint32_t>(shifted / 64), static_cast<std::uint32_t>(row), 5U));
    if (shifted % 64 < 4 || y % 32 < 4) {
      return Float3{0.72F, 0.69F, 0.64F} * (0.9F + 0.1F * speckle);
    }
    return Float3{0.52F + 0.20F * shade, 0.25F + 0.09F * shade, 0.18F + 0.05F * shade} * (0.82F + 0.2F * speckle);
  }

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const float speckle = kernels::unit_float(
        kernels::hash(static_cast<std::uint32_t>(index.x / 2), static_cast<std::uint32_t>(index.y / 2), 3U));
    Float3 color = (index.x / 128 + index.y / 128) % 2 == 0 ? Float3{0.95F, 0.95F, 0.93F} : Float3{0.07F, 0.07F, 0.09F};
    if (pattern == Pattern::mosaic) {
      color = mosaic(index.x, index.y, speckle);
    } else if (pattern == Pattern::bricks) {
      color = bricks(index.x, index.y, speckle);
    }
    level.write_2d(kernels::to_unorm8(Float4{color.x, color.y, color.z, 1.0F}), index.x, index.y);
  }
};

/// A level from the previous one: means of four, rounded.
struct HalveLevel {
  Surface from;
  Surface to;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const Uchar4 a = from.read_2d<Uchar4>(2 * index.x, 2 * index.y);
    const Uchar4 b = from.read_2d<Uchar4>(2 * index.x + 1, 2 * index.y);
    const Uchar4 c = from.read_2d<Uchar4>(2 * index.x, 2 * index.y + 1);
    const Uchar4 d = from.read_2d<Uchar4>(2 * index.x + 1, 2 * index.y + 1);
    const auto mean = [](int w, int x, int y, int z) { return static_cast<std::uint8_t>((w + x + y + z + 2) / 4); };
    to.write_2d(Uchar4{mean(a.x, b.x, c.x, d.x), mean(a.y, b.y, c.y, d.y), mean(a.z, b.z, c.z, d.z), 255}, index.x,
                index.y);
  }
};

enum class View : std::int32_t { split, level, taps };

/// The floor up to the horizon and the sky above.
struct DrawView {
  Texture floor;
  Surface output;
  View view;
  std::int32_t split;
  std::int32_t max_taps;
  /// Position of the camera over the floor, in repeats of the texture, and its height.
  Float2 eye;
  float height;
  /// Directions: a pixel's is forward + x · right + y · up.
  Float3 forward, right, up;
  float half_width, half_height, pixel_size;

  TEXELSCOPE_KERNEL_FUNCTION static Float3 sky(Float3 toward) {
    const float length = kernels::length(toward);
    const float rise = kernels::clamp(toward.y / length, 0, 1);
    const float low = (1.0F - rise) * (1.0F - rise);
    const float aside = toward.x / length;
    const float above = rise - 0.16F;
    const float from_sun = kernels::length(Float2{aside, above});
    const float glow = 0.05F / (0.05F + from_sun * from_sun * 2.2F);
    const float disc = 1.0F - kernels::smooth_step(0.088F, 0.092F, from_sun);
    const Float3 base =
        Float3{0.16F, 0.24F, 0.45F} + (Float3{0.96F, 0.70F, 0.52F} - Float3{0.16F, 0.24F, 0.45F}) * (low * low * low);
    return base + Float3{0.55F, 0.35F, 0.16F} * glow + Float3{0.4F, 0.4F, 0.3F} * disc;
  }

  TEXELSCOPE_KERNEL_FUNCTION Float4 sample(Float2 at, float footprint) const {
    const float level = footprint > 1.0F ? kernels::logarithm2(footprint) : 0.0F;
    return floor.sample_2d_level(at.x, at.y, level);
  }

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const float x = (static_cast<float>(index.x) + 0.5F - half_width) * pixel_size;
    const float y = (half_height - static_cast<float>(index.y) - 0.5F) * pixel_size;
    const Float3 toward = forward + (right * x + up * y);
    const bool is_line = view == View::split && index.x == split;
    // Just below the horizon the floor is all haze.
    if (is_line || toward.y > -0.002F) {
      write_color(output, is_line ? Float3{1, 1, 1} : sky(toward), index.x, index.y);
      return;
    }
    const float distance = height / -toward.y;
    const Float2 at = eye + Float2{toward.x, toward.z} * distance;
    // Change of the position on the floor between neighboring pixels, along the screen's x and y.
    const float change = distance * pixel_size;
    const float along_x = right.y / -toward.y;
    const float along_y = up.y / -toward.y;
    const Float2 dx{(right.x + toward.x * along_x) * change, (right.z + toward.z * along_x) * change};
    const Float2 dy{(up.x + toward.x * along_y) * change, (up.z + toward.z * along_y) * change};
    const float length_x = kernels::length(dx);
    const float length_y = kernels::length(dy);
    const bool is_y_longer = length_y > length_x;
    const Float2 longer = is_y_longer ? dy : dx;
    const float major = (is_y_longer ? length_y : length_x) * static_cast<float>(floor_size);
    const float minor = (is_y_longer ? length_x : length_y) * static_cast<float>(floor_size);
    Float4 texel{0, 0, 0, 1};
    const bool is_plain = view == View::level || (view == View::split && index.x < split);
    if (is_plain) {
      texel = sample(at, major);
    } else {
      const float ratio = kernels::ceil(major / kernels::maximum(minor, 1.0F));
      const auto taps = static_cast<std::int32_t>(kernels::clamp(ratio, 1.0F, static_cast<float>(max_taps)));
      const float share = 1.0F / static_cast<float>(taps);
      for (std::int32_t tap = 0; tap < taps; ++tap) {
        texel = texel + sample(at + longer * ((static_cast<float>(tap) + 0.5F) * share - 0.5F), major * share) * share;
      }
    }
    const float haze = distance * distance / (distance * distance + 260.0F);
    const float light = 0.82F + 0.18F / (1.0F + distance * 0.05F);
    const Float3 color = Float3{texel.x, texel.y, texel.z} * light;
    const Float3 far = sky({toward.x, 0, toward.z});
    write_color(output, color + (far - color) * haze, index.x, index.y);
  }
};

class AnisotropyFloorScene final : public MovingScene {
 public:
  explicit AnisotropyFloorScene(const SceneSetup& setup)
      : levels_{setup.device, floor_size}, texture_{levels_.texture(gpu::FilterMode::linear)} {}

  void draw(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) override {
    kernels::launch(stream, {floor_size, floor_size},
                    DrawFloor{levels_.surface(0), static_cast<Pattern>(values.choice("pattern"))});
    levels_.write_smaller<HalveLevel>(stream);
    const double way = scene_seconds(input, values);
    const auto turn = radians(values.real("turn"));
    const auto pitch = radians(values.real("pitch"));
    const auto shorter = static_cast<float>(input.width < input.height ? input.width : input.height);
    const float cosine = kernels::cosine(turn);
    const float sine = kernels::sine(turn);
    const float down = kernels::sine(pitch);
    const float level = kernels::cosine(pitch);
    // The pattern repeats, and so does the path over it.
    const Float2 eye{0.25F, static_cast<float>(std::fmod(way * 0.8, 1.0))};
    kernels::launch(stream, {input.width, input.height},
                    DrawView{Texture(texture_.handle()),
                             Surface(output.handle()),
                             static_cast<View>(values.choice("view")),
                             split_column(input, values.real("split")),
                             static_cast<std::int32_t>(values.integer("max_taps")),
                             eye,
                             real_value(values, "eye_height") / units_per_repeat,
                             {sine * level, -down, cosine * level},
                             {cosine, 0, -sine},
                             {sine * down, level, cosine * down},
                             static_cast<float>(input.width) * 0.5F,
                             static_cast<float>(input.height) * 0.5F,
                             1.5F / shorter});
  }

 private:
  MipmapLevels levels_;
  gpu::TextureObject texture_;
};

std::vector<Parameter> parameters() {
  return {
      choice_parameter(
          "view", "split", {"split", "level", "taps"},
          "One tap at the level of the footprint's length next to multiple taps along it, or only one of the "
          "two."),
      real_parameter("split", 0.5, {0, 1, false, ""}, "Position of the split line, as a fraction of the width."),
      integer_parameter("max_taps", 16, {1, 64}, "Maximum number of taps along a footprint; at 1 both sides agree."),
      choice_parameter("pattern", "mosaic", {"mosaic", "bricks", "checker"}, "Pattern of the floor."),
      real_parameter("eye_height", 1, {0.1, 8, true, ""}, "Height of the camera; one pattern is 2 wide."),
      real_parameter("pitch", 11, {-20, 89, false, "°"}, "Downward tilt of the camera."),
      real_parameter("turn", 0, {-180, 180, false, "°"}, "Horizontal direction of the camera."),
      real_parameter("speed", 0.5, {0, 8, false, "×"}, "Speed of the floor; 0 stops it."),
  };
}

}  // namespace

const SceneDeclaration scene{
    .name = "anisotropy_floor",
    .title = "Floor to the horizon",
    .teaches =
        "Toward the horizon, a pixel covers a long, narrow strip of the floor. One tap at the level of the strip's "
        "length blurs detail across its width; several taps along it at a finer level preserve that detail. This is "
        "anisotropic filtering, here done in the kernel.",
    .controls = "Hold the left mouse button to move the split line.",
    .parameters = &parameters,
    .default_frame = 30,
    .takes_pointer = true,
    .make = &make_scene<AnisotropyFloorScene>,
};

}  // namespace texelscope::app::anisotropy_floor
