#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/compare/measures/limits.h"
#include "app/compare/measures/mask.h"
#include "app/compare/rules/rules.h"
#include "app/files/json_entry.h"
#include "app/text/nearest_name.h"

/// The values of a rules file. All functions throw FileError with the key, the value and the allowed values.
namespace texelscope::app {

/// Rejects unknown keys, and suggests the nearest one.
void require_keys(const JsonEntry& entry, std::span<const std::string_view> keys);

/// A word of a rules file, and its value.
template <class Value>
struct NamedValue {
  std::string_view name;
  Value value;
};

/// The value of a word from a fixed set.
template <class Value, std::size_t count>
Value choice_of(const JsonEntry& entry, const NamedValue<Value> (&choices)[count]) {
  const std::string text = entry.text();
  std::vector<std::string_view> names;
  for (const NamedValue<Value>& choice : choices) {
    if (choice.name == text) {
      return choice.value;
    }
    names.push_back(choice.name);
  }
  entry.fail(advise_names(text, names, "choices"));
}

/// Image patterns: one string, or a list of strings.
[[nodiscard]] std::vector<std::string> patterns_of(const JsonEntry& entry);

[[nodiscard]] PlatformCondition platform_of(const JsonEntry& entry);

/// Shapes, each [x, y, width, height], [[x, y], …], or the path of an image relative to the folder of the rules file.
[[nodiscard]] std::vector<MaskShape> masks_of(const JsonEntry& entry, const FilePlace& file);

/// A number, or a string such as "0.5%".
[[nodiscard]] PixelAmount amount_of(const JsonEntry& entry);

[[nodiscard]] double limit_of(const JsonEntry& entry, const LimitDeclaration& declaration);

/// Paths of image files below the folder of the expected image.
[[nodiscard]] std::vector<std::string> accepted_of(const JsonEntry& entry);

/// `origin` names the rule, for messages about the failure.
[[nodiscard]] KnownFailure known_failure_of(const JsonEntry& entry, std::string origin);

}  // namespace texelscope::app
