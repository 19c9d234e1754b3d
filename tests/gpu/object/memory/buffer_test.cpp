#include "texelscope/gpu/buffer.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/counting_bytes.h"
#include "tests/support/device_fixture.h"
#include "tests/support/fake_driver.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/resource_descriptor.h"

namespace texelscope::gpu {
namespace {

using tests::counting_bytes;
using tests::error_of;

class BufferOnEach : public tests::DeviceTest {};

TEST_P(BufferOnEach, ReturnsCopiedBytes) {
  const auto source = counting_bytes(100001);
  const Buffer buffer = device().allocate(source.size(), stream());
  EXPECT_EQ(buffer.size_bytes(), source.size());
  EXPECT_TRUE(static_cast<bool>(buffer.handle()));
  buffer.copy_from(source, stream());
  std::vector<std::byte> seen(source.size() + 1, std::byte{0xEE});
  const auto returned = buffer.copy_to(seen, stream());
  EXPECT_EQ(returned.data(), seen.data());
  stream().synchronize();
  EXPECT_EQ(seen.back(), std::byte{0xEE}) << "nothing is written beyond the buffer's size";
  seen.pop_back();
  EXPECT_EQ(seen, source);
}

TEST_P(BufferOnEach, CopiesASmallerSourceToItsStart) {
  const Buffer buffer = device().allocate_pinned(16);
  buffer.fill(std::byte{9}, stream());
  const auto expected = counting_bytes(4);
  buffer.copy_from(expected, stream());
  buffer.copy_from(std::span<const std::byte>{}, stream());
  stream().synchronize();
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), buffer.host_bytes().begin()));
  EXPECT_EQ(buffer.host_bytes()[4], std::byte{9});
}

TEST_P(BufferOnEach, CopiesBetweenBuffers) {
  const auto source = counting_bytes(5000);
  const Buffer first = device().allocate(source.size(), stream());
  const Buffer second = device().allocate(source.size() + 7, stream());
  const Buffer pinned = device().allocate_pinned(source.size() + 7);
  first.copy_from(source, stream());
  second.copy_from(first, stream());
  const Buffer& returned = second.copy_to(pinned, stream());
  EXPECT_EQ(&returned, &pinned);
  stream().synchronize();
  EXPECT_TRUE(std::equal(source.begin(), source.end(), pinned.host_bytes().begin()));
}

TEST_P(BufferOnEach, SetsEveryByte) {
  const Buffer buffer = device().allocate_pinned(1027);
  buffer.fill(std::byte{0xA5}, stream());
  stream().synchronize();
  for (const std::byte value : buffer.host_bytes()) {
    ASSERT_EQ(value, std::byte{0xA5});
  }
}

TEST_P(BufferOnEach, SetsEveryWordOfAPattern) {
  for (const std::size_t words : {std::size_t{1}, std::size_t{1001}, std::size_t{3} << 20}) {
    const Buffer buffer = device().allocate_pinned(words * 4);
    buffer.fill(std::uint16_t{0xBEEF}, stream());
    std::vector<std::uint16_t> halves(words * 2);
    buffer.copy_to(std::as_writable_bytes(std::span{halves}), stream());
    buffer.fill(std::uint32_t{0x01020304}, stream());
    std::vector<std::uint32_t> seen(words);
    buffer.copy_to(std::as_writable_bytes(std::span{seen}), stream());
    stream().synchronize();
    EXPECT_EQ(halves, std::vector<std::uint16_t>(words * 2, 0xBEEF)) << words;
    EXPECT_EQ(seen, std::vector<std::uint32_t>(words, 0x01020304)) << words;
  }
}

TEST_P(BufferOnEach, RefusesPatternsThatDoNotFit) {
  const Buffer buffer = device().allocate(6, stream());
  EXPECT_THROW(buffer.fill(std::uint32_t{1}, stream()), InvalidArgument);
  buffer.fill(std::uint16_t{1}, stream());
  const Buffer odd = Buffer::from_handle(device(), {buffer.handle().value + 1}, 4, nullptr);
  EXPECT_THROW(odd.fill(std::uint16_t{1}, stream()), InvalidArgument);
  odd.fill(std::byte{1}, stream());
  stream().synchronize();
}

