#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/device/scoped_synchronize.h"
#include "app/scenes/palette.h"
#include "app/scenes/scene_arrays.h"
#include "app/scenes/scene_kernel.h"

namespace texelscope::app::mandelbrot {
extern const SceneDeclaration scene;
namespace {

using namespace kernels;

constexpr int max_iterations = 8000;
/// Stored points of an orbit: the start and one per iteration.
constexpr int orbit_capacity = max_iterations + 1;
constexpr int palette_size = 256;

struct Double2 {
  double x, y;
};

/// The unevaluated sum of two doubles: 106 bits, for centers that one double cannot represent.
struct LongDouble {
  double high;
  double low;
};

LongDouble sum(double a, double b) {
  const double high = a + b;
  const double part = high - a;
  return {high, (a - (high - part)) + (b - part)};
}

LongDouble operator+(LongDouble a, LongDouble b) {
  const LongDouble high = sum(a.high, b.high);
  return sum(high.high, high.low + (a.low + b.low));
}

LongDouble operator*(LongDouble a, LongDouble b) {
  const double high = a.high * b.high;
  return sum(high, std::fma(a.high, b.high, -high) + (a.high * b.low + a.low * b.high));
}

struct Place {
  const char* name;
  LongDouble x;
  LongDouble y;
};

constexpr std::array places{
    Place{"seahorse", {-0x1.7cbee43d63cbep-1, -0x1.4eb637f7d3f3ap-55}, {0x1.0dfabd5a9e9aep-3, -0x1.dba9205d55c00p-57}},
    Place{"dendrite", {0, 0}, {1, 0}},
    Place{"whole", {-0.6, 0}, {0, 0}},
};

/// The orbit of a point, until it escapes. @return the number of its points, at least two.
int fill_orbit(const Place& place, std::span<Double2> orbit) {
  LongDouble x{0, 0};
  LongDouble y{0, 0};
  int count = 0;
  for (Double2& point : orbit) {
    point = {x.high, y.high};
    ++count;
    if (x.high * x.high + y.high * y.high > 4) {
      break;
    }
    const LongDouble product = x * y;
    const LongDouble square = y * y;
    x = x * x + LongDouble{-square.high, -square.low} + place.x;
    y = product + product + place.y;
  }
  return count;
}

/// Iterates each pixel's difference from the orbit of the frame's center, which stays small where the pixel itself
/// could not be distinguished from its neighbors. Where it exceeds the pixel's own value, iteration continues with that
/// value from the start of the orbit (Zhuoran's rebasing).
struct DrawSet {
  Texture palette;
  Surface output;
  const Double2* orbit;
  std::int32_t orbit_length;
  std::int32_t iterations;
  double units_per_pixel;
  double left, top;
  float turns;
  float shift;
  float relief;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const double offset_x = left + units_per_pixel * static_cast<double>(index.x);
    const double offset_y = top - units_per_pixel * static_cast<double>(index.y);
    // The pixel's value, its distance from the orbit, and its derivative with respect to the pixel.
    Double2 value{0, 0};
    Double2 distance{0, 0};
    Double2 slope{0, 0};
    double norm = 0;
    std::int32_t position = 0;
    std::int32_t count = 0;
    for (; count < iterations && norm < 1e4; ++count) {
      slope = {2 * (value.x * slope.x - value.y * slope.y) + 1, 2 * (value.x * slope.y + value.y * slope.x)};
      const Double2 from = orbit[position];
      const double sum_x = 2 * from.x + distance.x;
      const double sum_y = 2 * from.y + distance.y;
      distance = {(sum_x * distance.x - sum_y * distance.y) + offset_x,
                  (sum_x * distance.y + sum_y * distance.x) + offset_y};
      ++position;
      value = {orbit[position].x + distance.x, orbit[position].y + distance.y};
      norm = value.x * value.x + value.y * value.y;
      if (norm < distance.x * distance.x + distance.y * distance.y || position == orbit_length - 1) {
        distance = value;
        position = 0;
      }
    }
    write_color(output, norm < 1e4 ? Float3{0.01F, 0.01F, 0.02F} : outside(count, norm, value, slope), index.x,
                index.y);
  }

 private:
  TEXELSCOPE_KERNEL_FUNCTION Float3 outside(std::int32_t count, double norm, Double2 value, Double2 slope) const {
    const float smooth =
        static_cast<float>(count) - kernels::logarithm2(0.5F * kernels::logarithm2(static_cast<float>(norm)));
    const Float4 color = palette.sample_1d(kernels::logarithm2(smooth > 1.0F ? smooth : 1.0F) * turns + shift);
    // value / slope points away from the set.
    const double x = value.x * slope.x + value.y * slope.y;
    const double y = value.y * slope.x - value.x * slope.y;
    const double length = kernels::detail::square_root_of_double(x * x + y * y);
    const auto toward_light = static_cast<float>(length > 0 ? (x * -0.6 + y * 0.8) / length : 0);
    return Float3{color.x, color.y, color.z} * ((1.0F - relief) + relief * (0.9F + 0.7F * toward_light));
  }
};

/// Writes a palette as a 1D array of colors, one thread per texel. It runs from the first stop to the last and back, so
/// that it wraps without a seam.
struct WritePalette {
  Surface colors;
  Palette palette;
  std::int32_t size;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const float turn = static_cast<float>(index.x) / static_cast<float>(size) * 2.0F;
    const Float3 color = palette.color(turn < 1.0F ? turn : 2.0F - turn);
    colors.write_1d(kernels::to_unorm8(Float4{color.x, color.y, color.z, 1.0F}), index.x);
  }
};

