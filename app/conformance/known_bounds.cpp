#include "app/conformance/known_bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

namespace texelscope::app {
namespace {

struct Measured {
  std::string_view class_name;
  /// The fraction of its samples that differed.
  double share;
};
/// The larger of the values in docs/conformance-h200.txt and in the recorded corpus.
constexpr Measured anisotropy[] = {
    {"2D float32 point, anisotropic", 0.3349},
    {"2D float16 point, anisotropic", 0.5603},
    {"2D uint8 normalized point, anisotropic", 0.3848},
    {"2D uint16 normalized point, anisotropic", 0.4397},
    {"2D int8 normalized point, anisotropic", 0.4308},
    {"2D int16 normalized point, anisotropic", 0.4460},
    {"2D uint8 sRGB point, anisotropic", 0.3684},
    {"2D float32 linear, anisotropic", 0.3461},
    {"2D float16 linear, anisotropic", 0.3929},
    {"2D uint8 normalized linear, anisotropic", 0.4377},
    {"2D uint16 normalized linear, anisotropic", 0.5025},
    {"2D int8 normalized linear, anisotropic", 0.4802},
    {"2D int16 normalized linear, anisotropic", 0.5398},
    {"2D uint8 sRGB linear, anisotropic", 0.5410},
    {"2D integers point, anisotropic", 0.3393},
    {"3D float32 point, anisotropic", 0.0477},
    {"3D float16 point, anisotropic", 0.0558},
    {"3D uint8 normalized point, anisotropic", 0.0046},
    {"3D uint16 normalized point, anisotropic", 0.0134},
    {"3D int8 normalized point, anisotropic", 0.0246},
    {"3D int16 normalized point, anisotropic", 0.0145},
    {"3D uint8 sRGB point, anisotropic", 0.0377},
    {"3D float32 linear, anisotropic", 0.0156},
    {"3D float16 linear, anisotropic", 0.0203},
    {"3D uint8 normalized linear, anisotropic", 0.0240},
    {"3D uint16 normalized linear, anisotropic", 0.0359},
    {"3D int8 normalized linear, anisotropic", 0.0180},
    {"3D int16 normalized linear, anisotropic", 0.0290},
    {"3D uint8 sRGB linear, anisotropic", 0.0089},
    {"3D integers point, anisotropic", 0.0058},
    {"2D layered float32 point, anisotropic", 0.5201},
    {"2D layered float16 point, anisotropic", 0.4777},
    {"2D layered uint8 normalized point, anisotropic", 0.3675},
    {"2D layered uint16 normalized point, anisotropic", 0.4669},
    {"2D layered int8 normalized point, anisotropic", 0.4174},
    {"2D layered int16 normalized point, anisotropic", 0.3884},
    {"2D layered uint8 sRGB point, anisotropic", 0.3505},
    {"2D layered float32 linear, anisotropic", 0.4331},
    {"2D layered float16 linear, anisotropic", 0.5439},
    {"2D layered uint8 normalized linear, anisotropic", 0.5513},
    {"2D layered uint16 normalized linear, anisotropic", 0.5871},
    {"2D layered int8 normalized linear, anisotropic", 0.5722},
    {"2D layered int16 normalized linear, anisotropic", 0.5067},
    {"2D layered uint8 sRGB linear, anisotropic", 0.5502},
    {"2D layered integers point, anisotropic", 0.3691},
    {"cube float32 point, anisotropic", 0.1808},
    {"cube float16 point, anisotropic", 0.1317},
    {"cube uint8 normalized point, anisotropic", 0.1296},
    {"cube uint16 normalized point, anisotropic", 0.1397},
    {"cube int8 normalized point, anisotropic", 0.5871},
    {"cube int16 normalized point, anisotropic", 0.1303},
    {"cube uint8 sRGB point, anisotropic", 0.1652},
    {"cube float32 linear, anisotropic", 0.1411},
    {"cube float16 linear, anisotropic", 0.1938},
    {"cube uint8 normalized linear, anisotropic", 0.1674},
    {"cube uint16 normalized linear, anisotropic", 0.1982},
    {"cube int8 normalized linear, anisotropic", 0.1228},
    {"cube int16 normalized linear, anisotropic", 0.2054},
    {"cube uint8 sRGB linear, anisotropic", 0.1808},
    {"cube integers point, anisotropic", 0.1202},
    {"layered cube float32 point, anisotropic", 0.2924},
    {"layered cube float16 point, anisotropic", 0.1786},
    {"layered cube uint8 normalized point, anisotropic", 0.1480},
    {"layered cube uint16 normalized point, anisotropic", 0.1516},
    {"layered cube int8 normalized point, anisotropic", 0.6317},
    {"layered cube int16 normalized point, anisotropic", 0.2567},
    {"layered cube uint8 sRGB point, anisotropic", 0.1537},
    {"layered cube float32 linear, anisotropic", 0.1138},
    {"layered cube float16 linear, anisotropic", 0.1533},
    {"layered cube uint8 normalized linear, anisotropic", 0.1424},
    {"layered cube uint16 normalized linear, anisotropic", 0.1786},
    {"layered cube int8 normalized linear, anisotropic", 0.1319},
    {"layered cube int16 normalized linear, anisotropic", 0.1524},
    {"layered cube uint8 sRGB linear, anisotropic", 0.1704},
    {"layered cube integers point, anisotropic", 0.1429},
};

/// The largest fraction of any gradient class of this shape, because the differences depend on the derivatives, not on
/// the texels.
double measured_share(const ConformanceClass& made) {
  if (made.group == ConformanceGroup::anisotropy) {
    const auto* const found = std::ranges::find(anisotropy, made.name, &Measured::class_name);
    return found == std::end(anisotropy) ? 0 : found->share;
  }
  if (made.group == ConformanceGroup::gradients) {
    return is_cube_map(made.shape) ? 0.0313 : (made.shape == kernels::TextureShape::texture_3d ? 0.0201 : 0);
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
  const bool is_sum_of_four =
      made.group == ConformanceGroup::levels && made.shape == kernels::TextureShape::texture_3d &&
      made.mip_filter == gpu::FilterMode::linear && made.reading.filter == gpu::FilterMode::linear;
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
