#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "app/workspace/state.h"

namespace texelscope::app {

/// The files that a session which was just applied reads, except its course.
[[nodiscard]] std::vector<std::filesystem::path> named_files(const Documents& documents);

/// Notifies the user of files that are read because a session names them, except its course: see open_wanted_course().
void notify_of_read_files(const std::string& origin, State& state);

/// Notifies the user of ignored keys of a session, such as "labs.kernels.file"; nothing for none.
void notify_of_passed_over(std::span<const std::string> keys, const std::string& origin, State& state);

/// Notifies the user of ignored frame sizes, such as "8192 × 8192 of fluid"; nothing for none.
void notify_of_large_frames(std::span<const std::string> sizes, const std::string& origin, State& state);

}  // namespace texelscope::app
