#pragma once

#include <cstdint>

#include "gpu/copy/device/tile_copy.h"
#include "gpu/copy/readable_bytes.h"

namespace texelscope::gpu::copy {

/// How the source's runs come into shared memory.
enum class StagedRead : std::uint8_t {
  /// One run, wherever it begins: in whole granules of 16 bytes.
  one_run,
  /// Runs whose addresses and lengths are multiples of 16.
  whole,
  /// Word by word, or item by item where that is wider.
  words,
  /// Runs of small items that begin within words: shifted in registers.
  shifted,
};

/// Copies tiles of any shape through shared memory, which holds the tile in the order of the source; each write gathers
/// its items one by one, from where the destination begins a word. For sides that are too short for TileCopy, or whose
/// addresses are no multiples of 16.
struct StagedCopy {
  CopyPointers pointers;
  BlockAxes blocks;

  StagedRead read = StagedRead::one_run;
  /// After each 128 bytes of shared memory 16 are left out, so that items at even distances lie in different banks.
  bool is_padded = false;
  /// The runs of the source in a tile, and their offsets there; they may hold more than the items.
  TileSide source_runs;
  std::int32_t run_bytes = 16;
  /// Bytes from run to run in shared memory.
  std::int32_t run_pitch = 16;
  ReadableBytes readable;

  /// The runs of the destination in a tile: their offsets there, and those in shared memory.
  TileSide destination_runs;
  TileSide shared_runs;
  /// Where the first item lies in shared memory.
  std::int32_t shared_first = 0;
  std::int32_t run_items = 1;
  /// Along a run of the destination the items lie so far apart in shared memory.
  std::int32_t inner_stride = 0;
  /// Instead of that, one run of groups: `group_stride` apart, each with its items at these offsets in shared memory.
  bool is_grouped = false;
  TileSide group;
  std::int32_t group_stride = 0;
  /// 2ⁿ lanes of a warp write along one run, a word or an item each.
  std::int32_t lanes_log2 = 5;
};

inline constexpr std::int32_t max_group_items = 1024;

}  // namespace texelscope::gpu::copy
