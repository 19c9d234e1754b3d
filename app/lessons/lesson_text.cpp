#include "app/lessons/lesson_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <iterator>
#include <utility>

#include "app/lessons/lesson_answer.h"
#include "app/text/count_text.h"
#include "app/text/nearest_name.h"

namespace texelscope::app {
namespace {

/// Removes and returns the part before the first dot.
std::string_view take_part(std::string_view& path) {
  const auto dot = std::min(path.find('.'), path.size());
  const std::string_view part = path.substr(0, dot);
  path.remove_prefix(std::min(dot + 1, path.size()));
  return part;
}

/// Null if there is no lab with this name.
const LabState* lab_of(const Documents& documents, std::string_view name) {
  const auto lab = std::ranges::find(documents.labs.all, name, &LabDeclaration::name);
  return lab == documents.labs.all.end()
             ? nullptr
             : documents.labs.states[static_cast<std::size_t>(lab - documents.labs.all.begin())].get();
}

std::optional<std::string> lab_text(const Documents& documents, std::string_view path) {
  const LabState* const lab = lab_of(documents, take_part(path));
  if (lab == nullptr) {
    return std::nullopt;
  }
  for (auto& [name, text] : lab->settings()) {
    if (name == path) {
      return text;
    }
  }
  return std::nullopt;
}

std::optional<std::string> parameter_text(const Documents& documents, std::string_view path) {
  const auto scene = std::ranges::find(documents.scenes.all, take_part(path), &SceneDeclaration::name);
  if (scene == documents.scenes.all.end()) {
    return std::nullopt;
  }
  const ParameterValues& values =
      documents.scenes.settings[static_cast<std::size_t>(scene - documents.scenes.all.begin())].values;
  return find_parameter(values.parameters(), path) != nullptr ? std::optional{values.text(path)} : std::nullopt;
}

std::string advise(std::string_view name, const std::vector<std::string>& names, const std::string& kind) {
  return advise_names(name, std::vector<std::string_view>(names.begin(), names.end()), kind);
}

/// Suggests settings of the lab, or facts of the computation, for an unknown reference.
std::string advice_for(std::string_view reference, const LessonFacts& facts, const Documents& documents) {
  std::string_view rest = reference;
  const std::string_view part = take_part(rest);
  std::vector<std::string> names;
  if (part == "labs") {
    const std::string_view lab_name = take_part(rest);
    const LabState* const lab = lab_of(documents, lab_name);
    if (lab == nullptr) {
      std::ranges::transform(documents.labs.all, std::back_inserter(names),
                             [](const LabDeclaration& declaration) { return std::string(declaration.name); });
      return advise(lab_name, names, "labs");
    }
    for (const auto& [name, text] : lab->settings()) {
      names.push_back(name);
    }
    return advise(rest, names, fmt::format("settings of '{}'", lab_name));
  }
  std::vector<std::string> computations;
  for (const auto& [name, value] : facts) {
    const std::string computation = name.substr(0, name.find('.'));
    if (computation == part) {
      names.push_back(name);
    }
    if (computations.empty() || computations.back() != computation) {
      computations.push_back(computation);
    }
  }
  if (computations.empty()) {
    return "this step computes nothing";
  }
  return names.empty() ? advise(part, computations, "computations of this step")
                       : advise(reference, names, fmt::format("'{}' gives", part));
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

/// Replaces each {reference}; "{{" and "}}" are braces. @throws ParameterError for one that is not closed.
std::string with_references(std::string_view text,
                            const std::function<std::string(std::string_view reference)>& text_of_reference) {
  std::string result;
  while (!text.empty()) {
    const auto brace = std::min(text.find_first_of("{}"), text.size());
    result += text.substr(0, brace);
    text.remove_prefix(brace);
    if (text.starts_with("{{") || text.starts_with('}')) {
      result += text.front();
      text.remove_prefix(text.starts_with("{{") || text.starts_with("}}") ? 2 : 1);
    } else if (!text.empty()) {
      const auto end = text.find('}');
      if (end == std::string_view::npos) {
        throw ParameterError(fmt::format("'{}' has no closing brace", text));
      }
      result += text_of_reference(text.substr(1, end - 1));
      text.remove_prefix(end + 1);
    }
  }
  return result;
}

/// A whole number with separators, as in 12,288; other values unchanged.
std::string with_thousands_separators(std::string value) {
  return value.find_first_not_of("0123456789") == std::string::npos ? grouped_digits(std::move(value)) : value;
}

}  // namespace

std::optional<std::string> state_text(const Documents& documents, std::string_view path) {
  if (path == "scene") {
    return std::string{current_scene(documents).name};
  }
  if (path == "lab") {
    const LabDeclaration* const lab = current_lab(documents.labs);
    return lab != nullptr ? std::string{lab->name} : "";
  }
  if (path == "paused") {
    return documents.scenes.playback.is_paused ? "yes" : "no";
  }
  if (path == "frame") {
    return fmt::format("{}", documents.scenes.playback.number);
  }
  const std::string_view part = take_part(path);
  if (part == "labs") {
    return lab_text(documents, path);
  }
  return part == "parameters" ? parameter_text(documents, path) : std::nullopt;
}

std::string as_read(const Documents& documents, std::string_view path, const std::string& text) {
  if (take_part(path) != "labs") {
    return text;
  }
  const LabState* const lab = lab_of(documents, take_part(path));
  return lab != nullptr ? lab->as_read(path, text) : text;
}

std::string advise_path(std::string_view path, const State& state) {
  constexpr std::array<std::string_view, 6> parts{"labs", "parameters", "scene", "lab", "paused", "frame"};
  std::string_view rest = path;
  const std::string_view part = take_part(rest);
  return part == "labs" ? advice_for(path, {}, state) : advise_names(part, parts, "parts of the state");
}

std::string resolved(std::string_view text, const LessonFacts& facts, const State& state) {
  // A text that is only a reference is an answer, which is compared instead of shown.
  const bool is_read = !text.starts_with('{') || text.find('}') + 1 != text.size();
  return with_references(text, [&](std::string_view reference) {
    const auto fact = facts.find(reference);
    if (fact != facts.end() && is_read) {
      return with_thousands_separators(fact->second);
    }
    const auto found = fact != facts.end() ? std::optional{fact->second} : state_text(state, reference);
    if (!found) {
      throw ParameterError(fmt::format("'{{{}}}' is neither computed here nor part of the state; {}", reference,
                                       advice_for(reference, facts, state)));
    }
    return *found;
  });
}

std::vector<std::string> resolved_choices(const LessonQuestion& question, const LessonFacts& facts,
                                          const State& state) {
  std::vector<std::string> choices;
  for (const std::string& choice : question.choices) {
    choices.push_back(resolved(choice, facts, state));
  }
  return choices;
}

std::string shown_answer(const LessonQuestion& question, const LessonFacts& facts, const State& state) {
  const std::string right = resolved(question.answer, facts, state);
  for (std::string& choice : resolved_choices(question, facts, state)) {
    if (is_same_answer(choice, right)) {
      return std::move(choice);
    }
  }
  return with_thousands_separators(right);
}

std::string without_settings(std::string_view text, const LessonFacts& facts) {
  return with_references(text, [&](std::string_view reference) {
    const auto fact = facts.find(reference);
    return fact != facts.end() ? fact->second : std::string("…");
  });
}

std::string text_now(const State& state, const std::string& text) {
  try {
    return resolved(text, state.course.facts, state);
  } catch (const ParameterError&) {
    return text;
  }
}

std::string answer_now(const State& state, const LessonQuestion& question) {
  try {
    return shown_answer(question, state.course.facts, state);
  } catch (const ParameterError&) {
    return question.answer;
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

std::string without_call_numbers(std::string_view text) {
  std::string listing;
  for_each_line(text, [&](std::string_view line) {
    listing += listing.empty() ? "" : "\n";
    listing += call_of(line) > 0 ? line.substr(line.find(' ')) : line;
  });
  return listing;
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
