#include "texelscope/gpu/buffer_copy.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "tests/support/counting_bytes.h"
#include "tests/support/device_fixture.h"
#include "tests/support/fake_driver.h"
#include "tests/support/fault_sweep.h"
#include "tests/support/other_context.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/graph_builder.h"
#include "texelscope/gpu/memory/virtual_memory_resource.h"
#include "texelscope/gpu/trace.h"

namespace texelscope::gpu {
namespace {

using tests::counting_bytes;
using tests::error_of;

class BufferCopyOnEach : public tests::DeviceTest {
 protected:
  [[nodiscard]] Buffer filled(const std::vector<std::byte>& bytes) const {
    const Buffer buffer = device().allocate(bytes.size(), stream());
    buffer.copy_from(bytes, stream());
    stream().synchronize();
    return buffer;
  }
  [[nodiscard]] std::vector<std::byte> bytes_of(const Buffer& buffer) const {
    std::vector<std::byte> bytes(buffer.size_bytes());
    buffer.copy_to(bytes, stream());
    stream().synchronize();
    return bytes;
  }
};

TEST_P(BufferCopyOnEach, CopiesBetweenBuffersAndTheHost) {
  const auto source = counting_bytes(1000);
  const Buffer on_device = filled(source);
  const Buffer pinned = device().allocate_pinned(1200);
  const Buffer third = filled(std::vector<std::byte>(64, std::byte{9}));
  const std::vector<float> numbers{1.0F, 2.0F, 3.0F};
  const Buffer of_numbers = device().allocate(16, stream());
  std::array<std::uint16_t, 8> part{};
  copy(stream(), {{pinned, on_device},
                  {{third, {16, 32}}, {on_device, {500, 30}}},
                  {of_numbers, numbers},
                  {part, {on_device, {100, 16}}},
                  {{third, {50}}, {on_device, {1000}}}});
  stream().synchronize();
  EXPECT_TRUE(std::equal(source.begin(), source.end(), pinned.host_bytes().begin()));
  std::vector<std::byte> expected(64, std::byte{9});
  std::copy_n(source.begin() + 500, 30, expected.begin() + 16);
  EXPECT_EQ(bytes_of(third), expected);
  EXPECT_EQ(std::memcmp(part.data(), source.data() + 100, 16), 0);
  EXPECT_EQ(std::memcmp(bytes_of(of_numbers).data(), numbers.data(), 12), 0);
}

TEST_P(BufferCopyOnEach, MatchesConsecutiveCopies) {
  std::mt19937 random{11};
  for (int round = 0; round < 20; ++round) {
    // Parts of one buffer are copied to shuffled positions of another buffer.
    constexpr std::size_t piece = 97;
    const std::size_t count = 1 + random() % 60;
    std::vector<std::size_t> places(count);
    for (std::size_t i = 0; i < count; ++i) {
      places[i] = i;
    }
    std::ranges::shuffle(places, random);
    const auto source = counting_bytes(count * piece);
    const Buffer from = filled(source);
    const Buffer to = filled(std::vector<std::byte>(count * piece));
    std::vector<std::byte> expected(count * piece);
    std::vector<BufferCopy> copies;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t size = random() % (piece + 1);
      copies.emplace_back(BufferPart{to, {places[i] * piece, piece}}, BufferPart{from, {i * piece, size}});
      std::memcpy(expected.data() + places[i] * piece, source.data() + i * piece, size);
    }
    copy(stream(), copies);
    EXPECT_EQ(bytes_of(to), expected) << count << " copies";
  }
}

TEST_P(BufferCopyOnEach, FollowsTheStreamAndIsFollowed) {
  const Buffer first = device().allocate(1 << 20, stream());
  const Buffer second = device().allocate(1 << 20, stream());
  const Buffer third = device().allocate(1 << 20, stream());
  for (std::uint32_t round = 1; round <= 20; ++round) {
    first.fill(round, stream());
    copy(stream(), {{second, {first, {0, 1 << 19}}}, {{second, {1 << 19}}, {first, {1 << 19}}}});
    copy(stream(), {{third, second}});
    first.fill(std::uint32_t{0}, stream());
    std::uint32_t seen = 0;
    copy(stream(), {{std::span{&seen, 1}, {third, {(1 << 20) - 4}}}});
    stream().synchronize();
    EXPECT_EQ(seen, round);
  }
}

TEST_P(BufferCopyOnEach, IsOneCallOfTheDriver) {
  const auto trace = std::make_shared<Trace>();
  const Device observed = Device::open(device_id(), {.observers = {trace}});
  const Stream stream = observed.create_stream();
  const Buffer first = observed.allocate(64, stream);
  const Buffer second = observed.allocate(64, stream);
  trace->clear();
  copy(stream, {{{second, {0, 8}}, {first, {0, 8}}}, {{second, {8, 8}}, {first, {8, 8}}}});
  const auto records = trace->records();
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].name, "cuMemcpyBatchAsync");
  EXPECT_EQ(records[0].kind, WorkKind::copy);
  EXPECT_EQ(records[0].arguments.find("count=2, stream=0x"), 0U) << records[0].arguments;
  trace->clear();
  copy(stream, {});
  copy(stream, {{second, {first, {0, 0}}}});
  EXPECT_TRUE(trace->records().empty()) << "nothing moves";
}

