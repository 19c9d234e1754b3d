#include "texelscope/gpu/stream.h"

#include <array>
#include <vector>

#include "tests/support/device_fixture.h"
#include "tests/support/fake_driver.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/named_range.h"

namespace texelscope::gpu {
namespace {

constexpr std::size_t large = std::size_t{1} << 24U;

class StreamOnEach : public tests::DeviceTest {};

TEST_P(StreamOnEach, RunsItsWorkInOrder) {
  const Buffer buffer = device().allocate(large, stream());
  std::vector<std::vector<std::byte>> seen(8, std::vector<std::byte>(large));
  for (std::size_t i = 0; i < seen.size(); ++i) {
    buffer.fill(static_cast<std::byte>(i + 1), stream());
    buffer.copy_to(seen[i], stream());
  }
  stream().synchronize();
  for (std::size_t i = 0; i < seen.size(); ++i) {
    EXPECT_EQ(seen[i].front(), static_cast<std::byte>(i + 1));
    EXPECT_EQ(seen[i].back(), static_cast<std::byte>(i + 1));
  }
}

TEST_P(StreamOnEach, AcceptsAnyNameWithoutAZeroByte) {
  stream().set_name("upload");
  stream().set_name("");
  stream().set_name(std::string(10000, 'x'));
  device().default_stream().set_name("default");
  try {
    stream().set_name(std::string("up\0load", 7));
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_NE(std::string(error.what()).find("the name \"up\" of a stream has a zero byte at 2"), std::string::npos)
        << error.what();
  }
  Stream closed = device().create_stream("closed");
  closed.close();
  EXPECT_THROW(closed.set_name("late"), InvalidState);
}

TEST_P(StreamOnEach, NestsNamedRangesOfAThread) {
  const NamedRange frame{device(), "frame"};
  const NamedRange part{device(), "part"};
  EXPECT_THROW((NamedRange{device(), std::string("\0", 1)}), InvalidArgument);
}

TEST_P(StreamOnEach, IsDoneAfterItsWork) {
  const Buffer buffer = device().allocate(large, stream());
  buffer.fill(std::byte{1}, stream());
  stream().synchronize();
  EXPECT_TRUE(stream().is_done());
}

TEST_P(StreamOnEach, WaitsForAnEventOfAnotherStream) {
  const Stream producer = device().create_stream();
  const Event ready = device().create_event({});
  const Buffer buffer = device().allocate(large, stream());
  stream().synchronize();
  std::vector<std::byte> seen(large);
  for (int round = 1; round <= 20; ++round) {
    buffer.fill(static_cast<std::byte>(round), producer);
    producer.record(ready);
    stream().wait(ready);
    buffer.copy_to(seen, stream());
    stream().synchronize();
    ASSERT_EQ(seen.back(), static_cast<std::byte>(round));
  }
}

TEST_P(StreamOnEach, IsOrderedWithAnotherLibrarysStream) {
  // Any stream can represent a stream of another library, because only its number matters.
  const Stream other = device().create_stream();
  const ForeignStream foreign{other.handle().value};
  if (device().id().kind == DeviceKind::cpu) {
    EXPECT_THROW(stream().wait_for(foreign), Unavailable);
    EXPECT_THROW(stream().be_waited_for_by(foreign), Unavailable);
    EXPECT_THROW(make_wait(device(), foreign, foreign), Unavailable);
    return;
  }
  const Buffer buffer = device().allocate(large, stream());
  std::vector<std::byte> seen(large);
  const auto fill_slowly = [&](int last, const Stream& on) {
    for (int round = 0; round < 200; ++round) {
      buffer.fill(static_cast<std::byte>(last - 1), on);
    }
    buffer.fill(static_cast<std::byte>(last), on);
  };
  for (int round = 1; round <= 20; ++round) {
    stream().synchronize();
    fill_slowly(2 * round, other);
    stream().wait_for(foreign);
    buffer.copy_to(seen, stream());
    stream().synchronize();
    ASSERT_EQ(seen.back(), static_cast<std::byte>(2 * round)) << "the consumer did not wait";
    fill_slowly(2 * round + 1, stream());
    stream().be_waited_for_by(foreign);
    buffer.copy_to(seen, other);
    other.synchronize();
    ASSERT_EQ(seen.back(), static_cast<std::byte>(2 * round + 1)) << "the other library did not wait";
    fill_slowly(2 * round, other);
    make_wait(device(), {stream().handle().value}, foreign);
    buffer.copy_to(seen, stream());
    stream().synchronize();
    ASSERT_EQ(seen.back(), static_cast<std::byte>(2 * round))
        << "one library's stream did not wait for another library's stream";
  }
}

TEST_P(StreamOnEach, CompletesWorkScheduledBeforeItWasClosed) {
  Stream other = device().create_stream();
  const Buffer buffer = device().allocate_pinned(large);
  buffer.fill(std::byte{3}, other);
  buffer.fill(std::byte{4}, other);
  other.close();
  EXPECT_TRUE(other.is_closed());
  device().synchronize();
  EXPECT_EQ(buffer.host_bytes().back(), std::byte{4});
}

TEST_P(StreamOnEach, RefusesToWorkOnceClosed) {
  Stream other = device().create_stream();
  const Event event = device().create_event({});
  other.close();
  other.close();
  EXPECT_THROW(other.synchronize(), InvalidState);
  EXPECT_THROW(static_cast<void>(other.is_done()), InvalidState);
  EXPECT_THROW(other.record(event), InvalidState);
  EXPECT_THROW(other.wait(event), InvalidState);
  EXPECT_THROW(static_cast<void>(other.handle()), InvalidState);
  EXPECT_THROW(static_cast<void>(other.device()), InvalidState);
  EXPECT_THROW(static_cast<void>(device().allocate(4, other)), InvalidState);
}

TEST_P(StreamOnEach, LivesUntilItsLastReference) {
  Stream first = device().create_stream();
  const std::size_t alive = live_object_count();
  Stream second = first;
  first.close();
  EXPECT_EQ(live_object_count(), alive);
  second.synchronize();
  second.close();
  EXPECT_EQ(live_object_count(), alive - 1);
}

TEST_P(StreamOnEach, RefusesClosedEvents) {
  Event event = device().create_event({});
  event.close();
  EXPECT_THROW(stream().record(event), InvalidState);
  EXPECT_THROW(stream().wait(event), InvalidState);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(StreamOnEach);

TEST(Stream, RefusesEventsOfAnotherDevice) {
  const tests::FakeDevice fake;
  const tests::FakeDevice other({DeviceKind::cuda, 1});
  const Stream stream = fake.device->create_stream();
  const Event event = other.device->create_event({});
  EXPECT_EQ(tests::error_of<InvalidArgument>([&] { stream.record(event); }),
            "the stream belongs to cuda:0 and the event to cuda:1: use objects of the same device");
  EXPECT_THROW(stream.wait(event), InvalidArgument);
}

TEST(Stream, OrdersAnotherLibrarysStreamByAnEvent) {
  const tests::FakeDevice fake;
  const Stream stream = fake.device->create_stream();
  fake.script->calls.clear();
  stream.wait_for(ForeignStream{0x77});
  ASSERT_EQ(fake.script->calls.size(), 4U);
  EXPECT_TRUE(fake.script->calls[0].starts_with("cuEventCreate"));
  EXPECT_NE(fake.script->calls[1].find("stream=0x77"), std::string::npos) << fake.script->calls[1];
  EXPECT_TRUE(fake.script->calls[2].starts_with("cuStreamWaitEvent")) << fake.script->calls[2];
  EXPECT_EQ(fake.script->calls[2].find("stream=0x77"), std::string::npos) << fake.script->calls[2];
  EXPECT_TRUE(fake.script->calls[3].starts_with("cuEventDestroy"));
  fake.script->calls.clear();
  stream.be_waited_for_by(ForeignStream{1});
  EXPECT_NE(fake.script->calls[2].find("stream=0x1"), std::string::npos) << fake.script->calls[2];
  EXPECT_EQ(
      tests::error_of<InvalidArgument>([&] { stream.wait_for(ForeignStream{}); }),
      "cuda:0: stream 0 of another library may be the legacy or the per-thread default stream: use 1 or 2 instead");
  fake.script->answers["cuStreamWaitEvent"] = Status::invalid_handle;
  fake.script->calls.clear();
  EXPECT_THROW(stream.wait_for(ForeignStream{0x77}), DriverError);
  EXPECT_TRUE(fake.script->last().starts_with("cuEventDestroy"));
}

TEST(Stream, NamesItselfWhenMovedFrom) {
  const tests::FakeDevice fake;
  Stream stream = fake.device->create_stream();
  const Stream moved = std::move(stream);
  EXPECT_EQ(tests::error_of<InvalidState>([&] { stream.synchronize(); }),  // NOLINT(bugprone-use-after-move)
            "this stream is closed or was moved from: keep a copy of it while it is in use, or create another");
}

}  // namespace
}  // namespace texelscope::gpu
