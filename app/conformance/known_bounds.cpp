#include "app/conformance/known_bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

namespace texelscope::app {
namespace {

using kernels::TextureShape;

/// The shapes of classes with anisotropy.
constexpr TextureShape anisotropic_shapes[] = {TextureShape::texture_2d, TextureShape::texture_3d,
                                               TextureShape::layered_2d, TextureShape::cube_map,
                                               TextureShape::layered_cube_map};

/// The fraction of the samples with anisotropy that differed, by shape: the larger of the values in
/// docs/conformance-h200.txt and in the recorded corpus.
struct AnisotropyShares {
  std::string_view reading;
  double of_shape[std::size(anisotropic_shapes)];
};
constexpr AnisotropyShares anisotropy[] = {
    {"float32 point", {0.3349, 0.0477, 0.5201, 0.1808, 0.2924}},
    {"float16 point", {0.5603, 0.0558, 0.4777, 0.1317, 0.1786}},
    {"uint8 normalized point", {0.3848, 0.0046, 0.3675, 0.1296, 0.1480}},
    {"uint16 normalized point", {0.4397, 0.0134, 0.4669, 0.1397, 0.1516}},
    {"int8 normalized point", {0.4308, 0.0246, 0.4174, 0.5871, 0.6317}},
    {"int16 normalized point", {0.4460, 0.0145, 0.3884, 0.1303, 0.2567}},
    {"uint8 sRGB point", {0.3684, 0.0377, 0.3505, 0.1652, 0.1537}},
    {"float32 linear", {0.3461, 0.0156, 0.4331, 0.1411, 0.1138}},
    {"float16 linear", {0.3929, 0.0203, 0.5439, 0.1938, 0.1533}},
    {"uint8 normalized linear", {0.4377, 0.0240, 0.5513, 0.1674, 0.1424}},
    {"uint16 normalized linear", {0.5025, 0.0359, 0.5871, 0.1982, 0.1786}},
    {"int8 normalized linear", {0.4802, 0.0180, 0.5722, 0.1228, 0.1319}},
    {"int16 normalized linear", {0.5398, 0.0290, 0.5067, 0.2054, 0.1524}},
    {"uint8 sRGB linear", {0.5410, 0.0089, 0.5502, 0.1808, 0.1704}},
    {"integers point", {0.3393, 0.0058, 0.3691, 0.1202, 0.1429}},
};

/// The largest fraction of any gradient class of this shape, because the differences depend on the derivatives, not on
/// the texels.
double measured_share(const ConformanceClass& made) {
  if (made.group == ConformanceGroup::anisotropy) {
    const auto* const shares = std::ranges::find(anisotropy, made.reading.name, &AnisotropyShares::reading);
    const auto* const shape = std::ranges::find(anisotropic_shapes, made.shape);
    return shares == std::end(anisotropy) || shape == std::end(anisotropic_shapes)
               ? 0
               : shares->of_shape[shape - std::begin(anisotropic_shapes)];
  }
  if (made.group == ConformanceGroup::gradients) {
    return is_cube_map(made.shape) ? 0.0313 : (made.shape == TextureShape::texture_3d ? 0.0201 : 0);
  }
  return 0;
}

bool is_of(const ConformanceClass& made, const TextureSetup& setup) {
  const gpu::DataType format = setup.array.format;
  const auto& formats = made.reading.formats;
  return made.shape == setup.shape() && made.reading.filter == setup.texture.filter_mode &&
         made.reading.is_srgb == setup.texture.srgb &&
         (gpu::is_floating_point(format) || made.reading.read == setup.texture.read_mode) &&
         std::ranges::find(formats, format) != formats.end();
}

}  // namespace

double known_bound(const ConformanceClass& made) {
  if (const double share = measured_share(made); share > 0) {
    // Configurations are random, and the fraction depends on them, so different seeds produce different values.
    return share * 1.25 + 0.01;
  }
  // The sum of two levels with two slices each.
  const bool is_sum_of_four = made.group == ConformanceGroup::levels && made.shape == TextureShape::texture_3d &&
                              made.mip_filter == gpu::FilterMode::linear &&
                              made.reading.filter == gpu::FilterMode::linear;
  const gpu::DataType format = made.reading.formats.front();
  return is_sum_of_four && (gpu::is_floating_point(format) || made.reading.is_srgb) ? 0.001 : 0;
}

std::string known_differences(const TextureSetup& setup, bool has_gradients) {
  const bool is_anisotropic = setup.texture.max_anisotropy >= 2;
  if (!has_gradients) {
    return is_anisotropic ? "anisotropy has no effect without gradients; such fetches were not compared with a GPU"
                          : "";
  }
  const ConformanceGroup group = is_anisotropic ? ConformanceGroup::anisotropy : ConformanceGroup::gradients;
  const ConformanceClass* worst = nullptr;
  const std::vector<ConformanceClass> classes = conformance_classes();
  for (const ConformanceClass& made : classes) {
    if (made.group == group && is_of(made, setup) &&
        (worst == nullptr || measured_share(made) > measured_share(*worst))) {
      worst = &made;
    }
  }
  if (worst == nullptr || measured_share(*worst) == 0) {
    return "";
  }
  return fmt::format(
      "not bit-exact: up to {:.2g} % of the fetches of class '{}' differed from an H200 (docs/texture-unit.md, "
      "\"Inexact results\")",
      100 * measured_share(*worst), worst->name);
}

}  // namespace texelscope::app
