#pragma once

#include <cstdint>
#include <vector>

#include "tools/make_assets/landscape/vector.h"

namespace texelscope::assets {

/// Conifers on the hills around the lake, one at most in each cell of a grid.
class Forest {
 public:
  Forest();

  /// No tree is taller.
  static constexpr float tallest = 27;

  /// The nearest thing at a point inside the canopy.
  struct Needle {
    /// Whether there is foliage or a trunk.
    bool is_there = false;
    /// 0 at the foot of the tree, 1 at its tip.
    float up = 0;
    /// Away from the trunk, slanted upwards.
    Vector normal;
    std::uint32_t tree = 0;
    /// Metres around the point that surely hold no foliage, where there is none at it.
    float clear = 0;
  };

  [[nodiscard]] bool covers(float x, float z) const;
  /// Height of the ground under the trees; only where it covers.
  [[nodiscard]] float ground(float x, float z) const;
  /// Share of cells with trees around a point: 0 … 1.
  [[nodiscard]] float density(float x, float z) const;
  /// What is at a point; `detail` is the size of a pixel there, in metres.
  [[nodiscard]] Needle at(Vector p, float detail) const;

 private:
  struct Tree {
    float x, z, ground, height, radius;
  };

  std::vector<Tree> trees_;
  std::vector<float> ground_;
};

}  // namespace texelscope::assets
