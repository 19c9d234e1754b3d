#include "app/compare/rules/rules_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "app/compare/rules/rule_entries.h"
#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/json_entry.h"
#include "app/files/json_text.h"
#include "app/text/nearest_name.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view version_key = "texelscope_compare";

constexpr std::int64_t most_parts = std::int64_t{1} << 31U;

/// Keys of a rule other than numeric limits.
constexpr std::string_view rule_keys[] = {
    "match", "comment",     "platform",    "preset", "max_differing", "ignore_antialiasing", "masks", "alpha",
    "hdr",   "pixels_only", "orientation", "part",   "accepted",      "known_failure",       "ignore"};

void read_limits(const JsonEntry& entry, Rule& rule) {
  if (const auto preset = entry.find("preset")) {
    const std::string name = preset->text();
    std::vector<std::string_view> names;
    std::ranges::transform(limit_presets(), std::back_inserter(names), &LimitPreset::name);
    if (std::ranges::find(names, name) == names.end()) {
      preset->fail(advise_names(name, names, "presets"));
    }
    rule.preset = limits_of_preset(name);
  }
  for (const LimitDeclaration& declaration : limit_declarations()) {
    if (const auto value = entry.find(declaration.name)) {
      rule.limits.emplace_back(declaration.member, value->json().is_null()
                                                       ? std::optional<double>{}
                                                       : std::optional(limit_of(*value, declaration)));
    }
  }
  if (const auto amount = entry.find("max_differing")) {
    rule.max_differing = amount->json().is_null() ? std::optional<PixelAmount>{} : std::optional(amount_of(*amount));
  }
  if (const auto ignores = entry.find("ignore_antialiasing")) {
    rule.ignores_antialiasing = ignores->flag();
  }
}

void require_rule_keys(const JsonEntry& entry) {
  std::vector<std::string_view> keys(std::begin(rule_keys), std::end(rule_keys));
  for (const LimitDeclaration& declaration : limit_declarations()) {
    keys.emplace_back(declaration.name);
  }
  require_keys(entry, keys);
}

Rule rule_of(const JsonEntry& entry, const FilePlace& file, std::size_t number) {
  constexpr NamedValue<AlphaHandling> alphas[] = {{"compare", AlphaHandling::compare},
                                                  {"ignore", AlphaHandling::ignore}};
  constexpr NamedValue<HdrHandling> hdrs[] = {{"linear", HdrHandling::linear}, {"clamp", HdrHandling::clamp}};
  constexpr NamedValue<Orientation> orientations[] = {{"apply", Orientation::applied},
                                                      {"ignore", Orientation::ignored}};
  require_rule_keys(entry);
  Rule rule{patterns_of(entry.at("match"))};
  read_limits(entry, rule);
  const auto read = [&](const char* key, auto& to, const auto& value_of) {
    if (const auto value = entry.find(key)) {
      to = value_of(*value);
    }
  };
  read("platform", rule.platform, platform_of);
  read("masks", rule.masks, [&](const JsonEntry& masks) { return masks_of(masks, file); });
  read("alpha", rule.alpha, [&](const JsonEntry& alpha) { return choice_of(alpha, alphas); });
  read("hdr", rule.hdr, [&](const JsonEntry& hdr) { return choice_of(hdr, hdrs); });
  read("pixels_only", rule.has_only_pixels, [](const JsonEntry& only) { return only.flag(); });
  read("orientation", rule.orientation, [&](const JsonEntry& applied) { return choice_of(applied, orientations); });
  read("part", rule.part, [](const JsonEntry& part) {
    return part.json().is_number() ? fmt::format("{}", part.whole_number(1, most_parts)) : part.text();
  });
  read("accepted", rule.accepted, accepted_of);
  read("known_failure", rule.known_failure, [&](const JsonEntry& failure) {
    const std::string origin = fmt::format("rule {} of {}", number, file.path.filename().string());
    return failure.json().is_null() ? std::optional<KnownFailure>{} : std::optional(known_failure_of(failure, origin));
  });
  read("ignore", rule.is_ignored, [](const JsonEntry& ignored) { return ignored.flag(); });
  const std::size_t others = (rule.platform.is_empty() ? 1U : 2U) + (entry.find("comment") ? 1U : 0U);
  if (entry.members().size() == others) {
    throw FileError("it has no effect; specify limits, masks, accepted images or a known failure");
  }
  return rule;
}

}  // namespace

RuleFile parse_rules(std::string_view text, const FilePlace& place) {
  try {
    const nlohmann::ordered_json json = parse_json(text);
    const JsonEntry file(json);
    constexpr std::string_view keys[] = {version_key, "rules", "comment"};
    require_keys(file, keys);
    if (json.value(version_key, nlohmann::ordered_json()) != 1) {
      throw FileError(fmt::format("it is not a version 1 rules file, which begins with {{\"{}\": 1, \"rules\": […]}}",
                                  version_key));
    }
    RuleFile rules{place.path, {}, place.within};
    for (const JsonEntry& listed : file.at("rules").elements()) {
      const std::size_t number = rules.rules.size() + 1;
      try {
        // Errors contain the rule's number anyway.
        rules.rules.push_back(rule_of(JsonEntry(listed.json()), place, number));
      } catch (const JsonEntryError& error) {
        const std::string rule = fmt::format("rules[{}]", number - 1);
        const std::size_t line = line_of_json(text, error.path().empty() ? rule : rule + "." + error.path());
        throw FileError(fmt::format("rule {}: line {}: {}", number, line, error.what()));
      } catch (const FileError& error) {
        throw FileError(fmt::format("rule {}: {}", number, error.what()));
      }
    }
    return rules;
  } catch (const FileError& error) {
    throw FileError(fmt::format("cannot read {}: {}", place.path.string(), error.what()));
  }
}

RuleFile load_rules(const FilePlace& file) {
  const std::vector<std::byte> bytes = read_file(file, largest_rule_file);
  return parse_rules({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, file);
}

fs::path folder_of_rules(const fs::path& expected) {
  std::error_code error;
  return fs::is_directory(expected, error) ? expected : expected.parent_path();
}

RuleFile find_rules(const gpu::Folder& folder) {
  const fs::path path = folder.path() / rules_name;
  std::error_code error;
  // Dangling links and unreadable folders are reported.
  return fs::symlink_status(path, error).type() == fs::file_type::not_found
             ? RuleFile{}
             : load_rules({path, folder.is_none() ? gpu::Folder(".") : folder});
}

}  // namespace texelscope::app
