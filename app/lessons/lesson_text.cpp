#include "app/lessons/lesson_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

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

template <class Take>
void for_each_line(std::string_view text, Take&& take) {
  while (true) {
    const auto end = text.find('\n');
    take(text.substr(0, end));
    if (end == std::string_view::npos) {
      return;
    }
    text.remove_prefix(end + 1);
  }
}

/// The number that a line of a listing begins with; 0 for other lines.
std::size_t call_of(std::string_view line) {
  std::size_t call = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), call);
  return error == std::errc{} && std::string_view(end, line.data() + line.size()).starts_with("  ") ? call : 0;
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

std::string text_now(const State& state, const std::string& text) {
  try {
    return resolved(text, state.course.facts, state);
  } catch (const ParameterError&) {
    return text;
  }
}

std::vector<std::size_t> listed_calls(std::string_view text) {
  std::vector<std::size_t> calls;
  for_each_line(text, [&](std::string_view line) {
    if (const std::size_t call = call_of(line); call > 0) {
      calls.push_back(call);
    }
  });
  return calls;
}

std::string script_of(const LessonQuestion& question, const LessonFacts& facts) {
  const std::string_view answer = question.answer;
  const auto dot = answer.find('.');
  if (!answer.starts_with('{') || dot == std::string_view::npos) {
    return "";
  }
  const std::string name(answer.substr(1, dot - 1));
  return facts.contains(name + ".1") && facts.contains(name + ".2") ? name : "";
}

std::string with_outcomes(std::string_view text, const std::string& script, const LessonFacts& facts) {
  std::string listing;
  for_each_line(text, [&](std::string_view line) {
    listing += listing.empty() ? "" : "\n";
    listing += line;
    const auto outcome = facts.find(fmt::format("{}.{}", script, call_of(line)));
    if (outcome != facts.end()) {
      listing += "  → " + outcome->second;
    }
  });
  return listing;
}

std::string source_line(std::span<const std::string> sources) {
  return sources.empty() ? ""
                         : fmt::format("{}: {}.", sources.size() == 1 ? "Source" : "Sources", fmt::join(sources, "; "));
}

}  // namespace texelscope::app
