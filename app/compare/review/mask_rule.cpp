#include "app/compare/review/mask_rule.h"

#include <fmt/format.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "app/files/file_error.h"
#include "app/files/json_text.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::ordered_json;

/// The bytes of a file from `begin` to before `end`.
struct TextRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The positions of the rules in the text of a rules file, which is an object with a list of objects.
struct RuleText {
  std::vector<TextRange> rules;
  /// The position after the list's opening bracket.
  std::size_t list_begin = 0;
};

RuleText rule_text_of(std::string_view text) {
  constexpr int depth_of_list = 2;
  constexpr int depth_of_rule = 3;
  RuleText parts;
  int depth = 0;
  bool is_in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char sign = text[at];
    if (sign == '"') {
      is_in_string = !is_in_string;
    } else if (is_in_string) {
      at += sign == '\\' ? 1U : 0U;
    } else if (sign == '{' || sign == '[') {
      ++depth;
      if (depth == depth_of_rule) {
        parts.rules.push_back({at, at});
      } else if (depth == depth_of_list) {
        parts.list_begin = at + 1;
      }
    } else if (sign == '}' || sign == ']') {
      if (depth == depth_of_rule) {
        parts.rules.back().end = at + 1;
      }
      --depth;
    }
  }
  return parts;
}

/// JSON on one line, with a space after each comma and colon.
std::string json_line(const Json& json) {
  if (!json.is_structured()) {
    return json.dump();
  }
  std::string line = json.is_object() ? "{" : "[";
  std::string_view separator;
  for (const auto& entry : json.items()) {
    line += separator;
    line += json.is_object() ? Json(entry.key()).dump() + ": " : "";
    line += json_line(entry.value());
    separator = ", ";
  }
  return line + (json.is_object() ? "}" : "]");
}

bool is_rectangle(const Json& mask) { return mask.is_array() && !mask.empty() && mask.front().is_number(); }

/// The masks of a rule that are not rectangles, followed by the rectangles.
Json joined_masks(const Json& rule, std::span<const PixelRectangle> rectangles) {
  Json masks = Json::array();
  for (const Json& mask : rule.value("masks", Json::array())) {
    if (!is_rectangle(mask)) {
      masks.push_back(mask);
    }
  }
  for (const PixelRectangle& mask : rectangles) {
    masks.push_back(Json::array({mask.x, mask.y, mask.width, mask.height}));
  }
  return masks;
}

/// The indentation of the last rule; empty if it is not at the start of its line.
std::string indentation(std::string_view text, const TextRange& rule) {
  const std::size_t line = text.rfind('\n', rule.begin);
  const std::string_view before =
      line == std::string_view::npos ? std::string_view{} : text.substr(line + 1, rule.begin - line - 1);
  return std::string(before.find_first_not_of(" \t") == std::string_view::npos && !before.empty() ? before : "   ");
}

}  // namespace

std::string with_masks(std::string_view text, const RuleFile& file, std::string_view name, const Platform& platform,
                       std::span<const PixelRectangle> rectangles) {
  if (name.find_first_of("*?") != std::string_view::npos) {
    throw FileError(fmt::format(
        "a rule for {} would match other images, too, because * and ? are wildcards; rename the image", name));
  }
  if (text.empty()) {
    text = "{\"texelscope_compare\": 1,\n \"rules\": []}\n";
  }
  const Json json = parse_json(text);
  const RuleText parts = rule_text_of(text);
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < file.rules.size(); ++i) {
    const Rule& rule = file.rules[i];
    found = rule.masks && rule.platform.holds_on(platform) && rule.matches(name) ? i : found;
  }
  Json rule = found ? json["rules"][*found] : Json::object();
  const Json masks = joined_masks(rule, rectangles);
  std::string changed(text);
  if (found && file.rules[*found].patterns == std::vector{std::string(name)}) {
    rule["masks"] = masks;
    const TextRange& range = parts.rules[*found];
    return changed.replace(range.begin, range.end - range.begin, json_line(rule));
  }
  Json added = {{"match", name}};
  if (rule.contains("platform")) {
    added["platform"] = rule["platform"];
  }
  added["masks"] = masks;
  if (parts.rules.empty()) {
    return changed.insert(parts.list_begin, fmt::format("\n   {}", json_line(added)));
  }
  const TextRange& last = parts.rules.back();
  return changed.insert(last.end, fmt::format(",\n{}{}", indentation(text, last), json_line(added)));
}

}  // namespace texelscope::app
