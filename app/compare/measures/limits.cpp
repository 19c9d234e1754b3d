#include "app/compare/measures/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

std::string to_text(const PixelAmount& amount) {
  return fmt::format("{:.6g}{}", amount.value, amount.is_percent ? "%" : "");
}

/// A figure with one limit, upper or lower.
struct Figure {
  std::string_view name;
  std::optional<double> value;
  std::optional<double> limit;
  /// "above" for an upper limit, "below" for a lower one.
  std::string_view beyond = "above";
  std::string_view unit = "";
};

/// The limits that apply to the whole image.
std::vector<Figure> figures_of(const Comparison& comparison, const Limits& limits) {
  const auto flip = [&](double FlipSummary::*member) {
    return comparison.flip ? std::optional((*comparison.flip).*member) : std::nullopt;
  };
  return {{"the mean error", comparison.mean_error, limits.max_mean},
          {"the mean of FLIP", flip(&FlipSummary::mean), limits.max_flip},
          {"the 95th percentile of FLIP", flip(&FlipSummary::percentile_95), limits.max_flip_95},
          {"the 99th percentile of FLIP", flip(&FlipSummary::percentile_99), limits.max_flip_99},
          {"the maximum of FLIP", flip(&FlipSummary::max), limits.max_flip_peak},
          {"SSIM", comparison.ssim, limits.min_ssim, "below"},
          {"PSNR", comparison.psnr, limits.min_psnr, "below", " dB"}};
}

bool has_pixel_limit(const Limits& limits) {
  return limits.max_error || limits.max_color_difference || limits.max_area_difference || limits.max_line_difference ||
         limits.max_contrast_change || limits.max_shape_difference || limits.max_differing || limits.max_cluster ||
         limits.ignores_antialiasing;
}

/// Positions are those in the files.
std::string cluster_text(const Comparison& comparison, const DifferenceCluster& cluster) {
  return fmt::format("{} pixel{} in {}x{} at ({}, {})", cluster.pixels, cluster.pixels == 1 ? "" : "s", cluster.width,
                     cluster.height, comparison.x + cluster.x, comparison.y + cluster.y);
}

/// The limits that failing pixels exceed, with counts if there is more than one limit.
std::string pixel_rules(const FailingPixels& failing, const Limits& limits) {
  const auto is_broken = [&](const FailingLimitDeclaration& each) { return failing.*each.pixels > 0; };
  const bool are_several = std::ranges::count_if(failing_limits(), is_broken) > 1;
  std::string text;
  for (const FailingLimitDeclaration& each : failing_limits()) {
    if (is_broken(each)) {
      const std::string count = are_several ? fmt::format("{} ", failing.*each.pixels) : "";
      const std::string_view separator = !text.empty() ? ", " : are_several ? ": " : " ";
      text += fmt::format("{}{}by {} above {:.6g}", separator, count, each.text, (limits.*each.limit).value_or(0));
    }
  }
  return text;
}

void add_pixel_failures(const Comparison& comparison, const Limits& limits, std::vector<std::string>& texts) {
  const PixelAmount allowed = limits.max_differing.value_or(PixelAmount{});
  const double most = allowed.is_percent ? allowed.value / 100 * static_cast<double>(comparison.pixels) : allowed.value;
  const bool has_amount = limits.max_differing || !limits.max_cluster;
  if (has_amount && static_cast<double>(comparison.failing_pixels) > most) {
    std::string text = fmt::format("{} of {} pixels differ", comparison.failing_pixels, comparison.pixels);
    text += pixel_rules(comparison.failing_by_limit, limits);
    text += limits.max_differing ? fmt::format("; {} may", to_text(allowed)) : "";
    if (!comparison.clusters.empty()) {
      const DifferenceCluster& largest = comparison.clusters.front();
      const std::string which = comparison.cluster_count == 1
                                    ? std::string("in one cluster")
                                    : fmt::format("in {} clusters, the largest", comparison.cluster_count);
      text += fmt::format("; {}: {}, by up to {:.6g}", which, cluster_text(comparison, largest), largest.max_error);
    }
    texts.push_back(std::move(text));
  }
  if (limits.max_cluster && !comparison.clusters.empty() &&
      static_cast<double>(comparison.clusters.front().pixels) > *limits.max_cluster) {
    texts.push_back(fmt::format("the largest cluster is {}, above {:.6g}",
                                cluster_text(comparison, comparison.clusters.front()), *limits.max_cluster));
  }
}

}  // namespace

std::span<const LimitDeclaration> limit_declarations() {
  static constexpr double any = std::numeric_limits<double>::infinity();
  static constexpr LimitDeclaration declarations[] = {
      {"max_error", &Limits::max_error, 0, any, "largest difference in any channel, in units of the channel type"},
      {"max_color_difference", &Limits::max_color_difference, 0, any,
       "largest color difference of any pixel "
       "(CIEDE2000)"},
      {"max_area_difference", &Limits::max_area_difference, 0, any,
       "largest color difference between means of 16x16 pixels (CIEDE2000)"},
      {"max_line_difference", &Limits::max_line_difference, 0, any,
       "largest color difference between means of 16x1 or 1x16 pixels (CIEDE2000)"},
      {"max_contrast_change", &Limits::max_contrast_change, 0, 1,
       "largest loss or gain of contrast in 16x16 pixels, 0 to 1"},
      {"max_shape_difference", &Limits::max_shape_difference, 0, any,
       "largest sum of color differences over connected pixels, except moved edges (CIEDE2000)"},
      {"max_cluster", &Limits::max_cluster, 0, any, "largest number of failing pixels in one cluster", true},
      {"max_mean", &Limits::max_mean, 0, any, "largest mean difference over all channels"},
      {"max_flip", &Limits::max_flip, 0, 1, "largest mean FLIP"},
      {"max_flip_95", &Limits::max_flip_95, 0, 1, "largest 95th percentile of FLIP"},
      {"max_flip_99", &Limits::max_flip_99, 0, 1, "largest 99th percentile of FLIP"},
      {"max_flip_peak", &Limits::max_flip_peak, 0, 1, "largest FLIP of any pixel"},
      {"min_ssim", &Limits::min_ssim, -1, 1, "smallest SSIM"},
      {"min_psnr", &Limits::min_psnr, 0, any, "smallest PSNR in decibels"}};
  return declarations;
}

