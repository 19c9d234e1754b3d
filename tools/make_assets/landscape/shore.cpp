#include "tools/make_assets/landscape/shore.h"

#include "tools/make_assets/landscape/noise.h"

namespace texelscope::assets {
namespace {

/// Stones of one size: at most one in each cell of a grid.
struct StoneSize {
  float cell;
  float smallest;
  float largest;
  float chance;
  int seed;
};

constexpr StoneSize sizes[] = {
    {2.30f, 0.32f, 0.80f, 0.26f, 11},    {0.80f, 0.16f, 0.36f, 0.50f, 23},    {0.27f, 0.065f, 0.140f, 0.82f, 37},
    {0.105f, 0.026f, 0.056f, 0.95f, 53}, {0.042f, 0.012f, 0.022f, 0.95f, 71},
};

void add_stones(Shore& result, float ground, float x, float z, const StoneSize& size) {
  const int i = static_cast<int>(std::floor(x / size.cell));
  const int j = static_cast<int>(std::floor(z / size.cell));
  for (int v = -1; v <= 1; ++v) {
    for (int u = -1; u <= 1; ++u) {
      const std::uint32_t h = hash(i + u, j + v, size.seed);
      if (fraction(h, 0) > size.chance) {
        continue;
      }
      const std::uint32_t g = hash(i + u, j + v, size.seed + 1);
      const float radius = mix(size.smallest, size.largest, fraction(h, 3) * fraction(h, 3));
      const float dx = x - (static_cast<float>(i + u) + 0.2f + 0.6f * fraction(h, 1)) * size.cell;
      const float dz = z - (static_cast<float>(j + v) + 0.2f + 0.6f * fraction(h, 2)) * size.cell;
      const float angle = 6.2832f * fraction(g, 0);
      const float stretch = 0.72f + 0.5f * fraction(g, 1);
      const float a = (dx * std::cos(angle) + dz * std::sin(angle)) / (radius * stretch);
      const float b = (dz * std::cos(angle) - dx * std::sin(angle)) * stretch / radius;
      if (a * a + b * b > 2) {
        continue;
      }
      const float lump = 0.17f * noise(a * 1.5f + 40 * fraction(g, 2), b * 1.5f + 9) +
                         0.05f * noise(a * 4.1f, b * 4.1f + 60 * fraction(g, 2));
      const float d = std::pow(a * a + b * b, 0.5f) * (1 + lump * 1.4f);
      if (d >= 1) {
        continue;
      }
      const float flat = 0.42f + 0.36f * fraction(g, 3);
      const float dome = std::pow(1 - std::pow(d, 2.6f), 0.52f);
      const float tilt = 0.28f * (fraction(g, 1) - 0.5f) * a + 0.2f * (fraction(g, 2) - 0.5f) * b;
      const float top = ground - 0.16f * radius + radius * (flat * dome + tilt * dome);
      if (top > result.height) {
        result = {top, g | 1u, radius};
      }
    }
  }
}

}  // namespace

float shore_ground(float x, float z) {
  const float line = 10.6f - 0.42f * x + 1.7f * noise(x * 0.16f + 2.2f, 0.5f) + 0.5f * noise(x * 0.6f, 3.3f);
  const float inland = line - z;
  const float slope = inland > 0 ? 0.062f * inland + 0.0016f * inland * inland : 0.085f * inland;
  return std::max(slope + 0.10f * fractal(x * 0.45f + 7, z * 0.45f, 3), -4.5f);
}

Shore shore(float x, float z, float detail) {
  const float ground = shore_ground(x, z);
  Shore result{ground + 0.012f * fractal(x * 9, z * 9, 3), 0, 0};
  for (const StoneSize& size : sizes) {
    if (size.largest > 0.8f * detail) {
      add_stones(result, ground, x, z, size);
    }
  }
  if (result.stone != 0) {
    result.height += 0.006f * std::min(result.size * 6, 1.5f) *
                     fractal(x / std::min(result.size, 0.3f) * 2.5f, z / std::min(result.size, 0.3f) * 2.5f, 4);
  }
  return result;
}

Vector shore_normal(float x, float z, float detail) {
  const float spacing = std::max(0.0022f, 0.5f * detail);
  const float dx = shore(x + spacing, z, detail).height - shore(x - spacing, z, detail).height;
  const float dz = shore(x, z + spacing, detail).height - shore(x, z - spacing, detail).height;
  return normalize({-dx, 2 * spacing, -dz});
}

Vector shore_colour(Vector p, const Shore& at) {
  if (at.stone == 0) {
    const float grain = noise(p.x * 160, p.z * 160);
    const Vector sand =
        mix(Vector{0.27f, 0.235f, 0.19f}, Vector{0.36f, 0.315f, 0.25f}, 0.5f + 0.5f * fractal(p.x * 3, p.z * 3, 3));
    return sand * 0.72f * (0.85f + 0.3f * grain);
  }
  constexpr Vector kinds[] = {
      {0.40f, 0.40f, 0.39f},  {0.30f, 0.30f, 0.305f},  {0.47f, 0.45f, 0.42f},  {0.22f, 0.225f, 0.24f},
      {0.42f, 0.345f, 0.27f}, {0.37f, 0.265f, 0.215f}, {0.33f, 0.345f, 0.32f}, {0.60f, 0.585f, 0.55f},
  };
  const std::uint32_t kind = hash(static_cast<int>(at.stone), 3);
  Vector colour = kinds[kind & 7u] * (0.72f + 0.5f * fraction(kind, 1));
  const Vector q = p * (7 / std::max(at.size, 0.06f)) * 0.22f + Vector{fraction(kind, 2) * 91, 0, 0};
  colour = colour * (0.74f + 0.52f * fractal(q * 2.1f, 4));
  // Speckles of granite, and a vein in one stone of five.
  const float speckle = noise(p * 210) + noise(p * 95) * 0.6f;
  colour = colour * (0.80f + 0.26f * speckle);
  if (kind % 5 == 0) {
    const float across = q.x * 1.3f + q.z * 0.9f + 0.8f * fractal(q, 3);
    colour = mix(colour, Vector{0.66f, 0.64f, 0.60f},
                 smoothstep(0.07f, 0.02f, std::fabs(across - std::floor(across) - 0.5f)) * 0.7f);
  }
  if (at.size > 0.28f) {
    const float lichen = smoothstep(0.56f, 0.70f, fractal(p * 9.0f + Vector{3, 8, 1}, 5));
    colour = mix(colour, Vector{0.42f, 0.43f, 0.26f}, 0.55f * lichen * smoothstep(0.15f, 0.4f, p.y));
  }
  return colour * 0.72f;
}

}  // namespace texelscope::assets
