#include "tools/make_assets/landscape/forest.h"

#include "tools/make_assets/landscape/noise.h"
#include "tools/make_assets/landscape/terrain.h"

namespace texelscope::assets {
namespace {

constexpr float cell = 6.5f;
constexpr float first_x = -2300;
constexpr float first_z = 120;
constexpr int columns = 720;
constexpr int rows = 640;

/// Chance of a tree on this ground.
float growth(float x, float z, float height, Vector normal) {
  const float outside = distance_from_lake(x, z);
  const float tree_line = 430 + 130 * noise(x * 0.003f, z * 0.003f + 2.2f) + 60 * noise(x * 0.02f, z * 0.02f);
  const float clearing = smoothstep(-0.38f, -0.05f, fractal(x * 0.006f + 11, z * 0.006f, 3));
  return smoothstep(4, 14, outside) * (1 - smoothstep(tree_line - 130, tree_line + 20, height)) *
         smoothstep(0.55f, 0.78f, normal.y) * (0.12f + 0.83f * clearing);
}

}  // namespace

Forest::Forest() {
  trees_.resize(static_cast<std::size_t>(columns * rows));
  ground_.resize(trees_.size());
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) {
      const std::uint32_t h = hash(i, j, 77);
      const std::uint32_t g = hash(i, j, 78);
      const auto index = static_cast<std::size_t>(j * columns + i);
      ground_[index] =
          terrain_height(first_x + static_cast<float>(i) * cell, first_z + static_cast<float>(j) * cell, 9);
      Tree& tree = trees_[index];
      tree.x = first_x + (static_cast<float>(i) + 0.15f + 0.7f * fraction(h, 0)) * cell;
      tree.z = first_z + (static_cast<float>(j) + 0.15f + 0.7f * fraction(h, 1)) * cell;
      tree.ground = terrain_height(tree.x, tree.z, 9);
      const bool grows = fraction(h, 2) < growth(tree.x, tree.z, tree.ground, terrain_normal(tree.x, tree.z, 4, 7));
      const float age = fraction(g, 0);
      const float stunted = 1 - 0.55f * smoothstep(200, 520, tree.ground);
      tree.height = grows ? (8 + 17 * age * (0.55f + 0.45f * fraction(g, 1))) * stunted : 0;
      tree.radius = (1.3f + 0.105f * tree.height) * (0.8f + 0.45f * fraction(g, 2));
    }
  }
}

bool Forest::covers(float x, float z) const {
  const float i = (x - first_x) / cell;
  const float j = (z - first_z) / cell;
  return i > 2 && j > 2 && i < columns - 3 && j < rows - 3;
}

float Forest::ground(float x, float z) const {
  const float i = (x - first_x) / cell;
  const float j = (z - first_z) / cell;
  const float fi = std::floor(i);
  const float fj = std::floor(j);
  const float* corner = &ground_[static_cast<std::size_t>(fj) * columns + static_cast<std::size_t>(fi)];
  return mix(mix(corner[0], corner[1], i - fi), mix(corner[columns], corner[columns + 1], i - fi), j - fj);
}

float Forest::density(float x, float z) const {
  const int i = static_cast<int>((x - first_x) / cell);
  const int j = static_cast<int>((z - first_z) / cell);
  int count = 0;
  for (int v = -2; v <= 2; ++v) {
    for (int u = -2; u <= 2; ++u) {
      count += trees_[static_cast<std::size_t>((j + v) * columns + i + u)].height > 0;
    }
  }
  return static_cast<float>(count) / 25;
}

Forest::Needle Forest::at(Vector p, float detail) const {
  const int i = static_cast<int>(std::floor((p.x - first_x) / cell));
  const int j = static_cast<int>(std::floor((p.z - first_z) / cell));
  float clear = 0.4f * cell;
  for (int v = -1; v <= 1; ++v) {
    for (int u = -1; u <= 1; ++u) {
      const auto index = static_cast<std::size_t>((j + v) * columns + i + u);
      const Tree& tree = trees_[index];
      const float up = (p.y - tree.ground) / std::max(tree.height, 0.01f);
      if (tree.height <= 0 || up < -0.1f || up > 1) {
        continue;
      }
      const float dx = p.x - tree.x;
      const float dz = p.z - tree.z;
      const float squared = dx * dx + dz * dz;
      const float distance = std::sqrt(squared);
      clear = std::min(clear, distance - 1.3f * tree.radius);
      if (squared > tree.radius * tree.radius * 1.7f) {
        continue;
      }
      // Whorls of branches that hang: wide at their lower edge, and gaps between them.
      const float whorl = up * tree.height * 0.85f + 0.9f * distance / tree.radius;
      const float tooth = 1 - (whorl - std::floor(whorl));
      float outline = tree.radius * std::pow(1 - up, 0.85f) * (0.62f + 0.42f * tooth);
      outline *= smoothstep(0.02f, 0.12f, up);
      if (detail < 1.2f) {
        const float clump = noise(Vector{p.x * 1.7f, p.y * 1.9f, p.z * 1.7f});
        const float twig = noise(Vector{p.x * 5.1f, p.y * 4.3f, p.z * 5.1f});
        outline *= 0.66f + 0.44f * clump + 0.30f * (twig - 0.3f);
      }
      if (distance < outline || (distance < 0.22f && up < 0.9f)) {
        const float inverse = 1 / std::max(distance, 0.05f);
        const Vector normal = normalize({dx * inverse, 0.55f + 0.4f * (tooth - 0.5f), dz * inverse});
        return {true, saturate(up), normal, hash(static_cast<int>(index), 5), 0};
      }
    }
  }
  return {false, 0, {}, 0, std::max(clear, 0.0f)};
}

}  // namespace texelscope::assets
