#include <array>

#include "app/scenes/fixed_sum.h"
#include "app/scenes/palette.h"
#include "app/scenes/scene_arrays.h"
#include "app/scenes/scene_kernel.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app::particles {
extern const SceneDeclaration scene;
namespace {

using namespace kernels;

// Lengths are in units of half the frame's shorter side, from its middle; times in frames.

constexpr std::int32_t particles_per_row = 1024;
constexpr std::int32_t max_rows = 1024;
/// Contribution of one particle's brightest channel to the sums.
constexpr float particle_amount = 256.0F;
/// Total light of all vertices per pixel of the frame, in 1/255, at a brightness of 1.
constexpr double vertex_light = 180;

/// Choice of the parameter drawn_as.
constexpr std::size_t vertices_choice = 1;

/// A center that attracts particles.
struct Well {
  Float2 center;
  /// Negative values repel.
  float strength;
};

/// A position and a velocity.
struct Particle {
  Float2 place;
  Float2 velocity;
};

/// Frames from one birth of a particle to the next.
constexpr std::uint32_t lifetime = 420;

/// Starts at one of several sources on a rotating ring, in a narrow stream.
TEXELSCOPE_KERNEL_FUNCTION Particle born(std::uint32_t number, float turn) {
  constexpr std::uint32_t springs = 5;
  const float angle = turn + 1.2566371F * static_cast<float>(number % springs);
  const Float2 arm{kernels::cosine(angle), kernels::sine(angle)};
  const float aside = kernels::unit_float(kernels::hash(number, 1U)) - 0.5F;
  const float ahead = kernels::unit_float(kernels::hash(number, 2U)) - 0.5F;
  const float reach = 0.88F + 0.03F * aside;
  const float inward = 0.0055F * (1.0F + 0.10F * aside);
  const float around = 0.0075F * (1.0F + 0.06F * ahead);
  const Float2 velocity{-arm.y * around - arm.x * inward, arm.x * around - arm.y * inward};
  // At a random time within the frame, because otherwise the streams would pulse.
  return {arm * reach + velocity * kernels::unit_float(kernels::hash(number, 3U)), velocity};
}

/// Far outside, until its first birth.
struct HideParticles {
  Particle* particles;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    particles[index.y * particles_per_row + index.x] = {{4, 4}, {0, 0}};
  }
};

struct ClearGlow {
  Surface glow;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const { glow.write_2d(Float4{0, 0, 0, 0}, index.x, index.y); }
};

/// Moves particles by a frame.
struct ParticleMotion {
  static constexpr std::int32_t well_count = 4;

  Particle* particles;
  Palette palette;
  Well wells[well_count];
  float friction;
  float swiftest;
  std::uint32_t frame;
  /// Angle of the ring of sources, in radians.
  float turn;

  TEXELSCOPE_KERNEL_FUNCTION Particle move(std::int32_t number) const {
    Particle particle = particles[number];
    for (const Well& well : wells) {
      const Float2 arm = well.center - particle.place;
      const float squared = kernels::dot(arm, arm) + 0.012F;
      particle.velocity = particle.velocity + arm * (well.strength / (squared * kernels::square_root(squared)));
    }
    particle.velocity = particle.velocity * friction;
    particle.place = particle.place + particle.velocity;
    // Particles of all ages, so that the streams never end.
    if ((frame + kernels::hash(static_cast<std::uint32_t>(number)) % lifetime) % lifetime == 0U) {
      particle = born(static_cast<std::uint32_t>(number), turn);
    }
    particles[number] = particle;
    return particle;
  }

  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION Float3 color(const Particle& particle) const {
    const float speed = kernels::square_root(kernels::dot(particle.velocity, particle.velocity));
    return palette.color(0.25F + 0.75F * (speed / (speed + swiftest)));
  }
};

/// Maps the particles' units to pixels.
struct PixelPlaces {
  Float2 middle;
  float pixels_per_unit;

  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION Float2 of(const Particle& particle) const {
    return {middle.x + particle.place.x * pixels_per_unit, middle.y + particle.place.y * pixels_per_unit};
  }
};

/// Adds each particle's light to the sums.
struct SumParticles {
  ParticleMotion motion;
  SumGrid sums;
  PixelPlaces places;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const Particle particle = motion.move(index.y * particles_per_row + index.x);
    const Float3 color = motion.color(particle) * particle_amount;
    const float amounts[] = {color.x, color.y, color.z};
    const Float2 place = places.of(particle);
    sums.splat(place.x, place.y, amounts);
  }
};

