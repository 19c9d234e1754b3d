#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>

#include "app/cli/command.h"
#include "app/cli/exit_code.h"
#include "app/scenes/registry.h"

namespace texelscope::app::scenes_command {
namespace {

std::string range_text(const RealRange& range) {
  return fmt::format("{} … {}{}", range.minimum, range.maximum, range.unit);
}
std::string range_text(const IntegerRange& range) { return fmt::format("{} … {}", range.minimum, range.maximum); }
std::string range_text(const Choices& choices) { return fmt::format("{}", fmt::join(choices.names, " | ")); }
std::string range_text(const Toggle&) { return "true | false"; }

const char* input_text(SceneInput input) {
  switch (input) {
    case SceneInput::picture:
      return " (takes --input IMAGE)";
    case SceneInput::volume:
      return " (takes --input VOLUME.npy)";
    case SceneInput::none:
      break;
  }
  return "";
}

void print_scene(const SceneDeclaration& scene) {
  std::cout << fmt::format("{}: {}{}\n  {}\n", scene.name, scene.title, input_text(scene.takes), scene.teaches);
  const std::vector<Parameter> parameters = scene.parameters();
  const ParameterValues initial(parameters);
  for (const Parameter& parameter : parameters) {
    const std::string range = std::visit([](const auto& kind) { return range_text(kind); }, parameter.kind);
    std::cout << fmt::format("    {:<18} {}; initially {}\n{:23}{}\n", parameter.name, range,
                             initial.text(parameter.name), "", parameter.text);
  }
  std::cout << '\n';
}

int run(const JsonOptions& options) {
  if (options.is_json) {
    std::cout << scenes_json() << '\n';
  } else {
    for (const SceneDeclaration& scene : scenes()) {
      print_scene(scene);
    }
    std::cout << "Pass --set name=value to set a parameter.\n";
  }
  return exit_code::success;
}

const RegisteredSubcommand registered{{.name = "scenes",
                                       .text = "list the scenes with their parameters, ranges and defaults",
                                       .group = CommandGroup::people,
                                       .rank = 40,
                                       .examples = {{"texelscope scenes",
                                                     "list what can be rendered, with all "
                                                     "parameters"}},
                                       .declare = with_options(declare_json, run)}};

}  // namespace
}  // namespace texelscope::app::scenes_command
