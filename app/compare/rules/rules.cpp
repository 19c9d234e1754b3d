#include "app/compare/rules/rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>
#include <variant>

#include "app/compare/rules/glob.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* renderer_variable = "TEXELSCOPE_COMPARE_RENDERER";

std::string this_os() {
#if defined(_WIN32)
  return "windows";
#elif defined(__APPLE__)
  return "macos";
#else
  return "linux";
#endif
}

std::string this_architecture() {
#if defined(__x86_64__) || defined(_M_X64)
  return "x86_64";
#elif defined(__aarch64__) || defined(_M_ARM64)
  return "aarch64";
#else
  return "";
#endif
}

void replace_all(std::string& text, std::string_view mark, const std::string& value) {
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + value.size())) {
    text.replace(at, mark.size(), value);
  }
}

/// The path of an accepted image of a rule, for the image of this name.
std::string accepted_name(std::string accepted, std::string_view name) {
  const fs::path file = fs::path(name).filename();
  replace_all(accepted, "{name}", file.string());
  replace_all(accepted, "{stem}", file.stem().string());
  return accepted;
}

void apply(const Rule& rule, std::string_view name, ImageRules& to) {
  if (rule.preset) {
    to.limits = *rule.preset;
  }
  for (const auto& [member, value] : rule.limits) {
    to.limits.*member = value;
  }
  const auto set = [](const auto& from, auto& value) {
    if (from) {
      value = *from;
    }
  };
  set(rule.max_differing, to.limits.max_differing);
  set(rule.ignores_antialiasing, to.limits.ignores_antialiasing);
  set(rule.masks, to.masks);
  set(rule.alpha, to.alpha);
  set(rule.hdr, to.hdr);
  set(rule.has_only_pixels, to.has_only_pixels);
  set(rule.orientation, to.reading.orientation);
  set(rule.part, to.reading.part);
  set(rule.known_failure, to.known_failure);
  set(rule.is_ignored, to.is_ignored);
  if (rule.accepted) {
    to.accepted.clear();
    for (const std::string& accepted : *rule.accepted) {
      to.accepted.push_back(accepted_name(accepted, name));
    }
    to.own_image = rule.platform.is_empty() || to.accepted.empty() ? "" : to.accepted.front();
  }
}

}  // namespace

Platform this_platform(std::string renderer) {
  if (renderer.empty()) {
    const char* const named = std::getenv(renderer_variable);
    renderer = named != nullptr ? named : "";
  }
  return {this_os(), this_architecture(), std::move(renderer)};
}

std::chrono::sys_days today() { return std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()); }

bool PlatformCondition::holds_on(const Platform& platform) const {
  return (os.empty() || os == platform.os) && (architecture.empty() || architecture == platform.architecture) &&
         (renderer.empty() || (!platform.renderer.empty() && matches_text_glob(renderer, platform.renderer)));
}

bool Rule::matches(std::string_view name) const {
  return std::ranges::any_of(patterns, [&](const std::string& pattern) { return matches_glob(pattern, name); });
}

ImageRules rules_for(const RuleFile& file, std::string_view name, const Platform& platform, ImageRules initial) {
  for (const Rule& rule : file.rules) {
    if (rule.platform.holds_on(platform) && rule.matches(name)) {
      apply(rule, name, initial);
    }
  }
  return initial;
}

std::vector<std::string> images_of_rules(const RuleFile& file, const fs::path& folder,
                                         const std::vector<std::string>& names) {
  std::set<std::string> images;
  for (const Rule& rule : file.rules) {
    for (const std::string& name : names) {
      if (!rule.accepted || !rule.matches(name)) {
        continue;
      }
      for (const std::string& accepted : *rule.accepted) {
        const std::string image =
            (fs::path(name).parent_path() / accepted_name(accepted, name)).lexically_normal().generic_string();
        // A name with a placeholder may refer to the image itself.
        if (image != name) {
          images.insert(image);
        }
      }
    }
    for (const MaskShape& shape : rule.masks.value_or(std::vector<MaskShape>{})) {
      if (const auto* const mask = std::get_if<MaskImage>(&shape)) {
        images.insert(fs::absolute(mask->path)
                          .lexically_normal()
                          .lexically_relative(fs::absolute(folder).lexically_normal())
                          .generic_string());
      }
    }
  }
  return {images.begin(), images.end()};
}

std::vector<std::string> notes_of_rules(const RuleFile& file, const std::vector<std::string>& names,
                                        const Platform& platform) {
  std::vector<std::string> notes;
  std::size_t number = 0;
  for (const Rule& rule : file.rules) {
    const std::string place = fmt::format("rule {} of {}", ++number, file.path.string());
    for (const std::string& pattern : rule.patterns) {
      if (std::ranges::none_of(names, [&](const std::string& name) { return matches_glob(pattern, name); })) {
        notes.push_back(
            fmt::format("{}: '{}' matches no image; correct or remove it", place, shown_line(pattern, 100)));
      }
    }
    if (!rule.platform.renderer.empty() && platform.renderer.empty()) {
      notes.push_back(
          fmt::format("{} is for a renderer, but none is specified, so it never applies; pass --renderer or set {}",
                      place, renderer_variable));
    }
  }
  return notes;
}

}  // namespace texelscope::app
