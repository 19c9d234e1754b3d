#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/cli/help/manual.h"
#include "app/cli/help/program_text.h"

namespace texelscope::app {
namespace {

std::string cell(std::string_view text) {
  std::string escaped;
  for (const char character : text) {
    escaped += character == '|' ? "\\|" : std::string(1, character);
  }
  return escaped;
}

std::string option_table(const std::vector<OptionReference>& options) {
  std::string table = "| | |\n|---|---|\n";
  for (const OptionReference& option : options) {
    table += fmt::format("| `{}` | {} |\n", cell(usage_of(option)), cell(option.text));
  }
  return table + "\n";
}

std::string meaning_table(std::span<const ExplainedText> rows) {
  std::string table = "| | |\n|---|---|\n";
  for (const ExplainedText& row : rows) {
    table += fmt::format("| `{}` | {} |\n", cell(row.text), cell(row.meaning));
  }
  return table + "\n";
}

std::string anchor(std::string name) {
  std::ranges::replace(name, ' ', '-');
  return name;
}

std::string entry_text(const ManualEntry& entry) {
  std::string text = fmt::format("### {}\n\n    {}\n\n{}\n\n", entry.name, entry.synopsis(), entry.sentence());
  if (!entry.options.empty()) {
    text += option_table(entry.options);
  }
  if (!entry.common.empty()) {
    text += fmt::format("Common options: `{}`.\n\n", fmt::join(entry.common, "` `"));
  }
  return entry.command->footer.empty() ? text : text + one_line(entry.command->footer) + "\n\n";
}

}  // namespace

std::string manual_markdown(const CommandReference& program) {
  const std::vector<ManualEntry> entries = manual_entries(program);
  std::string text = fmt::format(
      "# The command line\n\nMade by `texelscope manual --markdown`, and the same as `man texelscope` tells.\n\n{}\n\n"
      "| command | |\n|---|---|\n",
      one_line(std::string(program_description())));
  for (const ManualEntry& entry : entries) {
    text += fmt::format("| [{}](#{}) | {} |\n", entry.name, anchor(entry.name), cell(one_line(entry.command->text)));
  }
  for (const OptionReference& option : own_options(program)) {
    text += fmt::format("| `{}` | {} |\n", usage_of(option), cell(option.text));
  }
  text += "\n## Commands\n\n";
  for (const ManualEntry& entry : entries) {
    text += entry_text(entry);
  }
  text += "## Common options\n\n" + option_table(common_options(program));
  text += "## Exit codes\n\n" + meaning_table(exit_code_meanings());
  text += "## Environment\n\n" + meaning_table(environment_meanings());
  text += "## Examples\n\n" + meaning_table(program_examples());
  text.pop_back();  // the last blank line
  return text;
}

}  // namespace texelscope::app
