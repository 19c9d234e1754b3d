#pragma once

#include <filesystem>
#include <string_view>

#include "app/compare/rules/rules.h"

namespace texelscope::app {

/// The file of rules that counts without being named, in the folder of the expected images.
inline constexpr std::string_view rules_name = "compare.json";

/// Reads a file of rules (docs/compare.md). Paths of mask images are those of the rules, from the file's folder.
/// @throws FileError, naming the file, the rule's number and the key, for what is no rule.
[[nodiscard]] RuleFile load_rules(const std::filesystem::path& path);

/// The same of a text; `path` is for errors and for the folder of mask images.
[[nodiscard]] RuleFile parse_rules(std::string_view text, const std::filesystem::path& path);

/// The rules of FOLDER/compare.json; none where there is no such file. @throws FileError.
[[nodiscard]] RuleFile find_rules(const std::filesystem::path& folder);

}  // namespace texelscope::app
