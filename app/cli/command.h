#pragma once

#include <concepts>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

/// A subcommand is one file: it registers a Subcommand. Help, completion, the manual and dispatch read the registered
/// subcommands.
namespace texelscope::app {

class CommandLine;
struct WindowFunctions;

/// A term and its explanation: a command line, an exit code, an environment variable.
struct ExplainedText {
  std::string_view text;
  std::string_view meaning;
};

/// A word of the command line and its explanation, which may be empty.
struct Word {
  std::string word;
  std::string text{};
};

/// Words without explanations.
template <class Names>
[[nodiscard]] std::vector<Word> words_of(const Names& names) {
  std::vector<Word> words;
  for (const auto& name : names) {
    words.push_back({std::string(name)});
  }
  return words;
}

/// The names and titles of a list of declarations.
template <class Declarations>
[[nodiscard]] std::vector<Word> declared_words(const Declarations& declarations) {
  std::vector<Word> words;
  for (const auto& declaration : declarations) {
    words.push_back({std::string(declaration.name), std::string(declaration.title)});
  }
  return words;
}

/// A command line that is being typed.
struct TypedLine {
  /// The words before the one to complete.
  std::span<const std::string> before;
  /// The part of the value that has been typed.
  std::string_view partial;
  /// The names of the window's labs.
  std::span<const std::string_view> labs;
};

/// The possible values of an option. For NAME=VALUE, first the names, each followed by '='.
using WordSource = std::function<std::vector<Word>(const TypedLine&)>;

/// The parts of the program that a command may use.
struct CommandContext {
  const WindowFunctions& window;
  const CommandLine& line;
};

/// Runs a command with the parsed options; returns the exit code, and throws the command's errors.
using CommandFunction = std::function<int(const CommandContext&)>;

/// How a command uses the file or folder that a value names. Tests of every command that writes a file cover full
/// disks, links and kills.
enum class PathUse : unsigned char {
  /// The value is not a path.
  none,
  read,
  write,
  /// Files are written into the folder, or next to the file.
  write_folder
};

/// The rules of an option or positional argument, in addition to its name and help text.
struct OptionRules {
  bool is_required = false;
  /// Options and positional arguments of the same command, declared before this one.
  std::vector<const char*> excludes{};
  const char* needs = nullptr;
  /// Whether one mention of the option takes multiple values.
  bool is_several = false;
  /// The range of a number, which never includes NaN; `most` requires `least`.
  std::optional<double> least{};
  std::optional<double> most{};
  /// Allows only integers in that range.
  bool is_whole = false;
  /// Allows only these words.
  std::vector<std::string> one_of{};
  /// The completions of the value.
  std::vector<Word> words{};
  WordSource word_source{};
  PathUse path = PathUse::none;
};

/// Declares the options of a command. Targets of absent options keep their values.
class CommandOptions {
 public:
  CommandOptions(CommandLine& line, CLI::App& command) : line_{line}, command_{command} {}

  /// An option such as "--size" with the value name "WxH"; or a positional argument, whose name has no dashes and is
  /// also its value name if `value` is empty. The target is a string, a number, which may be optional, or a list of
  /// strings: a repeatable option, or all remaining positional arguments. An optional list is for an option with any
  /// number of values, including none.
  template <class Target>
  void option(const std::string& name, const char* value, Target& target, const char* text,
              const OptionRules& rules = {});
  void flag(const char* name, bool& target, const char* text, const OptionRules& rules = {});
  /// --json.
  void json(bool& is_json) { flag("--json", is_json, "as JSON"); }

  /// Called before the command runs, to reject invalid options before any work.
  void check(std::function<void()> function);

 private:
  CommandLine& line_;
  CLI::App& command_;
};

/// The options of a command that takes only --json.
struct JsonOptions {
  bool is_json = false;
};
inline void declare_json(CommandOptions& command, JsonOptions& options) { command.json(options.is_json); }

/// The audience of a command; help lists the groups in this order.
enum class CommandGroup : unsigned char { people, picture_tests, developers, hidden };

struct Subcommand {
  /// The name as typed: "render", or "bench copies" for the subcommand "copies" of "bench".
  std::string_view name;
  /// One line of help.
  std::string text;
  /// The group in the help; for a command's subcommand, that of its parent.
  CommandGroup group = CommandGroup::people;
  /// The position in the group; the lowest comes first.
  int rank = 0;
  /// The help text below the options.
  std::string footer{};
  /// Command lines for the examples in the program's help.
  std::vector<ExplainedText> examples{};
  /// Declares the options and returns the function that runs with them; see with_options(). Empty for a command with
  /// subcommands.
  std::function<CommandFunction(CommandOptions&)> declare{};

  /// "bench" for "bench copies"; empty for "bench".
  [[nodiscard]] std::string_view parent() const;
};

/// A command whose options are a struct of its source file: `declare` declares the options, and `run` receives their
/// parsed values.
template <class Options, class Run>
requires std::invocable<Run, const Options&> || std::invocable<Run, const Options&, const CommandContext&>
[[nodiscard]] std::function<CommandFunction(CommandOptions&)> with_options(void (*declare)(CommandOptions&, Options&),
                                                                           Run run) {
  return [=](CommandOptions& command) -> CommandFunction {
    const auto options = std::make_shared<Options>();
    declare(command, *options);
    return [options, run](const CommandContext& context) {
      if constexpr (std::invocable<Run, const Options&>) {
        static_cast<void>(context);
        return run(*options);
      } else {
        return run(*options, context);
      }
    };
  };
}

/// Registers a command for the lifetime of the object; the program's own objects are at namespace scope.
class RegisteredSubcommand {
 public:
  explicit RegisteredSubcommand(Subcommand command);
  RegisteredSubcommand(const RegisteredSubcommand&) = delete;
  RegisteredSubcommand& operator=(const RegisteredSubcommand&) = delete;
  ~RegisteredSubcommand();

 private:
  std::list<Subcommand>::iterator place_;
};

/// The registered commands, in help order: by group and rank, subcommands after their parents.
[[nodiscard]] std::vector<const Subcommand*> registered_commands();

}  // namespace texelscope::app