TEST_P(BufferCopyOnEach, WorksOnTheDefaultStreamAndInGraphs) {
  const auto source = counting_bytes(256);
  const Buffer from = filled(source);
  const Buffer to = filled(std::vector<std::byte>(256));
  stream().synchronize();
  const Stream default_stream = device().default_stream();
  copy(default_stream, {{{to, {0, 128}}, {from, {128}}}, {{to, {128}}, {from, {0, 128}}}});
  default_stream.synchronize();
  std::vector<std::byte> expected(source.begin() + 128, source.end());
  expected.insert(expected.end(), source.begin(), source.begin() + 128);
  EXPECT_EQ(bytes_of(to), expected);

  const GraphBuilder builder = GraphBuilder::from_stream(stream());
  builder.begin();
  copy(builder, {{{to, {0, 100}}, {from, {0, 100}}}, {{to, {100}}, {from, {100}}}});
  builder.end();
  EXPECT_EQ(builder.node_kinds(), (std::vector{GraphNodeKind::copy, GraphNodeKind::copy}));
  EXPECT_EQ(bytes_of(to), expected) << "nothing runs before the launch";
  builder.complete().launch(stream());
  EXPECT_EQ(bytes_of(to), source);
}

TEST_P(BufferCopyOnEach, NamesTheInvalidCopyAndMakesNone) {
  const auto before = std::vector<std::byte>(64, std::byte{1});
  const Buffer good = filled(before);
  const Buffer source = filled(counting_bytes(64));
  const Buffer small = filled(std::vector<std::byte>(8));
  Buffer closed = small;
  closed.close();
  const std::string name = to_string(device_id());
  const std::vector<std::byte> host(100);
  const auto refusal_of = [&](const BufferCopy& wrong) {
    return error_of<Error>([&] { copy(stream(), {{good, source}, wrong}); });
  };
  EXPECT_EQ(
      refusal_of({small, source}),
      "copies[1]: " + name +
          ": the source has 64 bytes, but the destination only 8: use a destination of at least the source's size");
  EXPECT_EQ(
      refusal_of({{small, {4}}, {source, {0, 5}}}),
      "copies[1]: " + name +
          ": the source has 5 bytes, but the destination only 4: use a destination of at least the source's size");
  EXPECT_EQ(refusal_of({small, host}).find("copies[1]: " + name + ": the source has 100 bytes"), 0U);
  EXPECT_EQ(
      refusal_of({{small, {4, 5}}, {source, {0, 5}}}),
      "copies[1]: " + name + ": a range of 5 bytes at offset 4 exceeds the buffer of 8 bytes: use a range inside it");
  EXPECT_EQ(
      refusal_of({{small, {9}}, source}),
      "copies[1]: " + name + ": a range of all bytes at offset 9 exceeds the buffer of 8 bytes: use a range inside it");
  EXPECT_EQ(refusal_of({closed, source}).find("copies[1]: this destination buffer is closed"), 0U);
  EXPECT_EQ(refusal_of({small, closed}).find("copies[1]: this source buffer is closed"), 0U);
  const tests::OtherDevice other(device_id());
  const Stream other_stream = other->create_stream();
  const Buffer elsewhere = other->allocate(8, other_stream);
  std::array<std::byte, 8> room{};
  EXPECT_EQ(refusal_of({room, elsewhere}).find("copies[1]: the source buffer "), 0U);
  EXPECT_EQ(bytes_of(good), before) << "if one copy of a list is invalid, none is made";
}

TEST_P(BufferCopyOnEach, RefusesCopiesWhoseOrderMatters) {
  const Buffer buffer = filled(counting_bytes(64));
  const Buffer other = filled(counting_bytes(64));
  const auto refusal_of = [&](std::initializer_list<BufferCopy> copies) {
    return error_of<InvalidArgument>([&] { copy(stream(), copies); });
  };
  const auto names = [](const std::string& text, const std::string& part) { return text.find(part) != text.npos; };
  // Two copies write the same bytes; one writes bytes that another reads; one has an overlapping source and
  // destination.
  EXPECT_TRUE(names(refusal_of({{{buffer, {0, 8}}, {other, {0, 8}}}, {{buffer, {7, 8}}, {other, {8, 8}}}}),
                    "copies[1] writes bytes"));
  EXPECT_TRUE(names(refusal_of({{{buffer, {0, 8}}, {other, {0, 8}}}, {{other, {32, 8}}, {buffer, {4, 8}}}}),
                    "copies[1] reads bytes"));
  EXPECT_TRUE(names(refusal_of({{{other, {32, 16}}, {buffer, {4, 16}}}, {{buffer, {8, 8}}, {other, {0, 8}}}}),
                    "copies[1] writes bytes"));
  EXPECT_TRUE(names(refusal_of({{{buffer, {0, 8}}, {buffer, {4, 8}}}}), "copies[0]"));
  // A long range that extends beyond a later short range.
  EXPECT_TRUE(names(refusal_of({{{other, {0, 32}}, {buffer, {0, 32}}},
                                {{other, {32, 4}}, {buffer, {4, 4}}},
                                {{buffer, {16, 4}}, {other, {60, 4}}}}),
                    "copies[2] writes bytes"));
  // Adjacent ranges, and sources that are read twice.
  copy(stream(), {{{buffer, {0, 8}}, {other, {0, 8}}}, {{buffer, {8, 8}}, {other, {0, 8}}}});
  stream().synchronize();
}

