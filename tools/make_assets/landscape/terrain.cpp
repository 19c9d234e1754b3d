#include "tools/make_assets/landscape/terrain.h"

#include "tools/make_assets/landscape/noise.h"

namespace texelscope::assets {
namespace {

/// A mountain of the composition.
struct Peak {
  float x;
  float z;
  float height;
  float radius;
};

constexpr Peak peaks[] = {
    {820, 5200, 1720, 1400},  {-150, 6300, 1180, 1100}, {-1750, 5400, 1180, 1250}, {-2900, 4300, 1000, 1150},
    {2600, 5000, 1150, 1200}, {1750, 6500, 1350, 1300}, {-900, 8200, 1500, 1700},  {3300, 3600, 760, 1000},
};

float mountains(float x, float z) {
  float height = 0;
  for (const Peak& peak : peaks) {
    const float dx = (x - peak.x) / peak.radius;
    const float dz = (z - peak.z) / peak.radius;
    const float distance = std::sqrt(dx * dx + dz * dz + 0.11f) - 0.3317f;
    height = std::max(height, 0.55f * height + peak.height * std::exp(-1.25f * distance));
  }
  return height;
}

}  // namespace

float distance_from_lake(float x, float z) {
  const float dx = x - 30;
  const float dz = (z - 400) * 0.60f;
  const float outline = 255 + 46 * noise(x * 0.0061f + 3.1f, z * 0.0047f) + 15 * noise(x * 0.021f, z * 0.017f + 7.7f) +
                        3 * noise(x * 0.09f, z * 0.07f);
  // A headland that reaches in from the left.
  const float hx = (x + 190) * 0.0085f;
  const float hz = (z - 395) * 0.020f;
  return std::sqrt(dx * dx + dz * dz) - outline + 105 * std::exp(-hx * hx - hz * hz);
}

float terrain_height(float x, float z, int octaves) {
  const float outside = distance_from_lake(x, z);
  if (outside < 0) {
    return std::max(outside * 0.12f, -12.0f);
  }
  const float bank = 0.07f * std::min(outside, 40.0f);
  const float hills = smoothstep(10, 950, outside) *
                      (150 + 230 * fractal(x * 0.0016f + 1.7f, z * 0.0016f + 9.1f, std::min(octaves, 6)));
  const float rise = smoothstep(350, 3300, outside);
  const float warp_x = 150 * noise(x * 0.0011f + 40.3f, z * 0.0011f);
  const float warp_z = 150 * noise(x * 0.0011f, z * 0.0011f + 12.9f);
  const float crest = ridges((x + warp_x) * 0.00082f + 0.37f, (z + warp_z) * 0.00082f + 0.61f, octaves);
  const float rock = mountains(x, z) * (0.30f + 0.86f * crest);
  return bank + hills + rise * rock;
}

Vector terrain_normal(float x, float z, float spacing, int octaves) {
  const float dx = terrain_height(x + spacing, z, octaves) - terrain_height(x - spacing, z, octaves);
  const float dz = terrain_height(x, z + spacing, octaves) - terrain_height(x, z - spacing, octaves);
  return normalize({-dx, 2 * spacing, -dz});
}

}  // namespace texelscope::assets
