#include "app/cli/manual/manual.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <iterator>

#include "app/cli/program_text.h"
#include "app/files/build_facts.h"

namespace texelscope::app {
namespace {

/// A runnable command, by all its words: "render", "bench scenes".
struct ManualEntry {
  std::string name;
  /// The heading of its group.
  std::string group;
  const CommandReference* command = nullptr;
  /// Its options, except for common options.
  std::vector<OptionReference> options;
  /// The names of the common options that it takes.
  std::vector<std::string> common;
};

/// Joins lines that are wrapped for a terminal into one.
std::string one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

/// The usage of an option: "--out FILE", "-h, --help", "[IMAGE]".
std::string usage_of(const OptionReference& option) {
  if (option.is_positional()) {
    const char* const more = option.is_repeatable ? "…" : "";
    return fmt::format(fmt::runtime(option.is_required ? "{}{}" : "[{}{}]"), option.value, more);
  }
  const std::string names = fmt::format("{}", fmt::join(option.names, ", "));
  return option.value.empty() ? names : names + " " + option.value;
}

std::string_view usage_of(const ExplainedText& row) { return row.text; }

std::string_view meaning_of(const OptionReference& option) { return option.text; }
std::string_view meaning_of(const ExplainedText& row) { return row.meaning; }

/// Options that at least this many commands declare are described only once.
constexpr std::ptrdiff_t min_commands = 3;

std::vector<ManualEntry> bare_entries(const CommandReference& program) {
  std::vector<ManualEntry> entries;
  for (const CommandReference& command : program.commands) {
    if (command.commands.empty()) {
      entries.push_back({command.name, command.group, &command, {}, {}});
    }
    for (const CommandReference& below : command.commands) {
      entries.push_back({command.name + " " + below.name, command.group, &below, {}, {}});
    }
  }
  return entries;
}

std::vector<OptionReference> common_options(const CommandReference& program) {
  const std::vector<ManualEntry> entries = bare_entries(program);
  std::vector<OptionReference> common;
  for (const ManualEntry& entry : entries) {
    for (const OptionReference& option : entry.command->options) {
      const auto takes_it = [&](const ManualEntry& other) {
        return std::ranges::find(other.command->options, option) != other.command->options.end();
      };
      if (!option.is_positional() && std::ranges::find(common, option) == common.end() &&
          std::ranges::count_if(entries, takes_it) >= min_commands) {
        common.push_back(option);
      }
    }
  }
  return common;
}

/// Options that are valid without a command.
std::vector<OptionReference> own_options(const CommandReference& program) {
  const std::vector<OptionReference> common = common_options(program);
  std::vector<OptionReference> own;
  std::ranges::copy_if(program.options, std::back_inserter(own), [&](const OptionReference& option) {
    return std::ranges::find(common, option) == common.end();
  });
  return own;
}

/// All runnable commands, in help order. Points into `program`.
std::vector<ManualEntry> manual_entries(const CommandReference& program) {
  const std::vector<OptionReference> common = common_options(program);
  std::vector<ManualEntry> entries = bare_entries(program);
  for (ManualEntry& entry : entries) {
    for (const OptionReference& option : entry.command->options) {
      if (std::ranges::find(common, option) == common.end()) {
        entry.options.push_back(option);
      } else if (option.names.front() != "--help") {
        entry.common.push_back(option.names.front());
      }
    }
  }
  return entries;
}

/// "texelscope render SCENE --out FILE [options]".
std::string synopsis(const ManualEntry& entry) {
  std::string text = fmt::format("{} {}", this_program().name, entry.name);
  bool has_optional = false;
  for (const OptionReference& option : entry.command->options) {
    if (option.is_positional() || option.is_required) {
      text += fmt::format(" {}", usage_of(option));
    } else {
      has_optional = true;
    }
  }
  return has_optional ? text + " [options]" : text;
}

/// The help text as a sentence.
std::string sentence(const ManualEntry& entry) {
  std::string text = one_line(entry.command->text) + ".";
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text;
}

std::string cell(std::string_view text) {
  std::string escaped;
  for (const char character : text) {
    escaped += character == '|' ? "\\|" : std::string(1, character);
  }
  return escaped;
}

/// A table of options, or of explained texts.
template <class Rows>
std::string table_of(const Rows& rows) {
  std::string table = "| | |\n|---|---|\n";
  for (const auto& row : rows) {
    table += fmt::format("| `{}` | {} |\n", cell(usage_of(row)), cell(meaning_of(row)));
  }
  return table + "\n";
}

std::string anchor(std::string name) {
  std::ranges::replace(name, ' ', '-');
  return name;
}

std::string markdown_entry(const ManualEntry& entry) {
  std::string text = fmt::format("### {}\n\n    {}\n\n{}\n\n", entry.name, synopsis(entry), sentence(entry));
  if (!entry.options.empty()) {
    text += table_of(entry.options);
  }
  if (!entry.common.empty()) {
    text += fmt::format("Common options: `{}`.\n\n", fmt::join(entry.common, "` `"));
  }
  return entry.command->footer.empty() ? text : text + one_line(entry.command->footer) + "\n\n";
}

/// Escapes text for roff: copyable dashes, and no request at the beginning of a line. Text in backticks becomes bold.
std::string roff(std::string_view text) {
  std::string escaped = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  bool is_bold = false;
  for (const char character : text) {
    switch (character) {
      case '\\':
        escaped += "\\e";
        break;
      case '-':
        escaped += "\\-";
        break;
      case '`':
        is_bold = !is_bold;
        escaped += is_bold ? "\\fB" : "\\fR";
        break;
      default:
        escaped += character;
    }
  }
  return escaped;
}

/// The usage with names in bold and value names in italics.
std::string styled_usage(const OptionReference& option) {
  const std::string usage = roff(usage_of(option));
  if (option.is_positional()) {
    return "\\fI" + usage + "\\fR";
  }
  const std::string value = roff(option.value);
  const std::string names = usage.substr(0, usage.size() - value.size());
  return "\\fB" + names + (value.empty() ? "\\fR" : "\\fI" + value + "\\fR");
}

std::string in_capitals(std::string_view text) {
  std::string capitals(text);
  std::ranges::transform(capitals, capitals.begin(), [](unsigned char letter) { return std::toupper(letter); });
  return capitals;
}

std::string styled_usage(const ExplainedText& row) { return "\\fB" + roff(row.text) + "\\fR"; }

template <class Rows>
std::string list_of(const Rows& rows) {
  std::string list;
  for (const auto& row : rows) {
    list += fmt::format(".TP\n{}\n{}\n", styled_usage(row), roff(meaning_of(row)));
  }
  return list;
}

std::string roff_entry(const ManualEntry& entry) {
  std::string text =
      fmt::format(".SS {}\n.B {}\n.PP\n{}\n", roff(entry.name), roff(synopsis(entry)), roff(sentence(entry)));
  text += list_of(entry.options);
  if (!entry.common.empty()) {
    text += fmt::format(".PP\nCommon options: {}.\n", roff(fmt::format("`{}`", fmt::join(entry.common, "` `"))));
  }
  if (!entry.command->footer.empty()) {
    text += fmt::format(".PP\n{}\n", roff(one_line(entry.command->footer)));
  }
  return text;
}

std::string_view fact(std::string_view name) { return std::ranges::find(build_facts(), name, &BuildFact::name)->value; }

}  // namespace

std::string manual_markdown(const CommandReference& program) {
  const std::vector<ManualEntry> entries = manual_entries(program);
  std::string text = fmt::format(
      "# Command line of {0}\n\nGenerated by `{0} manual --markdown`; `{0} manual | man -l -` shows the "
      "same.\n\n{1}\n\n"
      "| command | |\n|---|---|\n",
      this_program().name, one_line(std::string(this_program().description)));
  std::string_view group;
  for (const ManualEntry& entry : entries) {
    if (entry.group != group) {
      group = entry.group;
      text += fmt::format("| **{}** | |\n", group);
    }
    text += fmt::format("| [{}](#{}) | {} |\n", entry.name, anchor(entry.name), cell(one_line(entry.command->text)));
  }
  text += "| **Program options** | |\n";
  for (const OptionReference& option : own_options(program)) {
    text += fmt::format("| `{}` | {} |\n", usage_of(option), cell(option.text));
  }
  text += "\n## Commands\n\n";
  for (const ManualEntry& entry : entries) {
    text += markdown_entry(entry);
  }
  text += "## Common options\n\n" + table_of(common_options(program));
  text += "## Exit codes\n\n" + table_of(exit_code_meanings());
  text += "## Environment\n\n" + table_of(this_program().environment);
  if (const std::vector<ExplainedText> examples = program_examples(); !examples.empty()) {
    text += "## Examples\n\n" + table_of(examples);
  }
  text.pop_back();  // the last blank line
  return text;
}

std::string manual_page(const CommandReference& program) {
  const std::vector<ManualEntry> entries = manual_entries(program);
  const ProgramDeclaration& self = this_program();
  std::string text = fmt::format(".TH {} 1 {} \"texelscope {}\" \"User Commands\"\n", in_capitals(self.name),
                                 fact("date"), fact("version"));
  text += fmt::format(".SH NAME\n{} \\- {}\n.SH SYNOPSIS\n.B {}\n[{}] ", self.name, self.title, roff(self.name),
                      self.default_command);
  for (const OptionReference& option : find_command(program, self.default_command)->options) {
    text += option.is_positional() ? styled_usage(option) + " " : "";
  }
  text += fmt::format("[options]\n.br\n.B {}\n\\fICOMMAND\\fR [options]\n.SH DESCRIPTION\n{}\n", roff(self.name),
                      roff(one_line(std::string(self.description))));
  std::string_view group;
  for (const ManualEntry& entry : entries) {
    if (entry.group != group) {
      group = entry.group;
      text += fmt::format(".SH {} COMMANDS\n", in_capitals(group));
    }
    text += roff_entry(entry);
  }
  text += ".SH PROGRAM OPTIONS\n" + list_of(own_options(program));
  if (const std::vector<OptionReference> common = common_options(program); !common.empty()) {
    text += ".SH COMMON OPTIONS\n" + list_of(common);
  }
  text += ".SH EXIT STATUS\n" + list_of(exit_code_meanings());
  text += ".SH ENVIRONMENT\n" + list_of(self.environment);
  const std::vector<ExplainedText> examples = program_examples();
  return examples.empty() ? text : text + ".SH EXAMPLES\n" + list_of(examples);
}

}  // namespace texelscope::app
