#include "app/compare/rules/rule_entries.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "app/compare/rules/glob.h"
#include "app/images/image_file.h"
#include "app/text/escape.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

/// A string, or a nonempty list of strings.
std::vector<std::string> texts_of(const JsonEntry& entry) {
  if (!entry.json().is_array()) {
    return {entry.text()};
  }
  std::vector<std::string> texts = entry.texts();
  if (texts.empty()) {
    entry.fail("specify at least one");
  }
  return texts;
}

int extent_of(const JsonEntry& entry, int least) {
  return static_cast<int>(entry.whole_number(least, max_image_extent));
}

double coordinate_of(const JsonEntry& entry) {
  const double value = entry.number();
  if (std::abs(value) > max_mask_coordinate) {
    entry.fail(fmt::format("use {} to {}", -max_mask_coordinate, max_mask_coordinate));
  }
  return value;
}

/// Masks of a rule, and corners of a polygon; a mask image replaces more.
constexpr std::size_t max_mask_parts = 1000;

/// [x, y, width, height], [[x, y], …], or the path of an image.
MaskShape shape_of(const JsonEntry& entry, const FilePlace& file) {
  constexpr const char* advice =
      "use a rectangle [x, y, width, height], a polygon [[x, y], [x, y], [x, y], …], or the name of a mask image";
  if (entry.json().is_string()) {
    const std::string name = entry.text();
    if (name.empty()) {
      entry.fail(advice);
    }
    return MaskImage{file.path.parent_path() / name, file.within};
  }
  if (!entry.json().is_array()) {
    entry.fail(advice);
  }
  entry.allow_at_most(max_mask_parts);
  const std::vector<JsonEntry> parts = entry.elements();
  if (!parts.empty() && parts.front().json().is_array()) {
    MaskPolygon polygon;
    for (const JsonEntry& corner : parts) {
      const std::vector<JsonEntry> axes = corner.elements();
      if (axes.size() != 2) {
        corner.fail("a corner needs two numbers, [x, y]");
      }
      polygon.corners.push_back({coordinate_of(axes[0]), coordinate_of(axes[1])});
    }
    if (polygon.corners.size() < 3) {
      entry.fail("a polygon needs at least three corners");
    }
    return polygon;
  }
  if (parts.size() != 4) {
    entry.fail(advice);
  }
  return PixelRectangle{extent_of(parts[0], -max_image_extent), extent_of(parts[1], -max_image_extent),
                        extent_of(parts[2], 1), extent_of(parts[3], 1)};
}

/// Parses a date such as "2027-01-31".
std::chrono::year_month_day day_of(const JsonEntry& entry) {
  constexpr const char* advice = "use a date of the form YEAR-MONTH-DAY, such as 2027-01-31";
  const std::string text = entry.text();
  const auto number = [&](std::size_t at, std::size_t digits) {
    int value = 0;
    const char* const end = text.data() + at + digits;
    const bool is_number = std::from_chars(text.data() + at, end, value).ptr == end && text[at] != '-';
    if (!is_number) {
      entry.fail(advice);
    }
    return value;
  };
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') {
    entry.fail(advice);
  }
  const std::chrono::year_month_day day{std::chrono::year(number(0, 4)),
                                        std::chrono::month(static_cast<unsigned>(number(5, 2))),
                                        std::chrono::day(static_cast<unsigned>(number(8, 2)))};
  if (!day.ok()) {
    entry.fail("this date does not exist; use YEAR-MONTH-DAY, such as 2027-01-31");
  }
  return day;
}

}  // namespace

void require_keys(const JsonEntry& entry, std::span<const std::string_view> keys) {
  for (const auto& [name, value] : entry.members()) {
    if (std::ranges::find(keys, name) == keys.end()) {
      entry.fail_for(fmt::format("unknown key '{}'; {}", shown_line(name, 60), advise_names(name, keys, "keys")));
    }
  }
}

