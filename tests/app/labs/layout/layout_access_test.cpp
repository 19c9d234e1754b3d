#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "app/labs/layout/layout_map.h"
#include "app/labs/layout/shared_memory_banks.h"
#include "app/labs/layout/warp_access.h"

namespace texelscope::app {
namespace {

using gpu::StridedLayout;

TEST(WarpAccess, CountsTheSectorsOfKnownPatterns) {
  const StridedLayout rows({64, 64}, 4);
  EXPECT_EQ(warp_access(rows, 0).sectors.size(), 4U);
  EXPECT_EQ(warp_access(rows, 0).lines.size(), 1U);
  EXPECT_EQ(warp_access(rows, 0).ideal_sectors, 4);
  EXPECT_DOUBLE_EQ(warp_access(rows, 0).efficiency(), 1);
  EXPECT_EQ(warp_access(rows, 1).sectors.size(), 5U);
  EXPECT_EQ(warp_access(rows.permuted({1, 0}), 0).sectors.size(), 32U);
  EXPECT_EQ(warp_access(rows.permuted({1, 0}), 0).lines.size(), 32U);
  EXPECT_EQ(warp_access(StridedLayout({64}, {2}, 4), 0).sectors.size(), 8U);
  EXPECT_EQ(warp_access(StridedLayout({64}, {0}, 4), 0).sectors.size(), 1U);
  EXPECT_EQ(warp_access(StridedLayout({64}, {-1}, 4), 0).sectors.size(), 5U);
  EXPECT_EQ(warp_access(StridedLayout({64}, 16), 0).sectors.size(), 16U);
}

TEST(WarpAccess, TouchesEveryByteOfItsElements) {
  std::mt19937 random{9};
  for (int round = 0; round < 500; ++round) {
    const auto number = [&](int low, int high) { return std::uniform_int_distribution<int>{low, high}(random); };
    const StridedLayout layout({number(1, 9), number(1, 9)}, {number(-40, 40), number(-9, 9)}, number(1, 70));
    const WarpAccess access = warp_access(layout, number(0, 90));
    std::map<std::int64_t, std::uint32_t> sectors;
    for (std::size_t lane = 0; lane < access.lanes.size(); ++lane) {
      const std::int64_t address = layout(index_at(layout, access.lanes[lane].position).values()) * layout.itemsize();
      ASSERT_EQ(access.lanes[lane].address, address);
      for (std::int64_t byte = address; byte < address + layout.itemsize(); ++byte) {
        sectors[(byte + 32'000) / 32 - 1000] |= 1U << lane;
      }
    }
    ASSERT_EQ(access.sectors.size(), sectors.size());
    for (const WarpSegment& sector : access.sectors) {
      ASSERT_EQ(sectors[sector.number], sector.lanes);
      ASSERT_EQ(access.sectors[access.find_sector(sector.number)].number, sector.number);
    }
  }
}

TEST(WarpAccess, IsMisalignedIfOnlyItsStartCostsASector) {
  const StridedLayout row({1024}, 4);
  for (const std::int64_t start : {0, 8, 16, 24}) {
    EXPECT_FALSE(warp_access(row, start).is_misaligned) << start;
  }
  for (const std::int64_t start : {1, 2, 7, 9, 31}) {
    EXPECT_TRUE(warp_access(row, start).is_misaligned) << start;
  }
  EXPECT_TRUE(warp_access(StridedLayout({64}, {-1}, 4), 0).is_misaligned);
  EXPECT_FALSE(warp_access(StridedLayout({64}, {2}, 4), 1).is_misaligned)
      << "half of each sector is unused with any start";
  EXPECT_FALSE(warp_access(StridedLayout({64}, {0}, 4), 1).is_misaligned) << "all lanes access the same sector";
  EXPECT_FALSE(warp_access(StridedLayout({0}, 4), 0).is_misaligned);
}

TEST(WarpAccess, EndsWithTheElements) {
  EXPECT_EQ(warp_access(StridedLayout({40}, 4), 20).lanes.size(), 20U);
  EXPECT_EQ(warp_access(StridedLayout({40}, 4), 4000).lanes.size(), 1U);
  EXPECT_EQ(warp_access(StridedLayout({40}, 4), -3).lanes.size(), 32U);
  EXPECT_TRUE(warp_access(StridedLayout({0}, 4), 0).lanes.empty());
  EXPECT_EQ(warp_access(StridedLayout({4}, std::int64_t{1} << 31), 0).lanes.size(), 4U);
}

/// Computes the passes by their definition: the largest number of distinct words in one bank, summed over the groups of
/// lanes.
int passes(const SharedMemoryTile& tile, const SharedMemoryAccess& access) {
  const int group = tile.itemsize <= 4 ? 32 : 128 / tile.itemsize;
  const int length = std::min(32, access.direction == TileDirection::row ? tile.columns : tile.rows);
  int total = 0;
  for (int first = 0; first < length; first += group) {
    std::map<int, std::set<int>> banks;
    for (int lane = first; lane < std::min(first + group, length); ++lane) {
      int row = lane;
      int column = access.line;
      if (access.direction == TileDirection::row) {
        std::swap(row, column);
      } else if (access.direction == TileDirection::diagonal) {
        column = (lane + access.line) % tile.columns;
      }
      // With a swizzle, `columns` is a power of two greater than every row.
      const int place = tile.is_swizzled ? column ^ row : column;
      const int begin = (row * (tile.columns + tile.padding) + place) * tile.itemsize;
      for (int byte = begin; byte < begin + tile.itemsize; ++byte) {
        banks[byte / 4 % 32].insert(byte / 4);
      }
    }
    std::size_t most = 0;
    for (const auto& [bank, words] : banks) {
      most = std::max(most, words.size());
    }
    total += static_cast<int>(most);
  }
  return total;
}

TEST(BankConflicts, CountPassesByTheRule) {
  for (const int itemsize : {1, 2, 4, 8, 16}) {
    for (const int columns : {1, 7, 16, 31, 32, 33, 64}) {
      for (const int padding : {0, 1, 2, 5}) {
        for (const TileDirection direction : {TileDirection::row, TileDirection::column, TileDirection::diagonal}) {
          const SharedMemoryTile tile{32, columns, itemsize, padding};
          const SharedMemoryAccess access{direction, std::min(3, columns - 1)};
          ASSERT_EQ(bank_conflicts(tile, access).passes, passes(tile, access))
              << itemsize << " bytes, " << columns << " columns, padding " << padding;
        }
      }
    }
  }
}

TEST(BankConflicts, AreThoseOfKnownTiles) {
  const SharedMemoryAccess column{TileDirection::column, 0};
  EXPECT_EQ(bank_conflicts({32, 32, 4, 0}, column).degree(), 32);
  EXPECT_FALSE(bank_conflicts({32, 32, 4, 1}, column).has_conflicts());
  EXPECT_FALSE(bank_conflicts({32, 32, 4, 0}, {TileDirection::row, 5}).has_conflicts());
  EXPECT_FALSE(bank_conflicts({32, 32, 4, 0}, {TileDirection::diagonal, 5}).has_conflicts());
  EXPECT_EQ(bank_conflicts({32, 32, 8, 0}, column).phases.size(), 2U);
  EXPECT_EQ(bank_conflicts({32, 32, 8, 0}, column).passes, 32);
  EXPECT_EQ(bank_conflicts({32, 32, 8, 1}, column).passes, 2);
  EXPECT_EQ(bank_conflicts({32, 32, 16, 0}, column).phases.size(), 4U);
  // Multiple bytes of the same word count as one word.
  EXPECT_FALSE(bank_conflicts({32, 32, 1, 0}, {TileDirection::row, 0}).has_conflicts());
  EXPECT_EQ(bank_conflicts({32, 32, 1, 0}, column).degree(), 8);
}

TEST(BankConflicts, CountThePassesOfSwizzledRows) {
  for (const int itemsize : {1, 2, 4, 8, 16}) {
    for (const int columns : {32, 64}) {
      for (const TileDirection direction : {TileDirection::row, TileDirection::column, TileDirection::diagonal}) {
        const SharedMemoryTile tile{32, columns, itemsize, 0, true};
        const SharedMemoryAccess access{direction, 3};
        ASSERT_EQ(bank_conflicts(tile, access).passes, passes(tile, access)) << itemsize << " bytes, " << columns;
      }
    }
  }
  EXPECT_FALSE(bank_conflicts({32, 32, 4, 0, true}, {TileDirection::column, 3}).has_conflicts());
  // A row of eight float4 has 128 bytes, and a quarter of a warp reads eight distinct addresses.
  EXPECT_EQ(bank_conflicts({32, 8, 16, 0, false}, {TileDirection::column, 0}).passes, 32);
  EXPECT_EQ(bank_conflicts({32, 8, 16, 0, true}, {TileDirection::column, 0}).passes, 4);
}

TEST(SharedMemoryTile, StoresEachElementOfASwizzledRowInItsOwnColumn) {
  for (int columns = 1; columns <= 64; ++columns) {
    const SharedMemoryTile tile{64, columns, 4, 2, true};
    for (int row = 0; row < tile.rows; ++row) {
      std::set<int> places;
      for (int column = 0; column < columns; ++column) {
        places.insert(tile.stored_column(row, column));
      }
      ASSERT_EQ(static_cast<int>(places.size()), columns) << "row " << row;
      ASSERT_EQ(*places.begin(), 0) << "row " << row;
      ASSERT_EQ(*places.rbegin(), columns - 1) << "row " << row;
    }
  }
}

TEST(Padding, IsTheLeastThatRemovesConflicts) {
  EXPECT_EQ(padding_without_conflicts({32, 32, 4, 0}, TileDirection::column), 1);
  EXPECT_EQ(padding_without_conflicts({32, 33, 4, 0}, TileDirection::column), 0);
  EXPECT_EQ(padding_without_conflicts({32, 32, 8, 5}, TileDirection::column), 1);
  EXPECT_EQ(padding_without_conflicts({32, 32, 4, 0}, TileDirection::diagonal), 0);
  for (const int itemsize : {1, 2, 4, 8, 16}) {
    const SharedMemoryTile tile{32, 32, itemsize, 0};
    if (const auto padding = padding_without_conflicts(tile, TileDirection::column)) {
      for (int line = 0; line < 32; ++line) {
        const SharedMemoryTile padded{32, 32, itemsize, *padding};
        const SharedMemoryAccess access{TileDirection::column, line};
        EXPECT_EQ(passes(padded, access), static_cast<int>(bank_conflicts(padded, access).phases.size()));
      }
    }
  }
}

TEST(SharedMemoryTile, IsClampedToItsRanges) {
  SharedMemoryTile tile{-5, 1000, 7, 99};
  SharedMemoryAccess access{TileDirection::column, 2000};
  settle(tile, access);
  EXPECT_EQ(tile, (SharedMemoryTile{1, 64, 4, 32}));
  EXPECT_EQ(access.line, 63);
}

}  // namespace
}  // namespace texelscope::app