std::span<const FailingLimitDeclaration> failing_limits() {
  static constexpr FailingLimitDeclaration declarations[] = {
      {"max_error", "an error", &Limits::max_error, &FailingPixels::error},
      {"max_color_difference", "a color difference", &Limits::max_color_difference, &FailingPixels::color},
      {"max_line_difference", "a line difference", &Limits::max_line_difference, &FailingPixels::line},
      {"max_area_difference", "an area difference", &Limits::max_area_difference, &FailingPixels::area},
      {"max_contrast_change", "a contrast change", &Limits::max_contrast_change, &FailingPixels::contrast},
      {"max_shape_difference", "a shape", &Limits::max_shape_difference, &FailingPixels::shape}};
  return declarations;
}

bool is_in_range(const LimitDeclaration& limit, double value) {
  return value >= limit.least && value <= limit.most && (!limit.is_whole || value == std::floor(value));
}

std::string range_text(const LimitDeclaration& limit) {
  const std::string range = std::isfinite(limit.most) ? fmt::format("{:g} to {:g}", limit.least, limit.most)
                                                      : fmt::format("{:g} or more", limit.least);
  return limit.is_whole ? "an integer, " + range : range;
}

PixelAmount parse_pixel_amount(std::string_view text) {
  PixelAmount amount;
  std::string_view number = text;
  if (number.ends_with('%')) {
    amount.is_percent = true;
    number.remove_suffix(1);
  }
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), amount.value);
  const bool is_number = error == std::errc{} && end == number.data() + number.size() && amount.value >= 0;
  if (!is_number || (amount.is_percent ? amount.value > 100 : amount.value != std::floor(amount.value)) ||
      !std::isfinite(amount.value)) {
    throw gpu::InvalidArgument(fmt::format(
        "cannot read '{}' as a number of pixels; use a count such as 12, or a percentage such as 0.5%", text));
  }
  return amount;
}

const std::vector<LimitPreset>& limit_presets() {
  static const std::vector<LimitPreset> presets{{"exact", "everything in both files must match", {}},
                                                {"visual",
                                                 "ignores differences that are invisible or not considered defects",
                                                 {.ignores_antialiasing = true,
                                                  .max_area_difference = 0.7,
                                                  .max_line_difference = 2.5,
                                                  .max_contrast_change = 0.2,
                                                  .max_shape_difference = 10}}};
  return presets;
}

const Limits& limits_of_preset(std::string_view name) {
  for (const LimitPreset& preset : limit_presets()) {
    if (preset.name == name) {
      return preset.limits;
    }
  }
  throw gpu::InvalidArgument(fmt::format("unknown preset '{}'; use exact or visual", name));
}

bool are_none(const Limits& limits) {
  return !has_pixel_limit(limits) && std::ranges::none_of(limit_declarations(), [&](const LimitDeclaration& each) {
    return (limits.*each.member).has_value();
  });
}

std::vector<std::string> broken_limits(const Comparison& comparison, const Limits& limits) {
  std::vector<std::string> texts;
  const std::vector<Figure> figures = figures_of(comparison, limits);
  const bool has_figure = std::ranges::any_of(figures, [](const Figure& each) { return each.limit.has_value(); });
  if (has_pixel_limit(limits) || !has_figure) {
    add_pixel_failures(comparison, limits, texts);
  }
  for (const Figure& each : figures) {
    if (!each.limit) {
      continue;
    }
    const bool is_above = each.beyond == "above";
    // Written so that NaN and figures that were not measured break every limit.
    const bool holds = each.value && (is_above ? *each.value <= *each.limit : *each.value >= *each.limit);
    if (!holds) {
      texts.push_back(fmt::format("{} is {}{}, {} {:.6g}{}", each.name,
                                  each.value ? fmt::format("{:.6g}", *each.value) : "not measured", each.unit,
                                  each.beyond, *each.limit, each.unit));
    }
  }
  const bool has_limit_of_display = limits.max_flip || limits.max_flip_95 || limits.max_flip_99 ||
                                    limits.max_flip_peak || limits.min_ssim || limits.max_contrast_change ||
                                    limits.max_shape_difference;
  if (texts.empty() && has_limit_of_display && !std::isfinite(comparison.max_error)) {
    texts.push_back(fmt::format("{} in only one of the images, at ({}, {})",
                                comparison.missing_pixels > 0 ? "a pixel is" : "a value is NaN or infinite",
                                comparison.x + comparison.max_error_x, comparison.y + comparison.max_error_y));
  }
  return texts;
}

}  // namespace texelscope::app