double breath_at(const FrameInput& input, const ParameterValues& values) {
  return static_cast<double>(kernels::exponential2(1.2F * kernels::sine(phase_at(scene_seconds(input, values), 0.25))));
}

/// Units of the complex plane.
double units_per_pixel(const FrameInput& input, const ParameterValues& values) {
  return 2.6 / (values.real("zoom") * breath_at(input, values) * std::min(input.width, input.height));
}

class MandelbrotScene final : public MovingScene {
 public:
  explicit MandelbrotScene(const SceneSetup& setup)
      : colors_{setup.device,
                {gpu::Extent(palette_size), gpu::DataType::uint8, 4},
                linear_normalized(gpu::AddressMode::wrap)},
        orbits_{setup.device.allocate(places.size() * orbit_capacity * sizeof(Double2), setup.stream)} {
    const gpu::Buffer staging = setup.device.allocate_pinned(orbits_.size_bytes());
    const std::span points(reinterpret_cast<Double2*>(staging.host_bytes().data()), places.size() * orbit_capacity);
    std::ranges::fill(points, Double2{0, 0});
    for (std::size_t place = 0; place < places.size(); ++place) {
      lengths_[place] = fill_orbit(places[place], points.subspan(place * orbit_capacity, orbit_capacity));
    }
    const ScopedSynchronize wait(setup.stream);
    orbits_.copy_from(staging, setup.stream);
    setup.stream.synchronize();
  }

  void draw(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) override {
    kernels::launch(stream, {palette_size},
                    WritePalette{colors_.surface(), palette(values.choice("palette")), palette_size});
    const double seconds = scene_seconds(input, values);
    const double unit = units_per_pixel(input, values);
    const std::size_t place = values.choice("place");
    const auto* const orbits = reinterpret_cast<const Double2*>(orbits_.handle().value);
    kernels::launch(stream, {input.width, input.height},
                    DrawSet{colors_.texture(), Surface(output.handle()), orbits + place * orbit_capacity,
                            lengths_[place], static_cast<std::int32_t>(values.integer("iterations")), unit,
                            (0.5 - input.width * 0.5) * unit + values.real("offset_x"),
                            (input.height * 0.5 - 0.5) * unit + values.real("offset_y"), real_value(values, "turns"),
                            drift_at(seconds, 0.02, 1), real_value(values, "relief")});
  }

 private:
  SampledArray colors_;
  gpu::Buffer orbits_;
  std::array<std::int32_t, places.size()> lengths_{};
};

constexpr double least_zoom = 0.5;
constexpr double most_zoom = 1e16;
constexpr double most_offset = 3;

void move_by(double x, double y, ParameterValues& values) {
  values.set("offset_x", std::clamp(values.real("offset_x") + x, -most_offset, most_offset));
  values.set("offset_y", std::clamp(values.real("offset_y") + y, -most_offset, most_offset));
}

void zoom(const FrameInput& frame, double notches, Point at, ParameterValues& values) {
  const double before = values.real("zoom");
  const double after = std::clamp(before * std::exp2(notches / 2), least_zoom, most_zoom);
  const double kept = (1 - before / after) * units_per_pixel(frame, values);
  values.set("zoom", after);
  move_by((at.x - frame.width * 0.5) * kept, (frame.height * 0.5 - at.y) * kept, values);
}

void pan(const FrameInput& frame, double dx, double dy, ParameterValues& values) {
  const double unit = units_per_pixel(frame, values);
  move_by(-dx * unit, dy * unit, values);
}

constexpr std::string_view moved_parameters[] = {"zoom", "offset_x", "offset_y"};
constexpr SceneMovement movement{&zoom, &pan, moved_parameters};

std::vector<Parameter> parameters() {
  return {
      choice_parameter("place", "seahorse", names_of(places), "Target of the zoom."),
      real_parameter("zoom", 4000, {least_zoom, most_zoom, true, "×"},
                     "Magnification; at 1, the whole set fits the frame."),
      real_parameter("offset_x", 0, {-most_offset, most_offset, false, ""},
                     "Moves the view to the right of the target, in units of the plane."),
      real_parameter("offset_y", 0, {-most_offset, most_offset, false, ""}, "Moves the view up."),
      integer_parameter("iterations", 1000, {32, max_iterations},
                        "Iterations after which a point counts as part of the set; deep zooms need more."),
      real_parameter("turns", 0.7, {0.05, 8, true, ""}, "Cycles of the palette per doubling of the iterations."),
      real_parameter("relief", 0.8, {0, 1, false, ""}, "Strength of the side light on the slopes."),
      real_parameter("speed", 1, {0, 8, false, "×"}, "Speed of the zoom's oscillation; 0 stops it."),
      choice_parameter("palette", "ocean", palette_names(), "Color map of points outside the set, by escape time."),
  };
}

}  // namespace

const SceneDeclaration scene{
    .name = "mandelbrot",
    .title = "Mandelbrot",
    .teaches =
        "A 1D array is a palette: a kernel writes it, and linear filtering with wrapping makes it a smooth ring. "
        "Pixels are computed as differences from one precise orbit, which allows far deeper zooms than floats.",
    .controls = "The wheel zooms, and dragging pans.",
    .parameters = &parameters,
    .default_frame = 60,
    .movement = &movement,
    .make = &make_scene<MandelbrotScene>,
};

}  // namespace texelscope::app::mandelbrot
