#include <algorithm>

#include "app/scenes/input_image.h"
#include "app/scenes/scene_arrays.h"
#include "app/scenes/scene_kernel.h"

namespace texelscope::app::bicubic {
extern const SceneDeclaration scene;
namespace {

using namespace kernels;

/// Weights of the four texels around a point at `t` = 0 … 1 between the middle two.
struct CubicWeights {
  float w0, w1, w2, w3;
};

TEXELSCOPE_KERNEL_FUNCTION CubicWeights b_spline_weights(float t) {
  const float rest = 1.0F - t;
  const float squared = t * t;
  return {rest * rest * rest / 6.0F, 2.0F / 3.0F - squared * (2.0F - t) * 0.5F,
          2.0F / 3.0F - rest * rest * (2.0F - rest) * 0.5F, squared * t / 6.0F};
}

TEXELSCOPE_KERNEL_FUNCTION CubicWeights catmull_rom_weights(float t) {
  const float squared = t * t;
  return {t * (-0.5F + t * (1.0F - 0.5F * t)), 1.0F + squared * (-2.5F + 1.5F * t), t * (0.5F + t * (2.0F - 1.5F * t)),
          squared * (-0.5F + 0.5F * t)};
}

enum class Kernel : std::int32_t { b_spline, catmull_rom };
enum class View : std::int32_t { split, cubic, error };

/// One bilinear tap on one side, a cubic filter on the other.
struct FilterPicture {
  Texture linear;
  Texture point;
  Surface output;
  std::int32_t channels;
  Kernel kernel;
  View view;
  std::int32_t split;
  Float2 first;
  float texels_per_pixel;
  float error_gain;

  TEXELSCOPE_KERNEL_FUNCTION Float4 bilinear(float x, float y) const { return linear.sample_2d(x, y); }

  /// All weights are positive: one tap between two texels, placed according to their weights, replaces both, and four
  /// taps replace 16 texels.
  TEXELSCOPE_KERNEL_FUNCTION Float4 four_taps(float column, float row, CubicWeights x, CubicWeights y) const {
    const float left = x.w0 + x.w1;
    const float right = x.w2 + x.w3;
    const float upper = y.w0 + y.w1;
    const float lower = y.w2 + y.w3;
    // Texel centers are at half-integers: column + ½ is the center of the texel of w1.
    const float at_left = (column - 0.5F) + x.w1 / left;
    const float at_right = (column + 1.5F) + x.w3 / right;
    const float at_upper = (row - 0.5F) + y.w1 / upper;
    const float at_lower = (row + 1.5F) + y.w3 / lower;
    return (bilinear(at_left, at_upper) * left + bilinear(at_right, at_upper) * right) * upper +
           (bilinear(at_left, at_lower) * left + bilinear(at_right, at_lower) * right) * lower;
  }

  /// The outer weights are negative, which linear filtering cannot produce: only the middle two texels share a tap, and
  /// the four corners, with the smallest weights, are omitted. The remaining weights are normalized to a sum of 1.
  TEXELSCOPE_KERNEL_FUNCTION Float4 five_taps(float column, float row, CubicWeights x, CubicWeights y) const {
    const float middle_x = x.w1 + x.w2;
    const float middle_y = y.w1 + y.w2;
    const float at_x = (column + 0.5F) + x.w2 / middle_x;
    const float at_y = (row + 0.5F) + y.w2 / middle_y;
    const Float4 sum =
        (bilinear(at_x, row - 0.5F) * (y.w0 * middle_x) + bilinear(at_x, row + 2.5F) * (y.w3 * middle_x)) +
        ((bilinear(column - 0.5F, at_y) * (x.w0 * middle_y) + bilinear(column + 2.5F, at_y) * (x.w3 * middle_y)) +
         bilinear(at_x, at_y) * (middle_x * middle_y));
    const float outer = (y.w0 + y.w3) * middle_x + (x.w0 + x.w3) * middle_y;
    return sum * (1.0F / (outer + middle_x * middle_y));
  }

  TEXELSCOPE_KERNEL_FUNCTION Float4 sixteen_texels(float column, float row, CubicWeights x, CubicWeights y) const {
    const float along_y[] = {y.w0, y.w1, y.w2, y.w3};
    Float4 sum{0, 0, 0, 0};
    for (std::int32_t line = 0; line < 4; ++line) {
      const float at_y = row + (static_cast<float>(line) - 0.5F);
      const Float4 across =
          (point.sample_2d(column - 0.5F, at_y) * x.w0 + point.sample_2d(column + 0.5F, at_y) * x.w1) +
          (point.sample_2d(column + 1.5F, at_y) * x.w2 + point.sample_2d(column + 2.5F, at_y) * x.w3);
      sum = sum + across * along_y[line];
    }
    return sum;
  }

