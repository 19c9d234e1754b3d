#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/compare/measures/limits.h"
#include "app/compare/measures/mask.h"
#include "app/compare/rules/rules.h"
#include "app/files/json_entry.h"
#include "app/text/nearest_name.h"

/// The values of a file of rules. All throw FileError with the key, the value and what would do.
namespace texelscope::app {

/// Refuses a key that is none of these, with the nearest of them.
void require_keys(const JsonEntry& entry, std::span<const std::string_view> keys);

/// A word of a file, and what it stands for.
template <class Value>
struct NamedValue {
  std::string_view name;
  Value value;
};

/// The value of a text that is one of a few.
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

/// Patterns of images: one text or several.
[[nodiscard]] std::vector<std::string> patterns_of(const JsonEntry& entry);

[[nodiscard]] PlatformCondition platform_of(const JsonEntry& entry);

/// Shapes, each [x, y, width, height], [[x, y], …], or the path of an image from `folder`.
[[nodiscard]] std::vector<MaskShape> masks_of(const JsonEntry& entry, const std::filesystem::path& folder);

/// A number, or a text such as "0.5%".
[[nodiscard]] PixelAmount amount_of(const JsonEntry& entry);

[[nodiscard]] double limit_of(const JsonEntry& entry, const LimitDeclaration& declaration);

/// Paths that lie below the folder of the expected image.
[[nodiscard]] std::vector<std::string> accepted_of(const JsonEntry& entry);

/// `origin` is the rule, for those who read of the failure.
[[nodiscard]] KnownFailure known_failure_of(const JsonEntry& entry, std::string origin);

}  // namespace texelscope::app
