#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

/// The maximum number of cells of a grid or a memory strip; moving the start reveals others.
inline constexpr std::int64_t max_cells = 65536;

/// The index of the element at a position in C order; `position` is below the volume.
[[nodiscard]] gpu::Dimensions index_at(const gpu::StridedLayout& layout, std::int64_t position);
/// The index as the text of a cell: "2,0"; "()" for rank 0.
[[nodiscard]] std::string index_text(const gpu::StridedLayout& layout, std::int64_t position);
/// Position in C order of an index.
[[nodiscard]] std::int64_t position_of(const gpu::StridedLayout& layout, const gpu::Dimensions& index);

/// The elements at an offset.
struct OffsetElements {
  /// The lowest C-order position among those counted; −1 if there are none.
  std::int64_t first = -1;
  std::int64_t count = 0;
  /// False if counting was aborted because there were too many elements.
  bool is_exact = true;
};

/// Finds the elements at an offset without a table, for layouts of any size. Tries the axes by decreasing |stride|,
/// each only if the axes after it can span the rest. A layout without overlaps takes one step per axis.
class ElementFinder {
 public:
  explicit ElementFinder(const gpu::StridedLayout& layout);

  [[nodiscard]] OffsetElements at(std::int64_t offset) const;
  /// Positions in C order, ascending; at most `most` of them.
  [[nodiscard]] std::vector<std::int64_t> elements_at(std::int64_t offset, std::size_t most) const;

 private:
  struct Axis {
    std::int64_t extent = 1;
    /// |stride|; 0 for broadcast axes, which come last.
    std::int64_t step = 0;
    bool is_reversed = false;
    /// The change of the C-order position by one step along the axis.
    std::int64_t weight = 0;
    /// The most that this axis and those after it add to the offset.
    std::int64_t reach = 0;
  };

  /// The distance of an offset from the lowest offset; nothing if no element can have that offset.
  [[nodiscard]] std::optional<std::int64_t> above_lowest(std::int64_t offset) const;
  template <typename Take>
  bool search(std::size_t axis, std::int64_t rest, std::int64_t position, int& budget, const Take& take) const;

  std::vector<Axis> axes_;
  std::vector<Axis> broadcast_;
  std::int64_t copies_ = 1;
  std::int64_t lowest_ = 0;
  bool is_empty_ = false;
};

/// The displayed 2D slice of a layout.
struct SliceChoice {
  /// −1 for no axis, which gives a single row or column.
  int row_axis = -1;
  int column_axis = -1;
  /// The indices of the other axes; one for each axis.
  gpu::Dimensions index{};
  /// First row, column and offset shown, if they do not all fit.
  std::int64_t first_row = 0;
  std::int64_t first_column = 0;
  std::int64_t first_offset = 0;
  /// The rank for which the axes were chosen.
  int rank = -1;
};

/// "[3, :, :]": the displayed axes, and the indices of the others.
[[nodiscard]] std::string slice_text(const gpu::StridedLayout& layout, const SliceChoice& choice);
/// Adapts a choice to a layout: for a different rank, the last two axes are chosen; indices and starts are clamped.
void settle(SliceChoice& choice, const gpu::StridedLayout& layout);
/// Moves the slice and its start so that an element is in it.
void show_position(SliceChoice& choice, const gpu::StridedLayout& layout, std::int64_t position);

/// A 2D slice of a layout: row r, column c is the element at position first + r·row_weight + c·column_weight, at
/// offset offset + r·row_stride + c·column_stride.
struct IndexGrid {
  /// Extents of the slice.
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  /// The displayed part of it: at most max_cells in total.
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
/// The cell of an element, even if it is not displayed; nothing if it is in a different slice.
[[nodiscard]] std::optional<GridCell> find_cell(const gpu::StridedLayout& layout, const SliceChoice& choice,
                                                std::int64_t position);

/// The offsets of a memory strip. It starts at offset 0 if that is near, so that the gap before the first element is
/// visible, and ends with the last element.
struct MemoryRange {
  std::int64_t lowest = 0;
  /// Number of offsets; 0 when the layout is empty.
  std::int64_t count = 0;
  /// The displayed part: at most max_cells.
  std::int64_t first_shown = 0;
  std::int64_t shown = 0;

  [[nodiscard]] bool is_clipped() const { return shown < count; }
};
[[nodiscard]] MemoryRange memory_range(const gpu::StridedLayout& layout, std::int64_t first_offset = 0);

}  // namespace texelscope::app
