#include <algorithm>

#include "app/scenes/input_image.h"
#include "app/scenes/scene_arrays.h"
#include "app/scenes/scene_kernel.h"

namespace texelscope::app::volume_slice {
extern const SceneDeclaration scene;
namespace {

using namespace kernels;

constexpr std::int32_t volume_size = 80;
constexpr std::int32_t transfer_size = 256;

// The volume extends from −1 to 1 along its longest axis; x points right, y back, z up. Its contents are inside an
// ellipsoid, so that rays can skip the rest.
constexpr Float3 head_radii{0.74F, 0.92F, 0.90F};

TEXELSCOPE_KERNEL_FUNCTION Float3 divided(Float3 a, Float3 b) { return {a.x / b.x, a.y / b.y, a.z / b.z}; }

/// Densities of an artificial head: skin, skull, folds of a brain, its ventricles, and a bright object.
struct MakeDensity {
  Surface density;

  /// 1 inside an ellipsoid, 0 outside, with an edge about as wide as a texel.
  TEXELSCOPE_KERNEL_FUNCTION static float inside(Float3 place, Float3 center, Float3 radii) {
    const Float3 offset = divided(place - center, radii);
    const float end = 1.0F + 0.02F / radii.x;
    // Most points are outside most ellipsoids, and a single axis is usually enough to show it.
    if (kernels::absolute(offset.x) >= end || kernels::absolute(offset.y) >= end ||
        kernels::absolute(offset.z) >= end) {
      return 0;
    }
    return 1.0F - kernels::smooth_step(1.0F - 0.02F / radii.x, end, kernels::length(offset));
  }

  TEXELSCOPE_KERNEL_FUNCTION static float folds(Float3 place) {
    constexpr float turns = 24.0F;
    const float bend = 0.08F * kernels::sine(place.x * 5.0F + place.z * 7.0F);
    const float x = (kernels::absolute(place.x) + bend) * turns;
    const float y = (place.y - bend) * turns;
    const float z = (place.z + bend) * turns;
    return kernels::sine(x) * kernels::cosine(y) + kernels::sine(y) * kernels::cosine(z) +
           kernels::sine(z) * kernels::cosine(x);
  }

  TEXELSCOPE_KERNEL_FUNCTION static float at(Float3 place) {
    float value = 0.22F * inside(place, {0, 0, 0}, head_radii * 0.98F);
    if (value == 0.0F) {
      return 0;
    }
    const float skull = inside(place, {0, 0, 0.01F}, head_radii * 0.91F);
    const float hollow = inside(place, {0, 0, 0.01F}, head_radii * 0.84F);
    if (hollow < 1.0F) {
      const float left_socket = inside(place, {-0.27F, -0.76F, -0.06F}, {0.17F, 0.30F, 0.15F});
      const float right_socket = inside(place, {0.27F, -0.76F, -0.06F}, {0.17F, 0.30F, 0.15F});
      const float sockets = kernels::maximum(left_socket, right_socket);
      value = kernels::mix(value, 0.74F, skull * (1.0F - hollow) * (1.0F - sockets));
    }
    value = kernels::mix(value, 0.12F, hollow);
    const Float3 mirrored{kernels::absolute(place.x), place.y, place.z};
    const float brain =
        inside(mirrored, {0.02F, 0.01F, 0.06F}, head_radii * 0.80F) *
        kernels::smooth_step(0.012F, 0.035F, mirrored.x + 0.05F * kernels::clamp(0.25F - place.z, 0, 1));
    if (brain > 0.0F) {
      const float fold = kernels::smooth_step(-0.55F, 0.25F, folds(place));
      const float depth = 1.0F - kernels::length(divided(place, head_radii * 0.80F));
      const float cortex = 0.16F + 0.26F * fold;
      value = kernels::mix(value, kernels::mix(cortex, 0.50F, kernels::smooth_step(0.10F, 0.30F, depth)), brain);
    }
    const float ventricle = kernels::maximum(inside(mirrored, {0.12F, -0.06F, 0.10F}, {0.075F, 0.30F, 0.13F}),
                                             inside(mirrored, {0.19F, 0.20F, 0.0F}, {0.07F, 0.12F, 0.16F}));
    value = kernels::mix(value, 0.13F, ventricle);
    value = kernels::mix(value, 0.97F, inside(place, {0.30F, 0.28F, 0.34F}, {0.12F, 0.13F, 0.11F}));
    value = kernels::mix(value, 0.34F,
                         kernels::maximum(inside(place, {-0.27F, -0.74F, -0.06F}, {0.12F, 0.12F, 0.12F}),
                                          inside(place, {0.27F, -0.74F, -0.06F}, {0.12F, 0.12F, 0.12F})));
    return value;
  }

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    constexpr float step = 2.0F / static_cast<float>(volume_size);
    const auto place = [](std::int32_t number) { return (static_cast<float>(number) + 0.5F) * step - 1.0F; };
    const std::uint32_t draw = kernels::hash(static_cast<std::uint32_t>(index.x), static_cast<std::uint32_t>(index.y),
                                             static_cast<std::uint32_t>(index.z));
    const float noise = (kernels::unit_float(draw) - 0.5F) * 0.02F;
    const float value = at({place(index.x), place(index.y), place(index.z)});
    density.write_3d(value > 0.02F ? value + noise : value, index.x, index.y, index.z);
  }
};

/// Density and the direction in which it decreases, as bytes: one fetch returns both.
struct MakeVolume {
  Surface density;
  Surface volume;

