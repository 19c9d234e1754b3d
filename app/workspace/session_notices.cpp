#include "app/workspace/session_notices.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <vector>

#include "app/text/escape.h"

namespace texelscope::app {
namespace {

/// Limit for a path from the session.
constexpr std::size_t max_path_bytes = 400;

}  // namespace

std::vector<std::filesystem::path> named_files(const Documents& documents) {
  std::vector<std::filesystem::path> files;
  if (const WantedPicture* const wanted = documents.pictures.reader.wanted()) {
    files.push_back(wanted->path);
  }
  for (std::size_t lab = 0; lab < documents.labs.states.size(); ++lab) {
    if (const auto* const taker = capability<TakesFiles>(documents.labs, lab)) {
      const std::vector<std::filesystem::path> more = taker->files_to_read();
      files.insert(files.end(), more.begin(), more.end());
    }
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
