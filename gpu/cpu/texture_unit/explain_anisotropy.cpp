#include <fmt/format.h>

#include <cmath>

#include "gpu/cpu/texture_unit/explain_taps.h"

namespace texelscope::gpu::cpu::texture_unit {

AnisotropyExplanation explain_anisotropy(const BoundTexture& texture, const kernels::TextureFetch& fetch,
                                         const AnisotropicSamples& samples) {
  AnisotropyExplanation explanation;
  explanation.max_ratio = texture.max_anisotropy;
  explanation.major_axis = {samples.axes.major[0], samples.axes.major[1]};
  explanation.major_level = samples.axes.major_level;
  explanation.minor_level = samples.axes.minor_level;
  explanation.ratio = std::exp2(samples.axes.log_ratio() / 256.0);
  for (int k = 0; k < samples.num_levels(); ++k) {
    const int level = samples.levels.first + k;
    const FacePoint center = center_of(texture, texture.level(level), fetch);
    const LevelSamples& of_level = samples.of_level[static_cast<std::size_t>(k)];
    for (int j = 0; j < of_level.count; ++j) {
      const AxisSample& sample = of_level.samples[static_cast<std::size_t>(j)];
      const double to_center = texture.is_linear_filter ? 0.5 : 0;
      explanation.samples.push_back({.level = level,
                                     .offset = {sample.x, sample.y},
                                     .position = {static_cast<double>(center.x + sample.x) / 256 + to_center,
                                                  static_cast<double>(center.y + sample.y) / 256 + to_center},
                                     .weight = sample.weight * (1024 / of_level.unit)});
    }
  }
  return explanation;
}

std::string anisotropy_text(const AnisotropyExplanation& anisotropy) {
  const std::size_t count = anisotropy.samples.size();
  if (anisotropy.major_axis[0] == 0 && anisotropy.major_axis[1] == 0) {
    return "the footprint is a point: 1 sample";
  }
  return fmt::format(
      "major axis ({:g}, {:g}) in texels of level 0, 2^({}/256) long; minor axis 2^({}/256); ratio {:.4g} of at most "
      "{}: {} sample{}",
      anisotropy.major_axis[0], anisotropy.major_axis[1], anisotropy.major_level, anisotropy.minor_level,
      anisotropy.ratio, anisotropy.max_ratio, count, count == 1 ? "" : "s");
}

std::string sample_text(const AnisotropyExplanation& anisotropy, std::size_t index) {
  const SampleExplanation& sample = anisotropy.samples.at(index);
  return fmt::format("{} of {}: level {}, offset ({}/256, {}/256) → ({:.7g}, {:.7g}) texels, weight {}/1024{}",
                     index + 1, anisotropy.samples.size(), sample.level, sample.offset[0], sample.offset[1],
                     sample.position[0], sample.position[1], sample.weight, sample.weight == 0 ? ": not read" : "");
}

}  // namespace texelscope::gpu::cpu::texture_unit
