#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "app/cli/command.h"

namespace texelscope::app {

/// An option or a positional of a command, as its declaration tells it.
struct OptionReference {
  /// With their dashes, long ones first; empty for a positional.
  std::vector<std::string> names;
  /// What stands for the value: "FILE", "N". Empty for a flag.
  std::string value;
  std::string text;
  bool is_required = false;
  /// Whether it can be given many times.
  bool is_repeatable = false;
  /// Empty where no words are known.
  WordSource words{};
  PathUse path = PathUse::none;

  [[nodiscard]] bool is_positional() const { return names.empty(); }
  /// Whether both are declared alike.
  bool operator==(const OptionReference& other) const {
    return std::tie(names, value, text, is_required, is_repeatable) ==
           std::tie(other.names, other.value, other.text, other.is_required, other.is_repeatable);
  }
};

/// A command with what it takes. Hidden commands and options are left out.
struct CommandReference {
  /// As typed behind the program and the commands above it: "render", "bench".
  std::string name;
  std::string text;
  /// What its help says below the options; empty where it says nothing more.
  std::string footer;
  /// Whom it is for: the heading that help lists it under.
  std::string group;
  /// Positionals first, in their order.
  std::vector<OptionReference> options;
  std::vector<CommandReference> commands;
};

/// Null where there is none of that name.
[[nodiscard]] const CommandReference* find_command(const CommandReference& parent, std::string_view name);
[[nodiscard]] const OptionReference* find_option(const CommandReference& command, std::string_view name);

/// The registered commands, in the order of help: by group and rank, a command of a command behind it.
[[nodiscard]] std::vector<const Subcommand*> registered_commands();

/// The command line of all registered commands.
class CommandLine {
 public:
  CommandLine();
  ~CommandLine();

  /// Whether it is the name of a command, hidden or not.
  [[nodiscard]] static bool has_command(std::string_view name);
  [[nodiscard]] CommandReference describe() const;
  /// Runs the command that the arguments begin with, or prints help. @throws UsageError; what the command throws.
  [[nodiscard]] int run(std::vector<std::string> arguments, const WindowFunctions& window);

 private:
  friend CommandOptions;
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace texelscope::app
