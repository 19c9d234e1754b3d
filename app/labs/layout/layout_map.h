#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

/// The most cells that a grid or a memory strip has; what is beyond is reached by moving its start.
inline constexpr std::int64_t max_cells = 65536;

/// The index of the element at a position in C order; `position` is below the volume.
[[nodiscard]] gpu::Dimensions index_at(const gpu::StridedLayout& layout, std::int64_t position);
/// That index as the text of a cell: "2,0"; "()" for rank 0.
[[nodiscard]] std::string index_text(const gpu::StridedLayout& layout, std::int64_t position);
/// Position in C order of an index.
[[nodiscard]] std::int64_t position_of(const gpu::StridedLayout& layout, const gpu::Dimensions& index);

/// What lies at an offset.
struct OffsetElements {
  /// The lowest position in C order among those counted; −1 when nothing lies there.
  std::int64_t first = -1;
  std::int64_t count = 0;
  /// False where counting was given up: there are more.
  bool is_exact = true;
};

/// Finds the elements at an offset without a table, so that layouts of any size can be asked: axes by falling |stride|,
/// each tried only where the axes after it can make up the rest. A layout without overlaps takes one step an axis.
class ElementFinder {
 public:
  explicit ElementFinder(const gpu::StridedLayout& layout);

  [[nodiscard]] OffsetElements at(std::int64_t offset) const;
  /// Positions in C order, rising; at most `most` of them.
  [[nodiscard]] std::vector<std::int64_t> elements_at(std::int64_t offset, std::size_t most) const;

 private:
  struct Axis {
    std::int64_t extent = 1;
    /// |stride|; 0 for broadcast axes, which come last.
    std::int64_t step = 0;
    bool is_reversed = false;
    /// What one step along the axis adds to the position in C order.
    std::int64_t weight = 0;
    /// The most that this axis and those after it add to the offset.
    std::int64_t reach = 0;
  };

  /// How far an offset lies above the lowest; nothing where no element can be.
  [[nodiscard]] std::optional<std::int64_t> above_lowest(std::int64_t offset) const;
  template <typename Take>
  bool search(std::size_t axis, std::int64_t rest, std::int64_t position, int& budget, const Take& take) const;

  std::vector<Axis> axes_;
  std::vector<Axis> broadcast_;
  std::int64_t copies_ = 1;
  std::int64_t lowest_ = 0;
  bool is_empty_ = false;
};

/// Which 2D slice of a layout is looked at.
struct SliceChoice {
  /// −1: none, one row or column.
  int row_axis = -1;
  int column_axis = -1;
  /// Where the other axes stand; one for each axis.
  gpu::Dimensions index{};
  /// First row, column and offset shown, where not all are.
  std::int64_t first_row = 0;
  std::int64_t first_column = 0;
  std::int64_t first_offset = 0;
  /// The rank that the axes were chosen for.
  int rank = -1;
};

/// "[3, :, :]": the axes that are shown, and where the others stand.
[[nodiscard]] std::string slice_text(const gpu::StridedLayout& layout, const SliceChoice& choice);
/// Brings a choice within a layout: axes of another rank become the last two, indices and starts stay inside.
void settle(SliceChoice& choice, const gpu::StridedLayout& layout);
/// Moves the slice and its start so that an element is in it.
void show_position(SliceChoice& choice, const gpu::StridedLayout& layout, std::int64_t position);

/// A 2D slice of a layout: row r, column c is the element at position first + r·row_weight + c·column_weight, at
/// offset offset + r·row_stride + c·column_stride.
struct IndexGrid {
  /// Extents of the slice.
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  /// The part of it that is shown: at most max_cells in all.
  std::int64_t first_row = 0;
  std::int64_t first_column = 0;
  std::int64_t shown_rows = 0;
  std::int64_t shown_columns = 0;
  std::int64_t position = 0;
  std::int64_t row_weight = 0;
  std::int64_t column_weight = 0;
  std::int64_t offset = 0;
  std::int64_t row_stride = 0;
  std::int64_t column_stride = 0;

  [[nodiscard]] bool is_clipped() const { return shown_rows < rows || shown_columns < columns; }
  [[nodiscard]] std::int64_t position_at(std::int64_t row, std::int64_t column) const {
    return position + row * row_weight + column * column_weight;
  }
  [[nodiscard]] std::int64_t offset_at(std::int64_t row, std::int64_t column) const {
    return offset + row * row_stride + column * column_stride;
  }
};
/// `choice` must be settled.
[[nodiscard]] IndexGrid index_grid(const gpu::StridedLayout& layout, const SliceChoice& choice);

/// A cell of the grid.
struct GridCell {
  std::int64_t row = 0;
  std::int64_t column = 0;
  bool operator==(const GridCell&) const = default;
};
/// The cell of an element, also where it is not among those shown; nothing when it lies in another slice.
[[nodiscard]] std::optional<GridCell> find_cell(const gpu::StridedLayout& layout, const SliceChoice& choice,
                                                std::int64_t position);

/// The offsets of a memory strip. It begins at 0 where that is near, so that what comes before the first element is
/// seen, and ends with the last element.
struct MemoryRange {
  std::int64_t lowest = 0;
  /// Number of offsets; 0 when the layout is empty.
  std::int64_t count = 0;
  /// The part that is shown: at most max_cells.
  std::int64_t first_shown = 0;
  std::int64_t shown = 0;

  [[nodiscard]] bool is_clipped() const { return shown < count; }
};
[[nodiscard]] MemoryRange memory_range(const gpu::StridedLayout& layout, std::int64_t first_offset = 0);

}  // namespace texelscope::app
