#pragma once

#include <cmath>
#include <cstdint>

#include "tools/make_assets/landscape/vector.h"

namespace texelscope::assets {

/// A well-mixed 32-bit hash of lattice coordinates.
constexpr std::uint32_t hash(int x, int y, int z = 0) {
  std::uint32_t h = static_cast<std::uint32_t>(x) * 0x9E3779B1u ^ static_cast<std::uint32_t>(y) * 0x85EBCA77u ^
                    static_cast<std::uint32_t>(z) * 0xC2B2AE3Du;
  h = (h ^ (h >> 15)) * 0x2C1B3C6Du;
  h = (h ^ (h >> 12)) * 0x297A2D39u;
  return h ^ (h >> 15);
}

/// In [0, 1), from 8 bits of a hash; part 0–3 picks which.
constexpr float fraction(std::uint32_t h, int part = 0) {
  return static_cast<float>((h >> (8 * part)) & 0xFFu) * (1.0f / 256);
}

namespace detail {
constexpr float fade(float t) { return t * t * t * (t * (t * 6 - 15) + 10); }

/// One of 16 gradients, applied to an offset.
constexpr float gradient(std::uint32_t h, float x, float y) {
  constexpr float cosine[16] = {1,  .924f,  .707f,  .383f,  0, -.383f, -.707f, -.924f,
                                -1, -.924f, -.707f, -.383f, 0, .383f,  .707f,  .924f};
  const auto i = h >> 28;
  return cosine[i] * x + cosine[(i + 12) & 15] * y;
}
}  // namespace detail

/// Smooth noise in about −1 … 1 with features one unit wide.
inline float noise(float x, float y) {
  const float fx = std::floor(x);
  const float fy = std::floor(y);
  const int ix = static_cast<int>(fx);
  const int iy = static_cast<int>(fy);
  const float tx = x - fx;
  const float ty = y - fy;
  const float bottom =
      mix(detail::gradient(hash(ix, iy), tx, ty), detail::gradient(hash(ix + 1, iy), tx - 1, ty), detail::fade(tx));
  const float top = mix(detail::gradient(hash(ix, iy + 1), tx, ty - 1),
                        detail::gradient(hash(ix + 1, iy + 1), tx - 1, ty - 1), detail::fade(tx));
  return 1.5f * mix(bottom, top, detail::fade(ty));
}

/// Smooth value noise in 0 … 1 in space.
inline float noise(Vector p) {
  const float fx = std::floor(p.x);
  const float fy = std::floor(p.y);
  const float fz = std::floor(p.z);
  const int ix = static_cast<int>(fx);
  const int iy = static_cast<int>(fy);
  const int iz = static_cast<int>(fz);
  const float tx = detail::fade(p.x - fx);
  const float ty = detail::fade(p.y - fy);
  const float tz = detail::fade(p.z - fz);
  const auto value = [&](int dx, int dy, int dz) {
    return static_cast<float>(hash(ix + dx, iy + dy, iz + dz) >> 8) * (1.0f / 16777216);
  };
  const auto row = [&](int dy, int dz) { return mix(value(0, dy, dz), value(1, dy, dz), tx); };
  return mix(mix(row(0, 0), row(1, 0), ty), mix(row(0, 1), row(1, 1), ty), tz);
}

/// Octaves of noise, each turned against the one before and half as strong; about −1 … 1.
inline float fractal(float x, float y, int octaves) {
  float sum = 0;
  float amplitude = 0.5f;
  for (int i = 0; i < octaves; ++i) {
    sum += amplitude * noise(x, y);
    amplitude *= 0.5f;
    const float turned = 1.6f * x + 1.2f * y + 17.3f;
    y = 1.6f * y - 1.2f * x + 5.1f;
    x = turned;
  }
  return sum;
}

/// Octaves of value noise in space, 0 … 1.
inline float fractal(Vector p, int octaves) {
  float sum = 0;
  float amplitude = 0.5f;
  float total = 0;
  for (int i = 0; i < octaves; ++i) {
    sum += amplitude * noise(p);
    total += amplitude;
    amplitude *= 0.5f;
    p = {1.6f * p.x + 1.2f * p.z + 3.7f, 2.03f * p.y + 9.2f, 1.6f * p.z - 1.2f * p.x + 1.3f};
  }
  return sum / total;
}

/// Sharp crests with smooth flanks, 0 … 1; a rough place gets more detail than a flat one.
inline float ridges(float x, float y, int octaves) {
  float sum = 0;
  float amplitude = 0.5f;
  float weight = 1;
  for (int i = 0; i < octaves; ++i) {
    const float crest = 1 - std::fabs(noise(x, y));
    const float sharp = crest * crest;
    sum += amplitude * weight * sharp;
    weight = saturate(sharp * 1.35f);
    amplitude *= 0.5f;
    const float turned = 1.62f * x + 1.18f * y + 4.4f;
    y = 1.62f * y - 1.18f * x + 8.7f;
    x = turned;
  }
  return sum;
}

}  // namespace texelscope::assets
