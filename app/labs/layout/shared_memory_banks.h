#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace texelscope::app {

/// Shared memory has 32 banks, each of words of 4 bytes (CUDA C++ Programming Guide, shared memory).
inline constexpr int bank_count = 32;
inline constexpr int bank_word_bytes = 4;

/// A tile in shared memory: rows of `columns` elements, each row followed by `padding` unused elements.
struct SharedMemoryTile {
  /// 1 … 64.
  int rows = 32;
  /// 1 … 64.
  int columns = 32;
  /// 1, 2, 4, 8 or 16 bytes.
  int itemsize = 4;
  /// 0 … 32, in elements.
  int padding = 0;
  /// Whether each row stores its elements in another order; see stored_column().
  bool is_swizzled = false;

  bool operator==(const SharedMemoryTile&) const = default;
  [[nodiscard]] int size_in_bytes() const { return rows * (columns + padding) * itemsize; }
  /// Where in its row an element is stored: in its own column or, swizzled, in column XOR (row mod p), p being the
  /// largest power of two that divides `columns`. No two elements of a row meet, and none leaves the row.
  [[nodiscard]] int stored_column(int row, int column) const;
  /// The byte offset of an element from the start of the tile.
  [[nodiscard]] int byte_address(int row, int column) const {
    return (row * (columns + padding) + stored_column(row, column)) * itemsize;
  }
};

/// Along what a warp reads the tile: lane i takes the element (line, i), (i, line) or (i, i + line), the last around
/// the end of the row.
enum class TileDirection : std::uint8_t { row, column, diagonal };
inline constexpr std::array<std::string_view, 3> tile_direction_names = {"row", "column", "diagonal"};

struct SharedMemoryAccess {
  TileDirection direction = TileDirection::column;
  /// Which row, column or diagonal.
  int line = 0;
};

struct BankLane {
  int row = 0;
  int column = 0;
  /// Byte address in the tile.
  int address = 0;
  /// Bank of the first byte; an element of 8 or 16 bytes takes this and the following banks.
  int bank = 0;
  /// Which part of the access serves the lane.
  int phase = 0;
};

/// Lanes that are served together: the whole warp for elements of up to 4 bytes, half of it for 8, a quarter for 16.
struct BankPhase {
  /// Distinct words asked of each bank. Lanes that ask for one word share it.
  std::array<int, bank_count> words{};
  /// The most words asked of one bank: so many passes it takes. 1 is free of conflicts.
  int degree = 0;
};

struct BankConflicts {
  std::vector<BankLane> lanes;
  std::vector<BankPhase> phases;
  /// Passes in all; as many as there are phases when there are no conflicts.
  int passes = 0;

  [[nodiscard]] bool has_conflicts() const { return passes > static_cast<int>(phases.size()); }
  /// The degree of the worst phase.
  [[nodiscard]] int degree() const;
};

/// Brings a tile and an access into their ranges.
void settle(SharedMemoryTile& tile, SharedMemoryAccess& access);
/// What one load of a warp costs; both must be within their ranges.
[[nodiscard]] BankConflicts bank_conflicts(const SharedMemoryTile& tile, const SharedMemoryAccess& access);
/// The least padding with which every line of this direction is read without conflicts, rows too; nothing where none
/// up to 32 elements does it.
[[nodiscard]] std::optional<int> padding_without_conflicts(const SharedMemoryTile& tile, TileDirection direction);

/// What padding_without_conflicts() says of a tile.
struct PaddingAdvice {
  std::optional<int> column;
  std::optional<int> diagonal;
};

}  // namespace texelscope::app
