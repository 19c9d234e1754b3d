#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace texelscope::app {

/// Shared memory has 32 banks, each 4 bytes wide (CUDA C++ Programming Guide, shared memory).
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
  /// Whether each row permutes its elements; see stored_column().
  bool is_swizzled = false;

  bool operator==(const SharedMemoryTile&) const = default;
  [[nodiscard]] int size_in_bytes() const { return rows * (columns + padding) * itemsize; }
  /// The column in which an element is stored: its own or, swizzled, column XOR (row mod p), where p is the largest
  /// power of two that divides `columns`. This permutes the elements of each row.
  [[nodiscard]] int stored_column(int row, int column) const;
  /// The byte offset of an element from the start of the tile.
  [[nodiscard]] int byte_address(int row, int column) const {
    return (row * (columns + padding) + stored_column(row, column)) * itemsize;
  }
};

/// The direction in which a warp reads the tile: lane i reads the element (line, i), (i, line) or (i, i + line), the
/// last wrapping around the end of the row.
enum class TileDirection : std::uint8_t { row, column, diagonal };
inline constexpr std::array<std::string_view, 3> tile_direction_names = {"row", "column", "diagonal"};

struct SharedMemoryAccess {
  TileDirection direction = TileDirection::column;
  /// The index of the row, column or diagonal.
  int line = 0;
};

struct BankLane {
  int row = 0;
  int column = 0;
  /// Byte address in the tile.
  int address = 0;
  /// Bank of the first byte; an element of 8 or 16 bytes occupies this bank and those after it.
  int bank = 0;
  /// The part of the access that serves the lane.
  int phase = 0;
};

/// Lanes that are served together: the whole warp for elements of up to 4 bytes, half of it for 8, a quarter for 16.
struct BankPhase {
  /// Distinct words requested from each bank. Lanes that request the same word share it.
  std::array<int, bank_count> words{};
  /// The largest number of words requested from one bank, which is the number of passes. 1 is conflict-free.
  int degree = 0;
};

struct BankConflicts {
  std::vector<BankLane> lanes;
  std::vector<BankPhase> phases;
  /// Total passes; equal to the number of phases when there are no conflicts.
  int passes = 0;

  [[nodiscard]] bool has_conflicts() const { return passes > static_cast<int>(phases.size()); }
  /// The degree of the worst phase.
  [[nodiscard]] int degree() const;
};

/// Clamps a tile and an access to their ranges.
void settle(SharedMemoryTile& tile, SharedMemoryAccess& access);
/// The cost of one load of a warp; both arguments must be within their ranges.
[[nodiscard]] BankConflicts bank_conflicts(const SharedMemoryTile& tile, const SharedMemoryAccess& access);
/// The least padding with which every line of this direction, and every row, is read without conflicts; nothing if none
/// up to 32 elements suffices.
[[nodiscard]] std::optional<int> padding_without_conflicts(const SharedMemoryTile& tile, TileDirection direction);

/// The result of padding_without_conflicts() for a tile.
struct PaddingAdvice {
  std::optional<int> column;
  std::optional<int> diagonal;
};

}  // namespace texelscope::app
