#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/counting_bytes.h"
#include "tests/support/device_fixture.h"
#include "tests/support/fake_driver.h"
#include "tests/support/fault_sweep.h"
#include "tests/support/other_context.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/graph_builder.h"
#include "texelscope/gpu/memory/managed_memory_resource.h"
#include "texelscope/gpu/memory/memory_location.h"
#include "texelscope/gpu/trace.h"

namespace texelscope::gpu {
namespace {

using tests::counting_bytes;
using tests::error_of;
using Kind = MemoryLocation::Kind;

constexpr std::array all_advice{MemoryAdvice::set_read_mostly,        MemoryAdvice::unset_read_mostly,
                                MemoryAdvice::set_preferred_location, MemoryAdvice::unset_preferred_location,
                                MemoryAdvice::set_accessed_by,        MemoryAdvice::unset_accessed_by};

class ManagedMemoryOnEach : public tests::DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (!device().properties().has_managed_memory || !device().properties().has_concurrent_managed_access) {
      GTEST_SKIP() << "no managed memory that moves while kernels run";
    }
  }

  [[nodiscard]] Buffer allocate(std::size_t size_bytes) const {
    return ManagedMemoryResource::from_options(device(), {}).allocate(size_bytes);
  }
};

TEST_P(ManagedMemoryOnEach, KeepsItsBytesWhereverItIsMoved) {
  const auto expected = counting_bytes(300001);
  const Buffer buffer = allocate(expected.size());
  buffer.copy_from(expected, stream());
  const MemoryLocation here = MemoryLocation::of(device());
  EXPECT_EQ(here.kind, Kind::device);
  EXPECT_EQ(here.id, device_id().ordinal);
  for (const MemoryLocation location :
       {here, MemoryLocation{}, MemoryLocation{Kind::host_numa, 0}, MemoryLocation{Kind::host_numa_current, 0}, here}) {
    buffer.prefetch(location, stream());
    buffer.prefetch({70000, 100000}, location, stream());
    buffer.prefetch({300001}, location, stream());
    std::vector<std::byte> seen(expected.size());
    buffer.copy_to(seen, stream());
    stream().synchronize();
    EXPECT_EQ(seen, expected) << to_string(location.kind);
  }
  EXPECT_TRUE(std::ranges::equal(buffer.host_bytes(), expected));
}

TEST_P(ManagedMemoryOnEach, AcceptsAllAdvice) {
  const auto expected = counting_bytes(100000);
  const Buffer buffer = allocate(expected.size());
  buffer.copy_from(expected, stream());
  stream().synchronize();
  for (const MemoryAdvice advice : all_advice) {
    buffer.advise(advice, MemoryLocation::of(device()));
    buffer.advise(advice, {}, {4096, 8192});
    buffer.advise(advice, {}, {100000});
  }
  buffer.advise(MemoryAdvice::set_preferred_location, {Kind::host_numa, 0});
  buffer.advise(MemoryAdvice::set_preferred_location, {Kind::host_numa_current});
  for (const MemoryAdvice advice :
       {MemoryAdvice::set_read_mostly, MemoryAdvice::unset_read_mostly, MemoryAdvice::unset_preferred_location}) {
    buffer.advise(advice);
  }
  EXPECT_TRUE(std::ranges::equal(buffer.host_bytes(), expected));
}

TEST_P(ManagedMemoryOnEach, OfExternalAllocationsMigrates) {
  const Buffer buffer = allocate(4096);
  const Buffer wrapped = Buffer::from_handle(device(), buffer.handle(), buffer.size_bytes(), nullptr);
  wrapped.advise(MemoryAdvice::set_read_mostly);
  wrapped.prefetch({}, stream());
  stream().synchronize();
}

TEST_P(ManagedMemoryOnEach, IsRequiredForMigrationAndAdvice) {
  const Buffer fixed = device().allocate(64, stream());
  const std::string text = error_of<InvalidArgument>([&] { fixed.prefetch({}, stream()); });
  EXPECT_EQ(text, to_string(device_id()) +
                      ": this buffer of 64 bytes is not managed memory: allocate it from a ManagedMemoryResource");
  EXPECT_THROW(fixed.advise(MemoryAdvice::set_read_mostly), InvalidArgument);
  EXPECT_THROW(device().allocate_pinned(64).prefetch({}, stream()), InvalidArgument);
}