  TEXELSCOPE_KERNEL_FUNCTION float at(std::int32_t x, std::int32_t y, std::int32_t z) const {
    return density.read_3d<float, BoundaryMode::zero>(x, y, z);
  }

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const auto [x, y, z] = index;
    const Float3 fall{at(x - 1, y, z) - at(x + 1, y, z), at(x, y - 1, z) - at(x, y + 1, z),
                      at(x, y, z - 1) - at(x, y, z + 1)};
    volume.write_3d(kernels::to_unorm8(Float4{at(x, y, z), 0.5F + fall.x, 0.5F + fall.y, 0.5F + fall.z}), x, y, z);
  }
};

enum class Transfer : std::int32_t { tissue, bone, gray };

/// A color and an opacity for each density.
struct MakeTransfer {
  Surface transfer;
  Transfer kind;
  /// Densities from low to high are shown; those above are shown as the highest.
  float low, high;

  TEXELSCOPE_KERNEL_FUNCTION static float bump(float value, float center, float width) {
    const float offset = (value - center) / width;
    const float inside = 1.0F - offset * offset;
    return inside > 0.0F ? inside : 0.0F;
  }

  TEXELSCOPE_KERNEL_FUNCTION static Float4 tissue(float v) {
    const float fluid = bump(v, 0.12F, 0.06F);
    const float skin = bump(v, 0.22F, 0.07F);
    const float brain = bump(v, 0.44F, 0.19F);
    const float bone = bump(v, 0.74F, 0.17F);
    const float bright = kernels::smooth_step(0.86F, 0.93F, v);
    // Values between the others have a separate, faint color.
    const float sum = ((fluid + skin) + (brain + bone)) + (bright + 0.04F);
    const Float3 color = Float3{0.10F, 0.22F, 0.42F} * fluid + Float3{0.85F, 0.52F, 0.38F} * skin +
                         Float3{0.93F, 0.62F, 0.60F} * brain + Float3{0.98F, 0.95F, 0.86F} * bone +
                         Float3{1.0F, 0.76F, 0.10F} * bright + Float3{0.03F, 0.02F, 0.02F};
    return {color.x / sum, color.y / sum, color.z / sum, 0.006F * skin + 0.55F * brain + 0.012F * bone + 0.9F * bright};
  }

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const float share = (static_cast<float>(index.x) + 0.5F) / static_cast<float>(transfer_size);
    const float v = kernels::clamp((share - low) / (high - low), 0, 1);
    Float4 entry{v, v, v, 0.12F * v * v};
    if (kind == Transfer::tissue) {
      entry = tissue(v);
    } else if (kind == Transfer::bone) {
      const float bone = kernels::smooth_step(0.50F, 0.62F, v);
      entry = {0.10F + 0.88F * v, 0.08F + 0.85F * v, 0.10F + 0.70F * v,
               0.8F * bone + 0.006F * kernels::smooth_step(0.1F, 0.2F, v)};
    }
    transfer.write_1d(entry, index.x);
  }
};

enum class Part : std::int32_t { slice_x, slice_y, slice_z, projection };
/// Only one of the parts, or all four.
enum class Layout : std::int32_t { slice_x, slice_y, slice_z, projection, all };