std::vector<std::string> patterns_of(const JsonEntry& entry) {
  std::vector<std::string> patterns = texts_of(entry);
  for (const std::string& pattern : patterns) {
    if (const std::string fault = fault_of_glob(pattern); !fault.empty()) {
      entry.fail_for(fmt::format("'{}' is not a pattern: {}", shown_line(pattern, 60), fault));
    }
  }
  return patterns;
}

PlatformCondition platform_of(const JsonEntry& entry) {
  constexpr std::string_view keys[] = {"os", "architecture", "renderer"};
  require_keys(entry, keys);
  constexpr NamedValue<std::string_view> systems[] = {{"linux", "linux"}, {"macos", "macos"}, {"windows", "windows"}};
  constexpr NamedValue<std::string_view> architectures[] = {{"x86_64", "x86_64"}, {"aarch64", "aarch64"}};
  PlatformCondition condition;
  if (const auto os = entry.find("os")) {
    condition.os = choice_of(*os, systems);
  }
  if (const auto architecture = entry.find("architecture")) {
    condition.architecture = choice_of(*architecture, architectures);
  }
  condition.renderer = entry.text_or("renderer", "");
  if (condition.is_empty()) {
    entry.fail("specify an os, an architecture or a renderer, or omit the platform");
  }
  return condition;
}

std::vector<MaskShape> masks_of(const JsonEntry& entry, const FilePlace& file) {
  entry.allow_at_most(max_mask_parts);
  std::vector<MaskShape> masks;
  for (const JsonEntry& each : entry.elements()) {
    masks.push_back(shape_of(each, file));
  }
  return masks;
}

PixelAmount amount_of(const JsonEntry& entry) {
  if (entry.json().is_number()) {
    return {static_cast<double>(entry.whole_number(0, std::int64_t{max_image_extent} * max_image_extent)), false};
  }
  try {
    return parse_pixel_amount(entry.text());
  } catch (const gpu::InvalidArgument& error) {
    entry.fail_for(error.what());
  }
}

double limit_of(const JsonEntry& entry, const LimitDeclaration& declaration) {
  const double value = entry.number();
  if (!is_in_range(declaration, value)) {
    entry.fail("use " + range_text(declaration));
  }
  return value;
}

std::vector<std::string> accepted_of(const JsonEntry& entry) {
  for (const JsonEntry& each : entry.elements()) {
    const std::string name = each.text();
    const fs::path path(name);
    const bool leaves = path.is_absolute() || std::ranges::find(path, fs::path("..")) != path.end();
    if (name.empty() || leaves || !path.has_filename()) {
      each.fail_for(
          fmt::format("'{}' is not next to the expected image; use a path relative to it, such as button.mesa.png "
                      "or mesa/{{name}}",
                      shown_line(name, 60)));
    }
    // An update may write it.
    if (name.find('\0') != std::string::npos || (!is_image_name(path) && !name.ends_with("{name}"))) {
      each.fail_for(fmt::format("'{}' is not the name of an image file; use a name that ends in {}, or {{name}}",
                                shown_line(name, 60), image_endings_text()));
    }
  }
  return entry.texts();
}

KnownFailure known_failure_of(const JsonEntry& entry, std::string origin) {
  constexpr std::string_view keys[] = {"reason", "until", "strict", "covers"};
  constexpr NamedValue<CoveredFailures> coverings[] = {{"limits", CoveredFailures::limits},
                                                       {"all", CoveredFailures::all}};
  require_keys(entry, keys);
  KnownFailure failure{entry.at("reason").text(), std::nullopt, entry.flag_or("strict", false), std::move(origin)};
  if (failure.reason.empty()) {
    entry.at("reason").fail("specify why it fails");
  }
  if (const auto until = entry.find("until")) {
    failure.until = day_of(*until);
  }
  if (const auto covers = entry.find("covers")) {
    failure.covers = choice_of(*covers, coverings);
  }
  return failure;
}

}  // namespace texelscope::app
