#include <algorithm>
#include <vector>

#include "app/scenes/scene_arrays.h"
#include "app/scenes/scene_kernel.h"
#include "texelscope/kernels/float16.h"

namespace texelscope::app::bloom {
extern const SceneDeclaration scene;
namespace {

using namespace kernels;

constexpr int level_count = 6;
constexpr int lamp_count = 18;

/// A texel of four float16 as a surface stores it.
struct alignas(8) Half4 {
  std::uint16_t x, y, z, w;
};

TEXELSCOPE_KERNEL_FUNCTION void write_light(Surface surface, Float3 light, std::int32_t x, std::int32_t y) {
  const auto half = [](float value) { return kernels::float16_from_float32(kernels::clamp(value, 0, 60000.0F)); };
  surface.write_2d(Half4{half(light.x), half(light.y), half(light.z), half(1.0F)}, x, y);
}

TEXELSCOPE_KERNEL_FUNCTION Float3 read_light(Texture texture, float u, float v) {
  const Float4 texel = texture.sample_2d(u, v);
  return {texel.x, texel.y, texel.z};
}

struct Lamp {
  float x, y, radius;
  Float3 light;
};

/// Lamps over a dark floor of ridges, each far brighter than a display can be.
struct DrawLamps {
  Surface light;
  float units_per_pixel;
  float center_x, center_y;
  Lamp lamps[lamp_count];

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const float x = (static_cast<float>(index.x) + 0.5F - center_x) * units_per_pixel;
    const float y = (static_cast<float>(index.y) + 0.5F - center_y) * units_per_pixel;
    Float3 sum{0, 0, 0};
    Float3 glow{0, 0, 0};
    for (const Lamp& lamp : lamps) {
      const float a = x - lamp.x;
      const float b = y - lamp.y;
      const float square = a * a + b * b;
      const float reach = lamp.radius * lamp.radius;
      glow = glow + lamp.light * (0.0004F / (square + 0.006F));
      if (square < reach) {
        const float rest = 1.0F - square / reach;
        sum = sum + lamp.light * kernels::minimum(3.0F * rest, 1.0F);
      }
    }
    const float ridge_x = kernels::absolute(kernels::fraction(x * 6.0F) - 0.5F);
    const float ridge_y = kernels::absolute(kernels::fraction(y * 6.0F) - 0.5F);
    const float tile = kernels::smooth_step(0.44F, 0.47F, kernels::maximum(ridge_x, ridge_y));
    write_light(light, sum + glow * (1.0F - 0.8F * tile) + Float3{0.004F, 0.005F, 0.009F}, index.x, index.y);
  }
};

/// Writes everything brighter than the threshold, at half the size.
struct TakeBright {
  Texture from;
  Surface to;
  Float2 texel;
  float threshold;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const float u = (static_cast<float>(index.x) + 0.5F) * texel.x;
    const float v = (static_cast<float>(index.y) + 0.5F) * texel.y;
    const Float3 light = read_light(from, u, v);
    const float brightest = kernels::maximum(light.x, kernels::maximum(light.y, light.z));
    const float over = brightest - threshold;
    write_light(to, light * (over > 0.0F ? over / brightest : 0.0F), index.x, index.y);
  }
};

/// Four linear taps: the mean of 4 × 4 texels of the previous level, for a level of half the size.
struct Shrink {
  Texture from;
  Surface to;
  /// Size of a texel of the written level.
  Float2 texel;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const float u = (static_cast<float>(index.x) + 0.5F) * texel.x;
    const float v = (static_cast<float>(index.y) + 0.5F) * texel.y;
    const float a = texel.x * 0.5F;
    const float b = texel.y * 0.5F;
    const Float3 sum = (read_light(from, u - a, v - b) + read_light(from, u + a, v - b)) +
                       (read_light(from, u - a, v + b) + read_light(from, u + a, v + b));
    write_light(to, sum * 0.25F, index.x, index.y);
  }
};

/// Adds the smaller level, blurred by four linear taps, to a level.
struct AddLarger {
  Texture own;
  Texture below;
  Surface to;
  Float2 texel;
  float spread;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const float u = (static_cast<float>(index.x) + 0.5F) * texel.x;
    const float v = (static_cast<float>(index.y) + 0.5F) * texel.y;
    const Float3 sum = (read_light(below, u - texel.x, v - texel.y) + read_light(below, u + texel.x, v - texel.y)) +
                       (read_light(below, u - texel.x, v + texel.y) + read_light(below, u + texel.x, v + texel.y));
    write_light(to, read_light(own, u, v) * (1.0F - spread) + sum * (0.25F * spread), index.x, index.y);
  }
};

struct Combine {
  Texture light;
  Texture bloom;
  Surface output;
  Float2 texel;
  float intensity;
  float exposure;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const float u = (static_cast<float>(index.x) + 0.5F) * texel.x;
    const float v = (static_cast<float>(index.y) + 0.5F) * texel.y;
    const Float3 sum = read_light(light, u, v) + read_light(bloom, u, v) * intensity;
    write_color(output, display_color(tone_map(sum * exposure)), index.x, index.y);
  }
};

