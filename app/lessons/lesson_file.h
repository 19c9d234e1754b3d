#pragma once

#include <filesystem>

#include "app/window/lesson.h"

namespace texelscope::app {

/// Reads a lesson, {"texelscope_lesson": 1, "title", "summary", "steps": [{"title", "text": [paragraph, …], "state",
/// "look_at", "compute": {name: {kind: {…}}}, "question": {"text", "choices", "answer", "tolerance", "goals": {path:
/// value}, "solution", "hint", "explanation"}, "sources": [source, …]}]}, whose name is that of the file.
/// @throws FileError, with the file and the entry, for one that cannot be read, lacks an entry, or has one that no
/// lesson has.
[[nodiscard]] Lesson load_lesson(const std::filesystem::path& path);

}  // namespace texelscope::app
