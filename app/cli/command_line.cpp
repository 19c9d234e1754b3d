#include "app/cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <system_error>
#include <tuple>
#include <type_traits>

#include "app/cli/exit_code.h"
#include "app/cli/program_text.h"
#include "app/files/assets.h"
#include "app/text/nearest_name.h"

namespace texelscope::app {
namespace {

/// The headings of the groups in the help; empty for the hidden group.
constexpr std::array<const char*, 4> group_titles = {"General", "Image tests", "Development", ""};

/// The validator has no name, which would appear in the option's help. CLI11's own checks accept NaN.
CLI::Validator range_check(double least, std::optional<double> most, bool is_whole) {
  return {[=](const std::string& text) {
            double value = 0;
            const bool is_within = CLI::detail::lexical_cast(text, value) && value >= least &&
                                   (!most || value <= *most) && (!is_whole || value == std::floor(value));
            return is_within
                       ? std::string{}
                       : fmt::format("'{}' is out of range; use {}{}{}", text, is_whole ? "a whole number of " : "",
                                     least, most && std::isfinite(*most) ? fmt::format(" to {}", *most) : " or more");
          },
          ""};
}

/// Replaces empty words of the command line, because CLI11 stores an empty word for an option without a value. No
/// argument of a program contains this character.
constexpr std::string_view empty_word{"\0", 1};

/// An empty value is usually that of an unset variable, and must not mean the default.
CLI::Validator value_check(const CLI::Option& option, bool is_path) {
  const std::string missing = is_path ? "the file name is empty; specify a path" : "the value is empty; specify one";
  const std::string reason = missing + (option.get_positional() ? "" : ", or omit the option");
  return {[reason](const std::string& text) { return text == empty_word ? reason : ""; }, ""};
}

/// @throws UsageError for a word after "bench" that is not one of its subcommands.
void require_command_of_command(const std::vector<std::string>& arguments) {
  std::vector<std::string_view> names;
  for (const Subcommand* const command : registered_commands()) {
    if (command->parent() == arguments.front()) {
      names.push_back(std::string_view(command->name).substr(arguments.front().size() + 1));
    }
  }
  if (names.empty() || arguments.size() < 2 || arguments[1].starts_with('-') ||
      std::ranges::find(names, arguments[1]) != names.end()) {
    return;
  }
  throw UsageError(fmt::format("unknown command '{} {}'; {}", arguments[0], arguments[1],
                               advise_names(arguments[1], names, "commands")));
}

/// A file that an option writes.
struct WrittenFile {
  std::string option;
  std::string text;
};

/// Resolves symbolic links, including dangling ones; empty for anything that is not a regular file, such as a pipe or
/// /dev/null.
std::filesystem::path place_of(const std::string& text) {
  constexpr int max_links = 40;
  std::error_code error;
  std::filesystem::path place = std::filesystem::absolute(text, error);
  for (int links = 0; links < max_links && std::filesystem::is_symlink(place, error); ++links) {
    place = place.parent_path() / std::filesystem::read_symlink(place, error);
  }
  place = std::filesystem::weakly_canonical(place, error);
  const bool is_special = std::filesystem::exists(place, error) && !std::filesystem::is_regular_file(place, error);
  return is_special ? std::filesystem::path{} : place;
}

/// Reading and writing the same file is allowed: it is replaced atomically. @throws UsageError if two options write the
/// same file; and for "-", which other programs take as the standard output.
void require_different_files(const std::vector<WrittenFile>& files) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (files[i].text == "-") {
      throw UsageError(fmt::format(
          "{} does not write to the standard output; specify a file (./- for one of this name)", files[i].option));
    }
    for (std::size_t j = i + 1; j < files.size(); ++j) {
      const std::filesystem::path place = place_of(files[i].text);
      if (!place.empty() && place == place_of(files[j].text)) {
        throw UsageError(fmt::format("{} and {} name the same file, {}; rename one of them", files[i].option,
                                     files[j].option, files[j].text));
      }
    }
  }
}

/// Marks empty words, and replaces "--size=" with "--size" and such a word, because CLI11 would take the next word as
/// the value.
std::vector<std::string> with_empty_values(const CommandReference& program, const std::vector<std::string>& arguments) {
  std::vector<std::string> words;
  const CommandReference* command = &program;
  for (const std::string& argument : arguments) {
    const CommandReference* const below = find_command(*command, argument);
    command = below != nullptr ? below : command;
    const std::string name = argument.substr(0, argument.size() - (argument.ends_with('=') ? 1 : 0));
    const OptionReference* const option = name.starts_with("--") ? find_option(*command, name) : nullptr;
    words.push_back(option != nullptr ? name : argument);
    if (argument.empty()) {
      words.back() = empty_word;
    } else if (option != nullptr && name != argument) {
      words.emplace_back(empty_word);
    }
  }
  return words;
}

}  // namespace