class BloomScene final : public MovingScene {
 public:
  explicit BloomScene(const SceneSetup& setup) : light_{setup.device, setup.width, setup.height} {
    int width = setup.width;
    int height = setup.height;
    for (int level = 0; level < level_count; ++level) {
      width = std::max(1, (width + 1) / 2);
      height = std::max(1, (height + 1) / 2);
      down_.emplace_back(setup.device, width, height);
      up_.emplace_back(setup.device, width, height);
    }
  }

  void draw(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) override {
    kernels::launch(stream, {input.width, input.height}, lamps_of(input, values));
    kernels::launch(
        stream, down_[0].extent(),
        TakeBright{light_.texture(), down_[0].surface(), down_[0].texel(), real_value(values, "threshold")});
    for (std::size_t level = 1; level < down_.size(); ++level) {
      kernels::launch(stream, down_[level].extent(),
                      Shrink{down_[level - 1].texture(), down_[level].surface(), down_[level].texel()});
    }
    const Plane* below = &down_.back();
    for (std::size_t level = down_.size() - 1; level-- > 0;) {
      kernels::launch(stream, up_[level].extent(),
                      AddLarger{down_[level].texture(), below->texture(), up_[level].surface(), up_[level].texel(),
                                real_value(values, "spread")});
      below = &up_[level];
    }
    kernels::launch(stream, {input.width, input.height},
                    Combine{light_.texture(), below->texture(), Surface(output.handle()), light_.texel(),
                            real_value(values, "intensity"), real_value(values, "exposure")});
  }

 private:
  /// A picture of float16 light.
  struct Plane : SampledArray {
    Plane(const gpu::Device& device, int width, int height)
        : SampledArray{device,
                       {extent_2d(width, height), gpu::DataType::float16, 4},
                       linear_normalized(gpu::AddressMode::clamp)} {}

    [[nodiscard]] LaunchExtent extent() const { return array().shape(); }
    [[nodiscard]] Float2 texel() const {
      return {1.0F / static_cast<float>(extent().width), 1.0F / static_cast<float>(extent().height)};
    }
  };

  DrawLamps lamps_of(const FrameInput& input, const ParameterValues& values) const {
    const double seconds = scene_seconds(input, values);
    DrawLamps kernel{light_.surface(),
                     2.0F / static_cast<float>(std::min(input.width, input.height)),
                     static_cast<float>(input.width) * 0.5F,
                     static_cast<float>(input.height) * 0.5F,
                     {}};
    for (std::uint32_t number = 0; number < lamp_count; ++number) {
      const auto draw = [number](std::uint32_t what) { return kernels::unit_float(kernels::hash(number, what, 17)); };
      const double pace = (draw(0) < 0.5F ? -1 : 1) * (0.15 + 0.35 * static_cast<double>(draw(1)));
      const float angle = phase_at(seconds, pace) + 6.2831853F * draw(2);
      const float sway = kernels::sine(phase_at(seconds, 0.4 + static_cast<double>(draw(3))));
      const float orbit = 0.15F + 0.8F * static_cast<float>(number) / lamp_count + 0.05F * sway;
      const float hue = 6.2831853F * draw(4);
      const auto part = [hue](float at) {
        const float wave = 0.5F + 0.5F * kernels::cosine(hue - at);
        return 0.02F + wave * wave * wave;
      };
      const float power = real_value(values, "power") * (0.4F + 0.9F * draw(5));
      kernel.lamps[number] = {orbit * kernels::cosine(angle), orbit * kernels::sine(angle), 0.015F + 0.04F * draw(6),
                              Float3{part(0), part(2.0944F), part(4.1888F)} * power};
    }
    return kernel;
  }

  Plane light_;
  std::vector<Plane> down_;
  std::vector<Plane> up_;
};

std::vector<Parameter> parameters() {
  return {
      real_parameter("power", 10, {0.1, 100, true, ""}, "Brightness of the lamps; a display's white is about 3."),
      real_parameter("threshold", 0.8, {0, 20, false, ""}, "Brightness above which light blooms."),
      real_parameter("intensity", 1.2, {0, 8, false, ""}, "Amount of blurred light to add; 0 is none."),
      real_parameter("spread", 0.72, {0, 1, false, ""}, "Reach of the bloom: the share of the larger blurs."),
      real_parameter("exposure", 1, {0.0625, 16, true, "×"}, "Applied to all light before the tone curve."),
      real_parameter("speed", 1, {0, 8, false, "×"}, "Speed of the lamps; 0 stops them."),
  };
}

}  // namespace

const SceneDeclaration scene{
    .name = "bloom",
    .title = "Bloom",
    .teaches =
        "Light brighter than a display, in float16 arrays. Linear filtering repeatedly halves the image of everything "
        "above a threshold, and adds up the levels on the way back. Each array is written as a surface and read as a "
        "texture.",
    .controls = "",
    .parameters = &parameters,
    .default_frame = 90,
    .make = &make_scene<BloomScene>,
};

}  // namespace texelscope::app::bloom
