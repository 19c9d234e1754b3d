#include <limits>

#include "tests/gpu/cpu/cpu_driver_fixture.h"

namespace texelscope::tests {
namespace {

using gpu::DevicePointer;
using gpu::Status;
using gpu::StreamHandle;
namespace driver = gpu::driver;

class CpuMemory : public CpuDriverTest {
 protected:
  std::size_t memory_bytes() { return make(driver::DeviceQuery{}).properties.memory_bytes; }
};

std::vector<std::uint8_t> pattern(std::size_t size) {
  std::vector<std::uint8_t> bytes(size);
  std::uint32_t state = 1;
  for (std::uint8_t& byte : bytes) {
    state = state * 1664525U + 1013904223U;
    byte = static_cast<std::uint8_t>(state >> 24);
  }
  return bytes;
}

TEST_F(CpuMemory, CopiesInTheOrderOfItsStream) {
  // Below and above the size from which multiple threads copy.
  for (const std::size_t size : {std::size_t{1}, std::size_t{1000}, (std::size_t{5} << 20) + 123}) {
    const StreamHandle stream = create_stream();
    const DevicePointer memory = allocate(size, stream);
    const std::vector<std::uint8_t> source = pattern(size);
    std::vector<std::uint8_t> result(size);
    make(driver::MemoryCopy{memory, pointer_to(source), size, stream});
    make(driver::MemoryCopy{pointer_to(result), memory, size, stream});
    make(driver::MemoryFill{memory, 7, size, stream});
    std::vector<std::uint8_t> filled(size);
    make(driver::MemoryCopy{pointer_to(filled), memory, size, stream});
    make(driver::MemoryFree{memory, stream});
    synchronize(stream);
    EXPECT_EQ(result, source) << size;
    EXPECT_EQ(filled, std::vector<std::uint8_t>(size, 7)) << size;
  }
}

TEST_F(CpuMemory, IsAlignedForTextures) {
  const std::size_t alignment = make(driver::DeviceQuery{}).properties.texture_alignment;
  EXPECT_EQ(alignment, 512U);
  EXPECT_EQ(allocate(1).value % alignment, 0U);
  EXPECT_EQ(make(driver::HostAllocate{1}).pointer.value % alignment, 0U);
}

TEST_F(CpuMemory, IsAlignedToLargePagesWhenItIsLarge) {
  const StreamHandle stream = create_stream();
  const DevicePointer memory = allocate((std::size_t{8} << 20) + 1, stream);
  EXPECT_EQ(memory.value % (std::uint64_t{2} << 20), 0U);
  make(driver::MemoryFree{memory, stream});
}

TEST_F(CpuMemory, IsFreedInStreamOrder) {
  const StreamHandle stream = create_stream();
  // More than half of the memory: the second allocation fits only after the first is freed.
  const std::size_t size = memory_bytes() / 2 + 1;
  const DevicePointer memory = allocate(size, stream);
  std::atomic<bool> is_released{false};
  launch(stream, {}, WaitForFlag{&is_released});
  make(driver::MemoryFill{memory, 1, 64, stream});
  make(driver::MemoryFree{memory, stream});
  const StreamHandle other = create_stream();
  EXPECT_EQ(status_of(driver::MemoryAllocate{size, other}), Status::out_of_memory);
  is_released = true;
  synchronize(stream);
  make(driver::MemoryFree{allocate(size, other), other});
}

TEST_F(CpuMemory, OfTheHostLivesUntilWorkHasFinished) {
  const StreamHandle stream = create_stream();
  const DevicePointer memory = make(driver::HostAllocate{4096}).pointer;
  std::atomic<bool> is_released{false};
  launch(stream, {}, WaitForFlag{&is_released});
  make(driver::MemoryFill{memory, 3, 4096, stream});
  std::vector<std::uint8_t> result(4096);
  make(driver::MemoryCopy{pointer_to(result), memory, 4096, stream});
  make(driver::HostFree{memory});
  is_released = true;
  synchronize(stream);
  EXPECT_EQ(result, std::vector<std::uint8_t>(4096, 3));
}

TEST_F(CpuMemory, IsRejectedInAbsurdSizes) {
  EXPECT_EQ(status_of(driver::MemoryAllocate{0, {}}), Status::invalid_value);
  EXPECT_EQ(status_of(driver::HostAllocate{0}), Status::invalid_value);
  for (const std::size_t size : {memory_bytes() + 1, std::numeric_limits<std::size_t>::max()}) {
    EXPECT_EQ(status_of(driver::MemoryAllocate{size, {}}), Status::out_of_memory);
    EXPECT_EQ(status_of(driver::HostAllocate{size}), Status::out_of_memory);
  }
}

TEST_F(CpuMemory, RejectsAccessesBeyondAnAllocation) {
  const DevicePointer memory = allocate(100);
  std::vector<std::uint8_t> host(200);
  EXPECT_EQ(status_of(driver::MemoryCopy{memory, pointer_to(host), 101, {}}), Status::invalid_value);
  EXPECT_EQ(status_of(driver::MemoryCopy{pointer_to(host), {memory.value + 50}, 51, {}}), Status::invalid_value);
  EXPECT_EQ(status_of(driver::MemoryFill{memory, 0, 101, {}}), Status::invalid_value);
  EXPECT_EQ(status_of(driver::MemoryFill{pointer_to(host), 0, 1, {}}), Status::invalid_value);
  EXPECT_EQ(status_of(driver::MemoryCopy{{}, memory, 1, {}}), Status::invalid_value);
  EXPECT_EQ(status_of(driver::MemoryCopy{{memory.value + 50}, pointer_to(host), 50, {}}), Status::success);
  synchronize();
}

TEST_F(CpuMemory, IsFreedOnceAndByItsOwnCall) {
  const DevicePointer memory = allocate(100);
  const DevicePointer host = make(driver::HostAllocate{100}).pointer;
  EXPECT_EQ(status_of(driver::MemoryFree{host, {}}), Status::invalid_value);
  EXPECT_EQ(status_of(driver::HostFree{memory}), Status::invalid_value);
  EXPECT_EQ(status_of(driver::MemoryFree{{memory.value + 1}, {}}), Status::invalid_value);
  make(driver::MemoryFree{memory, {}});
  make(driver::HostFree{host});
  EXPECT_EQ(status_of(driver::MemoryFree{memory, {}}), Status::invalid_value);
  EXPECT_EQ(status_of(driver::HostFree{host}), Status::invalid_value);
}

}  // namespace
}  // namespace texelscope::tests
