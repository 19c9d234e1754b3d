#include "app/cli/help/value_words.h"

#include <algorithm>
#include <array>

#include "app/cli/help/completion.h"
#include "app/labs/stream/experiments/experiment.h"
#include "app/labs/surface/surface_stroke.h"
#include "app/labs/surface/surface_values.h"
#include "app/scenes/registry.h"
#include "app/sweep/sweep.h"
#include "app/text/overloaded.h"

namespace texelscope::app {
namespace {

/// An option whose value is one of a few words.
struct Choice {
  std::string_view option;
  std::vector<Word> words;
};

template <class Names>
std::vector<Word> plain(const Names& names) {
  std::vector<Word> words;
  for (const auto& name : names) {
    words.push_back({std::string(name), ""});
  }
  return words;
}

std::vector<Word> plain(std::initializer_list<std::string_view> names) {
  return plain<std::initializer_list<std::string_view>>(names);
}

const std::vector<Choice>& choices() {
  static const std::vector<Choice> all{
      {"--device", {{"cpu", "the reference device"}, {"cuda", "the first GPU"}}},
      {"--renderer", {{"gl", "OpenGL"}, {"vulkan", "Vulkan"}}},
      {"--order", {{"C", "the last axis has stride 1"}, {"F", "the first axis has stride 1"}}},
      {"--kind", plain({"plain", "layered", "cube", "layered_cube"})},
      {"--resource", plain({"array", "linear", "pitch2d"})},
      {"--format", plain({"uint8", "uint16", "uint32", "int8", "int16", "int32", "float16", "float32"})},
      {"--address", plain({"wrap", "clamp", "mirror", "border"})},
      {"--filter", plain({"point", "linear"})},
      {"--mip-filter", plain({"point", "linear"})},
      {"--read", {{"element", "as they are"}, {"normalized", "integers as floats"}}},
      {"--fill", plain(surface_fill_names)},
      {"--x-in", plain(brush_x_names)},
      {"--boundary", plain(boundary_names)},
      {"SHELL", plain(shell_names)},
  };
  return all;
}

/// A scene's parameters, "name=", or, behind that, the values of one that has few.
std::vector<Word> setting_words(std::span<const std::string> before, std::string_view partial) {
  const SceneDeclaration* scene = &scenes().front();
  for (const std::string& word : before) {
    if (const SceneDeclaration* const named = find_scene(word)) {
      scene = named;
    }
  }
  std::vector<Word> words;
  for (const Parameter& parameter : scene->parameters()) {
    const std::string name = parameter.name + "=";
    if (!partial.starts_with(name)) {
      words.push_back({name, parameter.text});
      continue;
    }
    std::visit(Overloaded{[&](const Choices& choice) {
                            for (const std::string& value : choice.names) {
                              words.push_back({name + value, ""});
                            }
                          },
                          [&](const Toggle&) {
                            words.push_back({name + "true", ""});
                            words.push_back({name + "false", ""});
                          },
                          [](const auto&) {}},
               parameter.kind);
  }
  return words;
}

/// What a list of declarations has, by name and title.
std::vector<Word> declared(const auto& declarations) {
  std::vector<Word> words;
  for (const auto& declaration : declarations) {
    words.push_back({std::string(declaration.name), std::string(declaration.title)});
  }
  return words;
}

}  // namespace

std::vector<Word> value_words(std::string_view command, const OptionReference& option,
                              std::span<const std::string> before, std::string_view partial,
                              std::span<const std::string_view> labs) {
  const std::string_view name = option.is_positional() ? option.value : option.names.front();
  if (name == "SCENE" || name == "--scene") {
    return declared(scenes());
  }
  if (name == "--set") {
    return setting_words(before, partial);
  }
  if (name == "--scenario") {
    return declared(sweep_scenarios());
  }
  if (name == "--lab") {
    return plain(labs);
  }
  if (name == "NAME" && command == "experiment") {
    return declared(stream_experiments());
  }
  const auto found = std::ranges::find(choices(), name, &Choice::option);
  std::vector<Word> words = found == choices().end() ? std::vector<Word>{} : found->words;
  if (name == "--renderer" && (command == "check" || command == "update")) {
    words.push_back({"none", "golden frames without a renderer"});
  }
  return words;
}

bool is_path(const OptionReference& option) {
  constexpr std::array values{"FILE", "DIR", "IMAGE", "SOURCE", "EXPECTED", "ACTUAL"};
  return option.value.find('.') != std::string::npos || std::ranges::find(values, option.value) != values.end();
}

}  // namespace texelscope::app
