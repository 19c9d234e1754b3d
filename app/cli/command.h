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

/// A subcommand is one file: it registers a Subcommand. Help, completion, manual and dispatch read the registered ones.
namespace texelscope::app {

class CommandLine;
struct WindowFunctions;

/// A thing and what it is: a command line, an exit code, a variable.
struct ExplainedText {
  std::string_view text;
  std::string_view meaning;
};

/// A word that may stand on the command line, and what it means; the meaning may be empty.
struct Word {
  std::string word;
  std::string text{};
};

/// Words that mean themselves.
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
  /// The beginning of the value.
  std::string_view partial;
  /// The window's, by name.
  std::span<const std::string_view> labs;
};

/// The words that a value may be. For NAME=VALUE first the names, each with its '='.
using WordSource = std::function<std::vector<Word>(const TypedLine&)>;

/// The parts of the program that a command may use.
struct CommandContext {
  const WindowFunctions& window;
  const CommandLine& line;
};

/// Runs a command with the options that were parsed; returns the exit code, throws its errors.
using CommandFunction = std::function<int(const CommandContext&)>;

/// How a command uses the file or the folder that a value names. Every writer is tried with full disks, links and
/// kills.
enum class PathUse : unsigned char {
  /// The value names none.
  none,
  read,
  write,
  /// Files are written into the folder, or beside the file.
  write_folder
};

/// The rules of an option or a positional, beside its name and its text.
struct OptionRules {
  bool is_required = false;
  /// Options and positionals of the same command, declared before.
  std::vector<const char*> excludes{};
  const char* needs = nullptr;
  /// Several values behind one mention of the option.
  bool is_several = false;
  /// Numbers of a range, which NaN is not in; `most` counts where `least` is given.
  std::optional<double> least{};
  std::optional<double> most{};
  /// Whole numbers of that range alone.
  bool is_whole = false;
  /// These words alone.
  std::vector<std::string> one_of{};
  /// The words that complete the value.
  std::vector<Word> words{};
  WordSource word_source{};
  PathUse path = PathUse::none;
};

/// What a command takes. Values stay as they are where they are not given.
class CommandOptions {
 public:
  CommandOptions(CommandLine& line, CLI::App& command) : line_{line}, command_{command} {}

  /// "--size", "WxH"; or a positional, whose name has no dashes and stands for its value where `value` is empty. The
  /// target is a text, a number, which may be optional, or a list of texts, which takes many: an option by being given
  /// many times, a positional all that follow. An optional list is that of an option with any number of values behind
  /// it, also none.
  template <class Target>
  void option(const std::string& name, const char* value, Target& target, const char* text,
              const OptionRules& rules = {});
  void flag(const char* name, bool& target, const char* text, const OptionRules& rules = {});
  /// --json.
  void json(bool& is_json) { flag("--json", is_json, "as JSON"); }

  /// Called before the command runs, so that what cannot be meant is told before anything is done.
  void check(std::function<void()> function);

 private:
  CommandLine& line_;
  CLI::App& command_;
};

/// Those of a command that takes --json alone.
struct JsonOptions {
  bool is_json = false;
};
inline void declare_json(CommandOptions& command, JsonOptions& options) { command.json(options.is_json); }

/// Whom a command is for; help lists them in this order.
enum class CommandGroup : unsigned char { people, picture_tests, developers, hidden };

struct Subcommand {
  /// As typed: "render", or "bench copies" for a command of the command "bench".
  std::string_view name;
  /// One line: what it does.
  std::string text;
  /// Of commands of commands, that of the other.
  CommandGroup group = CommandGroup::people;
  /// The place in the group; the lowest comes first.
  int rank = 0;
  /// What help says below the options.
  std::string footer{};
  /// Command lines for the program's help.
  std::vector<ExplainedText> examples{};
  /// Declares the options and gives what runs with them; see with_options(). Without it the command has commands.
  std::function<CommandFunction(CommandOptions&)> declare{};
};

/// A command whose options are a struct of its file: `declare` names them, `run` has them parsed.
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

/// Keeps a command on the command line as long as it lives: those of the program stand at namespace scope.
class RegisteredSubcommand {
 public:
  explicit RegisteredSubcommand(Subcommand command);
  RegisteredSubcommand(const RegisteredSubcommand&) = delete;
  RegisteredSubcommand& operator=(const RegisteredSubcommand&) = delete;
  ~RegisteredSubcommand();

 private:
  std::list<Subcommand>::iterator place_;
};

}  // namespace texelscope::app
