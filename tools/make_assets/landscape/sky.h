#pragma once

#include "tools/make_assets/landscape/vector.h"

namespace texelscope::assets {

/// Towards the sun: low, behind the camera's left shoulder.
inline const Vector sun_direction = normalize({-0.80f, 0.36f, -0.36f});
inline constexpr Vector sun_colour{5.4f, 4.05f, 2.62f};
/// Light from the sky on a surface that faces it.
inline constexpr Vector sky_colour{0.50f, 0.72f, 1.08f};

/// Light from the clear sky, without clouds.
Vector clear_sky(Vector direction);
/// Light from the sky with its clouds, seen from the lake; `jitter` 0 … 1 moves the samples along the ray.
Vector cloudy_sky(Vector direction, int steps, float jitter);
/// What the air between does to light from a distance; mist lies over the lake's far end.
Vector through_air(Vector colour, Vector from, Vector direction, float distance);
/// Share of sunlight that clouds let through to a point on the ground.
float cloud_shadow(Vector p);

}  // namespace texelscope::assets
