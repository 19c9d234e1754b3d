#include "app/labs/copy/copy_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "app/labs/layout/warp_access.h"
#include "app/text/count_text.h"

namespace texelscope::app {
namespace {

using gpu::CopyAxis;
using gpu::CopyMethod;

/// The maximum number of items that a screen can show separately.
constexpr std::int64_t max_items = 512;
constexpr std::int64_t longest_side = 32;
constexpr std::int64_t warp_lanes = 32;

/// The axis along which the source's items are neighbors; the innermost if there is none.
std::size_t source_run_axis(const std::vector<CopyAxis>& axes, std::int64_t item_bytes) {
  for (std::size_t axis = axes.size(); axis-- > 0;) {
    if (axes[axis].source_stride == item_bytes) {
      return axis;
    }
  }
  return axes.size() - 1;
}

/// Items along a side of a tile: whole sectors, but not too few items to show the pattern.
std::int64_t tile_side(std::int64_t item_bytes) {
  return std::clamp<std::int64_t>(sector_bytes / item_bytes, 4, longest_side);
}

/// The maximum extent of an axis, so that a row with short gaps is drawn no longer than a row without gaps; the space
/// between two elements is not a gap if other axes fill it.
std::int64_t longest_with_gaps(const CopyMotion& motion, std::size_t axis) {
  std::int64_t longest = motion.axes[axis].extent;
  for (std::int64_t CopyAxis::*stride : {&CopyAxis::source_stride, &CopyAxis::destination_stride}) {
    const std::int64_t wanted = std::abs(motion.axes[axis].*stride);
    const bool is_filled = std::ranges::any_of(
        motion.axes, [&](const CopyAxis& other) { return other.*stride != 0 && std::abs(other.*stride) < wanted; });
    const std::int64_t pitch = wanted / motion.item_bytes;
    if (!is_filled && pitch > 1 && pitch <= longest_drawn_gap + 1 && motion.axes.size() > 1) {
      longest = std::min(longest, longest_side / pitch);
    }
  }
  return longest;
}

/// Reduces axes to a corner: first those that the method iterates over, then the others, if the limit allows more
/// items.
void cut_corner(CopyMotion& motion) {
  std::int64_t all = 1;
  for (const CopyAxis& axis : motion.axes) {
    all *= std::min(axis.extent, max_items + 1);
    if (all > max_items) {
      break;
    }
  }
  if (all <= max_items) {
    return;
  }
  const std::size_t inner = motion.axes.size() - 1;
  const std::size_t run = source_run_axis(motion.axes, motion.item_bytes);
  const bool has_tiles = motion.method == CopyMethod::tiles || motion.method == CopyMethod::channels;
  const std::int64_t side =
      std::clamp<std::int64_t>(2 * tile_side(motion.item_bytes), has_tiles ? 8 : 16, longest_side);
  std::vector<std::int64_t> extents(motion.axes.size(), 1);
  std::int64_t items = 1;
  const auto take = [&](std::size_t axis, std::int64_t most) {
    const std::int64_t fitting = std::min({most, motion.axes[axis].extent, longest_with_gaps(motion, axis)});
    const std::int64_t extent = std::clamp<std::int64_t>(max_items / items, 1, fitting);
    extents[axis] = extent;
    items *= extent;
  };
  const std::int64_t longest = motion.axes.size() == 1 ? max_items / 2 : side;
  take(inner, longest);
  if (run != inner) {
    take(run, longest);
  }
  for (std::size_t axis = motion.axes.size(); axis-- > 0;) {
    if (axis != inner && axis != run) {
      take(axis, has_tiles ? 2 : side / 2);
    }
  }
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    motion.is_whole = motion.is_whole && extents[axis] == motion.axes[axis].extent;
    motion.axes[axis].extent = extents[axis];
  }
}

void place_items(CopyMotion& motion, const gpu::CopyPlan& plan) {
  motion.items = {{plan.source_offset, plan.destination_offset}};
  for (const CopyAxis& axis : motion.axes) {
    std::vector<MotionItem> items;
    for (const MotionItem& item : motion.items) {
      for (std::int64_t i = 0; i < axis.extent; ++i) {
        items.push_back({item.source + i * axis.source_stride, item.destination + i * axis.destination_stride});
      }
    }
    motion.items = std::move(items);
  }
}

void append_in_order(CopyMotion& motion, std::int64_t first, std::int64_t end, std::int64_t most) {
  while (first < end) {
    CopyMove move;
    for (const std::int64_t stop = std::min(first + most, end); first < stop; ++first) {
      move.items.push_back(static_cast<std::int32_t>(first));
    }
    motion.moves.push_back(std::move(move));
  }
}

void move_in_order(CopyMotion& motion, std::int64_t most) {
  append_in_order(motion, 0, static_cast<std::int64_t>(motion.items.size()), most);
}

void move_rows(CopyMotion& motion) {
  const auto items = static_cast<std::int64_t>(motion.items.size());
  const std::int64_t row = motion.axes.empty() ? items : motion.axes.back().extent;
  for (std::int64_t first = 0; first < items; first += row) {
    append_in_order(motion, first, first + row, warp_lanes);
  }
}

/// A box of items along two axes, at one position of all others.
struct Tile {
  std::int64_t first_item;
  std::int64_t read_step;
  std::int64_t write_step;
  std::int64_t read_items;
  std::int64_t write_items;
};

void move_tile(CopyMotion& motion, const Tile& tile) {
  const auto line = [&](MoveKind kind, std::int64_t first, std::int64_t step, std::int64_t count) {
    CopyMove move{kind};
    for (std::int64_t i = 0; i < count; ++i) {
      move.items.push_back(static_cast<std::int32_t>(first + i * step));
    }
    return move;
  };
  for (std::int64_t row = 0; row < tile.write_items; ++row) {
    motion.moves.push_back(
        line(MoveKind::read, tile.first_item + row * tile.write_step, tile.read_step, tile.read_items));
    motion.moves.back().begins_tile = row == 0;
  }
  for (std::int64_t row = 0; row < tile.read_items; ++row) {
    motion.moves.push_back(
        line(MoveKind::write, tile.first_item + row * tile.read_step, tile.write_step, tile.write_items));
  }
  motion.stage.columns = std::max(motion.stage.columns, static_cast<int>(tile.read_items));
  motion.stage.rows = std::max(motion.stage.rows, static_cast<int>(tile.write_items));
}

/// Joins the reads, or the writes, of a tile's rows into one move, because the rows are vectors in registers.
void join_vectors(CopyMotion& motion, MoveKind joined) {
  std::vector<CopyMove> moves;
  for (CopyMove& move : motion.moves) {
    if (move.kind == joined && !moves.empty() && moves.back().kind == joined && !move.begins_tile) {
      moves.back().items.insert(moves.back().items.end(), move.items.begin(), move.items.end());
    } else {
      moves.push_back(std::move(move));
    }
  }
  motion.moves = std::move(moves);
}

/// For both `tiles` and `channels`: reads the runs of a tile in the source one after another, then writes its runs in
/// the destination.
void move_tiles(CopyMotion& motion) {
  const std::size_t inner = motion.axes.size() - 1;
  const std::size_t run = source_run_axis(motion.axes, motion.item_bytes);
  std::vector<std::int64_t> steps(motion.axes.size(), 1);
  for (std::size_t axis = inner; axis-- > 0;) {
    steps[axis] = steps[axis + 1] * motion.axes[axis + 1].extent;
  }
  const std::int64_t side = tile_side(motion.item_bytes);
  std::vector<std::int64_t> index(motion.axes.size(), 0);
  const auto step_of = [&](std::size_t axis) { return axis == inner || axis == run ? side : 1; };
  while (true) {
    Tile tile{0, steps[run], steps[inner], 0, 0};
    for (std::size_t axis = 0; axis < index.size(); ++axis) {
      tile.first_item += index[axis] * steps[axis];
    }
    tile.read_items = std::min(side, motion.axes[run].extent - index[run]);
    tile.write_items = std::min(side, motion.axes[inner].extent - index[inner]);
    move_tile(motion, tile);
    std::size_t axis = inner + 1;
    while (axis-- > 0) {
      index[axis] += step_of(axis);
      if (index[axis] < motion.axes[axis].extent) {
        break;
      }
      index[axis] = 0;
    }
    if (axis > inner) {
      return;
    }
  }
}

void move_channels(CopyMotion& motion) {
  move_tiles(motion);
  const CopyAxis& inner = motion.axes.back();
  const CopyAxis& run = motion.axes[source_run_axis(motion.axes, motion.item_bytes)];
  const bool is_taken_apart = inner.source_stride == run.extent * motion.item_bytes;
  join_vectors(motion, is_taken_apart ? MoveKind::read : MoveKind::write);
}

std::int64_t count_sectors(const CopyMotion& motion, const CopyMove& move, std::int64_t MotionItem::*side) {
  std::set<std::int64_t> sectors;
  for (const std::int32_t item : move.items) {
    const std::int64_t first = motion.items[static_cast<std::size_t>(item)].*side;
    for (std::int64_t sector = sector_at(first); sector <= sector_at(first + motion.item_bytes - 1); ++sector) {
      sectors.insert(sector);
    }
  }
  return static_cast<std::int64_t>(sectors.size());
}

constexpr std::int64_t widest_row = 32;
/// The minimum length of a row that folds keep intact.
constexpr std::int64_t narrowest_fold = 8;

/// An axis in the memory order of one side.
struct GridAxis {
  std::int64_t extent = 1;
  /// |stride| in bytes.
  std::int64_t stride = 0;
  bool is_reversed = false;
  /// The distance from one position to the next, in items and in cells.
  std::int64_t item_step = 0;
  std::int64_t cell_step = 0;
};

std::vector<GridAxis> axes_in_memory(const CopyMotion& motion, CopySideName side) {
  std::vector<GridAxis> axes;
  std::int64_t step = 1;
  for (std::size_t i = motion.axes.size(); i-- > 0;) {
    const gpu::CopyAxis& axis = motion.axes[i];
    const std::int64_t stride = side == CopySideName::source ? axis.source_stride : axis.destination_stride;
    axes.push_back({axis.extent, std::abs(stride), stride < 0, step, 0});
    step *= axis.extent;
  }
  std::ranges::stable_sort(axes, {}, &GridAxis::stride);
  return axes;
}

struct RowFold {
  std::int64_t columns = 1;
  std::int64_t rows = 1;
};

/// Axes that continue each other form one long row, which is folded; each of the other axes stacks rows.
RowFold place_axes(std::vector<GridAxis>& axes, std::int64_t item_bytes) {
  std::int64_t row = 1;
  // The row's length before its last axis is added; folds keep that part intact.
  std::int64_t unit = 1;
  bool is_row = true;
  RowFold fold;
  const auto end_row = [&] {
    is_row = false;
    const bool is_unit_whole = unit >= narrowest_fold && unit <= widest_row;
    fold.columns = row <= widest_row   ? row
                   : is_unit_whole     ? unit
                   : unit > widest_row ? widest_row
                                       : widest_row / unit * unit;
    fold.rows = (row + fold.columns - 1) / fold.columns;
  };
  for (GridAxis& axis : axes) {
    if (axis.stride == 0 || axis.extent == 1) {
      continue;
    }
    const std::int64_t pitch = axis.stride / item_bytes;
    const bool is_first = row == 1;
    const bool has_short_gap = axis.stride % item_bytes == 0 && pitch > row && pitch - row <= longest_drawn_gap &&
                               (pitch * axis.extent <= widest_row || axes.size() == 1);
    if (is_row && !is_first && pitch != row && !has_short_gap) {
      end_row();
    }
    if (!is_row) {
      axis.cell_step = fold.columns * fold.rows;
      fold.rows *= axis.extent;
      continue;
    }
    axis.cell_step = is_first && !has_short_gap ? 1 : pitch;
    unit = row;
    row = axis.cell_step * axis.extent;
  }
  if (is_row) {
    end_row();
  }
  return fold;
}

}  // namespace