TEST_P(ManagedMemoryOnEach, RefusesInvalidRangesAndLocations) {
  Buffer buffer = allocate(4096);
  for (const ByteRange range :
       {ByteRange{4097}, ByteRange{0, 4097}, ByteRange{4096, 1}, ByteRange{~std::size_t{0}, 2}}) {
    EXPECT_THROW(buffer.prefetch(range, {}, stream()), InvalidArgument);
    EXPECT_THROW(buffer.advise(MemoryAdvice::set_preferred_location, {}, range), InvalidArgument);
  }
  for (const MemoryAdvice advice : all_advice) {
    const bool is_about_location = advice == MemoryAdvice::set_preferred_location ||
                                   advice == MemoryAdvice::set_accessed_by || advice == MemoryAdvice::unset_accessed_by;
    if (is_about_location) {
      EXPECT_THROW(buffer.advise(advice), InvalidArgument) << to_string(advice);
      EXPECT_THROW(buffer.advise(advice, {Kind::device, -1}), InvalidArgument) << to_string(advice);
      EXPECT_THROW(buffer.advise(advice, {Kind::device, 999}), DriverError) << to_string(advice);
    }
  }
  EXPECT_THROW(buffer.advise(MemoryAdvice::set_accessed_by, {Kind::host_numa, 0}), InvalidArgument);
  EXPECT_THROW(buffer.advise(MemoryAdvice::unset_accessed_by, {Kind::host_numa_current}), InvalidArgument);
  EXPECT_THROW(buffer.prefetch({Kind::host_numa, -2}, stream()), InvalidArgument);
  EXPECT_THROW(buffer.prefetch({Kind::host_numa, 100000}, stream()), DriverError);
  try {
    buffer.prefetch({Kind::device, 999}, stream());
    ADD_FAILURE() << "no error";
  } catch (const DriverError& error) {
    EXPECT_EQ(error.status(), Status::invalid_device);
    EXPECT_NE(error.call().find("location=device, id=999, stream=0x"), std::string::npos) << error.call();
  }
  const tests::OtherDevice other(device_id());
  EXPECT_THROW(buffer.prefetch({}, other->create_stream()), InvalidArgument);
  buffer.close();
  EXPECT_THROW(buffer.prefetch({}, stream()), InvalidState);
  EXPECT_THROW(buffer.advise(MemoryAdvice::set_read_mostly), InvalidState);
}

TEST_P(ManagedMemoryOnEach, IsNotMovedByGraphs) {
  const Buffer buffer = allocate(4096);
  const GraphBuilder builder = GraphBuilder::from_stream(stream());
  builder.begin();
  EXPECT_THROW(buffer.prefetch({}, builder), InvalidState);
  buffer.fill(std::byte{1}, builder);
  builder.end();
  builder.complete().launch(stream());
  stream().synchronize();
  EXPECT_EQ(buffer.host_bytes()[4095], std::byte{1}) << "the rejection leaves the recording unchanged";
}

TEST_P(ManagedMemoryOnEach, MigratesThroughObservedCalls) {
  const auto trace = std::make_shared<Trace>();
  const Device observed = Device::open(device_id(), {.observers = {trace}});
  const Stream stream = observed.create_stream();
  const Buffer buffer = ManagedMemoryResource::from_options(observed, {}).allocate(4096);
  trace->clear();
  buffer.prefetch({1024, 2048}, {}, stream);
  buffer.advise(MemoryAdvice::set_accessed_by, MemoryLocation::of(observed));
  const auto records = trace->records();
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(records[0].name, "cuMemPrefetchAsync");
  EXPECT_EQ(records[0].kind, WorkKind::copy);
  EXPECT_EQ(records[0].stream, stream.handle());
  EXPECT_NE(records[0].arguments.find("size_bytes=2048, location=host, id=0, stream=0x"), std::string::npos)
      << records[0].arguments;
  EXPECT_EQ(records[1].name, "cuMemAdvise");
  EXPECT_NE(records[1].arguments.find("size_bytes=4096, advice=set_accessed_by, location=device, id=0"),
            std::string::npos)
      << records[1].arguments;
}

TEST_P(ManagedMemoryOnEach, ReportsEachFailedCall) {
  const auto lines = tests::sweep_faults([&](const tests::FaultRound& round) {
    const Device device = Device::open(device_id(), round.options);
    const Stream stream = device.create_stream();
    const Buffer buffer = ManagedMemoryResource::from_options(device, {}).allocate(4096, stream);
    buffer.advise(MemoryAdvice::set_read_mostly);
    buffer.prefetch({}, stream);
    stream.synchronize();
  });
  EXPECT_GE(lines.size(), 8U) << "the sweep reached the end";
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(ManagedMemoryOnEach);

TEST(ManagedMemory, IsNotMigratedToDevicesWithoutMigration) {
  const tests::FakeDevice fake;
  const Stream stream = fake.device->create_stream();
  const Buffer buffer = ManagedMemoryResource::from_options(*fake.device, {}).allocate(64);
  EXPECT_EQ(error_of<Unavailable>([&] { buffer.prefetch(MemoryLocation::of(*fake.device), stream); }),
            "cuda:0: this device cannot access managed memory concurrently with the host "
            "(CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS): "
            "omit advice and prefetching");
  EXPECT_THROW(buffer.advise(MemoryAdvice::set_accessed_by, MemoryLocation::of(*fake.device)), Unavailable);
  EXPECT_EQ(fake.script->count("cuMemPrefetchAsync") + fake.script->count("cuMemAdvise"), 0U);
}

TEST(ManagedMemory, IsAdvisedToStayAtThePreferredLocationOfItsResource) {
  using Location = ManagedMemoryResourceOptions::PreferredLocation;
  const tests::FakeDevice fake({DeviceKind::cuda, 3});
  const auto allocate = [&](Location location) {
    return ManagedMemoryResource::from_options(*fake.device, {location}).allocate(64);
  };
  const Buffer anywhere = allocate(Location::none);
  EXPECT_EQ(fake.script->count("cuMemAdvise"), 0U);
  const auto last_has = [&](const std::string& text) {
    return fake.script->last().find("size_bytes=64, advice=set_preferred_location, " + text) != std::string::npos;
  };
  const Buffer near = allocate(Location::device);
  EXPECT_TRUE(last_has("location=device, id=3")) << fake.script->last();
  const Buffer far = allocate(Location::host);
  EXPECT_TRUE(last_has("location=host")) << fake.script->last();
}

}  // namespace
}  // namespace texelscope::gpu
