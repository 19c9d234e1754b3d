#include "texelscope/gpu/memory/memory_resource.h"

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <numeric>
#include <random>
#include <tuple>
#include <vector>

#include "gpu/object/memory/memory_resource_box.h"
#include "tests/support/counting_bytes.h"
#include "tests/support/device_fixture.h"
#include "tests/support/fake_driver.h"
#include "tests/support/fault_sweep.h"
#include "tests/support/other_context.h"
#include "tests/support/upstream_allocator.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/fault_injector.h"
#include "texelscope/gpu/memory/device_memory_resource.h"
#include "texelscope/gpu/memory/graph_memory_resource.h"
#include "texelscope/gpu/memory/legacy_pinned_memory_resource.h"
#include "texelscope/gpu/memory/managed_memory_resource.h"
#include "texelscope/gpu/memory/memory_allocator.h"
#include "texelscope/gpu/memory/pinned_memory_resource.h"
#include "texelscope/gpu/memory/pool_memory_resource.h"
#include "texelscope/gpu/memory/synchronous_memory_resource.h"
#include "texelscope/gpu/memory/unordered_memory_resource.h"
#include "texelscope/gpu/memory/virtual_memory_resource.h"

namespace texelscope::gpu {
namespace {

using tests::counting_bytes;
using tests::error_of;

/// Creates each resource, or returns the reason why it is unavailable.
struct Maker {
  const char* name;
  std::function<MemoryResource(const Device&)> make;
};

const std::array<Maker, 12>& makers() {
  using Managed = ManagedMemoryResourceOptions;
  static const std::array<Maker, 12> all{{
      {"Device", [](const Device& device) { return DeviceMemoryResource::from_options(device, {}); }},
      {"DeviceThatKeepsEverything",
       [](const Device& device) {
         return DeviceMemoryResource::from_options(device,
                                                   {.release_threshold_bytes = PoolMemoryResource::keep_everything});
       }},
      {"DeviceOfTheCurrentPool", [](const Device& device) { return DeviceMemoryResource::from_current_pool(device); }},
      {"DeviceForOtherProcesses",
       [](const Device& device) { return DeviceMemoryResource::from_options(device, {.is_interprocess = true}); }},
      {"Pinned", [](const Device& device) { return PinnedMemoryResource::from_options(device, {}); }},
      {"LegacyPinned", [](const Device& device) { return LegacyPinnedMemoryResource::from_device(device); }},
      {"Managed", [](const Device& device) { return ManagedMemoryResource::from_options(device, {}); }},
      {"ManagedOnTheDevice",
       [](const Device& device) {
         return ManagedMemoryResource::from_options(device, {Managed::PreferredLocation::device});
       }},
      {"Synchronous", [](const Device& device) { return SynchronousMemoryResource::from_device(device); }},
      {"OfAnAllocator",
       [](const Device& device) {
         return MemoryResource::from_allocator(
             device, std::make_shared<tests::UpstreamAllocator>(DeviceMemoryResource::from_options(device, {})));
       }},
      {"OfAnAllocatorOnTheHost",
       [](const Device& device) {
         return MemoryResource::from_allocator(
             device, std::make_shared<tests::UpstreamAllocator>(
                         LegacyPinnedMemoryResource::from_device(device),
                         MemoryAllocatorProperties{
                             .is_stream_ordered = false, .is_on_device = false, .is_host_accessible = true}));
       }},
      {"Virtual", [](const Device& device) { return VirtualMemoryResource::from_options(device, {}); }},
  }};
  return all;
}

using Parameter = std::tuple<DeviceId, std::size_t>;

class MemoryResourceOnEach : public tests::DeviceFixture, public testing::WithParamInterface<Parameter> {
 protected:
  void SetUp() override {
    DeviceFixture::SetUp();
    try {
      resource_ = make(device());
    } catch (const Unavailable& reason) {
      GTEST_SKIP() << reason.what();
    }
  }
  void TearDown() override {
    resource_.reset();
    DeviceFixture::TearDown();
  }

  [[nodiscard]] DeviceId device_id() const override { return std::get<0>(GetParam()); }
  [[nodiscard]] static MemoryResource make(const Device& device) {
    return makers().at(std::get<1>(GetParam())).make(device);
  }
  [[nodiscard]] const MemoryResource& resource() const { return *resource_; }
  [[nodiscard]] MemoryResource take_resource() { return *std::exchange(resource_, std::nullopt); }

