#include <algorithm>
#include <chrono>
#include <numeric>
#include <thread>
#include <vector>

#include "tests/support/device_fixture.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/fault_injector.h"
#include "texelscope/gpu/live_objects.h"
#include "texelscope/gpu/memory/virtual_memory_resource.h"
#include "texelscope/gpu/trace.h"

namespace texelscope::gpu {
namespace {

class VirtualMemoryOnEach : public tests::DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (!device().properties().has_virtual_memory) {
      GTEST_SKIP() << "no virtual memory management";
    }
  }

  [[nodiscard]] VirtualMemoryResource resource(const VirtualMemoryResourceOptions& options = {}) const {
    return VirtualMemoryResource::from_options(device(), options);
  }

  /// Writes consecutive numbers to the whole buffer, starting with `first`.
  void count_up(const Buffer& buffer, std::uint32_t first) const {
    std::vector<std::uint32_t> numbers(buffer.size_bytes() / 4);
    std::iota(numbers.begin(), numbers.end(), first);
    buffer.copy_from(std::as_bytes(std::span{numbers}), stream());
    stream().synchronize();
  }
  [[nodiscard]] std::vector<std::uint32_t> numbers_of(const Buffer& buffer) const {
    std::vector<std::uint32_t> numbers(buffer.size_bytes() / 4);
    buffer.copy_to(std::as_writable_bytes(std::span{numbers}), stream());
    stream().synchronize();
    return numbers;
  }
  /// The first `count` numbers are those of count_up; the rest is undefined.
  void expect_counted(const Buffer& buffer, std::size_t count, std::uint32_t first) const {
    const auto seen = numbers_of(buffer);
    std::vector<std::uint32_t> expected(count);
    std::iota(expected.begin(), expected.end(), first);
    ASSERT_GE(seen.size(), count);
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), seen.begin()));
  }
};

TEST_P(VirtualMemoryOnEach, GrowsWithinItsLastGranuleWithoutACall) {
  const VirtualMemoryResource memory = resource();
  const Buffer buffer = memory.allocate(100, stream());
  const std::size_t before = live_object_count();
  EXPECT_TRUE(memory.grow(buffer, memory.granularity_bytes()));
  EXPECT_EQ(buffer.size_bytes(), memory.granularity_bytes());
  EXPECT_EQ(live_object_count(), before);
}

TEST_P(VirtualMemoryOnEach, GrowsInPlaceIntoReservedAddresses) {
  const std::size_t granule = resource().granularity_bytes();
  const VirtualMemoryResource memory = resource({.growth_bytes = 8 * granule});
  const Buffer buffer = memory.allocate(granule, stream());
  const DevicePointer pointer = buffer.handle();
  count_up(buffer, 5);
  for (const std::size_t granules : {std::size_t{2}, std::size_t{5}, std::size_t{9}}) {
    EXPECT_TRUE(memory.grow(buffer, granules * granule)) << granules;
    EXPECT_EQ(buffer.handle(), pointer);
    EXPECT_EQ(buffer.size_bytes(), granules * granule);
    expect_counted(buffer, granule / 4, 5);
  }
  // A single kernel can use the whole buffer, although it was mapped in multiple parts.
  count_up(buffer, 77);
  expect_counted(buffer, buffer.size_bytes() / 4, 77);
}

TEST_P(VirtualMemoryOnEach, KeepsItsContentsWhereverItGrows) {
  const VirtualMemoryResource memory = resource();
  const std::size_t granule = memory.granularity_bytes();
  const Buffer first = memory.allocate(granule, stream());
  const Buffer second = memory.allocate(granule, stream());
  count_up(first, 100);
  count_up(second, 200000);
  for (std::size_t granules = 2; granules <= 6; granules += 2) {
    for (const Buffer& buffer : {first, second}) {
      const DevicePointer before = buffer.handle();
      const bool stayed = memory.grow(buffer, granules * granule);
      EXPECT_EQ(stayed, buffer.handle() == before);
      EXPECT_EQ(buffer.size_bytes(), granules * granule);
    }
    expect_counted(first, granule / 4, 100);
    expect_counted(second, granule / 4, 200000);
    first.fill(std::uint32_t{1}, stream());
    second.fill(std::uint32_t{2}, stream());
    EXPECT_EQ(numbers_of(first), std::vector<std::uint32_t>(first.size_bytes() / 4, 1))
        << "separate from the other buffer";
    count_up(first, 100);
    count_up(second, 200000);
  }
}

