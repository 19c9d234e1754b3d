#include "tools/make_assets/landscape/sky.h"

#include "tools/make_assets/landscape/noise.h"

namespace texelscope::assets {
namespace {

constexpr float cloud_base = 1750;
constexpr float cloud_top = 3100;

/// Density of the cumulus clouds, 0 … 1.
float cloud(Vector p, int octaves) {
  const float up = (p.y - cloud_base) / (cloud_top - cloud_base);
  if (up < 0 || up > 1) {
    return 0;
  }
  const float cover = fractal(p.x * 0.00021f + 0.6f, p.z * 0.00021f + 3.55f, 3);
  const float profile = smoothstep(0, 0.10f, up) * (1 - smoothstep(0.15f, 1.0f, up));
  const float billow = fractal(p * 0.0016f + Vector{13.1f, 2.0f, 4.9f}, octaves);
  return saturate((cover * 1.15f - 0.06f + profile * 0.36f + (billow - 0.5f) * 1.7f - 0.40f) * 4.5f) * profile;
}

float scatter(float cosine, float g) {
  const float d = 1 + g * g - 2 * g * cosine;
  return (1 - g * g) / (d * std::sqrt(d));
}

float cirrus(Vector direction) {
  const float distance = 8200 / std::max(direction.y + 0.03f, 0.02f);
  const float x = direction.x * distance * 0.000062f;
  const float z = direction.z * distance * 0.000062f;
  const float bend = 1.1f * fractal(x * 0.7f, z * 0.7f + 3, 3);
  const float streaks = fractal((x * 0.5f + z * 0.87f) * 0.55f + bend + 6.3f, (z * 0.5f - x * 0.87f) * 2.9f + bend, 7);
  const float patches = smoothstep(-0.25f, 0.45f, fractal(x * 0.45f + 1.4f, z * 0.45f + 8.6f, 3));
  return saturate((streaks + 0.28f) * 1.15f) * patches * smoothstep(0.02f, 0.22f, direction.y);
}

}  // namespace

Vector clear_sky(Vector direction) {
  const float up = std::max(direction.y, 0.0f);
  const Vector zenith{0.115f, 0.262f, 0.62f};
  const Vector horizon{0.66f, 0.80f, 0.98f};
  Vector colour = mix(zenith, horizon, std::exp(-4.6f * up));
  const float cosine = dot(direction, sun_direction);
  // The warm band near the horizon, and the sky's darkest part across from the sun.
  colour = colour + Vector{0.34f, 0.18f, 0.03f} * (std::exp(-11 * up) * (0.5f + 0.5f * cosine));
  return colour * (0.92f + 0.14f * cosine);
}

Vector cloudy_sky(Vector direction, int steps, float jitter) {
  Vector colour = clear_sky(direction);
  if (direction.y < 0.015f) {
    return colour;
  }
  colour = mix(colour, Vector{1.18f, 1.14f, 1.10f}, 0.60f * cirrus(direction));
  const float start = cloud_base / direction.y;
  const float end = std::min(cloud_top / direction.y, start + 16000);
  if (start > 42000) {
    return colour;
  }
  const float step = (end - start) / static_cast<float>(steps);
  const float cosine = dot(direction, sun_direction);
  const float phase = 0.62f * scatter(cosine, 0.35f) + 0.55f * scatter(cosine, -0.25f);
  float transmitted = 1;
  Vector light;
  float weighted_distance = 0;
  for (int i = 0; i < steps && transmitted > 0.02f; ++i) {
    const float t = start + (static_cast<float>(i) + jitter) * step;
    const Vector p = direction * t;
    const float density = cloud(p, 6);
    if (density <= 0.002f) {
      continue;
    }
    float depth = 0;
    for (int k = 1; k <= 5; ++k) {
      const float reach = 22.0f * static_cast<float>(k * k);
      depth += cloud(p + sun_direction * reach, 4) * 22.0f * static_cast<float>(2 * k - 1);
    }
    const float sunlit = 0.78f * std::exp(-depth * 0.0085f) + 0.22f * std::exp(-depth * 0.0018f);
    const float up = (p.y - cloud_base) / (cloud_top - cloud_base);
    const Vector glow = sun_colour * (0.235f * phase * sunlit) + Vector{0.40f, 0.50f, 0.66f} * (0.45f + 0.75f * up);
    const float absorbed = 1 - std::exp(-density * step * 0.010f);
    light = light + glow * (transmitted * absorbed);
    weighted_distance += t * transmitted * absorbed;
    transmitted *= 1 - absorbed;
  }
  const float opacity = 1 - transmitted;
  if (opacity < 0.001f) {
    return colour;
  }
  // Far clouds take on the colour of the air before them.
  const float haze = 1 - std::exp(-weighted_distance / opacity / 30000);
  return colour * transmitted + mix(light, clear_sky(direction) * opacity, haze);
}

Vector through_air(Vector colour, Vector from, Vector direction, float distance) {
  const Vector loss{0.000030f, 0.000058f, 0.000112f};
  const Vector transmitted = exp(loss * -distance);
  const float cosine = dot(direction, sun_direction);
  const Vector air = Vector{0.50f, 0.68f, 0.98f} * (0.95f + 0.2f * cosine);
  colour = colour * transmitted + air * (Vector{1, 1, 1} - transmitted);
  // Mist thins out exponentially upwards: its integral along the ray.
  const float scale = 16;
  const float slope = direction.y / scale;
  const float begin = std::max(distance * 0.12f, 260.0f);
  if (distance > begin) {
    const auto integral = [&](float t) {
      return std::fabs(slope) < 1e-6f ? t : (1 - std::exp(-std::max(slope * t, -20.0f))) / slope;
    };
    const float depth = std::exp(-std::max(from.y, 0.0f) / scale) * (integral(distance) - integral(begin));
    const float mist = 1 - std::exp(-0.00013f * std::max(depth, 0.0f));
    colour = mix(colour, Vector{0.86f, 0.92f, 1.02f}, 0.75f * mist);
  }
  return colour;
}

float cloud_shadow(Vector p) {
  const Vector above = p + sun_direction * ((cloud_base + 300 - p.y) / sun_direction.y);
  return 1 - 0.72f * smoothstep(0.12f, 0.6f, cloud(above, 3));
}

}  // namespace texelscope::assets
