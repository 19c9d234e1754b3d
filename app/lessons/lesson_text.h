#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/workspace/state.h"

namespace texelscope::app {

/// A part of the state as text: "scene", "lab" (empty for none), "labs.LAB.SETTING", "parameters.SCENE.PARAMETER",
/// "paused" (yes or no) or "frame". Nothing for an unknown part.
[[nodiscard]] std::optional<std::string> state_text(const Documents& documents, std::string_view path);
/// The actual or required text of a part of the state, in canonical form: equal for all texts that are read as the same
/// value.
[[nodiscard]] std::string as_read(const Documents& documents, std::string_view path, const std::string& text);

/// The advice in an error about an unknown part of the state: "did you mean 'shape'? settings of 'layouts': …".
[[nodiscard]] std::string advise_path(std::string_view path, const State& state);

/// Replaces each {reference} in a text with a computed value or the current state; "{{" and "}}" are braces. Computed
/// whole numbers get separators between thousands (12,288), unless the text is a reference alone. @throws
/// ParameterError for an unknown reference, with the known ones.
[[nodiscard]] std::string resolved(std::string_view text, const LessonFacts& facts, const State& state);
/// The choices of a question, each resolved. @throws ParameterError.
[[nodiscard]] std::vector<std::string> resolved_choices(const LessonQuestion& question, const LessonFacts& facts,
                                                        const State& state);
/// The right answer as people read it: the choice, or a whole number with thousands separators, as in lesson text.
/// @throws ParameterError.
[[nodiscard]] std::string shown_answer(const LessonQuestion& question, const LessonFacts& facts, const State& state);
/// Like resolved(), with "…" for references that are not computed values, such as settings. @throws ParameterError for
/// an open brace.
[[nodiscard]] std::string without_settings(std::string_view text, const LessonFacts& facts);

/// Like resolved(), for display: a text with an invalid reference stays unchanged, because `lessons check` reports it.
[[nodiscard]] std::string text_now(const State& state, const std::string& text);
[[nodiscard]] std::string answer_now(const State& state, const LessonQuestion& question);

/// The numbers of the calls in a listing, whose lines are "3  a call".
[[nodiscard]] std::vector<std::size_t> listed_calls(std::string_view text);
/// The text without the numbers of its calls.
[[nodiscard]] std::string without_call_numbers(std::string_view text);
/// The computation whose calls are the subject of a question: "t" for the answer "{t.3}", if it has more than one
/// numbered result; otherwise empty.
[[nodiscard]] std::string script_of(const LessonQuestion& question, const LessonFacts& facts);
/// A listing with the result after each call: "3 is the work done? → no".
[[nodiscard]] std::string with_outcomes(std::string_view text, const std::string& script, const LessonFacts& facts);

/// "Source: …" or "Sources: …; …", as a step's sources are shown; empty for none.
[[nodiscard]] std::string source_line(std::span<const std::string> sources);

}  // namespace texelscope::app