TEST_P(BufferOnEach, KeepsTheOwnerOfMemoryThatItWraps) {
  const auto owner = std::make_shared<std::vector<std::byte>>(64, std::byte{6});
  const std::weak_ptr<std::vector<std::byte>> watch = owner;
  const DevicePointer address{reinterpret_cast<std::uintptr_t>(owner->data())};
  Buffer buffer = Buffer::from_handle(device(), address, 64, owner);
  Buffer copy = buffer;
  EXPECT_EQ(watch.use_count(), 2);
  EXPECT_TRUE(buffer.is_host_accessible());
  EXPECT_FALSE(buffer.is_managed());
  EXPECT_EQ(buffer.device_id(), std::nullopt) << "memory of the host";
  EXPECT_EQ(buffer.host_bytes()[63], std::byte{6});
  EXPECT_EQ(buffer.memory_resource(), std::nullopt);
  const Buffer device_memory = device().allocate(64, stream());
  device_memory.copy_from(buffer, stream());
  std::vector<std::byte> seen(64);
  device_memory.copy_to(seen, stream());
  stream().synchronize();
  EXPECT_EQ(seen, *owner);
  buffer.close();
  EXPECT_EQ(watch.use_count(), 2);
  copy.close(stream());
  EXPECT_EQ(watch.use_count(), 1);
}

TEST_P(BufferOnEach, MayWrapMemoryOfUnknownSize) {
  const Buffer known = device().allocate(64, stream());
  EXPECT_TRUE(known.has_known_size());
  known.fill(std::byte{1}, stream());
  const Buffer unknown = Buffer::from_handle(device(), known.handle(), std::nullopt, nullptr);
  EXPECT_FALSE(unknown.has_known_size());
  EXPECT_EQ(unknown.handle(), known.handle());
  EXPECT_EQ(unknown.is_host_accessible(), known.is_host_accessible());
  // The source has a known size.
  const std::vector<std::byte> two(8, std::byte{2});
  unknown.copy_from(two, stream());
  device().allocate(16, stream()).copy_to(unknown, stream());
  unknown.copy_from(two, stream());
  std::vector<std::byte> seen(64);
  known.copy_to(seen, stream());
  stream().synchronize();
  EXPECT_EQ(seen[7], std::byte{2});
  EXPECT_EQ(seen[63], std::byte{1});

  const std::string refusal = error_of<InvalidState>([&] { static_cast<void>(unknown.size_bytes()); });
  EXPECT_NE(refusal.find("is unknown: wrap it with its size"), std::string::npos) << refusal;
  EXPECT_THROW(unknown.copy_to(seen, stream()), InvalidState);
  EXPECT_THROW(unknown.copy_to(known, stream()), InvalidState);
  EXPECT_THROW(unknown.fill(std::byte{0}, stream()), InvalidState);
  EXPECT_THROW(unknown.fill(std::uint32_t{0}, stream()), InvalidState);
  if (unknown.is_host_accessible()) {
    EXPECT_THROW(static_cast<void>(unknown.host_bytes()), InvalidState);
  }
  EXPECT_THROW(static_cast<void>(Buffer::from_handle(device(), {}, std::nullopt, nullptr)), InvalidArgument);
}

TEST_P(BufferOnEach, OfUnknownSizeIsReadByTexturesWithASize) {
  const Buffer known = device().allocate(1024, stream());
  const Buffer unknown = Buffer::from_handle(device(), known.handle(), std::nullopt, nullptr);
  const auto resource = ResourceDescriptor::from_linear(unknown, DataType::float32, 1, 0, 256);
  EXPECT_EQ(resource.facts().texels.shape, Extent(64));
  EXPECT_THROW(static_cast<void>(ResourceDescriptor::from_linear(unknown, DataType::float32, 1)), InvalidState);
  EXPECT_NE(error_of<InvalidArgument>([&] {
              static_cast<void>(ResourceDescriptor::from_linear(unknown, DataType::float32, 1, 0, 255));
            }).find("of a buffer of unknown size"),
            std::string::npos);
}

TEST_P(BufferOnEach, QueriesTheDriverAboutWrappedMemory) {
  const Buffer linear = device().allocate(64, stream());
  const Buffer of_linear = Buffer::from_handle(device(), linear.handle(), 64, nullptr);
  EXPECT_EQ(location_of(device(), linear.handle()), of_linear.device_id());
  EXPECT_EQ(of_linear.device_id(), GetParam());
  EXPECT_TRUE(of_linear.is_device_accessible());
  EXPECT_EQ(of_linear.is_host_accessible(), linear.is_host_accessible());
  const Buffer pinned = device().allocate_pinned(64);
  EXPECT_EQ(pinned.device_id(), std::nullopt);
  const Buffer of_pinned = Buffer::from_handle(device(), pinned.handle(), 64, nullptr);
  EXPECT_EQ(location_of(device(), pinned.handle()), std::nullopt);
  EXPECT_EQ(of_pinned.device_id(), std::nullopt);
  EXPECT_TRUE(of_pinned.is_device_accessible());
  EXPECT_TRUE(of_pinned.is_host_accessible());
  of_pinned.fill(std::byte{8}, stream());
  stream().synchronize();
  EXPECT_EQ(pinned.host_bytes()[63], std::byte{8});
}

