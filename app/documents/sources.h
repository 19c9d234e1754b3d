#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/sources/source.h"

namespace texelscope::app {

/// The texels of a picture that a program sent over a link without shared memory.
struct SentTexels {
  std::int64_t x = 0;
  std::int64_t y = 0;
  std::int64_t width = 0;
  std::int64_t height = 0;
  /// Every step-th row and column of them; the texels between show the value of the one before.
  std::int64_t step = 1;
  bool operator==(const SentTexels&) const = default;

  [[nodiscard]] bool is_within(std::int64_t column, std::int64_t row) const noexcept {
    return column >= x && row >= y && column < x + width && row < y + height;
  }
  [[nodiscard]] bool contains(std::int64_t column, std::int64_t row) const noexcept {
    return is_within(column, row) && (column - x) % step == 0 && (row - y) % step == 0;
  }
};

/// Arrays of running programs that the window shows. The loop updates them; panels read them and set the requests.
struct Sources {
  /// Where programs find this window; empty if it does not listen.
  std::string place;
  std::vector<SourceFacts> listed;
  /// The array that is received; nothing for none.
  std::optional<SourceKey> shown;
  /// The last states of the shown array, the newest last.
  std::deque<std::shared_ptr<const SourceFrame>> history;
  /// The position in `history` that is displayed; nothing for the newest.
  std::optional<std::size_t> paused_at;
  /// The last state that was passed on to the scene or the lab; null before the first.
  std::shared_ptr<const SourceFrame> displayed;
  /// The path that stands for the shown array in the list of pictures; empty if it is not a picture.
  std::filesystem::path path;
  /// The folder of the recording in progress, and its files so far; empty for none.
  std::filesystem::path recording;
  std::size_t recorded = 0;

  // Requests.
  std::optional<SourceKey> must_show;
  std::optional<SourceKey> must_remove;
  /// Adds the displayed state to the list of pictures, to compare it with later ones.
  bool must_keep = false;
  /// Begins or ends a recording of each new state.
  bool must_record = false;
};

/// The program of an array, such as "simulation (4711)".
[[nodiscard]] std::string program_title(const SourceFacts& facts);
/// The path that stands for an array in the list of pictures, see is_live_path().
[[nodiscard]] std::filesystem::path source_path(const SourceFacts& facts);
/// The facts of the shown array; null for none.
[[nodiscard]] const SourceFacts* shown_source(const Sources& sources);
/// The displayed state; null for none.
[[nodiscard]] std::shared_ptr<const SourceFrame> displayed_frame(const Sources& sources);
/// The displayed state of a picture of the list; null if it is not that of a program.
[[nodiscard]] std::shared_ptr<const SourceFrame> displayed_frame(const Sources& sources,
                                                                 const std::filesystem::path& picture);
/// The texels that were sent of such a state; nothing if all were.
[[nodiscard]] std::optional<SentTexels> sent_texels(const std::shared_ptr<const SourceFrame>& frame);
/// Displays a state before the newest one, or after it, by positions of the history, which pauses: at the oldest or the
/// newest with a step past the end.
void step_history(Sources& sources, int step);

}  // namespace texelscope::app
