#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/help/command_reference.h"
#include "app/cli/help/value_words.h"

namespace texelscope::app {

inline constexpr std::array<std::string_view, 3> shell_names = {"bash", "zsh", "fish"};

/// The command of this program that the shells' scripts ask.
inline constexpr std::string_view complete_words_command = "complete-words";

/// What may stand at the end of a command line.
struct Completion {
  /// Those that begin as the last word does.
  std::vector<Word> words;
  /// Whether a file or folder may stand there too.
  bool takes_paths = false;
};

/// `words` are those behind the program's name; the last is the one to complete, and may be empty. `labs` are the
/// window's.
[[nodiscard]] Completion complete(const CommandReference& program, std::span<const std::string> words,
                                  std::span<const std::string_view> labs);

/// The completion as the scripts read it: "paths" or "words" in the first line, then a word in each line, with a tab
/// and its meaning.
[[nodiscard]] std::string completion_answer(const Completion& completion);

/// The script of a shell, which asks the program for the words. @throws UsageError for another shell.
[[nodiscard]] std::string_view completion_script(std::string_view shell);

}  // namespace texelscope::app
