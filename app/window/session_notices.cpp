#include "app/window/session_notices.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <vector>

#include "app/text/escape.h"
#include "app/window/session.h"

namespace texelscope::app {
namespace {

/// Limit for a path from the session.
constexpr std::size_t max_path_bytes = 400;

}  // namespace

std::vector<std::filesystem::path> named_files(const State& state) {
  std::vector<std::filesystem::path> files;
  if (state.requests.image) {
    files.push_back(*state.requests.image);
  }
  for (const std::unique_ptr<LabState>& lab : state.labs.states) {
    const std::vector<std::filesystem::path> more = lab->files_to_read();
    files.insert(files.end(), more.begin(), more.end());
  }
  return files;
}

void notify_of_read_files(const std::string& origin, State& state) {
  const std::vector<std::filesystem::path> files = named_files(state);
  if (files.empty()) {
    return;
  }
  std::vector<std::string> names;
  for (const std::filesystem::path& file : files) {
    names.push_back(shown_line(file.string(), max_path_bytes));
  }
  state.notices.notify(NoticeKind::information,
                       fmt::format("Reading the files that {} names: {}", origin, fmt::join(names, ", ")), state.now);
}

void notify_of_passed_over(std::span<const std::string> keys, const std::string& origin, State& state) {
  if (!keys.empty()) {
    state.notices.notify(NoticeKind::warning,
                         fmt::format("Ignored in {}: {}. A session cannot set this; set it in the window.", origin,
                                     fmt::join(keys, ", ")),
                         state.now);
  }
}

void notify_of_large_frames(std::span<const std::string> sizes, const std::string& origin, State& state) {
  if (!sizes.empty()) {
    state.notices.notify(
        NoticeKind::warning,
        fmt::format("Ignored in {}: frames of {}. A session's frames have at most {} pixels (3840 × 2160); "
                    "choose a size in the window.",
                    origin, fmt::join(sizes, ", "), max_session_frame_pixels),
        state.now);
  }
}

}  // namespace texelscope::app