/// Writes each particle as a vertex.
struct WriteVertices {
  ParticleMotion motion;
  PointVertex* vertices;
  PixelPlaces places;
  std::int32_t width;
  std::int32_t height;
  /// Light of the brightest channel, in 1/255; may be below 1.
  float light;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const std::int32_t number = index.y * particles_per_row + index.x;
    const Particle particle = motion.move(number);
    const Float2 place = places.of(particle);
    PointVertex vertex;
    // False for NaN, too.
    if (place.x >= 0.0F && place.y >= 0.0F && place.x < static_cast<float>(width) &&
        place.y < static_cast<float>(height)) {
      vertex.x = static_cast<std::int16_t>(place.x);
      vertex.y = static_cast<std::int16_t>(place.y);
      const Float3 color = motion.color(particle) * light;
      // The value is rounded up for some particles and down for others, in the proportion that yields the total light.
      const float chance = kernels::unit_float(kernels::hash(static_cast<std::uint32_t>(number), 4U));
      const auto byte = [chance](float amount) {
        const float sum = amount + chance;
        return static_cast<std::uint8_t>(sum < 255.0F ? sum : 255.0F);
      };
      vertex.color[0] = byte(color.x);
      vertex.color[1] = byte(color.y);
      vertex.color[2] = byte(color.z);
    }
    vertices[number] = vertex;
  }
};

/// Adds the sums to the fading light of previous frames, and shows the result.
struct ShowGlow {
  SumGrid sums;
  Surface glow;
  Surface output;
  float keeping;
  float brightness;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index index) const {
    const float scale = brightness / particle_amount;
    const Float4 before = glow.read_2d<Float4>(index.x, index.y);
    const auto joined = [&](float old, std::int32_t channel) {
      const float sum = old * keeping + sums.at(index.x, index.y, channel) * scale;
      // Denormal remainders would slow down a processor and are invisible.
      return sum > 1e-6F ? sum : 0.0F;
    };
    const Float4 light{joined(before.x, 0), joined(before.y, 1), joined(before.z, 2), 0.0F};
    glow.write_2d(light, index.x, index.y);
    const auto shown = [](float v) { return v * (1.0F + 0.25F * v) / (0.6F + v * (1.0F + 0.25F * v)); };
    write_color(output, {0.008F + shown(light.x), 0.009F + shown(light.y), 0.022F + shown(light.z)}, index.x, index.y);
  }
};

/// Motion of a well: size of its path, angular speed in radians per second.
struct Orbit {
  double size, turn_x, turn_y;
  float strength;
};

constexpr std::array<Orbit, ParticleMotion::well_count - 1> orbits{
    {{0.22, 0.43, 0.37, 1.0F}, {0.58, -0.31, 0.47, 0.55F}, {0.66, 0.53, -0.29, 0.45F}}};

