#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/lesson_facts.h"
#include "app/window/state.h"

namespace texelscope::app {

/// Something of the state as a text: "scene", "lab" (empty for none), "labs.LAB.SETTING", "parameters.SCENE.PARAMETER",
/// "paused" (yes or no) or "frame". Nothing where there is no such thing.
[[nodiscard]] std::optional<std::string> state_text(const State& state, std::string_view path);

/// A text with each {reference} replaced by what was computed or by the state as it is; "{{" is a brace.
/// @throws ParameterError for a reference that names neither, with what there is.
[[nodiscard]] std::string resolved(std::string_view text, const LessonFacts& facts, const State& state);
/// The same with "…" in place of what is no fact, such as a setting. @throws ParameterError for an open brace.
[[nodiscard]] std::string without_settings(std::string_view text, const LessonFacts& facts);

/// The same, as it is shown: a text that refers to nothing stays as it is, as `lessons check` tells that.
[[nodiscard]] std::string text_now(const State& state, const std::string& text);

/// The numbers of the lines "3  a call" in a text: those of the calls of a listing.
[[nodiscard]] std::vector<std::size_t> listed_calls(std::string_view text);
/// A text without these numbers.
[[nodiscard]] std::string without_call_numbers(std::string_view text);
/// The computation whose calls a question asks about: "t" of the answer "{t.3}", where it has more than one outcome by
/// number; else empty.
[[nodiscard]] std::string script_of(const LessonQuestion& question, const LessonFacts& facts);
/// A listing with the outcome of each call behind it: "3  is the work done?  → no".
[[nodiscard]] std::string with_outcomes(std::string_view text, const std::string& script, const LessonFacts& facts);

/// "Source: …" or "Sources: …; …", as a step's sources are shown; empty for none.
[[nodiscard]] std::string source_line(std::span<const std::string> sources);

}  // namespace texelscope::app
