#include <array>
#include <cstring>
#include <vector>

#include "gpu/driver/device_box.h"
#include "tests/support/device_fixture.h"
#include "tests/support/fake_driver.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/memory/device_memory_resource.h"
#include "texelscope/gpu/memory/legacy_pinned_memory_resource.h"
#include "texelscope/gpu/memory/pool_memory_resource.h"

namespace texelscope::gpu {
namespace {

using tests::error_of;

class MemoryPoolOnEach : public tests::DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (!device().properties().has_stream_ordered_memory) {
      GTEST_SKIP() << "no memory pools";
    }
  }

  /// Pools reserve memory from the system in chunks of at most this size.
  static constexpr std::size_t piece_bytes = std::size_t{64} << 20;
};

TEST_P(MemoryPoolOnEach, CountsUsedAndReservedMemory) {
  const DeviceMemoryResource pool =
      DeviceMemoryResource::from_options(device(), {.release_threshold_bytes = PoolMemoryResource::keep_everything});
  EXPECT_EQ(pool.attributes().used_bytes, 0U);
  EXPECT_EQ(pool.attributes().release_threshold_bytes, PoolMemoryResource::keep_everything);
  Buffer first = pool.allocate(piece_bytes, stream());
  Buffer second = pool.allocate(piece_bytes, stream());
  MemoryPoolAttributes seen = pool.attributes();
  EXPECT_GE(seen.used_bytes, 2 * piece_bytes);
  EXPECT_GE(seen.reserved_bytes, seen.used_bytes);
  first.close();
  second.close();
  stream().synchronize();
  seen = pool.attributes();
  EXPECT_EQ(seen.used_bytes, 0U);
  EXPECT_GE(seen.used_high_bytes, 2 * piece_bytes);
  EXPECT_GE(seen.reserved_bytes, 2 * piece_bytes) << "kept for the next allocation";
  pool.trim(0);
  EXPECT_LT(pool.attributes().reserved_bytes, piece_bytes);
  EXPECT_GE(pool.attributes().reserved_high_bytes, 2 * piece_bytes);
}

TEST_P(MemoryPoolOnEach, ReleasesMemoryBeyondItsThreshold) {
  const DeviceMemoryResource pool = DeviceMemoryResource::from_options(device(), {});
  pool.allocate(piece_bytes, stream()).close();
  stream().synchronize();
  EXPECT_LT(pool.attributes().reserved_bytes, piece_bytes);
  pool.set_release_threshold(piece_bytes * 2);
  EXPECT_EQ(pool.attributes().release_threshold_bytes, piece_bytes * 2);
  pool.allocate(piece_bytes, stream()).close();
  stream().synchronize();
  EXPECT_GE(pool.attributes().reserved_bytes, piece_bytes);
}

TEST_P(MemoryPoolOnEach, ReusesFreedMemoryInTheOrderOfTheStream) {
  const DeviceMemoryResource pool =
      DeviceMemoryResource::from_options(device(), {.release_threshold_bytes = PoolMemoryResource::keep_everything});
  Buffer first = pool.allocate(piece_bytes, stream());
  const DevicePointer pointer = first.handle();
  first.fill(std::byte{1}, stream());
  std::vector<std::byte> seen(piece_bytes);
  first.copy_to(seen, stream());
  first.close();
  // Even if the stream has not run the free yet, later work on that stream is ordered after it.
  const Buffer second = pool.allocate(piece_bytes, stream());
  second.fill(std::byte{2}, stream());
  stream().synchronize();
  EXPECT_EQ(second.handle(), pointer);
  EXPECT_EQ(seen.front(), std::byte{1});
  EXPECT_EQ(seen.back(), std::byte{1});
  EXPECT_LT(pool.attributes().reserved_bytes, 2 * piece_bytes);
}