struct DrawVolume {
  Texture volume;
  Texture transfer;
  Surface output;
  Layout layout;
  std::int32_t width, height;
  /// Positions of the slices.
  Float3 place;
  Float3 forward, right, up;
  /// Half the volume's edges, and an ellipsoid that contains all of its contents.
  Float3 half;
  Float3 radii;
  /// Whether contents may reach the volume's edges, which then cut them off.
  bool is_filled;
  std::int32_t steps;
  /// Whether steep edges of density stay transparent.
  bool skips_edges;

  TEXELSCOPE_KERNEL_FUNCTION Float4 sample(Float3 at) const {
    const Float3 share = divided(at, half) * 0.5F;
    return volume.sample_3d(share.x + 0.5F, share.y + 0.5F, share.z + 0.5F);
  }

  TEXELSCOPE_KERNEL_FUNCTION bool is_outside(Float3 at) const {
    return kernels::absolute(at.x) > half.x || kernels::absolute(at.y) > half.y || kernels::absolute(at.z) > half.z;
  }

  TEXELSCOPE_KERNEL_FUNCTION Float3 background(float y) const {
    return Float3{0.045F, 0.055F, 0.075F} + Float3{0.05F, 0.06F, 0.08F} * (0.5F - 0.5F * y);
  }

  TEXELSCOPE_KERNEL_FUNCTION Float3 slice(Part part, float x, float y) const {
    const Float3 at = part == Part::slice_x ? Float3{place.x, x, -y}
                                            : (part == Part::slice_y ? Float3{x, place.y, -y} : Float3{x, y, place.z});
    if (is_outside(at)) {
      return {0.02F, 0.02F, 0.03F};
    }
    const float density = sample(at).x;
    const Float4 entry = transfer.sample_1d(density);
    const float shade = 0.55F + 0.45F * kernels::clamp(density * 1.8F, 0, 1);
    const float seen = kernels::smooth_step(0.02F, 0.08F, density) * shade;
    Float3 color = Float3{0.02F, 0.02F, 0.03F} * (1.0F - seen) + Float3{entry.x, entry.y, entry.z} * seen;
    // Positions of the other two slices.
    const float line_x = part == Part::slice_x ? place.y : place.x;
    const float line_y = part == Part::slice_z ? place.y : -place.z;
    const bool is_line = kernels::absolute(x - line_x) < 0.006F || kernels::absolute(y - line_y) < 0.006F;
    return is_line ? color * 0.6F + Float3{0.14F, 0.30F, 0.36F} : color;
  }

