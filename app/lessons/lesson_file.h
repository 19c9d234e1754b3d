#pragma once

#include <cstdint>

#include "app/files/file.h"
#include "app/workspace/lesson.h"

namespace texelscope::app {

/// Maximum size of a lesson's file, in bytes.
inline constexpr std::uintmax_t max_lesson_bytes = 1 << 20;
/// Far more than a learner could read: the check applies every step, and compares every choice with every explained
/// mistake and every text.
inline constexpr std::size_t max_lesson_steps = 50;
inline constexpr std::size_t max_step_computations = 100;
inline constexpr std::size_t max_question_choices = 50;
inline constexpr std::size_t max_question_mistakes = 50;
inline constexpr std::size_t max_step_text_bytes = 1 << 16;

/// Reads a lesson, {"texelscope_lesson": 1, "title", "summary", "steps": [{"title", "text": [paragraph, …], "state",
/// "look_at", "compute": {name: {kind: {…}}}, "question": {"text", "choices", "answer", "tolerance", "goals": {path:
/// value}, "solution", "hint", "explanation"}, "sources": [source, …]}]}, whose name is that of the file.
/// @throws FileError, with the file and the entry, for a file that cannot be read, lacks an entry, or has an unknown
/// entry.
[[nodiscard]] Lesson load_lesson(const FilePlace& file);

}  // namespace texelscope::app
