#include "tools/make_assets/landscape/bank.h"

#include "tools/make_assets/landscape/noise.h"
#include "tools/make_assets/landscape/shore.h"
#include "tools/make_assets/landscape/sky.h"

namespace texelscope::assets {
namespace {

/// No stone reaches higher above the bank.
constexpr float tallest = 0.75f;

float shadow(Vector p, float detail) {
  float lit = 1;
  float t = 0.006f + 0.5f * detail;
  for (int i = 0; i < 34 && t < 3.2f; ++i) {
    const Vector q = p + sun_direction * t;
    const float clearance = q.y - shore(q.x, q.z, std::max(detail, 0.02f * t)).height;
    lit = std::min(lit, 0.5f + 16 * clearance / (t + 0.02f));
    if (lit <= 0) {
      return 0;
    }
    t += std::max(0.008f + 0.02f * t, 0.45f * clearance);
  }
  return smoothstep(0, 1, lit);
}

/// Share of the sky that neighbouring stones leave free.
float openness(Vector p, float detail) {
  float open = 0;
  for (int k = 0; k < 6; ++k) {
    const float angle = 1.0472f * static_cast<float>(k) + 0.3f;
    float highest = 0;
    for (const float reach : {0.02f, 0.06f, 0.16f, 0.4f}) {
      const float height =
          shore(p.x + reach * std::cos(angle), p.z + reach * std::sin(angle), std::max(detail, 0.1f * reach)).height;
      highest = std::max(highest, (height - p.y) / reach);
    }
    open += 1 - highest / std::sqrt(1 + highest * highest);
  }
  return open / 6;
}

/// Marches to the stones; stops below `floor` or past `end`.
std::optional<float> march(Vector from, Vector direction, float pixel, float start, float end, float floor) {
  float t = start;
  for (int i = 0; i < 420 && t < end; ++i) {
    const Vector p = from + direction * t;
    if (p.y < floor) {
      return std::nullopt;
    }
    const float over = p.y - shore_ground(p.x, p.z) - tallest;
    if (over > 0.05f) {
      t += std::max(0.4f * over, 0.02f);
      continue;
    }
    const float detail = std::max(t * pixel, 0.0008f);
    const float clearance = p.y - shore(p.x, p.z, detail).height;
    if (clearance < 0.25f * detail) {
      return t;
    }
    t += std::max(0.28f * clearance, 0.45f * detail);
  }
  return std::nullopt;
}

}  // namespace

std::optional<float> find_bank(Vector from, Vector direction, float pixel) {
  return march(from, direction, pixel, 1.0f, shore_end, 0);
}

Vector shade_bank(Vector p, Vector direction, float detail) {
  const Shore at = shore(p.x, p.z, detail);
  const Vector normal = shore_normal(p.x, p.z, detail);
  Vector albedo = shore_colour({p.x, at.height, p.z}, at);
  const float wet = 1 - smoothstep(0.02f, 0.11f, at.height + 0.03f * fractal(p.x * 1.4f, p.z * 1.4f, 3));
  albedo = albedo * mix(1.0f, 0.42f, wet);
  const float lit = shadow({p.x, at.height + 0.003f, p.z}, detail);
  const float open = openness({p.x, at.height + 0.004f, p.z}, detail);
  const Vector sun = sun_colour * (saturate(dot(normal, sun_direction)) * lit);
  const Vector bounce = Vector{0.42f, 0.36f, 0.28f} * (0.35f * (1 - open));
  Vector colour = albedo * (sun + sky_colour * (0.55f * open * open * (0.6f + 0.4f * normal.y)) + bounce);
  const Vector half = normalize(sun_direction - direction);
  const float gloss = std::pow(saturate(dot(normal, half)), 90.0f) * lit;
  const float facing = saturate(-dot(normal, direction));
  const float sheen = 0.03f + 0.6f * std::pow(1 - facing, 5.0f);
  const Vector mirrored = reflect(direction, normal);
  colour = colour +
           (sun_colour * (gloss * 2.2f) + clear_sky({mirrored.x, std::fabs(mirrored.y), mirrored.z}) * (sheen * open)) *
               (0.75f * wet);
  return colour;
}

Vector lake_bed(Vector p, Vector direction, float detail, Vector own) {
  const auto way = march(p, direction, detail, 0.0f, 9.0f, -6.0f);
  if (!way) {
    return own;
  }
  const Vector q = p + direction * *way;
  const Shore at = shore(q.x, q.z, detail);
  const Vector normal = shore_normal(q.x, q.z, std::max(detail, 0.01f));
  const float depth = std::max(-q.y, 0.0f);
  // Ripples gather the sunlight into lines.
  const float a = noise(q.x * 3.1f + 0.9f * noise(q.x * 1.7f, q.z * 1.7f), q.z * 3.1f + 4.4f);
  const float b = noise(q.x * 4.7f + 7.7f, q.z * 4.7f + 0.9f * noise(q.x * 2.3f + 9, q.z * 2.3f));
  const float line = std::pow(1 - saturate(std::fabs(a + 0.6f * b) * 1.5f), 4.0f);
  const float gathered = mix(0.85f, 0.55f + 1.5f * line, smoothstep(0.04f, 0.3f, depth));
  const float lit = shadow({q.x, at.height + 0.01f, q.z}, std::max(detail, 0.03f));
  const float open = openness({q.x, at.height + 0.01f, q.z}, detail);
  const Vector albedo = shore_colour({q.x, at.height, q.z}, at) * Vector{0.62f, 0.64f, 0.55f};
  const Vector light =
      sun_colour * (0.8f * saturate(dot(normal, sun_direction) + 0.1f) * lit * gathered) + sky_colour * (0.55f * open);
  const Vector dimmed = exp(Vector{-0.62f, -0.19f, -0.17f} * (*way + 1.4f * depth));
  return own + (albedo * light - own) * dimmed;
}

Vector reflected_bank(Vector p, Vector direction, Vector otherwise) {
  if (const auto way = march(p, direction, 0.0015f, 0.03f, 6.0f, -0.01f)) {
    return shade_bank(p + direction * *way, direction, 0.01f);
  }
  return otherwise;
}

}  // namespace texelscope::assets