  /// Light along a ray through the ellipsoid, from the front to the back.
  TEXELSCOPE_KERNEL_FUNCTION Float3 project(float x, float y, float jitter) const {
    constexpr float zoom = 1.06F;
    const Float3 eye = forward * -4.5F;
    const Float3 ray = forward + (right * x + up * -y) * (zoom / 4.5F);
    const Float3 from = divided(eye, radii);
    const Float3 along = divided(ray, radii);
    const float a = kernels::dot(along, along);
    const float b = kernels::dot(from, along);
    const float root = b * b - a * (kernels::dot(from, from) - 1.0F);
    if (!(root > 0.0F)) {
      return background(y);
    }
    const float reach = kernels::square_root(root);
    const float step = 2.0F / (static_cast<float>(steps) * kernels::length(ray));
    const float end = (reach - b) / a;
    Float3 light{0, 0, 0};
    float left = 1;
    // Each ray starts at a random position within its first step, because otherwise thin shells would show rings.
    for (float t = (-b - reach) / a + step * jitter; t < end && left > 0.03F; t = t + step) {
      const Float3 at = eye + ray * t;
      if (is_filled && is_outside(at)) {
        continue;
      }
      const Float4 texel = sample(at);
      const Float4 entry = transfer.sample_1d(texel.x);
      if (entry.w > 0.001F) {
        const Float3 fall{texel.y - 0.5F, texel.z - 0.5F, texel.w - 0.5F};
        const float steepness = kernels::square_root(kernels::dot(fall, fall)) + 0.02F;
        // The transition from skin to bone passes all densities between, including that of the brain; such edges are
        // steep.
        const float lasting = skips_edges ? kernels::clamp(1.6F - 5.0F * steepness, 0.02F, 1.0F) : 1.0F;
        const float opacity = kernels::clamp(entry.w * lasting * (64.0F / static_cast<float>(steps)), 0, 1);
        const float facing = kernels::dot(fall, up * 0.55F - right * 0.35F - forward * 0.75F) / steepness;
        // The inner side of a thin shell counts, too.
        const float shine = 0.40F + 0.70F * kernels::maximum(facing, facing * -0.8F);
        light = light + Float3{entry.x, entry.y, entry.z} * (shine * opacity * left);
        left = left * (1.0F - opacity);
      }
    }
    return light + background(y) * left;
  }

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    std::int32_t x = index.x;
    std::int32_t y = index.y;
    std::int32_t part_width = width;
    std::int32_t part_height = height;
    auto part = static_cast<Part>(layout);
    if (layout == Layout::all) {
      part_width = (width + 1) / 2;
      part_height = (height + 1) / 2;
      const bool is_right = x >= part_width;
      const bool is_lower = y >= part_height;
      part = is_lower ? (is_right ? Part::projection : Part::slice_z) : (is_right ? Part::slice_y : Part::slice_x);
      x = is_right ? x - part_width : x;
      y = is_lower ? y - part_height : y;
    }
    const auto shorter = static_cast<float>(part_width < part_height ? part_width : part_height);
    const float across = (2.0F * static_cast<float>(x) + 1.0F - static_cast<float>(part_width)) / shorter;
    const float down = (2.0F * static_cast<float>(y) + 1.0F - static_cast<float>(part_height)) / shorter;
    const std::uint32_t draw = kernels::hash(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y));
    const Float3 color =
        part == Part::projection ? project(across, down, kernels::unit_float(draw)) : slice(part, across, down);
    write_color(output, color, index.x, index.y);
  }
};

class VolumeSliceScene final : public PreparedScene<MovingScene> {
 public:
  explicit VolumeSliceScene(const SceneSetup& setup)
      : texels_{setup.image ? LaunchExtent{setup.image->width, setup.image->height, setup.image->depth}
                            : LaunchExtent{volume_size, volume_size, volume_size}},
        is_given_{setup.image != nullptr},
        density_{setup.device, {volume_extent(), gpu::DataType::float32, 1}},
        volume_{setup.device, {volume_extent(), gpu::DataType::uint8, 4}, linear_normalized(gpu::AddressMode::clamp)},
        transfer_{setup.device,
                  {gpu::Extent(transfer_size), gpu::DataType::float32, 4},
                  linear_normalized(gpu::AddressMode::clamp)} {
    if (is_given_) {
      upload(setup, *setup.image, density_.array());
    }
  }

  void begin(const gpu::Stream& stream) override {
    if (!is_given_) {
      kernels::launch(stream, texels_, MakeDensity{density_.surface()});
    }
    kernels::launch(stream, texels_, MakeVolume{density_.surface(), volume_.surface()});
  }

  void draw(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) override {
    prepare(input, values, stream);
    const auto transfer = static_cast<Transfer>(values.choice("transfer"));
    const double center = values.real("window_center");
    const double reach = values.real("window_width") * 0.5;
    kernels::launch(stream, {transfer_size},
                    MakeTransfer{transfer_.surface(), transfer, static_cast<float>(center - reach),
                                 static_cast<float>(center + reach)});
    const auto coordinate = [&](const char* name) { return static_cast<float>(2 * values.real(name) - 1); };
    Float3 place{coordinate("x"), coordinate("y"), coordinate("z")};
    float yaw = frame_phase(input, 0.6 * values.real("speed")) + 0.6F;
    float pitch = 0.35F;
    if (input.pointer.is_pressed) {
      const float across = pointer_inside(input.pointer.x, input.width) / static_cast<float>(input.width);
      const float down = pointer_inside(input.pointer.y, input.height) / static_cast<float>(input.height);
      yaw = across * 6.2831853F;
      pitch = (down - 0.5F) * 2.8F;
      place = {2.0F * across - 1.0F, 2.0F * down - 1.0F, 1.0F - 2.0F * down};
    }
    const auto longest = static_cast<float>(std::max({texels_.width, texels_.height, texels_.depth}));
    const Float3 half{static_cast<float>(texels_.width) / longest, static_cast<float>(texels_.height) / longest,
                      static_cast<float>(texels_.depth) / longest};
    place = {place.x * half.x, place.y * half.y, place.z * half.z};
    const Float3 forward{kernels::sine(yaw) * kernels::cosine(pitch), kernels::cosine(yaw) * kernels::cosine(pitch),
                         -kernels::sine(pitch)};
    const Float3 right{kernels::cosine(yaw), -kernels::sine(yaw), 0};
    const Float3 up{kernels::sine(yaw) * kernels::sine(pitch), kernels::cosine(yaw) * kernels::sine(pitch),
                    kernels::cosine(pitch)};
    kernels::launch(stream, {input.width, input.height},
                    DrawVolume{volume_.texture(), transfer_.texture(), Surface(output.handle()),
                               static_cast<Layout>(values.choice("view")), input.width, input.height, place, forward,
                               right, up, half, is_given_ ? half * 1.7320508F : head_radii, is_given_,
                               static_cast<std::int32_t>(values.integer("steps")), transfer == Transfer::tissue});
  }

