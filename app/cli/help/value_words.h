#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/help/command_reference.h"

namespace texelscope::app {

/// A word that may stand on the command line, and what it means; the meaning may be empty.
struct Word {
  std::string word;
  std::string text;
};

/// The words that a value of an option or a positional may be, as far as they are known; `before` are the words that
/// stand before it, `partial` is its beginning, `labs` are the window's. For NAME=VALUE first the names, each with its
/// '='.
[[nodiscard]] std::vector<Word> value_words(std::string_view command, const OptionReference& option,
                                            std::span<const std::string> before, std::string_view partial,
                                            std::span<const std::string_view> labs);

/// Whether the value names a file or a folder.
[[nodiscard]] bool is_path(const OptionReference& option);

}  // namespace texelscope::app