TEST_P(MemoryPoolOnEach, RespectsItsMaximum) {
  const DeviceMemoryResource pool = DeviceMemoryResource::from_options(device(), {.max_size_bytes = piece_bytes});
  Buffer first = pool.allocate(piece_bytes / 2, stream());
  EXPECT_THROW(static_cast<void>(pool.allocate(piece_bytes * 2, stream())), DriverError);
  first.close();
  stream().synchronize();
  EXPECT_EQ(pool.allocate(piece_bytes / 2, stream()).size_bytes(), piece_bytes / 2);
}

TEST_P(MemoryPoolOnEach, IsUsedByTheDevice) {
  const DeviceMemoryResource current = DeviceMemoryResource::from_current_pool(device());
  const DeviceMemoryResource initial = DeviceMemoryResource::from_default_pool(device());
  EXPECT_EQ(current.handle(), initial.handle()) << "no other pool has been set";
  const std::uint64_t before = current.attributes().used_bytes;
  const Buffer buffer = device().allocate(piece_bytes, stream());
  EXPECT_GE(current.attributes().used_bytes, before + piece_bytes);
  EXPECT_EQ(buffer.memory_resource()->name(), "DeviceMemoryResource");
  EXPECT_EQ(device().allocate_pinned(8).memory_resource()->name(), "LegacyPinnedMemoryResource");
}

TEST_P(MemoryPoolOnEach, FreesMemoryThatABufferWraps) {
  const DeviceMemoryResource pool = DeviceMemoryResource::from_options(device(), {});
  const std::size_t before = live_object_count();
  const auto allocate = [&] {
    return device()
        .box()
        ->call(driver::MemoryPoolAllocate{.size_bytes = 64, .pool = pool.handle(), .stream = stream().handle()})
        .pointer;
  };
  {
    const Buffer with_stream = Buffer::from_handle(device(), allocate(), 64, pool, stream());
    with_stream.fill(std::byte{1}, stream());
    EXPECT_EQ(with_stream.memory_resource(), pool);
    Buffer without_stream = Buffer::from_handle(device(), allocate(), 64, pool);
    without_stream.fill(std::byte{1}, stream());
    // Otherwise, the buffer would be freed on the default stream, which does not wait for this stream.
    stream().synchronize();
  }
  EXPECT_EQ(live_object_count(), before);
  pool.deallocate(allocate(), 64, stream());
  EXPECT_EQ(live_object_count(), before);
  EXPECT_EQ(pool.attributes().used_bytes, 0U);
}

TEST_P(MemoryPoolOnEach, IsNotSharedWithProcessesByDefault) {
  const DeviceMemoryResource pool = DeviceMemoryResource::from_options(device(), {});
  EXPECT_FALSE(pool.is_interprocess());
  EXPECT_THROW(static_cast<void>(pool.ipc_descriptor()), InvalidState);
  EXPECT_THROW(static_cast<void>(pool.allocate(8, stream()).ipc_descriptor()), InvalidArgument);
  EXPECT_THROW(static_cast<void>(device().allocate(8, stream()).ipc_descriptor()), InvalidArgument);
}