TEST_P(VirtualMemoryOnEach, EnforcesItsAccess) {
  const VirtualMemoryResource memory = resource();
  const Buffer buffer = memory.allocate(4096, stream());
  const Buffer other = device().allocate(4096, stream());
  count_up(buffer, 1);
  EXPECT_EQ(memory.access(buffer), MemoryAccess::read_write);

  memory.set_access(buffer, MemoryAccess::read_only);
  EXPECT_EQ(memory.access(buffer), MemoryAccess::read_only);
  expect_counted(buffer, 1024, 1);
  other.copy_from(buffer, stream());
  EXPECT_THROW(buffer.fill(std::byte{}, stream()), InvalidArgument);
  EXPECT_THROW(buffer.copy_from(other, stream()), InvalidArgument);

  stream().synchronize();
  memory.set_access(buffer, MemoryAccess::none);
  EXPECT_FALSE(buffer.is_device_accessible());
  EXPECT_FALSE(buffer.is_host_accessible());
  EXPECT_THROW(other.copy_from(buffer, stream()), InvalidArgument);
  EXPECT_THROW(static_cast<void>(buffer.host_bytes()), InvalidArgument);

  memory.set_access(buffer, MemoryAccess::read_write);
  expect_counted(buffer, 1024, 1);
}

TEST_P(VirtualMemoryOnEach, KeepsTheAccessOfEveryPartWhenAChangeFails) {
  // The first two calls give access to the two parts, and the next two change it.
  const auto faults = std::make_shared<FaultInjector>("cuMemSetAccess", 4);
  const Device faulty = Device::open(GetParam(), {{faults}, [](const Diagnostic&) {}});
  const Stream order = faulty.create_stream();
  const std::size_t granule = resource().granularity_bytes();
  const VirtualMemoryResource memory = VirtualMemoryResource::from_options(faulty, {.growth_bytes = granule});
  const Buffer buffer = memory.allocate(granule, order);
  ASSERT_TRUE(memory.grow(buffer, 2 * granule));
  EXPECT_THROW(memory.set_access(buffer, MemoryAccess::none), DriverError);
  EXPECT_TRUE(faults->has_fired());
  EXPECT_EQ(memory.access(buffer), MemoryAccess::read_write);
  std::vector<std::uint32_t> seen(2 * granule / 4);
  buffer.fill(std::uint32_t{6}, order);
  buffer.copy_to(std::as_writable_bytes(std::span{seen}), order);
  order.synchronize();
  EXPECT_EQ(seen, std::vector<std::uint32_t>(seen.size(), 6));
}

TEST_P(VirtualMemoryOnEach, MovesOnlyAfterTheWorkThatUsesIt) {
  const auto trace = std::make_shared<Trace>();
  const Device traced = Device::open(GetParam(), {{trace}, [](const Diagnostic&) {}});
  const Stream order = traced.create_stream();
  const VirtualMemoryResource memory = VirtualMemoryResource::from_options(traced, {});
  const std::size_t granule = memory.granularity_bytes();
  // Among neighbors, some cannot grow in place.
  std::vector<Buffer> buffers;
  for (int count = 0; count < 8; ++count) {
    buffers.push_back(memory.allocate(granule, order));
  }
  int moved = 0;
  for (const Buffer& buffer : buffers) {
    order.then([] { std::this_thread::sleep_for(std::chrono::milliseconds(5)); });
    buffer.fill(std::uint32_t{7}, order);
    trace->clear();
    moved += memory.grow(buffer, 2 * granule) ? 0 : 1;
    bool has_waited = false;
    for (const TraceRecord& record : trace->records()) {
      has_waited = has_waited || record.name == "cuCtxSynchronize";
      EXPECT_TRUE(has_waited || record.name != "cuMemUnmap") << "pages that work still uses were unmapped";
    }
    std::vector<std::uint32_t> seen(2 * granule / 4);
    buffer.copy_to(std::as_writable_bytes(std::span{seen}), order);
    order.synchronize();
    seen.resize(granule / 4);
    EXPECT_EQ(seen, std::vector<std::uint32_t>(granule / 4, 7)) << "the part before the growth";
  }
  EXPECT_GT(moved, 0);
}

