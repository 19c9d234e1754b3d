#pragma once

#include <optional>

#include "tools/make_assets/landscape/vector.h"

namespace texelscope::assets {

/// Distance to the dry or wet stones over the water, along a ray from the camera.
std::optional<float> find_bank(Vector from, Vector direction, float pixel);
/// Light from the stones at a point.
Vector shade_bank(Vector p, Vector direction, float detail);
/// Light that comes up through the surface at `p`: the bed, dimmed by the water, and the water's own.
Vector lake_bed(Vector p, Vector direction, float detail, Vector own);
/// `otherwise`, or the stones that the ray from the water meets.
Vector reflected_bank(Vector p, Vector direction, Vector otherwise);

}  // namespace texelscope::assets