 private:
  std::optional<MemoryResource> resource_;
};

TEST_P(MemoryResourceOnEach, AllocatesMemoryAccessibleToWork) {
  for (const std::size_t size : {std::size_t{1}, std::size_t{513}, (std::size_t{5} << 20) + 3}) {
    const auto source = counting_bytes(size);
    const Buffer buffer = resource().allocate(size, stream());
    EXPECT_EQ(buffer.size_bytes(), size);
    buffer.copy_from(source, stream());
    std::vector<std::byte> seen(size);
    static_cast<void>(buffer.copy_to(seen, stream()));
    stream().synchronize();
    EXPECT_EQ(seen, source) << size;
  }
}

TEST_P(MemoryResourceOnEach, AgreesWithItsBuffersAndTheDriver) {
  const Buffer buffer = resource().allocate(4096, stream());
  stream().synchronize();
  EXPECT_EQ(buffer.is_device_accessible(), resource().is_device_accessible());
  EXPECT_EQ(buffer.is_host_accessible(), resource().is_host_accessible());
  EXPECT_EQ(buffer.is_managed(), resource().is_managed());
  EXPECT_EQ(buffer.memory_resource()->name(), resource().name());
  EXPECT_EQ(resource().device(), device());
  const Buffer wrapped = Buffer::from_handle(device(), buffer.handle(), buffer.size_bytes(), nullptr);
  EXPECT_EQ(wrapped.handle(), buffer.handle());
  EXPECT_EQ(wrapped.is_device_accessible(), buffer.is_device_accessible());
  EXPECT_EQ(wrapped.is_host_accessible(), buffer.is_host_accessible());
  EXPECT_EQ(wrapped.is_managed(), buffer.is_managed());
  EXPECT_EQ(wrapped.memory_resource(), std::nullopt);
}

TEST_P(MemoryResourceOnEach, IsAccessibleFromTheHostAsReported) {
  const Buffer buffer = resource().allocate(1000, stream());
  stream().synchronize();
  if (!resource().is_host_accessible()) {
    EXPECT_THROW(static_cast<void>(buffer.host_bytes()), InvalidArgument);
    return;
  }
  const auto expected = counting_bytes(1000);
  std::ranges::copy(expected, buffer.host_bytes().begin());
  std::vector<std::byte> seen(1000);
  static_cast<void>(buffer.copy_to(seen, stream()));
  buffer.fill(std::byte{7}, stream());
  stream().synchronize();
  EXPECT_EQ(seen, expected);
  EXPECT_EQ(buffer.host_bytes().back(), std::byte{7});
}

TEST_P(MemoryResourceOnEach, AllocatesSeparateMemoryForEachBuffer) {
  std::mt19937 random{7};
  std::vector<std::pair<Buffer, std::uint32_t>> buffers;
  for (std::uint32_t step = 1; step <= 120; ++step) {
    if (buffers.size() > 12 || (step % 3 == 0 && !buffers.empty())) {
      const std::size_t victim = random() % buffers.size();
      std::vector<std::uint32_t> seen(buffers[victim].first.size_bytes() / 4);
      static_cast<void>(buffers[victim].first.copy_to(std::as_writable_bytes(std::span{seen}), stream()));
      stream().synchronize();
      EXPECT_EQ(seen, std::vector<std::uint32_t>(seen.size(), buffers[victim].second)) << "step " << step;
      buffers.erase(buffers.begin() + static_cast<std::ptrdiff_t>(victim));
    }
    const Buffer buffer = resource().allocate((1 + random() % 5000) * 4, stream());
    buffer.fill(step, stream());
    buffers.emplace_back(buffer, step);
  }
}

TEST_P(MemoryResourceOnEach, FreesMemoryOnce) {
  const std::size_t before = live_object_count();
  Buffer buffer = resource().allocate(64, stream());
  Buffer copy = buffer;
  EXPECT_GT(live_object_count(), before);
  buffer.close();
  copy.fill(std::byte{1}, stream());
  copy.close(stream());
  copy.close(stream());
  EXPECT_EQ(live_object_count(), before);
}

TEST_P(MemoryResourceOnEach, LivesAsLongAsItsBuffers) {
  MemoryResource resource = take_resource();
  const Buffer buffer = resource.allocate(64, stream());
  resource.close();
  EXPECT_TRUE(resource.is_closed());
  EXPECT_THROW(static_cast<void>(resource.allocate(64, stream())), InvalidState);
  EXPECT_THROW(static_cast<void>(resource.name()), InvalidState);
  buffer.fill(std::byte{1}, stream());
  EXPECT_EQ(buffer.memory_resource()->allocate(8, stream()).size_bytes(), 8U);
}

TEST_P(MemoryResourceOnEach, RefusesImpossibleAllocations) {
  EXPECT_THROW(static_cast<void>(resource().allocate(0, stream())), InvalidArgument);
  EXPECT_THROW(static_cast<void>(resource().allocate(std::size_t{1} << 61U, stream())), Error);
  const tests::OtherDevice other(device_id());
  EXPECT_THROW(static_cast<void>(resource().allocate(8, other->create_stream())), InvalidArgument);
  Stream closed = device().create_stream();
  closed.close();
  EXPECT_THROW(static_cast<void>(resource().allocate(8, closed)), InvalidState);
  stream().synchronize();
}

TEST_P(MemoryResourceOnEach, ReportsEachFailedCallAndLeavesNothingBehind) {
  const auto use = [this](const DeviceOptions& options) {
    const Device device = Device::open(device_id(), options);
    const Stream stream = device.create_stream();
    const MemoryResource resource = make(device);
    Buffer first = resource.allocate(300, stream);
    const Buffer second = resource.allocate(70000, stream);
    first.fill(std::uint16_t{7}, stream);
    second.copy_from(first, stream);
    first.close(stream);
    const Buffer third = resource.allocate(300, stream);
    stream.synchronize();
  };
  const std::vector<std::string> lines =
      tests::sweep_faults([&](const tests::FaultRound& round) { use(round.options); });
  for (const std::string& line : lines) {
    const bool names_call = line.find(to_string(device_id()) + ": cu") != std::string::npos ||
                            line.find(to_string(device_id()) + ": texelscopeAllocator") != std::string::npos;
    EXPECT_TRUE(names_call) << line;
  }
  EXPECT_GE(lines.size(), 12U) << "the sweep reached the end";
  // The failure left the device unchanged.
  use({});
}

std::vector<std::size_t> indices() {
  std::vector<std::size_t> all(makers().size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

std::string name_of(const testing::TestParamInfo<Parameter>& info) {
  const auto& [device, index] = info.param;
  return tests::device_test_name({device, 0}) + "_" + makers().at(index).name;
}

INSTANTIATE_TEST_SUITE_P(On, MemoryResourceOnEach,
                         testing::Combine(testing::ValuesIn(tests::devices_to_test()), testing::ValuesIn(indices())),
                         name_of);

class UnorderedMemoryOnEach : public tests::DeviceTest {};

TEST_P(UnorderedMemoryOnEach, NeedsNoStream) {
  const std::size_t before = live_object_count();
  const auto use = [this](const UnorderedMemoryResource& resource) {
    EXPECT_FALSE(resource.is_stream_ordered());
    const Buffer buffer = resource.allocate(100);
    buffer.fill(std::byte{5}, stream());
    std::array<std::byte, 100> seen{};
    static_cast<void>(buffer.copy_to(seen, stream()));
    stream().synchronize();
    EXPECT_EQ(seen[99], std::byte{5}) << resource.name();
    EXPECT_THROW(static_cast<void>(resource.allocate(0)), InvalidArgument);
  };
  use(LegacyPinnedMemoryResource::from_device(device()));
  use(SynchronousMemoryResource::from_device(device()));
  if (device().properties().has_managed_memory) {
    use(ManagedMemoryResource::from_options(device(), {}));
  }
  if (device().properties().has_virtual_memory) {
    use(VirtualMemoryResource::from_options(device(), {}));
  }
  EXPECT_EQ(live_object_count(), before);
}

TEST_P(UnorderedMemoryOnEach, IsFreedWithoutAStream) {
  const std::size_t before = live_object_count();
  const auto use = [this](const UnorderedMemoryResource& resource) {
    // No buffer owns this memory: as if external code had stored a pointer from this resource.
    const DevicePointer pointer = resource.box()->allocate(512, nullptr);
    const Buffer seen = Buffer::from_handle(device(), pointer, 512, nullptr);
    seen.fill(std::byte{5}, stream());
    stream().synchronize();
    const std::size_t held = live_object_count();
    resource.deallocate(pointer, 512);
    EXPECT_EQ(live_object_count(), held - 1) << resource.name();
    EXPECT_THROW(resource.deallocate({}, 512), InvalidArgument);
    resource.deallocate(resource.box()->allocate(64, nullptr), 64, stream());
  };
  use(LegacyPinnedMemoryResource::from_device(device()));
  use(SynchronousMemoryResource::from_device(device()));
  if (device().properties().has_managed_memory) {
    use(ManagedMemoryResource::from_options(device(), {}));
  }
  EXPECT_EQ(live_object_count(), before);
}

TEST_P(UnorderedMemoryOnEach, OfGraphsRequiresACapturingStream) {
  if (!device().properties().has_stream_ordered_memory) {
    GTEST_SKIP() << "no memory pools";
  }
  const GraphMemoryResource resource = GraphMemoryResource::from_device(device());
  EXPECT_TRUE(resource.is_stream_ordered()) << "its allocations are nodes of the capture";
  EXPECT_THROW(static_cast<void>(resource.allocate(64, stream())), InvalidState);
  resource.trim();
  EXPECT_LE(resource.attributes().used_bytes, resource.attributes().used_high_bytes);
  EXPECT_LE(resource.attributes().reserved_bytes, resource.attributes().reserved_high_bytes);
}

TEST_P(UnorderedMemoryOnEach, IsNotPromisedTwiceWhenManaged) {
  if (!device().properties().has_managed_memory) {
    GTEST_SKIP() << "no managed memory";
  }
  const ManagedMemoryResource resource = ManagedMemoryResource::from_options(device(), {});
  const auto too_much = static_cast<std::size_t>(device().properties().memory_bytes) + 1;
  EXPECT_THROW(static_cast<void>(resource.allocate(too_much)), InvalidArgument);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(UnorderedMemoryOnEach);

// Stream-ordered resources do not allocate without a stream.
template <class Resource>
concept AllocatesWithoutStream = requires(const Resource& resource) { resource.allocate(std::size_t{8}); };
static_assert(AllocatesWithoutStream<LegacyPinnedMemoryResource> && AllocatesWithoutStream<SynchronousMemoryResource> &&
              AllocatesWithoutStream<ManagedMemoryResource> && AllocatesWithoutStream<VirtualMemoryResource>);
static_assert(!AllocatesWithoutStream<MemoryResource> && !AllocatesWithoutStream<DeviceMemoryResource> &&
              !AllocatesWithoutStream<PinnedMemoryResource> && !AllocatesWithoutStream<GraphMemoryResource>);

// Nor do they free memory without a stream.
template <class Resource>
concept DeallocatesWithoutStream =
    requires(const Resource& resource) { resource.deallocate(DevicePointer{1}, std::size_t{8}); };
static_assert(DeallocatesWithoutStream<LegacyPinnedMemoryResource> &&
              DeallocatesWithoutStream<SynchronousMemoryResource> && DeallocatesWithoutStream<ManagedMemoryResource> &&
              DeallocatesWithoutStream<VirtualMemoryResource>);
static_assert(!DeallocatesWithoutStream<MemoryResource> && !DeallocatesWithoutStream<DeviceMemoryResource> &&
              !DeallocatesWithoutStream<PinnedMemoryResource> && !DeallocatesWithoutStream<GraphMemoryResource>);

TEST(MemoryResource, ReportsFreeMemoryWhenManagedMemoryIsRefused) {
  const tests::FakeDevice fake;
  const ManagedMemoryResource resource = ManagedMemoryResource::from_options(*fake.device, {});
  EXPECT_EQ(error_of<InvalidArgument>([&] { static_cast<void>(resource.allocate(1001)); }),
            "cuda:0: cannot allocate 1001 bytes of managed memory: 1000 of 4000 are free; close unneeded buffers, or "
            "use less");
  EXPECT_EQ(fake.script->count("cuMemAllocManaged"), 0U);
  EXPECT_EQ(resource.allocate(1000).size_bytes(), 1000U);
}

TEST(MemoryResource, ReportsWhyTheDeviceHasNone) {
  const tests::FakeDevice fake;
  EXPECT_EQ(error_of<Unavailable>([&] { static_cast<void>(PinnedMemoryResource::from_options(*fake.device, {})); }),
            "cuda:0: the device or its driver has no pools of host memory "
            "(CU_DEVICE_ATTRIBUTE_HOST_MEMORY_POOLS_SUPPORTED, CUDA 13): use a LegacyPinnedMemoryResource");
  EXPECT_THROW(static_cast<void>(VirtualMemoryResource::from_options(*fake.device, {})), Unavailable);
}

}  // namespace
}  // namespace texelscope::gpu
