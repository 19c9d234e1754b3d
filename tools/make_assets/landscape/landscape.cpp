#include "tools/make_assets/landscape/landscape.h"

#include "tools/make_assets/landscape/bank.h"
#include "tools/make_assets/landscape/noise.h"
#include "tools/make_assets/landscape/sky.h"
#include "tools/make_assets/landscape/terrain.h"

namespace texelscope::assets {
namespace {

constexpr Vector eye{0, 1.75f, 0};

float terrain_shadow(Vector p) {
  float lit = 1;
  float t = 12;
  for (int i = 0; i < 44 && t < 5000; ++i) {
    const Vector q = p + sun_direction * t;
    if (q.y > 2300) {
      break;
    }
    const float clearance = q.y - terrain_height(q.x, q.z, 6);
    lit = std::min(lit, 0.5f + 14 * clearance / t);
    if (lit <= 0) {
      return 0;
    }
    t += std::max(6 + 0.03f * t, 0.55f * clearance);
  }
  return smoothstep(0, 1, lit);
}

/// The slope of the water: calm in places, rippled in others.
Vector water_normal(float x, float z, float detail) {
  const float breeze = 0.25f + 0.75f * smoothstep(-0.2f, 0.35f, fractal(x * 0.011f + 5, z * 0.026f + 1.4f, 4));
  const auto height = [&](float u, float v) {
    float h = 0.020f * noise(u * 0.55f + 3, v * 1.05f) +
              0.0085f * noise(u * 1.9f + 1.3f * noise(u * 0.3f, v * 0.3f), v * 3.1f);
    if (detail < 0.25f) {
      h += 0.0030f * noise(u * 5.3f, v * 7.7f + 8) + 0.0012f * noise(u * 13.1f + 2, v * 16.3f);
    }
    return h;
  };
  const float spacing = std::max(0.01f, detail * 0.5f);
  const float h = height(x, z);
  const float calm = 0.30f * breeze / (1 + detail * 2.5f);
  return normalize({-(height(x + spacing, z) - h) / spacing * calm, 1, -(height(x, z + spacing) - h) / spacing * calm});
}

}  // namespace

struct Landscape::Hit {
  enum class What { sky, terrain, tree };
  What what = What::sky;
  float distance = 0;
  Forest::Needle needle;
};

Landscape::Hit Landscape::trace(Vector from, Vector direction, float pixel, float start, int steps) const {
  float t = start;
  for (int i = 0; i < steps; ++i) {
    const Vector p = from + direction * t;
    if (t > 14000 || (p.y > 2300 && direction.y > 0)) {
      return {};
    }
    const float detail = t * pixel;
    const bool has_forest = p.y < 620 && forest_.covers(p.x, p.z);
    const float ground = has_forest && t > 500 ? forest_.ground(p.x, p.z) : terrain_height(p.x, p.z, t < 1500 ? 9 : 8);
    const float clearance = p.y - ground;
    if (clearance < 0.0004f * t) {
      return {Hit::What::terrain, t, {}};
    }
    const float over_trees = clearance - (has_forest && ground > 0 ? Forest::tallest : 0);
    if (over_trees > 0) {
      t += std::max(0.42f * over_trees, 0.5f + 0.35f * detail);
      continue;
    }
    const Forest::Needle needle = forest_.at(p, detail);
    if (needle.is_there) {
      return {Hit::What::tree, t, needle};
    }
    t += std::max({0.22f, 0.55f * detail, std::min(needle.clear, clearance)});
  }
  // Out of steps: the ray grazes the canopy.
  return {Hit::What::terrain, t, {}};
}

Vector Landscape::shade_tree(Vector p, const Forest::Needle& needle, float detail) const {
  float lit = terrain_shadow(p) * cloud_shadow(p);
  for (const float reach : {0.9f, 2.2f, 4.5f, 8.0f, 13.0f}) {
    const Vector q = p + sun_direction * reach;
    if (forest_.covers(q.x, q.z) && forest_.at(q, detail).is_there) {
      lit *= reach < 1 ? 0.72f : 0.42f;
    }
  }
  const float age = fraction(needle.tree, 0);
  Vector albedo = mix(Vector{0.030f, 0.058f, 0.026f}, Vector{0.070f, 0.092f, 0.032f}, age);
  if (fraction(needle.tree, 1) < 0.045f) {
    albedo = Vector{0.19f, 0.125f, 0.03f};  // a larch in autumn
  }
  albedo = albedo * (0.75f + 0.5f * fraction(needle.tree, 2));
  const float open = 0.12f + 0.88f * needle.up * needle.up;
  const float diffuse = saturate(0.28f + 0.72f * dot(needle.normal, sun_direction));
  return albedo * (sun_colour * (1.15f * lit * diffuse * (0.35f + 0.65f * open)) + sky_colour * (0.62f * open));
}

Vector Landscape::shade_terrain(Vector p, float detail) const {
  // No finer than a pixel shows: the widest crests are 1.2 km apart.
  const int octaves = std::clamp(static_cast<int>(std::log2(1200 / detail)) + 1, 6, 12);
  const Vector normal = terrain_normal(p.x, p.z, std::max(0.35f, detail * 0.8f), octaves);
  const Vector broad = terrain_normal(p.x, p.z, std::max(22.0f, 4 * detail), 6);
  const float strata = fractal(p.y * 0.021f + 0.7f * noise(p.x * 0.004f, p.z * 0.004f), p.x * 0.0021f, 4);
  Vector albedo = mix(Vector{0.105f, 0.100f, 0.097f}, Vector{0.225f, 0.205f, 0.182f}, 0.5f + 0.8f * strata);
  albedo = albedo * (0.8f + 0.35f * fractal(p.x * 0.06f, p.z * 0.06f, 5));
  // Scree and meadows below, where it is not too steep.
  const float meadow_line = 560 + 150 * fractal(p.x * 0.004f, p.z * 0.004f, 4);
  const float meadow = smoothstep(0.60f, 0.80f, normal.y) * (1 - smoothstep(meadow_line - 160, meadow_line + 60, p.y));
  const Vector grass = mix(Vector{0.072f, 0.078f, 0.026f}, Vector{0.145f, 0.118f, 0.045f},
                           0.5f + 0.9f * fractal(p.x * 0.011f, p.z * 0.011f, 5));
  albedo = mix(albedo, grass, meadow);
  float occlusion = 0.55f + 0.45f * smoothstep(0.25f, 0.9f, normal.y);
  if (forest_.covers(p.x, p.z) && p.y < 620) {
    const float shade = forest_.density(p.x, p.z);
    albedo = mix(albedo, Vector{0.035f, 0.034f, 0.02f}, 0.8f * shade);
    occlusion *= 1 - 0.72f * shade;
  }
  // The strip that the water leaves dry.
  albedo =
      mix(Vector{0.20f, 0.185f, 0.155f}, albedo, smoothstep(0.2f, 1.1f, p.y + 0.4f * noise(p.x * 0.2f, p.z * 0.2f)));
  const float snow_line = 660 + 190 * fractal(p.x * 0.0018f, p.z * 0.0018f, 5) - 110 * (broad.x > 0 ? broad.x : 0);
  const float snow =
      smoothstep(snow_line - 60, snow_line + 190, p.y) *
      smoothstep(0.47f, 0.62f, 0.45f * normal.y + 0.55f * broad.y + 0.10f * fractal(p.x * 0.02f, p.z * 0.02f, 4));
  albedo = mix(albedo, Vector{0.86f, 0.88f, 0.92f}, snow);
  const float lit = terrain_shadow(p) * cloud_shadow(p);
  const float diffuse = saturate(dot(normal, sun_direction)) * smoothstep(-0.1f, 0.2f, dot(broad, sun_direction));
  const Vector bounce = Vector{0.30f, 0.26f, 0.20f} * (0.25f * saturate(0.5f - 0.5f * normal.y + 0.3f));
  return albedo * (sun_colour * (diffuse * lit) + sky_colour * ((0.42f + 0.2f * normal.y) * occlusion) + bounce);
}

Vector Landscape::far_light(Vector from, Vector direction, float pixel, int quality, float jitter) const {
  const Hit hit = trace(from, direction, pixel, 60 + 2 * jitter, 700);
  if (hit.what == Hit::What::sky) {
    return cloudy_sky(direction, quality, jitter);
  }
  const Vector p = from + direction * hit.distance;
  const float detail = hit.distance * pixel;
  const Vector colour = hit.what == Hit::What::tree ? shade_tree(p, hit.needle, detail) : shade_terrain(p, detail);
  return through_air(colour, from, direction, hit.distance);
}

Vector Landscape::water(Vector from, Vector direction, float distance, float pixel, float jitter) const {
  const Vector p = from + direction * distance;
  const float detail = distance * pixel;
  const Vector normal = water_normal(p.x, p.z, detail);
  Vector mirrored = reflect(direction, normal);
  mirrored.y = std::max(mirrored.y, 0.004f);
  mirrored = normalize(mirrored);
  const float facing = saturate(-dot(direction, normal));
  const float fresnel = 0.02f + 0.98f * std::pow(1 - facing, 5.0f);
  Vector above = far_light(p, mirrored, pixel * 1.3f, 22, jitter);
  if (p.z < 25) {
    above = reflected_bank(p, mirrored, above);
  }
  // What comes up from below: the bed while it is near, and the lake's own green-blue.
  const Vector own{0.018f, 0.075f, 0.082f};
  Vector below = own;
  const float cosine = -dot(direction, normal);
  const float ratio = 1 / 1.333f;
  const Vector refracted =
      normalize(direction * ratio + normal * (ratio * cosine - std::sqrt(1 - ratio * ratio * (1 - cosine * cosine))));
  if (p.z < 40) {
    below = lake_bed(p, refracted, detail, own);
  }
  return mix(below, above, fresnel);
}

Vector Landscape::look(Vector direction, float pixel, std::uint32_t seed) const {
  const float jitter = fraction(seed, 0);
  if (const auto bank = find_bank(eye, direction, pixel)) {
    return shade_bank(eye + direction * *bank, direction, *bank * pixel);
  }
  if (direction.y < -0.0004f) {
    const float distance = -eye.y / direction.y;
    const Vector p = eye + direction * distance;
    const Hit hit = trace(eye, direction, pixel, 60, 700);
    if (distance_from_lake(p.x, p.z) < 0 && (hit.what == Hit::What::sky || hit.distance > distance)) {
      return through_air(water(eye, direction, distance, pixel, jitter), eye, direction, distance);
    }
  }
  return far_light(eye, direction, pixel, 72, jitter);
}

Landscape::Pixel Landscape::pixel(int x, int y, int width, int height, int samples) const {
  // A lens of about 36 mm, raised by two degrees.
  const float scale = 2 * std::tan(0.352f) / static_cast<float>(height);
  const float raised = 0.035f;
  Vector sum;
  for (int v = 0; v < samples; ++v) {
    for (int u = 0; u < samples; ++u) {
      const std::uint32_t seed = hash(x * samples + u, y * samples + v, 101);
      const float px =
          static_cast<float>(x) + (static_cast<float>(u) + fraction(seed, 1)) / static_cast<float>(samples);
      const float py =
          static_cast<float>(y) + (static_cast<float>(v) + fraction(seed, 2)) / static_cast<float>(samples);
      const float a = (px - 0.5f * static_cast<float>(width)) * scale;
      const float b = (0.5f * static_cast<float>(height) - py) * scale;
      const Vector direction =
          normalize({a, b * std::cos(raised) + std::sin(raised), std::cos(raised) - b * std::sin(raised)});
      Vector light = look(direction, scale, seed);
      // A bright spark counts as white, so that one sample cannot outshine a pixel's others.
      light = {std::min(light.x, 6.0f), std::min(light.y, 6.0f), std::min(light.z, 6.0f)};
      sum = sum + light;
    }
  }
  const float fx = (static_cast<float>(x) + 0.5f) / static_cast<float>(width) - 0.5f;
  const float fy = (static_cast<float>(y) + 0.5f) / static_cast<float>(height) - 0.5f;
  const float vignette = 1 - 0.42f * (fx * fx + fy * fy);
  const Vector colour = sum * (0.62f * vignette / static_cast<float>(samples * samples));
  const float grain = (fraction(hash(x, y, 7)) + fraction(hash(x, y, 8)) - 1) * 0.010f;
  const auto encode = [&](float linear) {
    // A film-like curve: a straight middle, a soft shoulder.
    const float curve = linear * (2.40f * linear + 0.05f) / (linear * (2.25f * linear + 0.86f) + 0.17f);
    const float srgb = curve <= 0.0031308f ? 12.92f * curve : 1.055f * std::pow(curve, 1 / 2.4f) - 0.055f;
    return static_cast<unsigned char>(saturate(srgb + grain) * 255 + 0.5f);
  };
  return {encode(colour.x), encode(colour.y), encode(colour.z)};
}

}  // namespace texelscope::assets