TEST_P(BufferCopyOnEach, RespectsAccess) {
  if (!device().properties().has_virtual_memory) {
    GTEST_SKIP() << "no virtual memory management";
  }
  const auto memory = VirtualMemoryResource::from_options(device(), {});
  const Buffer guarded = memory.allocate(64, stream());
  const Buffer buffer = filled(counting_bytes(64));
  memory.set_access(guarded, MemoryAccess::read_only);
  EXPECT_EQ(error_of<InvalidArgument>([&] { copy(stream(), {{guarded, buffer}}); }).find("copies[0]: "), 0U);
  copy(stream(), {{buffer, guarded}});
  // A change of access is not stream-ordered: reading the memory would then fault.
  stream().synchronize();
  memory.set_access(guarded, MemoryAccess::none);
  EXPECT_THROW(copy(stream(), {{buffer, guarded}}), InvalidArgument);
  stream().synchronize();
}

TEST_P(BufferCopyOnEach, ReportsEachFailedCall) {
  const auto lines = tests::sweep_faults([&](const tests::FaultRound& round) {
    const Device device = Device::open(device_id(), round.options);
    const Stream stream = device.create_stream();
    const Buffer first = device.allocate(64, stream);
    const Buffer second = device.allocate(64, stream);
    copy(stream, {{{second, {0, 8}}, {first, {0, 8}}}, {{second, {8, 8}}, {first, {8, 8}}}});
    const GraphBuilder builder = GraphBuilder::from_stream(stream);
    builder.begin();
    copy(builder, {{{second, {0, 8}}, {first, {0, 8}}}, {{second, {8, 8}}, {first, {8, 8}}}});
    builder.end();
    stream.synchronize();
  });
  EXPECT_GE(lines.size(), 12U) << "the sweep reached the end";
  EXPECT_TRUE(std::ranges::any_of(lines, [](const std::string& line) {
    return line.find("copies[1]: cuMemcpyAsync(") != std::string::npos;
  })) << "single calls name their copy";
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(BufferCopyOnEach);

TEST(BufferCopy, CopiesBetweenDevicesWithTheSeparateCall) {
  const tests::FakeDevice first{{DeviceKind::cuda, 0}};
  const tests::FakeDevice second{{DeviceKind::cuda, 1}};
  const Stream stream = first.device->create_stream();
  // The fake's pointers are too close together for 64 bytes each.
  second.script->next_handle = 0x9000;
  const Buffer here = first.device->allocate(1, stream);
  const Buffer also_here = first.device->allocate(1, stream);
  const Buffer there = second.device->allocate(1, second.device->create_stream());
  const std::vector<std::byte> host(1);
  copy(stream, {{there, here}, {also_here, host}});
  EXPECT_EQ(first.script->count("cuMemcpyPeerAsync"), 1U);
  EXPECT_EQ(first.script->count("cuMemcpyBatchAsync"), 1U);
}

TEST(BufferCopy, ReportsWhatTheDriverRefuses) {
  const tests::FakeDevice fake;
  const Stream stream = fake.device->create_stream();
  const Buffer buffer = fake.device->allocate(64, stream);
  const std::vector<std::byte> host(1);
  fake.script->answers["cuMemcpyBatchAsync"] = Status::invalid_value;
  const std::string text = error_of<DriverError>([&] { copy(stream, {{buffer, host}}); });
  EXPECT_EQ(text.find("cuda:0: cuMemcpyBatchAsync(count=1, stream=0x"), 0U) << text;
}

// Temporaries are destroyed before they are read, and constants must not be written.
template <class Destination, class Source>
concept MakesCopy = std::is_constructible_v<BufferCopy, Destination, Source>;
static_assert(MakesCopy<const Buffer&, const std::vector<float>&> && MakesCopy<std::vector<float>&, const Buffer&> &&
              MakesCopy<const Buffer&, std::span<const float>> && MakesCopy<std::span<float>, const Buffer&>);
static_assert(!MakesCopy<const Buffer&, std::vector<float>> && !MakesCopy<std::vector<float>, const Buffer&> &&
              !MakesCopy<std::span<const float>, const Buffer&> &&
              !MakesCopy<const std::vector<float>&, const Buffer&>);
static_assert(!MakesCopy<std::vector<float>&, std::vector<float>&>);

}  // namespace
}  // namespace texelscope::gpu
