#include "app/conformance/known_bounds.h"

namespace texelscope::app {

double known_bound(const ConformanceClass& made) {
  // The sum of two levels with two slices each: up to 0.003 % differed from an H200 before the groups of slices were
  // known (float_sum.h), and no run with a GPU has confirmed them.
  const bool is_sum_of_four =
      made.group == ConformanceGroup::levels && made.shape == kernels::TextureShape::texture_3d &&
      made.mip_filter == gpu::FilterMode::linear && made.reading.filter == gpu::FilterMode::linear;
  const gpu::DataType format = made.reading.formats.front();
  return is_sum_of_four && (gpu::is_floating_point(format) || made.reading.is_srgb) ? 0.001 : 0;
}

std::string known_differences(const TextureSetup& setup, bool has_gradients) {
  if (setup.texture.max_anisotropy < 2) {
    return "";
  }
  if (!has_gradients) {
    return "anisotropy has no effect without gradients; such fetches were not compared with a GPU";
  }
  return setup.array.shape.rank() == 1 ? "anisotropy of 1D textures was not compared with a GPU" : "";
}

}  // namespace texelscope::app
