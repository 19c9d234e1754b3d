#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/cli/help/manual.h"
#include "app/cli/help/program_text.h"
#include "app/files/build_facts.h"

namespace texelscope::app {
namespace {

/// A text that roff shows as it is: dashes that can be copied, and no request at the beginning of a line. What stands
/// in backticks is set in bold.
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

/// The names in bold, what stands for the value in italics.
std::string styled_usage(const OptionReference& option) {
  const std::string usage = roff(usage_of(option));
  if (option.is_positional()) {
    return "\\fI" + usage + "\\fR";
  }
  const std::string value = roff(option.value);
  const std::string names = usage.substr(0, usage.size() - value.size());
  return "\\fB" + names + (value.empty() ? "\\fR" : "\\fI" + value + "\\fR");
}

std::string tagged(std::string_view tag, std::string_view text) { return fmt::format(".TP\n{}\n{}\n", tag, text); }

std::string option_list(const std::vector<OptionReference>& options) {
  std::string list;
  for (const OptionReference& option : options) {
    list += tagged(styled_usage(option), roff(option.text));
  }
  return list;
}

std::string meaning_list(std::span<const ExplainedText> rows) {
  std::string list;
  for (const ExplainedText& row : rows) {
    list += tagged("\\fB" + roff(row.text) + "\\fR", roff(row.meaning));
  }
  return list;
}

std::string entry_text(const ManualEntry& entry) {
  std::string text =
      fmt::format(".SS {}\n.B {}\n.PP\n{}\n", roff(entry.name), roff(entry.synopsis()), roff(entry.sentence()));
  text += option_list(entry.options);
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

std::string manual_page(const CommandReference& program) {
  const std::vector<ManualEntry> entries = manual_entries(program);
  std::string text =
      fmt::format(".TH TEXELSCOPE 1 {} \"texelscope {}\" \"User Commands\"\n", fact("date"), fact("version"));
  text +=
      ".SH NAME\ntexelscope \\- look at textures, surfaces, tensors and the kernels that write them\n"
      ".SH SYNOPSIS\n.B texelscope\n[explore] [\\fIIMAGE\\fR] [options]\n.br\n.B texelscope\n\\fICOMMAND\\fR "
      "[options]\n.SH DESCRIPTION\n";
  text += roff(one_line(std::string(program_description()))) + "\n.SH COMMANDS\n";
  for (const ManualEntry& entry : entries) {
    text += entry_text(entry);
  }
  text += ".SH OPTIONS OF THE PROGRAM\n" + option_list(own_options(program));
  text += ".SH COMMON OPTIONS\n" + option_list(common_options(program));
  text += ".SH EXIT STATUS\n" + meaning_list(exit_code_meanings());
  text += ".SH ENVIRONMENT\n" + meaning_list(environment_meanings());
  return text + ".SH EXAMPLES\n" + meaning_list(program_examples());
}

}  // namespace texelscope::app
