#include "app/conformance/known_bounds.h"

namespace texelscope::app {
namespace {

using kernels::TextureShape;

bool is_cube_map(TextureShape shape) {
  return shape == TextureShape::cube_map || shape == TextureShape::layered_cube_map;
}

}  // namespace

double known_bound(const ConformanceClass& made) {
  if (made.group == ConformanceGroup::anisotropy) {
    return 1;
  }
  if (made.group == ConformanceGroup::gradients) {
    return is_cube_map(made.shape) ? 0.05 : (made.shape == TextureShape::texture_3d ? 0.03 : 0);
  }
  // The sum of two levels of two slices each.
  const bool is_sum_of_four = made.group == ConformanceGroup::levels && made.shape == TextureShape::texture_3d &&
                              made.mip_filter == gpu::FilterMode::linear &&
                              made.reading.filter == gpu::FilterMode::linear;
  const gpu::DataType format = made.reading.formats.front();
  return is_sum_of_four && (gpu::is_floating_point(format) || made.reading.is_srgb) ? 0.001 : 0;
}

}  // namespace texelscope::app
