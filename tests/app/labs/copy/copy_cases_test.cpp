#include "app/labs/copy/copy_cases.h"

#include <gtest/gtest.h>

#include "app/cli/bench/copy_measurement.h"

namespace texelscope::app {
namespace {

constexpr std::int64_t mebibyte = std::int64_t{1} << 20;
constexpr std::uint64_t much_memory = std::uint64_t{64} << 30;

TEST(CopyCases, HaveSlightlyMoreThan256MebibytesPerSideOnTheCpu) {
  for (const CopyCase& each : copy_cases(copy_sizes(false, much_memory))) {
    EXPECT_GE(each.bytes(), 256 * mebibyte) << each.name << ' ' << each.type;
    EXPECT_LE(each.bytes(), 342 * mebibyte) << each.name << ' ' << each.type;
  }
}

TEST(CopyCases, KeepTheirSizesOnAGpuWithEnoughMemory) {
  for (const CopyCase& each : copy_cases(copy_sizes(true, much_memory))) {
    EXPECT_LE(each.bytes(), 1024 * mebibyte) << each.name;
    if (each.name == "transpose" && each.type == "uint8") {
      EXPECT_EQ(each.shape, (gpu::Dimensions{32768, 32768}));
    }
  }
}

TEST(CopyCases, ShrinkWithLittleMemory) {
  for (const bool is_cuda : {false, true}) {
    for (const std::uint64_t memory : {std::uint64_t{1} << 20, std::uint64_t{1} << 28, std::uint64_t{3} << 30}) {
      for (const CopyCase& each : copy_cases(copy_sizes(is_cuda, memory))) {
        EXPECT_LE(static_cast<std::uint64_t>(each.bytes()), memory / 8) << each.name << ' ' << each.type;
        EXPECT_GT(each.bytes(), 0) << each.name;
      }
    }
  }
}

TEST(CopyCases, KeepChannelsAndMultiplesOf64) {
  const CopyCase channels{"", CopyKind::channels, "uint8", 1, {64, 1024, 1024, 3}, "permuted(0,3,1,2)"};
  const CopyCase larger = scaled(channels, {256 * mebibyte, 342 * mebibyte});
  EXPECT_EQ(larger.shape, (gpu::Dimensions{64, 1408, 1024, 3}));
  const CopyCase smaller = scaled(channels, {20 * mebibyte, 30 * mebibyte});
  EXPECT_EQ(smaller.shape[3], 3);
  EXPECT_EQ(smaller.shape[1] % 64, 0);
}

TEST(CopyCases, CountOnlyTheElementsOfASlice) {
  const CopyCase columns{"", CopyKind::slice, "float32", 4, {16, 10}, "sliced(:, ::2)"};
  EXPECT_EQ(columns.bytes(), 16 * 5 * 4);
}

TEST(SectorLimit, FollowsFromTouchedSectorsOf32Bytes) {
  const auto dense = gpu::StridedLayout::dense({1024, 1024}, 4);
  EXPECT_DOUBLE_EQ(sector_limit(dense), 1.0);
  EXPECT_DOUBLE_EQ(sector_limit(dense.permuted({1, 0})), 1.0);
  const auto sliced = [&](const gpu::AxisSlice& rows, const gpu::AxisSlice& columns) {
    return sector_limit(dense.sliced({rows, columns}));
  };
  const gpu::AxisSlice all = gpu::AxisSlice::all();
  EXPECT_DOUBLE_EQ(sliced({std::nullopt, std::nullopt, 2}, all), 1.0);
  EXPECT_DOUBLE_EQ(sliced({std::nullopt, std::nullopt, -1}, {std::nullopt, std::nullopt, -1}), 1.0);
  // The copy reads twice the bytes that it writes, except for the last item.
  EXPECT_NEAR(sliced(all, {std::nullopt, std::nullopt, 2}), 2.0 / 3, 1e-5);
  // Each item is in a separate sector, so the copy reads eight times the bytes that it writes.
  EXPECT_DOUBLE_EQ(sliced(all, {std::nullopt, std::nullopt, 64}), 2.0 / 9);
  EXPECT_GT(sector_limit(gpu::StridedLayout::dense({1, 1024}, 4).broadcast_to({64, 1024})), 1.9);
}

TEST(HostCopyCases, HaveOneDenseAndOneStridedSideOfTheSameShape) {
  const std::vector<HostCopyCase> cases = host_copy_cases(much_memory);
  EXPECT_EQ(cases.size(), 2U * 2 * 2 * 6);
  for (const HostCopyCase& each : cases) {
    EXPECT_EQ(each.bytes, 256 * mebibyte);
    EXPECT_EQ(each.source().shape(), each.destination().shape()) << name_of(each);
    EXPECT_EQ(each.source().volume() * each.source().itemsize(), each.bytes) << name_of(each);
    const bool is_source_dense = each.source().is_contiguous_c();
    EXPECT_NE(is_source_dense, each.destination().is_contiguous_c()) << name_of(each);
    EXPECT_EQ(is_source_dense, each.is_to_device != each.is_host_strided) << name_of(each);
  }
}

TEST(HostCopyCases, ShrinkWithLittleMemory) {
  for (const HostCopyCase& each : host_copy_cases(std::uint64_t{64} << 20)) {
    EXPECT_EQ(each.bytes, 4 * mebibyte);
  }
}

}  // namespace
}  // namespace texelscope::app