CopyMotion copy_motion(const gpu::CopyPlan& plan, std::int64_t itemsize, MotionOrder order) {
  CopyMotion motion;
  motion.method = plan.method;
  motion.item_bytes = plan.item_bytes;
  motion.axes = plan.axes;
  motion.sectors.emplace_back();
  if (plan.method == CopyMethod::nothing) {
    return motion;
  }
  cut_corner(motion);
  place_items(motion, plan);
  if (order == MotionOrder::elements) {
    move_in_order(motion, std::max<std::int64_t>(warp_lanes * itemsize / plan.item_bytes, 1));
  } else if (plan.method == CopyMethod::tiles) {
    move_tiles(motion);
  } else if (plan.method == CopyMethod::channels) {
    move_channels(motion);
  } else if (plan.method == CopyMethod::elements) {
    move_in_order(motion, warp_lanes);
  } else {
    move_rows(motion);
  }
  for (const CopyMove& move : motion.moves) {
    const SectorCount touched = sectors_of(motion, move);
    const SectorCount& before = motion.sectors.back();
    motion.sectors.push_back({before.read + touched.read, before.written + touched.written});
  }
  return motion;
}

std::int64_t sector_at(std::int64_t byte) {
  return byte >= 0 ? byte / sector_bytes : -((sector_bytes - 1 - byte) / sector_bytes);
}