  TEXELSCOPE_KERNEL_FUNCTION Float3 color(Index index) const {
    const float x = first.x + static_cast<float>(index.x) * texels_per_pixel;
    const float y = first.y + static_cast<float>(index.y) * texels_per_pixel;
    if (view == View::split && index.x < split) {
      return picture_color(bilinear(x, y), channels);
    }
    const float column = kernels::floor(x - 0.5F);
    const float row = kernels::floor(y - 0.5F);
    const float across = (x - 0.5F) - column;
    const float down = (y - 0.5F) - row;
    const bool is_spline = kernel == Kernel::b_spline;
    const CubicWeights weights_x = is_spline ? b_spline_weights(across) : catmull_rom_weights(across);
    const CubicWeights weights_y = is_spline ? b_spline_weights(down) : catmull_rom_weights(down);
    const Float3 cubic = picture_color(
        is_spline ? four_taps(column, row, weights_x, weights_y) : five_taps(column, row, weights_x, weights_y),
        channels);
    if (view != View::error) {
      return cubic;
    }
    const Float3 error = cubic - picture_color(sixteen_texels(column, row, weights_x, weights_y), channels);
    return Float3{0.5F, 0.5F, 0.5F} + error * error_gain;
  }

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const bool is_line = view == View::split && index.x == split;
    write_color(output, is_line ? Float3{1, 1, 1} : color(index), index.x, index.y);
  }
};

/// Drift of the view, in texels.
Point drift_at(const ParameterValues& values, std::uint64_t number) {
  const double drift = values.real("drift");
  const FrameInput frame{.number = number, .pointer = {}};
  return {drift * static_cast<double>(kernels::sine(frame_phase(frame, 0.31))),
          drift * static_cast<double>(kernels::sine(frame_phase(frame, 0.43)))};
}

class BicubicScene final : public Scene {
 public:
  explicit BicubicScene(const SceneSetup& setup)
      : picture_{input_array(setup)},
        linear_{
            float_texture(picture_, {.address_mode = gpu::AddressMode::clamp, .filter_mode = gpu::FilterMode::linear})},
        point_{float_texture(picture_,
                             {.address_mode = gpu::AddressMode::clamp, .filter_mode = gpu::FilterMode::point})} {}

  [[nodiscard]] bool repeats(const ParameterValues& values) const override { return values.real("drift") == 0; }

  void draw(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) override {
    const double texels_per_pixel = 1 / values.real("zoom");
    const Point drift = drift_at(values, input.number);
    const double center_x = values.real("center_x") * static_cast<double>(picture_.shape().width()) + drift.x;
    const double center_y = values.real("center_y") * static_cast<double>(picture_.shape().height()) + drift.y;
    kernels::launch(stream, {input.width, input.height},
                    FilterPicture{Texture(linear_.handle()),
                                  Texture(point_.handle()),
                                  Surface(output.handle()),
                                  picture_.num_channels(),
                                  static_cast<Kernel>(values.choice("kernel")),
                                  static_cast<View>(values.choice("view")),
                                  split_column(input, values.real("split")),
                                  {static_cast<float>(center_x + (0.5 - input.width * 0.5) * texels_per_pixel),
                                   static_cast<float>(center_y + (0.5 - input.height * 0.5) * texels_per_pixel)},
                                  static_cast<float>(texels_per_pixel),
                                  real_value(values, "error_gain")});
  }

 private:
  gpu::CUDAArray picture_;
  gpu::TextureObject linear_;
  gpu::TextureObject point_;
};

constexpr double least_zoom = 0.01;

app::View read_view(const ParameterValues& values, std::uint64_t number, const ViewExtent& extent) {
  const Point drift = drift_at(values, number);
  return {.is_fit = false,
          .zoom = values.real("zoom"),
          .center = {values.real("center_x") * static_cast<double>(extent.image_width) + drift.x,
                     values.real("center_y") * static_cast<double>(extent.image_height) + drift.y}};
}

void write_view(const app::View& view, std::uint64_t number, const ViewExtent& extent, ParameterValues& values) {
  const Point drift = drift_at(values, number);
  values.set("zoom", std::clamp(view.zoom, least_zoom, maximum_zoom));
  values.set("center_x", std::clamp((view.center.x - drift.x) / static_cast<double>(extent.image_width), 0.0, 1.0));
  values.set("center_y", std::clamp((view.center.y - drift.y) / static_cast<double>(extent.image_height), 0.0, 1.0));
}

constexpr std::string_view view_parameters[] = {"zoom", "center_x", "center_y"};
constexpr SceneView scene_view{&picture_or_builtin, &read_view, &write_view, view_parameters};

std::vector<Parameter> parameters() {
  return {
      choice_parameter(
          "kernel", "b_spline", {"b_spline", "catmull_rom"},
          "B-splines are smoothest and take four taps; Catmull-Rom passes through the texels and takes five."),
      choice_parameter("view", "split", {"split", "cubic", "error"},
                       "One bilinear tap next to the cubic filter, only the cubic filter, or its error against the "
                       "exact filter over 16 texels: gray means no error."),
      real_parameter("split", 0.5, {0, 1, false, ""}, "Position of the split line, as a fraction of the width."),
      real_parameter("zoom", 8, {least_zoom, maximum_zoom, true, "×"}, "Frame pixels per texel of the picture."),
      real_parameter("center_x", 0.645, {0, 1, false, ""}, "Center of the view, in widths of the picture."),
      real_parameter("center_y", 0.175, {0, 1, false, ""}, "Center of the view, in heights of the picture."),
      real_parameter("drift", 6, {0, 64, false, "texels"}, "Distance that the view drifts; 0 stops it."),
      real_parameter("error_gain", 64, {1, 1024, true, "×"}, "Amplifies the shown error."),
  };
}

}  // namespace

const SceneDeclaration scene{
    .name = "bicubic",
    .title = "Bicubic from bilinear taps",
    .teaches =
        "The texture unit filters linearly, but four well-placed taps produce the 16 weights of a cubic B-spline. The "
        "error view shows the cost of the unit's 8-bit weights, compared with 16 exact texels.",
    .controls = "Hold the left mouse button to move the split line.",
    .parameters = &parameters,
    .default_frame = 60,
    .takes = SceneInput::picture,
    .view = &scene_view,
    .takes_pointer = true,
    .make = &make_scene<BicubicScene>,
};

}  // namespace texelscope::app::bicubic