 private:
  [[nodiscard]] gpu::Extent volume_extent() const {
    return {static_cast<std::uint64_t>(texels_.width), static_cast<std::uint64_t>(texels_.height),
            static_cast<std::uint64_t>(texels_.depth)};
  }

  LaunchExtent texels_;
  bool is_given_;
  SurfaceArray density_;
  SampledArray volume_;
  SampledArray transfer_;
};

/// In the order of Part.
constexpr std::string_view moved_parameters[] = {"x", "y", "z"};

/// The part of the frame at a position.
Part part_at(const FrameInput& frame, Layout layout, Point at) {
  if (layout != Layout::all) {
    return static_cast<Part>(layout);
  }
  const bool is_right = at.x >= (frame.width + 1) / 2;
  const bool is_lower = at.y >= (frame.height + 1) / 2;
  return is_lower ? (is_right ? Part::projection : Part::slice_z) : (is_right ? Part::slice_y : Part::slice_x);
}

/// The wheel moves the slice under the mouse.
void zoom(const FrameInput& frame, double notches, Point at, ParameterValues& values) {
  constexpr double share_per_notch = 1.0 / 128;
  const Part part = part_at(frame, static_cast<Layout>(values.choice("view")), at);
  if (part != Part::projection) {
    const std::string_view coordinate = moved_parameters[static_cast<std::size_t>(part)];
    values.set(coordinate, std::clamp(values.real(coordinate) + notches * share_per_notch, 0.0, 1.0));
  }
}

constexpr SceneMovement movement{&zoom, nullptr, moved_parameters};

std::vector<Parameter> parameters() {
  return {
      choice_parameter("view", "all", {"slice_x", "slice_y", "slice_z", "projection", "all"},
                       "Three slices and the projection, or one of them."),
      choice_parameter("transfer", "tissue", {"tissue", "bone", "gray"}, "Colors and opacities of the densities."),
      real_parameter("window_center", 0.5, {0, 1, false, ""}, "Center of the shown densities."),
      real_parameter("window_width", 1, {0.02, 2, true, ""}, "Range of the shown densities."),
      real_parameter("x", 0.6, {0, 1, false, ""}, "Position of the slice across x."),
      real_parameter("y", 0.6, {0, 1, false, ""}, "Position of the slice across y."),
      real_parameter("z", 0.64, {0, 1, false, ""}, "Position of the slice across z."),
      integer_parameter("steps", 56, {8, 512}, "Samples per ray across the volume."),
      real_parameter("speed", 1, {0, 8, false, "×"}, "Speed of the projection's rotation; 0 stops it."),
  };
}

}  // namespace

const SceneDeclaration scene{
    .name = "volume_slice",
    .title = "Volume slices",
    .teaches =
        "A 3D texture returns the density anywhere in a volume, filtered along three axes, and a 1D texture maps it "
        "to color and opacity: the transfer function. Slices read the volume once per pixel; rays read it many times "
        "along their path.",
    .controls =
        "Drag with the left mouse button to move the slices and rotate the projection; the wheel moves the slice "
        "under the mouse. Drop an .npy file of shape (d, h, w).",
    .parameters = &parameters,
    .default_frame = 60,
    .takes = SceneInput::volume,
    .movement = &movement,
    .takes_pointer = true,
    .make = &make_scene<VolumeSliceScene>,
};

}  // namespace texelscope::app::volume_slice
