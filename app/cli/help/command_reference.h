#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

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

  [[nodiscard]] bool is_positional() const { return names.empty(); }
  bool operator==(const OptionReference&) const = default;
};

/// A command with what it takes. Hidden commands and options are left out.
struct CommandReference {
  /// As typed behind the program and the commands above it: "render", "bench".
  std::string name;
  std::string text;
  /// What its help says below the options; empty where it says nothing more.
  std::string footer;
  /// Positionals first, in their order.
  std::vector<OptionReference> options;
  std::vector<CommandReference> commands;
};

/// Reads what a command declares, and all below it.
[[nodiscard]] CommandReference describe(const CLI::App& app);

/// Null where there is none of that name.
[[nodiscard]] const CommandReference* find_command(const CommandReference& parent, std::string_view name);
[[nodiscard]] const OptionReference* find_option(const CommandReference& command, std::string_view name);

}  // namespace texelscope::app