TEST_P(MemoryPoolOnEach, IsAccessibleFromOtherOpeningsOfItsDevice) {
  const Device other = Device::open(GetParam());
  EXPECT_TRUE(device().can_access(other));
  const DeviceMemoryResource pool = DeviceMemoryResource::from_options(device(), {});
  pool.set_peer_access(std::vector<Device>{other});
  EXPECT_TRUE(pool.peer_access().empty()) << "the pool's own device needs no peer access";
  const Buffer source = pool.allocate(1000, stream());
  source.fill(std::byte{9}, stream());
  stream().synchronize();
  const Stream other_stream = other.create_stream();
  const Buffer destination = other.allocate(1000, other_stream);
  destination.copy_from(source, other_stream);
  std::vector<std::byte> seen(1000);
  destination.copy_to(seen, other_stream);
  other_stream.synchronize();
  EXPECT_EQ(seen, std::vector<std::byte>(1000, std::byte{9}));
  // The same copy on a stream of the source's device.
  source.fill(std::byte{4}, stream());
  source.copy_to(destination, stream());
  stream().synchronize();
  destination.copy_to(seen, other_stream);
  other_stream.synchronize();
  EXPECT_EQ(seen.back(), std::byte{4});
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(MemoryPoolOnEach);

TEST(MemoryPool, GrantsAndRevokesAccessOfPeers) {
  const tests::FakeDevice fake;
  const tests::FakeDevice second({DeviceKind::cuda, 1});
  const tests::FakeDevice third({DeviceKind::cuda, 2});
  const DeviceMemoryResource pool = DeviceMemoryResource::from_options(*fake.device, {});
  pool.set_peer_access(std::vector<Device>{*second.device, *third.device, *second.device, *fake.device});
  EXPECT_EQ(pool.peer_access(), (std::vector<DeviceId>{{DeviceKind::cuda, 1}, {DeviceKind::cuda, 2}}));
  EXPECT_EQ(fake.script->count("cuMemPoolSetAccess"), 2U);
  pool.set_peer_access(std::vector<Device>{*third.device});
  EXPECT_EQ(fake.script->last(), "cuMemPoolSetAccess(pool=0x100, device=1, has_access=false)");
  EXPECT_EQ(pool.peer_access(), (std::vector<DeviceId>{{DeviceKind::cuda, 2}}));
  second.script->can_access_peers = false;
  EXPECT_EQ(error_of<InvalidArgument>([&] { pool.set_peer_access(std::vector<Device>{*second.device}); }),
            "cuda:0: kernels on cuda:1 cannot access memory on this device (cuDeviceCanAccessPeer): copy it instead");
  EXPECT_EQ(pool.peer_access().size(), 1U);
}

TEST(MemoryPool, FreesMemoryOnTheStreamOfItsAllocationTheGivenOneOrTheDefaultOne) {
  const tests::FakeDevice fake;
  const Stream first = fake.device->create_stream();
  const Stream second = fake.device->create_stream();
  const DeviceMemoryResource pool = DeviceMemoryResource::from_options(*fake.device, {});
  pool.allocate(8, first).close();
  EXPECT_EQ(fake.script->last(), "cuMemFreeAsync(pointer=0x103, stream=0x100)");
  pool.allocate(8, first).close(second);
  EXPECT_EQ(fake.script->last(), "cuMemFreeAsync(pointer=0x104, stream=0x101)");
  Buffer::from_handle(*fake.device, {0x900}, 8, pool, second).close();
  EXPECT_EQ(fake.script->last(), "cuMemFreeAsync(pointer=0x900, stream=0x101)");
  Buffer::from_handle(*fake.device, {0x901}, 8, pool).close();
  EXPECT_EQ(fake.script->last(), "cuMemFreeAsync(pointer=0x901, stream=0x0)")
      << "the only case that uses the default stream";
}

TEST(MemoryPool, RefusesToWrapMemoryThatItCannotHaveAllocated) {
  const tests::FakeDevice fake;
  const tests::FakeDevice other({DeviceKind::cuda, 1});
  const Stream stream = fake.device->create_stream();
  const DeviceMemoryResource pool = DeviceMemoryResource::from_options(*fake.device, {});
  EXPECT_THROW(static_cast<void>(Buffer::from_handle(*fake.device, {}, 8, pool, stream)), InvalidArgument);
  EXPECT_THROW(static_cast<void>(Buffer::from_handle(*fake.device, {0x900}, 0, pool, stream)), InvalidArgument);
  EXPECT_THROW(static_cast<void>(Buffer::from_handle(*other.device, {0x900}, 8, pool, stream)), InvalidArgument);
  EXPECT_THROW(static_cast<void>(Buffer::from_handle(*fake.device, {0x900}, 8, pool, other.device->create_stream())),
               InvalidArgument);
}

}  // namespace
}  // namespace texelscope::gpu
