#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "app/cli/command.h"

namespace texelscope::app {

/// An option or positional argument of a command, as declared.
struct OptionReference {
  /// The names, with dashes, long names first; empty for a positional argument.
  std::vector<std::string> names;
  /// The value name: "FILE", "N". Empty for a flag.
  std::string value;
  std::string text;
  bool is_required = false;
  /// Whether the option is repeatable.
  bool is_repeatable = false;
  /// Empty if there are no completions.
  WordSource words{};
  PathUse path = PathUse::none;

  [[nodiscard]] bool is_positional() const { return names.empty(); }
  /// Whether two options have the same declaration.
  bool operator==(const OptionReference& other) const {
    return std::tie(names, value, text, is_required, is_repeatable) ==
           std::tie(other.names, other.value, other.text, other.is_required, other.is_repeatable);
  }
};

/// A command and its options. Hidden commands and options are omitted.
struct CommandReference {
  /// The name as typed after the program and the parent commands: "render", "bench".
  std::string name;
  std::string text;
  /// The help text below the options, which may be empty.
  std::string footer;
  /// The heading of its group in the help.
  std::string group;
  /// Positional arguments first, in order.
  std::vector<OptionReference> options;
  std::vector<CommandReference> commands;
};

/// Null if none has this name.
[[nodiscard]] const CommandReference* find_command(const CommandReference& parent, std::string_view name);
[[nodiscard]] const OptionReference* find_option(const CommandReference& command, std::string_view name);

/// The command line of all registered commands.
class CommandLine {
 public:
  CommandLine();
  ~CommandLine();

  /// Whether a command of this name exists, hidden or not.
  [[nodiscard]] static bool has_command(std::string_view name);
  [[nodiscard]] CommandReference describe() const;
  /// Runs the command at the beginning of the arguments, or prints help. @throws UsageError, and the errors of the
  /// command.
  [[nodiscard]] int run(std::vector<std::string> arguments, const WindowFunctions& window);

 private:
  friend CommandOptions;
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace texelscope::app
