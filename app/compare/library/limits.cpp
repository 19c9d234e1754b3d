#include "texelscope/compare/limits.h"

#include <algorithm>
#include <string_view>

#include "app/compare/library/inner_types.h"
#include "texelscope/gpu/error.h"

namespace texelscope::compare {
namespace {

auto inner_member(std::string_view name) {
  const auto declarations = app::limit_declarations();
  return std::ranges::find(declarations, name, &app::LimitDeclaration::name)->member;
}

}  // namespace

std::span<const NamedLimit> named_limits() {
  static constexpr NamedLimit limits[] = {{"max_error", &Limits::max_error},
                                          {"max_color_difference", &Limits::max_color_difference},
                                          {"max_area_difference", &Limits::max_area_difference},
                                          {"max_line_difference", &Limits::max_line_difference},
                                          {"max_contrast_change", &Limits::max_contrast_change},
                                          {"max_cluster", &Limits::max_cluster},
                                          {"max_mean", &Limits::max_mean},
                                          {"max_flip", &Limits::max_flip},
                                          {"max_flip_95", &Limits::max_flip_95},
                                          {"max_flip_99", &Limits::max_flip_99},
                                          {"max_flip_peak", &Limits::max_flip_peak},
                                          {"min_ssim", &Limits::min_ssim},
                                          {"min_psnr", &Limits::min_psnr}};
  return limits;
}

app::Limits to_inner(const Limits& limits) {
  app::Limits inner;
  for (const NamedLimit& limit : named_limits()) {
    inner.*inner_member(limit.name) = limits.*limit.member;
  }
  inner.ignores_antialiasing = limits.ignores_antialiasing;
  if (limits.max_differing) {
    inner.max_differing = app::PixelAmount{limits.max_differing->value, limits.max_differing->is_percent};
  }
  return inner;
}

Limits to_public(const app::Limits& limits) {
  Limits result;
  for (const NamedLimit& limit : named_limits()) {
    result.*limit.member = limits.*inner_member(limit.name);
  }
  result.ignores_antialiasing = limits.ignores_antialiasing;
  if (limits.max_differing) {
    result.max_differing = PixelAmount{limits.max_differing->value, limits.max_differing->is_percent};
  }
  return result;
}

Limits limits_of_preset(std::string_view name) {
  try {
    return to_public(app::limits_of_preset(name));
  } catch (const gpu::InvalidArgument& error) {
    throw Error(error.what());
  }
}

}  // namespace texelscope::compare