TEST_P(BufferOnEach, WrapsNullAsEmptyMemory) {
  const Buffer null = Buffer::from_handle(device(), {}, 0, nullptr);
  EXPECT_EQ(null.handle(), DevicePointer{});
  EXPECT_EQ(null.device_id(), std::nullopt);
  EXPECT_FALSE(null.is_device_accessible());
  EXPECT_FALSE(null.is_host_accessible());
  EXPECT_FALSE(null.is_managed());
  device().allocate(8, stream()).copy_from(null, stream());
  null.fill(std::byte{1}, stream());
  EXPECT_THROW(static_cast<void>(Buffer::from_handle(device(), {}, 8, nullptr)), InvalidArgument);
  stream().synchronize();
}

TEST_P(BufferOnEach, IsAccessibleFromTheHostIfPossible) {
  const Buffer pinned = device().allocate_pinned(8);
  EXPECT_TRUE(pinned.is_host_accessible());
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(pinned.host_bytes().data()), pinned.handle().value);
  const Buffer linear = device().allocate(8, stream());
  EXPECT_EQ(linear.is_host_accessible(), device().id().kind == DeviceKind::cpu);
  if (!linear.is_host_accessible()) {
    EXPECT_THROW(static_cast<void>(linear.host_bytes()), InvalidArgument);
  }
}

TEST_P(BufferOnEach, RefusesToCopyIntoASmallerBuffer) {
  const Buffer small = device().allocate(4, stream());
  const Buffer big = device().allocate(5, stream());
  std::vector<std::byte> host(3);
  EXPECT_THROW(small.copy_from(big, stream()), InvalidArgument);
  EXPECT_THROW(big.copy_to(small, stream()), InvalidArgument);
  EXPECT_THROW(static_cast<void>(small.copy_to(host, stream())), InvalidArgument);
  const std::vector<std::byte> five(5);
  EXPECT_THROW(small.copy_from(five, stream()), InvalidArgument);
}

TEST_P(BufferOnEach, RefusesZeroBytes) {
  EXPECT_THROW(static_cast<void>(device().allocate(0, stream())), InvalidArgument);
  EXPECT_THROW(static_cast<void>(device().allocate_pinned(0)), InvalidArgument);
}

TEST_P(BufferOnEach, ReportsAllocationsThatDoNotFit) {
  EXPECT_THROW(static_cast<void>(device().allocate(std::size_t{1} << 62U, stream())), DriverError);
  EXPECT_THROW(static_cast<void>(device().allocate_pinned(std::size_t{1} << 62U)), DriverError);
  stream().synchronize();
}

TEST_P(BufferOnEach, IsFreedOnceByItsLastReference) {
  const std::size_t before = live_object_count();
  Buffer first = device().allocate(64, stream());
  Buffer second = first;
  first.close();
  first.close();
  EXPECT_EQ(live_object_count(), before + 1);
  second.fill(std::byte{1}, stream());
  second.close(stream());
  second.close(stream());
  EXPECT_EQ(live_object_count(), before);
}

TEST_P(BufferOnEach, KeepsTheStreamItIsFreedOn) {
  std::optional<Stream> other{device().create_stream()};
  const std::size_t before = live_object_count();
  std::optional<Buffer> buffer{device().allocate(64, *other)};
  other.reset();
  EXPECT_EQ(live_object_count(), before + 1);
  buffer.reset();
  EXPECT_EQ(live_object_count(), before - 1);
}