/// CLI11 2.5 and later join the lines of a footer and rewrap them.
template <class Formatter>
void keep_lines_of_footer(Formatter& formatter) {
  if constexpr (requires { formatter.enable_footer_formatting(false); }) {
    formatter.enable_footer_formatting(false);
  }
}

/// The CLI11 parser, and data about the options that CLI11 does not store.
struct CommandLine::Parser {
  CLI::App app{std::string(this_program().description) + "\n", std::string(this_program().name)};
  std::map<const CLI::Option*, WordSource> words;
  std::map<const CLI::Option*, PathUse> paths;
  std::map<const CLI::App*, CommandFunction> functions;
  std::map<const CLI::App*, std::vector<std::function<void()>>> checks;

  void add(const Subcommand& command, CommandLine& line) {
    const std::string_view parent = command.parent();
    CLI::App& above = parent.empty() ? app : *app.get_subcommand(std::string(parent));
    CLI::App& added =
        *above.add_subcommand(std::string(command.name.substr(parent.empty() ? 0 : parent.size() + 1)), command.text);
    added.group(parent.empty() ? group_titles[static_cast<std::size_t>(command.group)] : "Subcommands");
    added.footer(command.footer);
    if (command.declare) {
      CommandOptions options(line, added);
      functions[&added] = command.declare(options);
    } else {
      added.require_subcommand(1);
    }
  }

  [[nodiscard]] OptionReference describe(const CLI::Option& option) const {
    OptionReference reference;
    for (const std::string& name : option.get_lnames()) {
      reference.names.push_back("--" + name);
    }
    for (const std::string& name : option.get_snames()) {
      reference.names.push_back("-" + name);
    }
    if (option.get_items_expected_max() > 0) {
      reference.value = option.get_type_name();
      if (reference.value.empty()) {
        reference.value = option.get_name(true);
      }
    }
    reference.text = option.get_description();
    reference.is_required = option.get_required();
    reference.is_repeatable = option.get_items_expected_max() > 1;
    if (const auto found = words.find(&option); found != words.end()) {
      reference.words = found->second;
    }
    if (const auto found = paths.find(&option); found != paths.end()) {
      reference.path = found->second;
    }
    return reference;
  }

  [[nodiscard]] CommandReference describe(const CLI::App& command) const {
    CommandReference reference{
        command.get_name(), command.get_description(), command.get_footer(), command.get_group(), {}, {}};
    for (const CLI::Option* option : command.get_options()) {
      if (!option->get_group().empty()) {
        reference.options.push_back(describe(*option));
      }
    }
    std::ranges::stable_partition(reference.options, &OptionReference::is_positional);
    for (const CLI::App* below : command.get_subcommands(nullptr)) {
      if (!below->get_group().empty()) {
        reference.commands.push_back(describe(*below));
      }
    }
    return reference;
  }

  [[nodiscard]] std::vector<WrittenFile> written_files(const CLI::App& command) const {
    std::vector<WrittenFile> files;
    for (const CLI::Option* const option : command.get_options()) {
      const auto found = paths.find(option);
      if (found == paths.end() || found->second != PathUse::write) {
        continue;
      }
      for (const std::string& text : option->results()) {
        files.push_back({option->get_name(), text});
      }
    }
    return files;
  }

  void apply(const OptionRules& rules, CLI::App& command, CLI::Option& option) {
    option.required(rules.is_required);
    for (const char* const other : rules.excludes) {
      option.excludes(command.get_option(other));
    }
    if (rules.needs != nullptr) {
      option.needs(command.get_option(rules.needs));
    }
    if (option.get_items_expected_max() > 0) {
      option.check(value_check(option, rules.path != PathUse::none));
    }
    if (rules.least) {
      option.check(range_check(*rules.least, rules.most, rules.is_whole));
    }
    if (!rules.one_of.empty()) {
      option.check(CLI::IsMember(rules.one_of));
    }
    paths[&option] = rules.path;
    if (rules.word_source) {
      words[&option] = rules.word_source;
    } else if (!rules.words.empty()) {
      words[&option] = [words = rules.words](const TypedLine&) { return words; };
    }
  }
};

