#pragma once

#include "tools/make_assets/landscape/vector.h"

namespace texelscope::assets {

/// Metres outside the lake's outline, negative inside; far from the outline only roughly a distance.
float distance_from_lake(float x, float z);

/// Height over the water of hills, mountains and lake bed, without trees. More octaves show finer detail: 7 suffice to
/// find a hit, 12 to shade a near one.
float terrain_height(float x, float z, int octaves);

Vector terrain_normal(float x, float z, float spacing, int octaves);

}  // namespace texelscope::assets
