#pragma once

#include <string>
#include <vector>

#include "app/cli/help/command_reference.h"

namespace texelscope::app {

/// The manual page, in roff with the macros of man(7).
[[nodiscard]] std::string manual_page(const CommandReference& program);

/// docs/command-line.md: the same in Markdown. The same bytes from every build.
[[nodiscard]] std::string manual_markdown(const CommandReference& program);

/// What both tell in one place instead of in each command: options that at least three commands declare alike.
[[nodiscard]] std::vector<OptionReference> common_options(const CommandReference& program);

/// Options that stand alone behind the program's name, in place of a command.
[[nodiscard]] std::vector<OptionReference> own_options(const CommandReference& program);

/// A command that can be run, by all of its words: "render", "bench scenes".
struct ManualEntry {
  std::string name;
  const CommandReference* command = nullptr;
  /// Its options without the common ones.
  std::vector<OptionReference> options;
  /// Names of the common ones that it takes.
  std::vector<std::string> common;

  /// "texelscope render SCENE --out FILE [options]".
  [[nodiscard]] std::string synopsis() const;
  /// What it does, as a sentence.
  [[nodiscard]] std::string sentence() const;
};

/// All commands that can be run, in the order of the help. Points into `program`.
[[nodiscard]] std::vector<ManualEntry> manual_entries(const CommandReference& program);

/// How the option is given: "--out FILE", "-h, --help", "[IMAGE]".
[[nodiscard]] std::string usage_of(const OptionReference& option);

/// A text whose line breaks are those of a terminal, as one line.
[[nodiscard]] std::string one_line(std::string text);

}  // namespace texelscope::app
