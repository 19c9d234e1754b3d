#include "gpu/cpu/texture_unit/explain_taps.h"

#include <fmt/format.h>

#include <cmath>

#include "gpu/cpu/texture_unit/cube_footprint.h"
#include "gpu/cpu/texture_unit/cube_map.h"

namespace texelscope::gpu::cpu::texture_unit {
namespace {

CoordinateExplanation explain(const BoundTexture& texture, const Axis& axis, const char* name, float coordinate,
                              std::int64_t fixed, bool is_clamped) {
  CoordinateExplanation explanation;
  explanation.axis = name;
  explanation.coordinate = coordinate;
  explanation.fixed = fixed;
  explanation.fraction_bits = axis.shift;
  explanation.mode = axis.mode;
  explanation.extent = axis.extent;
  explanation.position = static_cast<double>(fixed) * static_cast<double>(axis.multiplier) /
                         static_cast<double>(std::int64_t{1} << axis.shift);
  if (texture.is_linear_filter) {
    const std::int64_t position = is_clamped ? linear_position(axis, fixed) : unclamped_linear_position(axis, fixed);
    explanation.is_moved_to_center = position != unclamped_linear_position(axis, fixed);
    explanation.texel = position >> 8;
    explanation.fraction = static_cast<int>(position & 255);
  } else {
    explanation.texel = point_position(axis, fixed);
  }
  return explanation;
}

std::string signed_text(std::int64_t value) { return value < 0 ? fmt::format("−{}", -value) : std::to_string(value); }

}  // namespace

std::vector<CoordinateExplanation> explain_coordinates(const BoundTexture& texture, const BoundLevel& level,
                                                       const kernels::TextureFetch& fetch) {
  if (texture.is_cube_map()) {
    const FacePosition position = face_position(fetch.x, fetch.y, fetch.z);
    return {explain(texture, level.axes[0], "s", position.s, face_fixed_point(level.axes[0], position.s), true),
            explain(texture, level.axes[1], "t", position.t, face_fixed_point(level.axes[1], position.t), true)};
  }
  constexpr std::array<const char*, 3> names{"x", "y", "z"};
  const std::array<float, 3> coordinates{fetch.x, fetch.y, fetch.z};
  const bool is_clamped = fetch.operation != kernels::TextureOperation::gather;
  std::vector<CoordinateExplanation> explanations;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(texture.rank); ++axis) {
    explanations.push_back(explain(texture, level.axes[axis], names[axis], coordinates[axis],
                                   fixed_point(level.axes[axis], coordinates[axis]), is_clamped));
  }
  return explanations;
}

std::string coordinate_text(const CoordinateExplanation& coordinate, bool is_normalized, bool is_linear) {
  std::string text = fmt::format("{}: {} → ", coordinate.axis, coordinate.coordinate);
  text += is_normalized ? fmt::format("{} / 2^{}, × {} = {:.7g} texels", signed_text(coordinate.fixed),
                                      coordinate.fraction_bits, coordinate.extent, coordinate.position)
                        : fmt::format("{:.9g} texels", coordinate.position);
  if (!is_linear) {
    return text + fmt::format(" → texel {}", signed_text(coordinate.texel));
  }
  if (coordinate.is_moved_to_center) {
    const double left = coordinate.position - 0.5;
    text += fmt::format("; − ½ = {}{:.7g}, clamped to {}", left < 0 ? "−" : "", std::abs(left), coordinate.texel);
  } else {
    text += "; − ½";
  }
  return text +
         fmt::format(" → texel {}, weight of next texel {}/256", signed_text(coordinate.texel), coordinate.fraction);
}

std::string address_text(const CoordinateExplanation& coordinate, const Axis& axis, bool is_linear) {
  std::string text;
  if (is_linear && axis.mode == AddressMode::clamp) {
    const double last = static_cast<double>(coordinate.extent) - 0.5;
    return coordinate.position < 0.5 || coordinate.position > last
               ? fmt::format("{} clamped to the center of texel {}", coordinate.axis, coordinate.texel)
               : text;
  }
  for (std::int64_t k = 0; k < (is_linear && coordinate.fraction != 0 ? 2 : 1); ++k) {
    const std::int64_t asked = coordinate.texel + k;
    const std::int64_t found = address(axis, asked);
    if (asked != found || found == outside) {
      text += fmt::format("{}{} {} → {}", text.empty() ? "" : ", ", coordinate.axis, signed_text(asked),
                          found == outside ? "the border" : signed_text(found));
    }
  }
  return text.empty() ? text : fmt::format("{} ({})", text, to_string(axis.mode));
}

}  // namespace texelscope::gpu::cpu::texture_unit
