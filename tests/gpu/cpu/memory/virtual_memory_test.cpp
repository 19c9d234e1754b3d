#include "tests/gpu/cpu/cpu_driver_fixture.h"
#include "texelscope/gpu/memory/virtual_memory_resource.h"

namespace texelscope::tests {
namespace {

using gpu::DevicePointer;
using gpu::MemoryAccess;
using gpu::PhysicalMemoryHandle;
using gpu::Status;
namespace driver = gpu::driver;

class CpuVirtualMemory : public CpuDriverTest {
 protected:
  CpuVirtualMemory() : granule_{make(driver::MemoryGranularity{}).granularity_bytes} {}

  DevicePointer reserve(std::size_t granules) {
    return make(driver::AddressReserve{granules * granule_, 0, {}}).pointer;
  }
  PhysicalMemoryHandle create() { return make(driver::PhysicalMemoryCreate{granule_}).memory; }
  [[nodiscard]] DevicePointer at(DevicePointer first, std::size_t granules) const {
    return {first.value + granules * granule_};
  }
  Status copy_out(DevicePointer source, std::size_t size) {
    host_.resize(size);
    return status_of(driver::MemoryCopy{pointer_to(host_), source, size, {}});
  }
  Status copy_in(DevicePointer destination, std::size_t size) {
    host_.resize(size);
    return status_of(driver::MemoryCopy{destination, pointer_to(host_), size, {}});
  }

  std::size_t granule_;
  std::vector<std::uint8_t> host_;
};

TEST_F(CpuVirtualMemory, LimitsCopiesToItsAccess) {
  const DevicePointer first = reserve(3);
  const PhysicalMemoryHandle memory[2] = {create(), create()};
  make(driver::PhysicalMemoryMap{first, granule_, memory[0]});
  make(driver::PhysicalMemoryMap{at(first, 1), granule_, memory[1]});
  EXPECT_EQ(copy_out(first, 8), Status::invalid_value) << "no access yet";
  make(driver::MemorySetAccess{first, 2 * granule_, MemoryAccess::read_write});
  make(driver::MemoryFill{first, 9, 2 * granule_, {}});
  synchronize();
  make(driver::MemorySetAccess{at(first, 1), granule_, MemoryAccess::read_only});
  EXPECT_EQ(copy_in(first, granule_), Status::success);
  synchronize();
  EXPECT_EQ(copy_in(at(first, 1), 8), Status::invalid_value);
  EXPECT_EQ(status_of(driver::MemoryFill{at(first, 1), 1, 8, {}}), Status::invalid_value);
  EXPECT_EQ(copy_out(at(first, 1), granule_), Status::success);
  synchronize();
  EXPECT_EQ(host_, std::vector<std::uint8_t>(granule_, 9));
  EXPECT_EQ(copy_out(first, 3 * granule_), Status::invalid_value) << "the third granule has no memory";
  make(driver::MemorySetAccess{first, 2 * granule_, MemoryAccess::none});
  EXPECT_EQ(copy_out(at(first, 1), 8), Status::invalid_value);
  for (std::size_t index = 0; index < 2; ++index) {
    make(driver::PhysicalMemoryUnmap{at(first, index), granule_});
    make(driver::PhysicalMemoryRelease{memory[index]});
  }
  make(driver::AddressFree{first, 3 * granule_});
}

TEST_F(CpuVirtualMemory, ShowsTheSameMemoryAtTwoAddresses) {
  const DevicePointer first = reserve(1);
  const DevicePointer second = reserve(1);
  const PhysicalMemoryHandle memory = create();
  for (const DevicePointer each : {first, second}) {
    make(driver::PhysicalMemoryMap{each, granule_, memory});
    make(driver::MemorySetAccess{each, granule_, MemoryAccess::read_write});
  }
  make(driver::PhysicalMemoryRelease{memory});
  make(driver::MemoryFill{first, 6, granule_, {}});
  EXPECT_EQ(copy_out(second, granule_), Status::success);
  synchronize();
  EXPECT_EQ(host_, std::vector<std::uint8_t>(granule_, 6));
  for (const DevicePointer each : {first, second}) {
    make(driver::PhysicalMemoryUnmap{each, granule_});
    make(driver::AddressFree{each, granule_});
  }
}

TEST_F(CpuVirtualMemory, UsesRequestedAddressesIfTheyAreFree) {
  const DevicePointer first = reserve(4);
  make(driver::AddressFree{first, 4 * granule_});
  EXPECT_EQ(make(driver::AddressReserve{granule_, 0, first}).pointer, first);
  const DevicePointer other = make(driver::AddressReserve{granule_, 0, first}).pointer;
  EXPECT_NE(other, first);
  const std::size_t alignment = 64 * granule_;
  const DevicePointer aligned = make(driver::AddressReserve{granule_, alignment, {}}).pointer;
  EXPECT_EQ(aligned.value % alignment, 0U);
  for (const DevicePointer each : {first, other, aligned}) {
    make(driver::AddressFree{each, granule_});
  }
}

TEST_F(CpuVirtualMemory, RejectsMismatchedRanges) {
  EXPECT_EQ(status_of(driver::AddressReserve{granule_ + 1, 0, {}}), Status::invalid_value);
  EXPECT_EQ(status_of(driver::PhysicalMemoryCreate{granule_ / 2}), Status::invalid_value);
  EXPECT_EQ(status_of(driver::PhysicalMemoryCreate{std::size_t{1} << 40}), Status::out_of_memory);
  const DevicePointer first = reserve(2);
  const PhysicalMemoryHandle memory = create();
  EXPECT_EQ(status_of(driver::PhysicalMemoryMap{at(first, 2), granule_, memory}), Status::invalid_value);
  EXPECT_EQ(status_of(driver::PhysicalMemoryMap{first, 2 * granule_, memory}), Status::invalid_value);
  make(driver::PhysicalMemoryMap{first, granule_, memory});
  EXPECT_EQ(status_of(driver::PhysicalMemoryMap{first, granule_, memory}), Status::invalid_value) << "taken";
  EXPECT_EQ(status_of(driver::MemorySetAccess{first, 2 * granule_, MemoryAccess::read_write}), Status::invalid_value);
  EXPECT_EQ(status_of(driver::AddressFree{first, 2 * granule_}), Status::invalid_value) << "still mapped";
  EXPECT_EQ(status_of(driver::PhysicalMemoryUnmap{first, 2 * granule_}), Status::invalid_value);
  make(driver::PhysicalMemoryUnmap{first, granule_});
  EXPECT_EQ(status_of(driver::PhysicalMemoryUnmap{first, granule_}), Status::invalid_value);
  make(driver::PhysicalMemoryRelease{memory});
  EXPECT_EQ(status_of(driver::PhysicalMemoryRelease{memory}), Status::invalid_value);
  EXPECT_EQ(status_of(driver::AddressFree{first, granule_}), Status::invalid_value);
  make(driver::AddressFree{first, 2 * granule_});
}

TEST_F(CpuVirtualMemory, CountsAsMemoryOfTheDevice) {
  const std::size_t free_bytes = make(driver::MemoryInfo{}).free_bytes;
  const PhysicalMemoryHandle memory = create();
  EXPECT_EQ(make(driver::MemoryInfo{}).free_bytes, free_bytes - granule_);
  make(driver::PhysicalMemoryRelease{memory});
  EXPECT_EQ(make(driver::MemoryInfo{}).free_bytes, free_bytes);
}

}  // namespace
}  // namespace texelscope::tests