SectorCount sectors_of(const CopyMotion& motion, const CopyMove& move) {
  return {move.kind == MoveKind::write ? 0 : count_sectors(motion, move, &MotionItem::source),
          move.kind == MoveKind::read ? 0 : count_sectors(motion, move, &MotionItem::destination)};
}

std::string move_text(const CopyMotion& motion, std::size_t number) {
  const CopyMove& move = motion.moves[number];
  const SectorCount touched = sectors_of(motion, move);
  const auto sectors = [](std::int64_t count) { return count_text(count, "sector"); };
  const std::string items = count_text(move.items.size(), "item");
  const char* stage = motion.method == CopyMethod::channels ? "registers" : "the tile";
  switch (move.kind) {
    case MoveKind::read:
      return fmt::format("reads {} into {}: {}", items, stage, sectors(touched.read));
    case MoveKind::write:
      return fmt::format("writes {} from {}: {}", items, stage, sectors(touched.written));
    case MoveKind::copy:
      break;
  }
  return fmt::format("copies {}: reads {}, writes {}", items, sectors(touched.read), sectors(touched.written));
}

MotionGrid motion_grid(const CopyMotion& motion, CopySideName side) {
  MotionGrid grid;
  if (motion.items.empty()) {
    return grid;
  }
  std::vector<GridAxis> axes = axes_in_memory(motion, side);
  const RowFold fold = place_axes(axes, motion.item_bytes);
  grid.columns = static_cast<int>(fold.columns);
  grid.rows = static_cast<int>(fold.rows);
  grid.cells.assign(static_cast<std::size_t>(fold.columns * fold.rows), -1);
  grid.cell_of.resize(motion.items.size());
  for (std::size_t item = 0; item < motion.items.size(); ++item) {
    std::int64_t cell = 0;
    for (const GridAxis& axis : axes) {
      const std::int64_t position = static_cast<std::int64_t>(item) / axis.item_step % axis.extent;
      cell += axis.cell_step * (axis.is_reversed ? axis.extent - 1 - position : position);
    }
    grid.cell_of[item] = static_cast<std::int32_t>(cell);
    std::int32_t& first = grid.cells[static_cast<std::size_t>(cell)];
    first = first < 0 ? static_cast<std::int32_t>(item) : first;
  }
  return grid;
}

}  // namespace texelscope::app
