#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/command_line.h"

namespace texelscope::app {

/// The hidden command that the shell scripts call.
inline constexpr std::string_view complete_words_command = "complete-words";

/// The possible completions of a command line.
struct Completion {
  /// The words that start with the last one.
  std::vector<Word> words;
  /// Whether a file or folder is possible, too.
  bool takes_paths = false;
};

/// `words` are those after the program's name; the last one, possibly empty, is completed. `labs` are those of the
/// window.
[[nodiscard]] Completion complete(const CommandReference& program, std::span<const std::string> words,
                                  std::span<const std::string_view> labs);

/// The completions in the format of the scripts: "paths" or "words" on the first line, then a word per line, with a tab
/// and its explanation.
[[nodiscard]] std::string completion_answer(const Completion& completion);

}  // namespace texelscope::app
