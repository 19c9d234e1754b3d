#include "gpu/cpu/array/bound_texels.h"

#include <gtest/gtest.h>

#include "gpu/cpu/array/array_storage.h"

namespace texelscope::gpu::cpu {
namespace {

TEST(BoundTexels, AreAllLevelsAndSlicesOfAMipmappedArray) {
  MemoryBudget budget{1 << 20};
  ArrayDescriptor descriptor{Extent(8, 4), DataType::uint16, 2};
  descriptor.kind = ArrayKind::layered;
  descriptor.num_layers = 3;
  const MipmappedStorage storage(budget, descriptor, 4);
  const BoundTexels bound = bind_levels(storage.levels, true);
  EXPECT_EQ(bound.view.format, DataType::uint16);
  EXPECT_EQ(bound.view.num_channels, 2);
  EXPECT_EQ(bound.view.kind, ArrayKind::layered);
  EXPECT_EQ(bound.view.num_slices, 3U);
  EXPECT_FALSE(bound.view.is_linear);
  const Extent extents[] = {Extent(8, 4), Extent(4, 2), Extent(2, 1), Extent(1, 1)};
  ASSERT_EQ(bound.view.levels.size(), 4U);
  const std::byte* end = bound.memory->bytes();
  for (std::size_t level = 0; level < 4; ++level) {
    const TexelLevel& seen = bound.view.levels[level];
    EXPECT_EQ(seen.extent, extents[level]);
    EXPECT_EQ(seen.row_pitch_bytes, extents[level].width() * 4);
    EXPECT_EQ(seen.slice_pitch_bytes, extents[level].volume() * 4);
    EXPECT_GE(seen.texels, end) << "levels do not overlap";
    EXPECT_EQ((seen.texels - bound.memory->bytes()) % 512, 0) << "aligned as textures require";
    end = seen.texels + 3 * seen.slice_pitch_bytes;
  }
  EXPECT_LE(end, bound.memory->bytes() + bound.memory->size_bytes());
}

TEST(BoundTexels, HaveSixFacesForEachCubeMap) {
  MemoryBudget budget{1 << 20};
  ArrayDescriptor descriptor{Extent(4, 4), DataType::uint8, 4};
  descriptor.kind = ArrayKind::layered_cube_map;
  descriptor.num_layers = 2;
  const auto array = std::make_shared<ArrayStorage>(budget, descriptor);
  const BoundTexels bound = bind_levels({&array, 1}, false);
  EXPECT_EQ(bound.view.num_slices, 12U);
  EXPECT_EQ(bound.memory->size_bytes(), 12U * 64U);
}

class BoundMemory : public testing::Test {
 protected:
  driver::TextureResource resource(ResourceKind kind, const Extent& shape, std::uint64_t offset,
                                   std::size_t pitch = 0) const {
    return {
        .facts = {kind, {shape, DataType::float32, 1}, 1}, .pointer = {pointer_.value + offset}, .pitch_bytes = pitch};
  }

  MemoryBudget budget_{1 << 20};
  MemoryMap memory_;
  DevicePointer pointer_ = memory_.insert({MemoryMap::Kind::device, std::make_shared<MemoryBlock>(budget_, 4096)});
};

TEST_F(BoundMemory, IsOneRowWhenLinear) {
  const BoundTexels bound = bind_memory(memory_, resource(ResourceKind::linear, Extent(100), 512));
  EXPECT_TRUE(bound.view.is_linear);
  ASSERT_EQ(bound.view.levels.size(), 1U);
  EXPECT_EQ(bound.view.levels[0].extent, Extent(100));
  EXPECT_EQ(bound.view.levels[0].texels, bound.memory->bytes() + 512);
}

TEST_F(BoundMemory, HasRowsAtItsPitch) {
  const BoundTexels bound = bind_memory(memory_, resource(ResourceKind::pitch_2d, Extent(5, 7), 0, 64));
  EXPECT_FALSE(bound.view.is_linear);
  ASSERT_TRUE(bound.memory);
  EXPECT_EQ(bound.view.levels[0].extent, Extent(5, 7));
  EXPECT_EQ(bound.view.levels[0].row_pitch_bytes, 64U);
}

TEST_F(BoundMemory, IsNullBeyondTheAllocation) {
  EXPECT_TRUE(bind_memory(memory_, resource(ResourceKind::linear, Extent(1024), 0)).memory);
  EXPECT_FALSE(bind_memory(memory_, resource(ResourceKind::linear, Extent(1025), 0)).memory);
  EXPECT_FALSE(bind_memory(memory_, resource(ResourceKind::linear, Extent(1), 4096)).memory);
  EXPECT_TRUE(bind_memory(memory_, resource(ResourceKind::pitch_2d, Extent(4, 64), 0, 64)).memory);
  EXPECT_TRUE(bind_memory(memory_, resource(ResourceKind::pitch_2d, Extent(4, 64), 48, 64)).memory) << "short last row";
  EXPECT_FALSE(bind_memory(memory_, resource(ResourceKind::pitch_2d, Extent(4, 64), 64, 64)).memory);
}

}  // namespace
}  // namespace texelscope::gpu::cpu
