#include "app/labs/layout/shared_memory_banks.h"

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

namespace texelscope::app {
namespace {

constexpr int warp_lanes = 32;
constexpr int max_padding = 32;

int line_count(const SharedMemoryTile& tile, TileDirection direction) {
  return direction == TileDirection::row ? tile.rows : tile.columns;
}

BankLane make_lane(const SharedMemoryTile& tile, const SharedMemoryAccess& access, int lane, int lanes_of_phase) {
  BankLane result;
  switch (access.direction) {
    case TileDirection::row:
      result = {access.line, lane};
      break;
    case TileDirection::column:
      result = {lane, access.line};
      break;
    case TileDirection::diagonal:
      result = {lane, (lane + access.line) % tile.columns};
      break;
  }
  result.address = tile.byte_address(result.row, result.column);
  result.bank = result.address / bank_word_bytes % bank_count;
  result.phase = lane / lanes_of_phase;
  return result;
}

bool is_free_of_conflicts(const SharedMemoryTile& tile, TileDirection direction) {
  for (int line = 0; line < line_count(tile, direction); ++line) {
    if (bank_conflicts(tile, {direction, line}).has_conflicts()) {
      return false;
    }
  }
  return true;
}

}  // namespace

int SharedMemoryTile::stored_column(int row, int column) const {
  const int period = columns & -columns;
  return is_swizzled ? column ^ (row % period) : column;
}

int BankConflicts::degree() const {
  int most = 0;
  for (const BankPhase& phase : phases) {
    most = std::max(most, phase.degree);
  }
  return most;
}

void settle(SharedMemoryTile& tile, SharedMemoryAccess& access) {
  tile.rows = std::clamp(tile.rows, 1, 64);
  tile.columns = std::clamp(tile.columns, 1, 64);
  tile.padding = std::clamp(tile.padding, 0, max_padding);
  tile.itemsize = static_cast<int>(std::bit_floor(static_cast<unsigned>(std::clamp(tile.itemsize, 1, 16))));
  access.line = std::clamp(access.line, 0, line_count(tile, access.direction) - 1);
}

BankConflicts bank_conflicts(const SharedMemoryTile& tile, const SharedMemoryAccess& access) {
  BankConflicts result;
  const int lanes_of_phase = warp_lanes / std::max(tile.itemsize / bank_word_bytes, 1);
  const int length = access.direction == TileDirection::row ? tile.columns : tile.rows;
  for (int lane = 0; lane < std::min(length, warp_lanes); ++lane) {
    result.lanes.push_back(make_lane(tile, access, lane, lanes_of_phase));
  }
  result.phases.resize(static_cast<std::size_t>(result.lanes.back().phase) + 1);
  std::set<std::pair<int, int>> words;
  for (const BankLane& lane : result.lanes) {
    const int last = (lane.address + tile.itemsize - 1) / bank_word_bytes;
    for (int word = lane.address / bank_word_bytes; word <= last; ++word) {
      if (words.emplace(lane.phase, word).second) {
        ++result.phases[static_cast<std::size_t>(lane.phase)].words[static_cast<std::size_t>(word % bank_count)];
      }
    }
  }
  for (BankPhase& phase : result.phases) {
    phase.degree = *std::ranges::max_element(phase.words);
    result.passes += phase.degree;
  }
  return result;
}

std::optional<int> padding_without_conflicts(const SharedMemoryTile& tile, TileDirection direction) {
  SharedMemoryTile padded = tile;
  for (padded.padding = 0; padded.padding <= max_padding; ++padded.padding) {
    if (is_free_of_conflicts(padded, direction) && is_free_of_conflicts(padded, TileDirection::row)) {
      return padded.padding;
    }
  }
  return std::nullopt;
}

}  // namespace texelscope::app