namespace {

/// The innermost subcommand that the arguments name.
const CLI::App& parsed_command(const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) {
    command = command->get_subcommands().front();
  }
  return *command;
}

/// "lessons report".
std::string path_of(const CLI::App& command) {
  const CLI::App* const parent = command.get_parent();
  return parent->get_parent() == nullptr ? command.get_name() : path_of(*parent) + " " + command.get_name();
}

}  // namespace

CommandLine::CommandLine() : parser_{std::make_unique<Parser>()} {
  CLI::App& app = parser_->app;
  app.set_version_flag("--version", version_text, "print the version and build information");
  app.require_subcommand(1);
  keep_lines_of_footer(*app.get_formatter());
  for (const Subcommand* const command : registered_commands()) {
    parser_->add(*command, *this);
  }
  app.footer(program_footer());
}

CommandLine::~CommandLine() = default;

bool CommandLine::has_command(std::string_view name) {
  const std::vector<const Subcommand*> commands = registered_commands();
  return std::ranges::find(commands, name, &Subcommand::name) != commands.end();
}

CommandReference CommandLine::describe() const { return parser_->describe(parser_->app); }

int CommandLine::run(std::vector<std::string> arguments, const WindowFunctions& window) {
  const std::string name = arguments.front();
  require_command_of_command(arguments);
  arguments = with_empty_values(describe(), arguments);
  std::ranges::reverse(arguments);  // CLI11 expects reverse order
  try {
    parser_->app.parse(arguments);
  } catch (const CLI::Success& success) {
    return parser_->app.exit(success, std::cout, std::cerr);
  } catch (const CLI::ParseError& error) {
    const CLI::App& command = parsed_command(parser_->app);
    const std::string path = &command == &parser_->app ? name : path_of(command);
    throw UsageError(fmt::format("{}: {}; see {} {} --help", name, error.what(), this_program().name, path));
  }
  const CLI::App* const command = &parsed_command(parser_->app);
  require_different_files(parser_->written_files(*command));
  for (const std::function<void()>& check : parser_->checks[command]) {
    check();
  }
  require_named_assets();
  return parser_->functions.at(command)({window, *this});
}

template <class Target>
void CommandOptions::option(const std::string& name, const char* value, Target& target, const char* text,
                            const OptionRules& rules) {
  using Texts = std::vector<std::string>;
  CLI::Option* option = nullptr;
  if constexpr (std::is_same_v<Target, std::optional<Texts>>) {
    const auto take = [&target](const Texts& values) {
      target = values;
      // CLI11 passes an empty string for no value.
      std::erase(*target, "");
    };
    option = command_.add_option_function<Texts>(name, take, text);
    option->expected(0, CLI::detail::expected_max_vector_size);
  } else {
    option = command_.add_option(name, target, text);
  }
  option->type_name(value);
  if (std::is_same_v<Target, Texts> && name.starts_with('-')) {
    option->allow_extra_args(rules.is_several);
  }
  line_.parser_->apply(rules, command_, *option);
}
template void CommandOptions::option(const std::string&, const char*, std::string&, const char*, const OptionRules&);
template void CommandOptions::option(const std::string&, const char*, std::vector<std::string>&, const char*,
                                     const OptionRules&);
template void CommandOptions::option(const std::string&, const char*, std::optional<std::vector<std::string>>&,
                                     const char*, const OptionRules&);
template void CommandOptions::option(const std::string&, const char*, double&, const char*, const OptionRules&);
template void CommandOptions::option(const std::string&, const char*, std::optional<double>&, const char*,
                                     const OptionRules&);

void CommandOptions::flag(const char* name, bool& target, const char* text, const OptionRules& rules) {
  line_.parser_->apply(rules, command_, *command_.add_flag(name, target, text));
}

void CommandOptions::check(std::function<void()> function) {
  line_.parser_->checks[&command_].push_back(std::move(function));
}

const CommandReference* find_command(const CommandReference& parent, std::string_view name) {
  const auto found = std::ranges::find(parent.commands, name, &CommandReference::name);
  return found == parent.commands.end() ? nullptr : &*found;
}

const OptionReference* find_option(const CommandReference& command, std::string_view name) {
  const auto found = std::ranges::find_if(command.options, [&](const OptionReference& option) {
    return std::ranges::find(option.names, name) != option.names.end();
  });
  return found == command.options.end() ? nullptr : &*found;
}

}  // namespace texelscope::app
