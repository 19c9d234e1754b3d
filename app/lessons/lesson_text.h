#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/lessons/lesson_facts.h"
#include "app/window/state.h"

namespace texelscope::app {

/// Something of the state as a text: "scene", "lab" (empty for none), "labs.LAB.SETTING", "parameters.SCENE.PARAMETER",
/// "paused" (yes or no) or "frame". Nothing where there is no such thing.
[[nodiscard]] std::optional<std::string> state_text(const State& state, std::string_view path);

/// A text with each {reference} replaced by what was computed or by the state as it is; "{{" is a brace.
/// @throws ParameterError for a reference that names neither.
[[nodiscard]] std::string resolved(std::string_view text, const LessonFacts& facts, const State& state);

/// "Source: …" or "Sources: …; …", as a step's sources are shown; empty for none.
[[nodiscard]] std::string source_line(std::span<const std::string> sources);

}  // namespace texelscope::app
