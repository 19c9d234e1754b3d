#include <fcntl.h>
#include <unistd.h>

#include "tests/gpu/cpu/cpu_driver_fixture.h"
#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::tests {
namespace {

using gpu::DevicePointer;
using gpu::MemoryPoolHandle;
using gpu::Status;
using gpu::StreamHandle;
namespace driver = gpu::driver;

class CpuMemoryPool : public CpuDriverTest {
 protected:
  static constexpr std::size_t size = std::size_t{1} << 20;

  MemoryPoolHandle create_pool(std::uint64_t release_threshold_bytes, bool is_interprocess = false) {
    const MemoryPoolHandle pool = make(driver::MemoryPoolCreate{.is_interprocess = is_interprocess}).pool;
    make(driver::MemoryPoolSetReleaseThreshold{pool, release_threshold_bytes});
    return pool;
  }
  DevicePointer allocate_from(MemoryPoolHandle pool, StreamHandle stream, std::size_t bytes = size) {
    return make(driver::MemoryPoolAllocate{bytes, pool, stream}).pointer;
  }
  std::uint64_t reserved(MemoryPoolHandle pool) {
    return make(driver::MemoryPoolQuery{pool}).attributes.reserved_bytes;
  }
};

TEST_F(CpuMemoryPool, ReusesMemoryImmediatelyOnItsStreamAndLaterOnOthers) {
  const MemoryPoolHandle pool = create_pool(16 * size);
  const StreamHandle first = create_stream();
  const StreamHandle second = create_stream();
  std::atomic<bool> is_released{false};
  const DevicePointer memory = allocate_from(pool, first);
  launch(first, {}, WaitForFlag{&is_released});
  make(driver::MemoryFree{memory, first});
  const DevicePointer of_other = allocate_from(pool, second);
  EXPECT_NE(of_other, memory) << "the free has not run yet";
  EXPECT_EQ(allocate_from(pool, first), memory) << "allocations on the same stream are ordered after the free";
  make(driver::MemoryFree{memory, first});
  is_released = true;
  synchronize(first);
  EXPECT_EQ(allocate_from(pool, second), memory);
  EXPECT_EQ(reserved(pool), 2 * size);
  make(driver::MemoryFree{memory, second});
  make(driver::MemoryFree{of_other, second});
}

TEST_F(CpuMemoryPool, WithholdsMemoryThatWasFreedTwiceUntilTheSecondFree) {
  const MemoryPoolHandle pool = create_pool(16 * size);
  const StreamHandle first = create_stream();
  const StreamHandle second = create_stream();
  const StreamHandle third = create_stream();
  std::atomic<bool> is_first_released{false};
  std::atomic<bool> is_second_released{false};
  const DevicePointer memory = allocate_from(pool, first);
  launch(first, {}, WaitForFlag{&is_first_released});
  make(driver::MemoryFree{memory, first});
  ASSERT_EQ(allocate_from(pool, first), memory);
  launch(second, {}, WaitForFlag{&is_second_released});
  make(driver::MemoryFree{memory, second});
  is_first_released = true;
  synchronize(first);
  const DevicePointer of_third = allocate_from(pool, third);
  EXPECT_NE(of_third, memory) << "only the first free has run";
  is_second_released = true;
  synchronize(second);
  EXPECT_EQ(allocate_from(pool, third), memory);
  make(driver::MemoryFree{memory, third});
  make(driver::MemoryFree{of_third, third});
}

TEST_F(CpuMemoryPool, RetainsUpToItsThresholdAfterTheStreamReachedTheFree) {
  const MemoryPoolHandle pool = create_pool(2 * size);
  const StreamHandle stream = create_stream();
  DevicePointer memory[3];
  for (DevicePointer& each : memory) {
    each = allocate_from(pool, stream);
  }
  EXPECT_EQ(reserved(pool), 3 * size);
  for (const DevicePointer each : memory) {
    make(driver::MemoryFree{each, stream});
  }
  synchronize(stream);
  EXPECT_EQ(reserved(pool), 2 * size);
  make(driver::MemoryPoolTrim{pool, size});
  EXPECT_EQ(reserved(pool), size);
  make(driver::MemoryPoolTrim{pool, 0});
  EXPECT_EQ(reserved(pool), 0U);
  const auto attributes = make(driver::MemoryPoolQuery{pool}).attributes;
  EXPECT_EQ(attributes.used_bytes, 0U);
  EXPECT_EQ(attributes.used_high_bytes, 3 * size);
  EXPECT_EQ(attributes.reserved_high_bytes, 3 * size);
}

TEST_F(CpuMemoryPool, ReleasesRetainedMemoryBeforeItRunsOut) {
  const MemoryPoolHandle pool = create_pool(~std::uint64_t{0});
  const std::size_t most = make(driver::DeviceQuery{}).properties.memory_bytes;
  make(driver::MemoryFree{allocate_from(pool, {}, most / 4), {}});
  synchronize();
  const DevicePointer all = allocate_from(pool, {}, most);
  EXPECT_EQ(reserved(pool), most);
  make(driver::MemoryFree{all, {}});
}

TEST_F(CpuMemoryPool, OutlivesItsHandleWhileItsMemoryDoes) {
  const MemoryPoolHandle pool = create_pool(16 * size);
  const DevicePointer memory = allocate_from(pool, {});
  make(driver::MemoryPoolDestroy{pool});
  EXPECT_EQ(status_of(driver::MemoryPoolAllocate{size, pool, {}}), Status::invalid_value);
  make(driver::MemoryFill{memory, 1, size, {}});
  make(driver::MemoryFree{memory, {}});
  EXPECT_EQ(status_of(driver::MemoryPoolDestroy{pool}), Status::invalid_value);
  EXPECT_EQ(status_of(driver::MemoryPoolDestroy{make(driver::MemoryPoolOfDevice{}).pool}), Status::invalid_value);
}

TEST_F(CpuMemoryPool, SharesItsPagesWithItsImporter) {
  const MemoryPoolHandle pool = create_pool(0, true);
  const DevicePointer memory = allocate_from(pool, {}, 5000);
  const DevicePointer behind = allocate_from(pool, {}, 5000);
  const gpu::FileDescriptor file{make(driver::MemoryPoolExport{pool}).file_descriptor};
  const MemoryPoolHandle imported = make(driver::MemoryPoolImport{file.number()}).pool;
  driver::InterprocessHandle exported = make(driver::MemoryPoolExportPointer{behind}).exported;
  const DevicePointer same = make(driver::MemoryPoolImportPointer{imported, exported}).pointer;
  EXPECT_NE(same, behind);
  make(driver::MemoryFill{memory, 1, 5000, {}});
  make(driver::MemoryFill{behind, 2, 5000, {}});
  std::vector<std::uint8_t> seen(5000);
  make(driver::MemoryCopy{pointer_to(seen), same, 5000, {}});
  synchronize();
  EXPECT_EQ(seen, std::vector<std::uint8_t>(5000, 2));
  EXPECT_EQ(status_of(driver::MemoryPoolAllocate{size, imported, {}}), Status::invalid_value);
  EXPECT_EQ(status_of(driver::MemoryPoolExport{imported}), Status::invalid_value);
  // Every exported bit matters, except for the unused bytes at the end.
  for (std::size_t position = 0; position < 16; ++position) {
    exported[position] ^= std::byte{0x40};
    EXPECT_EQ(status_of(driver::MemoryPoolImportPointer{imported, exported}), Status::invalid_value) << position;
    exported[position] ^= std::byte{0x40};
  }
  exported[38] = std::byte{0x7F};
  EXPECT_EQ(status_of(driver::MemoryPoolImportPointer{imported, exported}), Status::invalid_value) << "beyond the file";
  for (const DevicePointer each : {same, memory, behind}) {
    make(driver::MemoryFree{each, {}});
  }
}

TEST_F(CpuMemoryPool, RejectsForeignFiles) {
  const gpu::FileDescriptor file{open("/proc/self/exe", O_RDONLY | O_CLOEXEC)};
  EXPECT_EQ(status_of(driver::MemoryPoolImport{file.number()}), Status::invalid_value);
  EXPECT_EQ(status_of(driver::MemoryPoolImport{-1}), Status::invalid_value);
  EXPECT_EQ(status_of(driver::EventImport{}), Status::invalid_handle);
  EXPECT_EQ(status_of(driver::EventExport{create_event()}), Status::invalid_handle);
  const DevicePointer memory = allocate(100);
  EXPECT_EQ(status_of(driver::MemoryPoolExportPointer{memory}), Status::invalid_value);
}

}  // namespace
}  // namespace texelscope::tests
