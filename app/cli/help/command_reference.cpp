#include "app/cli/help/command_reference.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace texelscope::app {
namespace {

OptionReference describe(const CLI::Option& option) {
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
  return reference;
}

}  // namespace

CommandReference describe(const CLI::App& app) {
  CommandReference reference;
  reference.name = app.get_name();
  reference.text = app.get_description();
  reference.footer = app.get_footer();
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_group().empty()) {
      reference.options.push_back(describe(*option));
    }
  }
  std::ranges::stable_partition(reference.options, &OptionReference::is_positional);
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    if (!command->get_group().empty()) {
      reference.commands.push_back(describe(*command));
    }
  }
  return reference;
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