TEST_P(BufferOnEach, RefusesToWorkOnceClosed) {
  Buffer buffer = device().allocate(4, stream());
  const Buffer open = device().allocate(4, stream());
  std::vector<std::byte> host(4);
  buffer.close();
  EXPECT_TRUE(buffer.is_closed());
  EXPECT_THROW(static_cast<void>(buffer.handle()), InvalidState);
  EXPECT_THROW(static_cast<void>(buffer.size_bytes()), InvalidState);
  EXPECT_THROW(static_cast<void>(buffer.device()), InvalidState);
  EXPECT_THROW(static_cast<void>(buffer.is_host_accessible()), InvalidState);
  EXPECT_THROW(static_cast<void>(buffer.host_bytes()), InvalidState);
  EXPECT_THROW(buffer.fill(std::byte{}, stream()), InvalidState);
  EXPECT_THROW(buffer.copy_from(host, stream()), InvalidState);
  EXPECT_THROW(static_cast<void>(buffer.copy_to(host, stream())), InvalidState);
  EXPECT_THROW(open.copy_from(buffer, stream()), InvalidState);
  EXPECT_THROW(open.copy_to(buffer, stream()), InvalidState);
  Stream closed = device().create_stream();
  closed.close();
  EXPECT_THROW(open.fill(std::byte{}, closed), InvalidState);
  Buffer also_open = open;
  EXPECT_THROW(also_open.close(closed), InvalidState);
  EXPECT_FALSE(also_open.is_closed());
}

TEST_P(BufferOnEach, CopiesValuesOfAnyTriviallyCopyableType) {
  struct Vertex {
    float x, y;
    std::uint16_t color;
    bool operator==(const Vertex&) const = default;
  };
  std::vector<Vertex> vertices{{1, 2, 3}, {4, 5, 6}};
  const Buffer buffer = device().allocate(sizeof(Vertex) * vertices.size(), stream());
  buffer.copy_from(vertices, stream());
  std::array<Vertex, 2> seen{};
  EXPECT_EQ(buffer.copy_to(seen, stream()).size(), 2U);
  const std::vector<float> numbers{7, 8};
  stream().synchronize();
  EXPECT_EQ(seen[1], vertices[1]);
  buffer.copy_from(std::span{numbers}, stream());
  std::vector<float> back(6);
  buffer.copy_to(back, stream());
  stream().synchronize();
  EXPECT_EQ(back[1], 8);
}

template <class Range>
concept CanBeCopiedFrom = requires(const Buffer& buffer, Range&& range, const Stream& order) {
  buffer.copy_from(std::forward<Range>(range), order);
};
static_assert(CanBeCopiedFrom<std::vector<float>&> && CanBeCopiedFrom<std::span<const float>>);
static_assert(!CanBeCopiedFrom<std::vector<float>>, "a temporary is destroyed before it is read");
static_assert(!CanBeCopiedFrom<std::vector<std::string>&>, "strings must not be copied bit by bit");

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(BufferOnEach);

TEST(Buffer, ReportsBothSizesWhenOneIsTooSmall) {
  const tests::FakeDevice fake;
  const Stream stream = fake.device->create_stream();
  const Buffer buffer = fake.device->allocate(8, stream);
  const std::vector<std::byte> nine(9);
  EXPECT_EQ(
      error_of<InvalidArgument>([&] { buffer.copy_from(nine, stream); }),
      "cuda:0: the source has 9 bytes, but the destination only 8: use a destination of at least the source's size");
  EXPECT_EQ(fake.script->count("cuMemcpyAsync"), 0U);
}

TEST(Buffer, IsFreedOnTheStreamOfItsAllocationOrTheGivenOne) {
  const tests::FakeDevice fake;
  const Stream first = fake.device->create_stream();
  const Stream second = fake.device->create_stream();
  fake.device->allocate(8, first).close();
  EXPECT_EQ(fake.script->last(), "cuMemFreeAsync(pointer=0x102, stream=0x100)");
  fake.device->allocate(8, first).close(second);
  EXPECT_EQ(fake.script->last(), "cuMemFreeAsync(pointer=0x103, stream=0x101)");
  // Of several references, only the last one frees it, on its own stream.
  for (const bool is_last_on_second : {false, true}) {
    Buffer buffer = fake.device->allocate(8, first);
    Buffer copy = buffer;
    buffer.close(second);
    EXPECT_EQ(fake.script->count("cuMemFreeAsync"), is_last_on_second ? 3U : 2U);
    is_last_on_second ? copy.close(second) : copy.close();
    EXPECT_TRUE(fake.script->last().ends_with(is_last_on_second ? "stream=0x101)" : "stream=0x100)"))
        << fake.script->last();
  }
}

TEST(Buffer, OfTheHostWaitsForTheStreamItIsClosedOn) {
  const tests::FakeDevice fake;
  const Stream stream = fake.device->create_stream();
  fake.device->allocate_pinned(8).close(stream);
  EXPECT_EQ(fake.script->count("cuStreamSynchronize"), 1U);
  EXPECT_EQ(fake.script->last(), "cuMemFreeHost(pointer=0x101)");
  fake.device->allocate_pinned(8).close();
  EXPECT_EQ(fake.script->count("cuStreamSynchronize"), 1U);
}

