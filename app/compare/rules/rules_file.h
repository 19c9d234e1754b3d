#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "app/compare/rules/rules.h"

namespace texelscope::app {

/// The file of rules that counts without being named, in the folder of the expected images.
inline constexpr std::string_view rules_name = "compare.json";

/// In bytes.
inline constexpr std::uintmax_t largest_rule_file = std::uintmax_t{1} << 24U;

/// Reads a file of rules (docs/compare.md). Paths of mask images are those of the rules, from the file's folder.
/// @throws FileError, naming the file, the rule's number and the key, for what is no rule.
[[nodiscard]] RuleFile load_rules(const std::filesystem::path& path);

/// The same of a text; `path` is for errors and for the folder of mask images.
[[nodiscard]] RuleFile parse_rules(std::string_view text, const std::filesystem::path& path);

/// The folder whose file of rules counts for expected images: theirs, or that of a single one.
[[nodiscard]] std::filesystem::path folder_of_rules(const std::filesystem::path& expected);

/// The rules of FOLDER/compare.json; none where there is no such file. @throws FileError.
[[nodiscard]] RuleFile find_rules(const std::filesystem::path& folder);

}  // namespace texelscope::app
