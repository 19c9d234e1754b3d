#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/command_line.h"

namespace texelscope::app {

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

}  // namespace texelscope::app
