#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "texelscope/gpu/copy_plan.h"

namespace texelscope::app {

/// The order in which items are moved.
enum class MotionOrder : std::uint8_t {
  /// As the plan's method moves them.
  plan,
  /// As a loop over the elements of the destination, 32 threads at a time.
  elements,
};

/// The position of an item, in bytes from offset 0 of each layout.
struct MotionItem {
  std::int64_t source = 0;
  std::int64_t destination = 0;
  bool operator==(const MotionItem&) const noexcept = default;
};

/// The effect of a move on its items.
enum class MoveKind : std::uint8_t {
  /// Reads and writes them.
  copy,
  /// Reads them into the stage.
  read,
  /// Writes them from the stage.
  write,
};

/// The work that threads do simultaneously.
struct CopyMove {
  MoveKind kind = MoveKind::copy;
  /// Positions in CopyMotion::items, in the order in which threads hold them.
  std::vector<std::int32_t> items{};
  /// Whether this move begins a tile, so that the stage is emptied first.
  bool begins_tile = false;
};

/// The number of 32-byte sectors requested. A sector counts each time a move touches it; caching between moves is
/// ignored.
struct SectorCount {
  std::int64_t read = 0;
  std::int64_t written = 0;
  [[nodiscard]] std::int64_t sum() const noexcept { return read + written; }
};

/// The stage between both sides: items as they were read, one row per read.
struct MotionStage {
  int columns = 0;
  int rows = 0;
};

/// A copy in slow motion: the source items read, their order, and the times of their writes. For a large copy it is the
/// leading corner, at its true addresses.
struct CopyMotion {
  gpu::CopyMethod method = gpu::CopyMethod::nothing;
  std::int64_t item_bytes = 1;
  /// The plan's axes, reduced to the corner.
  std::vector<gpu::CopyAxis> axes;
  /// Whether the corner is the whole copy.
  bool is_whole = true;
  /// In C order of the axes.
  std::vector<MotionItem> items;
  std::vector<CopyMove> moves;
  /// The sectors requested after each move, preceded by an entry of zeros.
  std::vector<SectorCount> sectors;
  /// Empty if items are not staged.
  MotionStage stage;
};

/// `itemsize` is that of the elements; an item of a plan may hold several elements.
[[nodiscard]] CopyMotion copy_motion(const gpu::CopyPlan& plan, std::int64_t itemsize, MotionOrder order);

/// The number of the 32-byte sector of a byte, which may be negative.
[[nodiscard]] std::int64_t sector_at(std::int64_t byte);
/// The number of sectors that one move requests.
[[nodiscard]] SectorCount sectors_of(const CopyMotion& motion, const CopyMove& move);

/// A move as a sentence.
[[nodiscard]] std::string move_text(const CopyMotion& motion, std::size_t move);

/// The longest gap, in items, that is drawn as cells.
inline constexpr std::int64_t longest_drawn_gap = 3;

/// One side of a motion as cells: memory from left to right and top to bottom, without gaps longer than
/// longest_drawn_gap.
struct MotionGrid {
  int columns = 0;
  int rows = 0;
  /// The item in each cell, row by row; −1 for a gap, and the first item where a broadcast item repeats.
  std::vector<std::int32_t> cells;
  /// The cell of each item.
  std::vector<std::int32_t> cell_of;
};

enum class CopySideName : std::uint8_t { source, destination };
[[nodiscard]] MotionGrid motion_grid(const CopyMotion& motion, CopySideName side);

}  // namespace texelscope::app
