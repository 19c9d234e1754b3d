#include "app/accesses/access_maps.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string_view>
#include <vector>

#include "tests/app/accesses/kernel_arguments.h"
#include "tests/app/accesses/recorded_kernel.h"

namespace texelscope::app {
namespace {

using tests::CheckedDevice;
using tests::Numbers;

/// The map of the only line that accesses memory in this way.
LineMap line_of(const AccessMaps& maps, gpu::AccessKind kind) {
  const std::vector<LineMap> lines = maps.lines();
  LineMap found;
  int count = 0;
  for (const LineMap& line : lines) {
    if (line.kind == kind) {
      found = line;
      ++count;
    }
  }
  EXPECT_EQ(count, 1);
  return found;
}

TEST(AccessMaps, CountTheSectorsOfAStridedReadLikeALoop) {
  const auto maps = std::make_shared<AccessMaps>();
  const CheckedDevice checked{{maps}};
  const gpu::Buffer a = checked.memory(4 * 3 * 1000);
  const gpu::Buffer b = checked.memory(4 * 1000);
  checked.compile("int* a; int* b;", "b[i.x] = a[3 * i.x] + 1;\n")
      .launch(*checked.stream, {1000, 1, 1}, Numbers{a.handle().value, b.handle().value});
  checked.stream->synchronize();
  std::uint64_t requests = 0;
  std::uint64_t sectors = 0;
  std::uint64_t conflicts = 0;
  std::uint64_t write_sectors = 0;
  for (unsigned first = 0; first < 1000; first += 32) {
    std::set<unsigned> read;
    std::set<unsigned> written;
    std::vector<std::set<unsigned>> banks(32);
    for (unsigned x = first; x < std::min(first + 32, 1000U); ++x) {
      read.insert(3 * x * 4 / 32);
      written.insert(x * 4 / 32);
      banks[3 * x % 32].insert(3 * x);
    }
    ++requests;
    sectors += read.size();
    write_sectors += written.size();
    std::size_t most = 0;
    for (const std::set<unsigned>& words : banks) {
      most = std::max(most, words.size());
    }
    conflicts += most - 1;
  }
  const LineMap read = line_of(*maps, gpu::AccessKind::memory_read);
  EXPECT_EQ(read.accesses, 1000U);
  EXPECT_EQ(read.bytes, 4000U);
  EXPECT_EQ(read.requests, requests);
  EXPECT_EQ(read.sectors, sectors);
  EXPECT_EQ(read.bank_conflicts, conflicts);
  EXPECT_EQ(read.distinct_bytes, 4000U);
  const LineMap write = line_of(*maps, gpu::AccessKind::memory_write);
  EXPECT_EQ(write.requests, requests);
  EXPECT_EQ(write.sectors, write_sectors);
  EXPECT_DOUBLE_EQ(write.efficiency(), 1);
}

TEST(AccessMaps, CountHowOftenTexelsAreReadAndWritten) {
  const auto maps = std::make_shared<AccessMaps>();
  const CheckedDevice checked{{maps}};
  const gpu::CUDAArray from = checked.image(8, 4);
  const gpu::CUDAArray to = checked.image(8, 4);
  const gpu::TextureObject texture = gpu::TextureObject::from_array(from, {});
  const gpu::SurfaceObject surface = gpu::SurfaceObject::from_array(to);
  // Columns 0 to 3 of the texture, each twice; columns 0 to 6 of the surface, one of them twice.
  checked
      .compile("Texture from; Surface to;",
               "to.write_2d(from.sample_2d(i.x / 2 + 0.5f, i.y + 0.5f).x, i.x % 7, i.y);\n")
      .launch(*checked.stream, {8, 4, 1}, Numbers{texture.handle().value, surface.handle().value});
  checked.stream->synchronize();
  const std::vector<TexelMap> texels = maps->texels();
  ASSERT_EQ(texels.size(), 2U);
  const TexelMap& read = texels[0].reads > 0 ? texels[0] : texels[1];
  const TexelMap& written = texels[0].reads > 0 ? texels[1] : texels[0];
  EXPECT_EQ(read.num_texels, 32U);
  EXPECT_EQ(read.reads, 32U);
  EXPECT_EQ(read.read_texels, 16U);
  EXPECT_EQ(read.most_reads, 2U);
  EXPECT_EQ(written.writes, 32U);
  EXPECT_EQ(written.written_once, 24U);
  EXPECT_EQ(written.written_often, 4U);
}

TEST(AccessMaps, NumberWarpsLikeAGPU) {
  EXPECT_EQ(warp_of({31, 0, 0}, {1000, 1, 1}, {256, 1, 1}).number, 0U);
  EXPECT_EQ(warp_of({32, 0, 0}, {1000, 1, 1}, {256, 1, 1}).number, 1U);
  EXPECT_EQ(warp_of({32 + 5, 0, 0}, {1000, 1, 1}, {256, 1, 1}).lane, 5);
  EXPECT_EQ(warp_of({3, 5, 0}, {8, 8, 1}, {8, 8, 4}).lane, 8 + 3);
  EXPECT_EQ(warp_of({256, 0, 0}, {1000, 1, 1}, {256, 1, 1}).number, 8U);
  EXPECT_EQ(warp_of({992, 0, 0}, {1000, 1, 1}, {256, 1, 1}).num_threads, 8);
  // The second row of the second block.
  EXPECT_EQ(warp_of({40, 1, 0}, {64, 48, 1}, {32, 8, 1}).number, 8U + 1U);
  EXPECT_EQ(warp_of({5, 7, 3}, {8, 8, 4}, {8, 8, 4}).number, 7U);
  EXPECT_EQ(warp_of({5, 3, 0}, {7, 3, 1}, {8, 8, 4}).num_threads, 7 * 3);
}

}  // namespace
}  // namespace texelscope::app
