#include "app/lessons/lesson_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace texelscope::app {
namespace {

/// The part before the first dot, which is taken off.
std::string_view take_part(std::string_view& path) {
  const auto dot = std::min(path.find('.'), path.size());
  const std::string_view part = path.substr(0, dot);
  path.remove_prefix(std::min(dot + 1, path.size()));
  return part;
}

std::optional<std::string> lab_text(const State& state, std::string_view path) {
  const auto lab = std::ranges::find(state.labs, take_part(path), &LabDeclaration::name);
  if (lab == state.labs.end()) {
    return std::nullopt;
  }
  for (auto& [name, text] : state.lab_states[static_cast<std::size_t>(lab - state.labs.begin())]->settings()) {
    if (name == path) {
      return text;
    }
  }
  return std::nullopt;
}

std::optional<std::string> parameter_text(const State& state, std::string_view path) {
  const auto scene = std::ranges::find(state.scenes, take_part(path), &SceneDeclaration::name);
  if (scene == state.scenes.end()) {
    return std::nullopt;
  }
  const ParameterValues& values = state.settings[static_cast<std::size_t>(scene - state.scenes.begin())].values;
  const bool is_there = std::ranges::find(values.parameters(), path, &Parameter::name) != values.parameters().end();
  return is_there ? std::optional{values.text(path)} : std::nullopt;
}

}  // namespace

std::optional<std::string> state_text(const State& state, std::string_view path) {
  if (path == "scene") {
    return std::string{current_scene(state).name};
  }
  if (path == "lab") {
    return state.lab ? std::string{state.labs[*state.lab].name} : "";
  }
  if (path == "paused") {
    return state.playback.is_paused ? "yes" : "no";
  }
  if (path == "frame") {
    return fmt::format("{}", state.playback.number);
  }
  const std::string_view part = take_part(path);
  if (part == "labs") {
    return lab_text(state, path);
  }
  return part == "parameters" ? parameter_text(state, path) : std::nullopt;
}

std::string resolved(std::string_view text, const LessonFacts& facts, const State& state) {
  std::string result;
  while (!text.empty()) {
    const auto brace = std::min(text.find('{'), text.size());
    result += text.substr(0, brace);
    text.remove_prefix(brace);
    if (text.starts_with("{{")) {
      result += '{';
      text.remove_prefix(2);
    } else if (!text.empty()) {
      const auto end = text.find('}');
      if (end == std::string_view::npos) {
        throw ParameterError(fmt::format("'{}' has no closing brace", text));
      }
      const std::string_view reference = text.substr(1, end - 1);
      const auto fact = facts.find(reference);
      const auto found = fact != facts.end() ? std::optional{fact->second} : state_text(state, reference);
      if (!found) {
        throw ParameterError(fmt::format("'{{{}}}' is neither computed here nor a part of the state", reference));
      }
      result += *found;
      text.remove_prefix(end + 1);
    }
  }
  return result;
}

std::string source_line(std::span<const std::string> sources) {
  return sources.empty() ? ""
                         : fmt::format("{}: {}.", sources.size() == 1 ? "Source" : "Sources", fmt::join(sources, "; "));
}

}  // namespace texelscope::app