TEST(Buffer, ReportsAFailedFreeAndThrowsNothing) {
  const tests::FakeDevice fake;
  const Stream stream = fake.device->create_stream();
  fake.script->answers["cuMemFreeHost"] = Status::illegal_address;
  fake.device->allocate_pinned(8).close();
  ASSERT_EQ(fake.diagnostics->size(), 1U);
  EXPECT_NE(fake.diagnostics->front().find("cleanup failed: cuda:0: cuMemFreeHost(pointer=0x101) failed with "
                                           "CUDA_ERROR_ILLEGAL_ADDRESS (700)"),
            std::string::npos)
      << fake.diagnostics->front();
}

TEST(Buffer, RefusesBuffersAndStreamsOfAnotherDevice) {
  const tests::FakeDevice fake;
  const tests::FakeDevice other({DeviceKind::cuda, 1});
  const Stream stream = fake.device->create_stream();
  const Stream other_stream = other.device->create_stream();
  Buffer buffer = fake.device->allocate(8, stream);
  const Buffer other_buffer = other.device->allocate(8, other_stream);
  const tests::FakeDevice third({DeviceKind::cuda, 2});
  EXPECT_THROW(buffer.copy_from(other_buffer, third.device->create_stream()), InvalidArgument);
  EXPECT_THROW(buffer.fill(std::byte{}, other_stream), InvalidArgument);
  EXPECT_THROW(buffer.close(other_stream), InvalidArgument);
}

TEST(Buffer, IsCopiedBetweenDevicesOnAStreamOfEither) {
  const tests::FakeDevice first;
  const tests::FakeDevice second({DeviceKind::cuda, 1});
  const Stream first_stream = first.device->create_stream();
  const Stream second_stream = second.device->create_stream();
  const Buffer source = first.device->allocate(8, first_stream);
  const Buffer destination = second.device->allocate(8, second_stream);
  destination.copy_from(source, first_stream);
  EXPECT_NE(first.script->last().find("cuMemcpyPeerAsync("), std::string::npos) << first.script->last();
  EXPECT_NE(first.script->last().find("destination_device=1"), std::string::npos) << first.script->last();
  EXPECT_NE(first.script->last().find("source_device=0"), std::string::npos) << first.script->last();
  source.copy_to(destination, second_stream);
  EXPECT_EQ(second.script->count("cuMemcpyPeerAsync"), 1U);
}

TEST(Buffer, IsNotCopiedBetweenKindsOfDevices) {
  const tests::FakeDevice fake;
  const Stream stream = fake.device->create_stream();
  const Device cpu = Device::open({DeviceKind::cpu, 0});
  const Stream cpu_stream = cpu.create_stream();
  const Buffer of_cpu = cpu.allocate(8, cpu_stream);
  EXPECT_EQ(error_of<InvalidArgument>([&] { of_cpu.copy_from(fake.device->allocate(8, stream), cpu_stream); }),
            "cannot copy a buffer of cuda:0 directly to a buffer of cpu: copy it through host memory");
}

TEST(Buffer, UsesTheDevicesAddressOfRegisteredHostMemory) {
  const tests::FakeDevice fake;
  fake.script->pointer_facts = {.is_known = true,
                                .is_device_accessible = true,
                                .is_host_accessible = true,
                                .is_managed = false,
                                .is_on_device = false,
                                .ordinal = -1,
                                .device_pointer = {0xD000},
                                .host_pointer = {0xA000}};
  const Buffer buffer = Buffer::from_handle(*fake.device, {0xA000}, 16, nullptr);
  EXPECT_EQ(buffer.handle(), DevicePointer{0xD000});
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.host_bytes().data()), 0xA000U);
  EXPECT_EQ(buffer.device_id(), std::nullopt);
}

TEST(Buffer, RefusesMemoryOfAnotherDevice) {
  const tests::FakeDevice fake;
  fake.script->pointer_facts.is_on_device = true;
  fake.script->pointer_facts.ordinal = 3;
  EXPECT_EQ(
      error_of<InvalidArgument>([&] { static_cast<void>(Buffer::from_handle(*fake.device, {0xA000}, 16, nullptr)); }),
      "cuda:0: the memory at 0xa000 is on cuda:3: wrap it with that device");
}

}  // namespace
}  // namespace texelscope::gpu