class ParticlesScene final : public PreparedScene<Scene> {
 public:
  explicit ParticlesScene(const SceneSetup& setup)
      : width_{setup.width},
        height_{setup.height},
        glow_{setup.device, {extent_2d(width_, height_), gpu::DataType::float32, 4}},
        particles_{setup.device.allocate(sizeof(Particle) * particles_per_row * max_rows, setup.stream)},
        sums_{setup.device.allocate(
            sizeof(std::uint32_t) * 3 * static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_),
            setup.stream)} {
    // The caller of draw() may use a different stream.
    setup.stream.synchronize();
  }

  void begin(const gpu::Stream& stream) override {
    kernels::launch(stream, {particles_per_row, max_rows}, HideParticles{particles()});
    kernels::launch(stream, {width_, height_}, ClearGlow{glow_.surface()});
  }

  [[nodiscard]] PointFrame points(const ParameterValues& values) const override {
    return {values.choice("drawn_as") == vertices_choice
                ? static_cast<std::size_t>(particles_per_row) * static_cast<std::size_t>(values.integer("rows"))
                : 0,
            {2, 2, 6, 255}};
  }

  void draw(const FrameInput& input, const ParameterValues& values, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) override {
    if (points(values).count > 0) {
      throw gpu::Unavailable(
          "drawing particles as vertices requires a renderer; pass --renderer gl or vulkan, or use drawn_as=sums");
    }
    prepare(input, values, stream);
    const SumGrid sums{reinterpret_cast<std::uint32_t*>(sums_.handle().value), width_, height_, 3};
    sums_.fill(std::uint32_t{0}, stream);
    kernels::launch(stream, extent(values), SumParticles{motion(input, values), sums, places()});
    kernels::launch(stream, {width_, height_},
                    ShowGlow{sums, glow_.surface(), Surface(output.handle()), real_value(values, "trail"),
                             real_value(values, "brightness")});
  }

  void draw_vertices(const FrameInput& input, const ParameterValues& values, const gpu::Buffer& vertices,
                     const gpu::Stream& stream) override {
    prepare(input, values, stream);
    // The total light is proportional to the frame's size, so that more particles produce a finer image, not a brighter
    // one.
    const double share =
        static_cast<double>(width_) * static_cast<double>(height_) / static_cast<double>(points(values).count);
    const double light = vertex_light * values.real("brightness") * share;
    kernels::launch(stream, extent(values),
                    WriteVertices{motion(input, values), reinterpret_cast<PointVertex*>(vertices.handle().value),
                                  places(), width_, height_, static_cast<float>(light < 255 ? light : 255)});
  }

 private:
  [[nodiscard]] Particle* particles() const { return reinterpret_cast<Particle*>(particles_.handle().value); }

  [[nodiscard]] static LaunchExtent extent(const ParameterValues& values) {
    return {particles_per_row, static_cast<std::int32_t>(values.integer("rows"))};
  }

  [[nodiscard]] PixelPlaces places() const {
    return {{static_cast<float>(width_) * 0.5F, static_cast<float>(height_) * 0.5F},
            0.5F * static_cast<float>(width_ < height_ ? width_ : height_)};
  }

  [[nodiscard]] ParticleMotion motion(const FrameInput& input, const ParameterValues& values) const {
    const auto gravity = static_cast<float>(0.00016 * values.real("gravity"));
    ParticleMotion motion{particles(),
                          palette(values.choice("palette")),
                          {},
                          static_cast<float>(1 - values.real("friction")),
                          0.02F,
                          static_cast<std::uint32_t>(input.number % lifetime),
                          frame_phase(input, 0.21)};
    for (std::size_t number = 0; number < orbits.size(); ++number) {
      const Orbit& orbit = orbits[number];
      const auto offset = static_cast<float>(number) * 2.1F;
      const auto size = static_cast<float>(orbit.size);
      motion.wells[number] = {{size * kernels::cosine(frame_phase(input, orbit.turn_x) + offset),
                               size * kernels::sine(frame_phase(input, orbit.turn_y) + offset)},
                              orbit.strength * gravity};
    }
    if (input.pointer.is_pressed) {
      const auto [middle, half] = places();
      motion.wells[orbits.size()] = {{(pointer_inside(input.pointer.x, width_) - middle.x) / half,
                                      (pointer_inside(input.pointer.y, height_) - middle.y) / half},
                                     2.5F * gravity};
    }
    return motion;
  }

  int width_;
  int height_;
  SurfaceArray glow_;
  gpu::Buffer particles_;
  gpu::Buffer sums_;
};

std::vector<Parameter> parameters() {
  return {
      choice_parameter("drawn_as", "sums", {"sums", "vertices"},
                       "Drawing method: a kernel sums the particles' light, or writes vertices that the renderer "
                       "draws as points."),
      integer_parameter("rows", 72, {1, max_rows}, "Number of particles, in rows of 1,024."),
      real_parameter("gravity", 1, {-4, 4, false, "×"}, "Strength of the wells; below 0 they repel."),
      real_parameter("friction", 0.002, {0, 0.1, false, ""}, "Rate at which particles slow down."),
      real_parameter("trail", 0.86, {0, 0.99, false, ""},
                     "Fraction of a frame's light that remains in the next; only for sums."),
      real_parameter("brightness", 0.22, {0.01, 4, true, ""},
                     "Brightness of each particle; for vertices, of all particles together."),
      choice_parameter("palette", "ember", palette_names(), "Color map, from the slowest to the fastest."),
  };
}

}  // namespace

const SceneDeclaration scene{
    .name = "particles",
    .title = "Particles",
    .teaches =
        "Up to a million particles in linear memory add their light to a grid with integer atomics, and a surface adds "
        "the sums to an array that keeps glowing; or a kernel writes the renderer's vertex buffer, and blending adds "
        "them up. Integer sums do not depend on order, so every run produces the same bytes.",
    .controls = "Hold the left mouse button to attract particles.",
    .parameters = &parameters,
    .default_frame = 420,
    .has_history = true,
    .takes_pointer = true,
    .make = &make_scene<ParticlesScene>,
};

}  // namespace texelscope::app::particles
