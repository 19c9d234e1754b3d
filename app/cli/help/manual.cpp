#include "app/cli/help/manual.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <iterator>

namespace texelscope::app {
namespace {

constexpr std::ptrdiff_t least_commands = 3;

void append_entries(const CommandReference& parent, const std::string& prefix, std::vector<ManualEntry>& entries) {
  for (const CommandReference& command : parent.commands) {
    if (command.commands.empty()) {
      entries.push_back({prefix + command.name, &command, {}, {}});
    }
    append_entries(command, prefix + command.name + " ", entries);
  }
}

std::vector<ManualEntry> bare_entries(const CommandReference& program) {
  std::vector<ManualEntry> entries;
  append_entries(program, "", entries);
  return entries;
}

}  // namespace

std::vector<OptionReference> common_options(const CommandReference& program) {
  const std::vector<ManualEntry> entries = bare_entries(program);
  std::vector<OptionReference> common;
  for (const ManualEntry& entry : entries) {
    for (const OptionReference& option : entry.command->options) {
      const auto takes_it = [&](const ManualEntry& other) {
        return std::ranges::find(other.command->options, option) != other.command->options.end();
      };
      if (!option.is_positional() && std::ranges::find(common, option) == common.end() &&
          std::ranges::count_if(entries, takes_it) >= least_commands) {
        common.push_back(option);
      }
    }
  }
  return common;
}

std::vector<OptionReference> own_options(const CommandReference& program) {
  const std::vector<OptionReference> common = common_options(program);
  std::vector<OptionReference> own;
  std::ranges::copy_if(program.options, std::back_inserter(own), [&](const OptionReference& option) {
    return std::ranges::find(common, option) == common.end();
  });
  return own;
}

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

std::string ManualEntry::synopsis() const {
  std::string text = "texelscope " + name;
  bool has_optional = false;
  for (const OptionReference& option : command->options) {
    if (option.is_positional() || option.is_required) {
      text += fmt::format(" {}", usage_of(option));
    } else {
      has_optional = true;
    }
  }
  return has_optional ? text + " [options]" : text;
}

std::string ManualEntry::sentence() const {
  std::string text = one_line(command->text) + ".";
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text;
}

std::string usage_of(const OptionReference& option) {
  if (option.is_positional()) {
    const char* const more = option.is_repeatable ? "…" : "";
    return fmt::format(fmt::runtime(option.is_required ? "{}{}" : "[{}{}]"), option.value, more);
  }
  const std::string names = fmt::format("{}", fmt::join(option.names, ", "));
  return option.value.empty() ? names : names + " " + option.value;
}

std::string one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

}  // namespace texelscope::app