TEST_P(VirtualMemoryOnEach, KeepsItsAccessWhenItGrows) {
  const std::size_t granule = resource().granularity_bytes();
  const VirtualMemoryResource memory = resource({.access = MemoryAccess::none, .growth_bytes = granule});
  const Buffer buffer = memory.allocate(granule, stream());
  EXPECT_EQ(memory.access(buffer), MemoryAccess::none);
  memory.grow(buffer, 2 * granule);
  EXPECT_FALSE(buffer.is_device_accessible());
  memory.set_access(buffer, MemoryAccess::read_write);
  memory.grow(buffer, 4 * granule);
  count_up(buffer, 3);
  expect_counted(buffer, buffer.size_bytes() / 4, 3);
}

TEST_P(VirtualMemoryOnEach, RefusesOtherBuffersAndInvalidSizes) {
  const VirtualMemoryResource memory = resource();
  const VirtualMemoryResource other = resource();
  const Buffer buffer = memory.allocate(5000, stream());
  EXPECT_THROW(static_cast<void>(other.grow(buffer, 6000)), InvalidArgument);
  EXPECT_THROW(other.set_access(buffer, MemoryAccess::none), InvalidArgument);
  EXPECT_THROW(static_cast<void>(memory.grow(device().allocate(8, stream()), 16)), InvalidArgument);
  EXPECT_THROW(static_cast<void>(memory.grow(buffer, 4999)), InvalidArgument);
  EXPECT_THROW(static_cast<void>(memory.grow(buffer, ~std::size_t{0})), InvalidArgument);
  EXPECT_EQ(buffer.size_bytes(), 5000U);
}

TEST_P(VirtualMemoryOnEach, RoundsItsSizesToGranules) {
  for (const bool is_recommended : {false, true}) {
    const std::size_t granule = resource({.has_recommended_granularity = is_recommended}).granularity_bytes();
    EXPECT_GE(granule, 1U);
    EXPECT_EQ(granule & (granule - 1), 0U) << granule;
  }
}

TEST_P(VirtualMemoryOnEach, IsUnchangedWhenGrowingFails) {
  // Tests all ways to grow: into reserved addresses, into free addresses after them, and by moving to other addresses.
  std::uint64_t failed_calls = 0;
  for (std::uint64_t nth = 1;; ++nth) {
    SCOPED_TRACE("call " + std::to_string(nth));
    const auto faults = std::make_shared<FaultInjector>(nth);
    const auto live = std::make_shared<LiveObjects>();
    std::vector<std::string> told;
    // Must outlive the device, which waits for the copies if waiting for their stream was made to fail.
    std::vector<std::uint32_t> seen;
    try {
      const Device device = Device::open(
          GetParam(), {{faults, live}, [&told](const Diagnostic& diagnostic) { told.push_back(diagnostic.text); }});
      const Stream stream = device.create_stream();
      const VirtualMemoryResource narrow = VirtualMemoryResource::from_options(device, {});
      const std::size_t granule = narrow.granularity_bytes();
      const Buffer first = narrow.allocate(granule, stream);
      Buffer gap = narrow.allocate(granule, stream);
      const Buffer second = narrow.allocate(granule, stream);
      gap.close();
      first.fill(std::uint32_t{11}, stream);
      stream.synchronize();
      const auto grow = [&](const Buffer& buffer, std::size_t granules) {
        const DevicePointer pointer = buffer.handle();
        const std::size_t size = buffer.size_bytes();
        try {
          narrow.grow(buffer, granules * granule);
        } catch (const DriverError&) {
          EXPECT_EQ(buffer.handle(), pointer);
          EXPECT_EQ(buffer.size_bytes(), size);
          narrow.grow(buffer, granules * granule);
          told.emplace_back("grown again");
        }
      };
      grow(first, 2);
      grow(second, 2);
      grow(first, 3);
      grow(second, 3);
      grow(first, 7);
      seen.resize(first.size_bytes() / 4);
      first.copy_to(std::as_writable_bytes(std::span{seen}), stream);
      stream.synchronize();
      EXPECT_EQ(seen[0], 11U);
      EXPECT_EQ(seen[granule / 4 - 1], 11U);
    } catch (const DriverError& error) {
      told.emplace_back(error.what());
    }
    EXPECT_EQ(live->list(), std::vector<std::string>{});
    if (!faults->has_fired()) {
      break;
    }
    ++failed_calls;
    EXPECT_EQ(told.size(), 1U) << "each failure must cause one line";
  }
  EXPECT_GE(failed_calls, 25U) << "the sweep reached the end";
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(VirtualMemoryOnEach);

}  // namespace
}  // namespace texelscope::gpu
