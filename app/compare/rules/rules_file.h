#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "app/compare/rules/rules.h"
#include "app/files/file.h"

namespace texelscope::app {

/// The default rules file, in the folder of the expected images.
inline constexpr std::string_view rules_name = "compare.json";

/// In bytes: some 10,000 rules. Reading and applying a larger file could take more than 200 MB.
inline constexpr std::uintmax_t largest_rule_file = std::uintmax_t{1} << 21U;

/// Reads a rules file (docs/compare.md). Paths of mask images are relative to the file's folder; if the file must be in
/// a folder, so must they. @throws FileError that names the file, the line, the rule's number and the key, for an
/// invalid rule.
[[nodiscard]] RuleFile load_rules(const FilePlace& file);

/// Parses the text of a rules file; `file` is for errors and for the folder of mask images.
[[nodiscard]] RuleFile parse_rules(std::string_view text, const FilePlace& file);

/// The folder of the default rules file for expected images: the folder itself, or that of a single image.
[[nodiscard]] std::filesystem::path folder_of_rules(const std::filesystem::path& expected);

/// The rules in FOLDER/compare.json, which must be in this folder, like its masks; none if the file does not exist.
/// @throws FileError.
[[nodiscard]] RuleFile find_rules(const gpu::Folder& folder);

}  // namespace texelscope::app
