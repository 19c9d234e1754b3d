#pragma once

#include <algorithm>
#include <cmath>

namespace texelscope::assets {

/// A point, direction or linear colour. x to the right, y up, z away from the camera; metres.
struct Vector {
  float x = 0;
  float y = 0;
  float z = 0;
};

constexpr Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vector operator*(Vector a, Vector b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
constexpr Vector operator*(Vector a, float s) { return {a.x * s, a.y * s, a.z * s}; }
constexpr Vector operator*(float s, Vector a) { return a * s; }
constexpr float dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vector mix(Vector a, Vector b, float t) { return a + (b - a) * t; }
constexpr float mix(float a, float b, float t) { return a + (b - a) * t; }
constexpr float saturate(float v) { return v < 0 ? 0 : v > 1 ? 1 : v; }
constexpr Vector reflect(Vector direction, Vector normal) { return direction - normal * (2 * dot(direction, normal)); }

constexpr float smoothstep(float low, float high, float v) {
  const float t = saturate((v - low) / (high - low));
  return t * t * (3 - 2 * t);
}

inline float length(Vector v) { return std::sqrt(dot(v, v)); }
inline Vector normalize(Vector v) { return v * (1 / length(v)); }
inline Vector exp(Vector v) { return {std::exp(v.x), std::exp(v.y), std::exp(v.z)}; }

}  // namespace texelscope::assets
