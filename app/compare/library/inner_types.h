#pragma once

#include <optional>
#include <span>

#include "app/compare/measures/comparison.h"
#include "app/compare/measures/limits.h"
#include "app/images/image.h"
#include "texelscope/compare/compare.h"
#include "texelscope/compare/image.h"
#include "texelscope/compare/limits.h"

/// Conversions between the public types and those of the program.
namespace texelscope::compare {

/// A numeric limit, by its name in app::limit_declarations().
struct NamedLimit {
  const char* name;
  std::optional<double> Limits::*member;
};
[[nodiscard]] std::span<const NamedLimit> named_limits();

[[nodiscard]] app::Limits to_inner(const Limits& limits);
[[nodiscard]] Limits to_public(const app::Limits& limits);

/// A copy without padding. @throws Error for a null pointer, or extents, channels or a type out of range.
[[nodiscard]] app::Image to_inner(const ImageView& view);

/// Valid as long as the image is. @throws Error for an unsupported type.
[[nodiscard]] ImageView view_of(const app::Image& image);

[[nodiscard]] Figures to_public(const app::Comparison& comparison);

}  // namespace texelscope::compare
