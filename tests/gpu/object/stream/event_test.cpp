#include "texelscope/gpu/event.h"

#include "tests/support/device_fixture.h"
#include "tests/support/fake_driver.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::gpu {
namespace {

class EventOnEach : public tests::DeviceTest {};

TEST_P(EventOnEach, IsReachedImmediatelyWhenNeverRecorded) {
  const Event event = device().create_event({});
  EXPECT_TRUE(event.is_done());
  event.synchronize();
  stream().wait(event);
  stream().synchronize();
}

TEST_P(EventOnEach, IsReachedWhenTheWorkBeforeItIsDone) {
  const Buffer buffer = device().allocate_pinned(std::size_t{1} << 24U);
  const Event event = device().create_event({});
  for (int value = 1; value <= 5; ++value) {
    buffer.fill(static_cast<std::byte>(value), stream());
    stream().record(event);
    event.synchronize();
    EXPECT_TRUE(event.is_done());
    EXPECT_EQ(buffer.host_bytes().back(), static_cast<std::byte>(value));
  }
}

TEST_P(EventOnEach, MeasuresTheTimeBetweenTwo) {
  const Event start = device().create_event({.has_timing = true});
  const Event end = device().create_event({.has_timing = true});
  const Buffer buffer = device().allocate(std::size_t{1} << 24U, stream());
  stream().record(start);
  buffer.fill(std::byte{1}, stream());
  stream().record(end);
  end.synchronize();
  EXPECT_GT(elapsed_ms(start, end), 0.0);
  EXPECT_LT(elapsed_ms(start, end), 60000.0);
}

TEST_P(EventOnEach, RefusesTimesOfEventsWithoutTiming) {
  const Event timed = device().create_event({.has_timing = true});
  const Event cheap = device().create_event({});
  EXPECT_THROW(static_cast<void>(elapsed_ms(timed, cheap)), InvalidArgument);
  EXPECT_THROW(static_cast<void>(elapsed_ms(cheap, timed)), InvalidArgument);
}

TEST_P(EventOnEach, RefusesTimesOfEventsThatWereNeverRecorded) {
  const Event start = device().create_event({.has_timing = true});
  const Event end = device().create_event({.has_timing = true});
  EXPECT_THROW(static_cast<void>(elapsed_ms(start, end)), DriverError);
}

TEST_P(EventOnEach, RefusesToWorkOnceClosed) {
  Event event = device().create_event({});
  EXPECT_TRUE(static_cast<bool>(event.handle()));
  event.close();
  event.close();
  EXPECT_TRUE(event.is_closed());
  EXPECT_FALSE(static_cast<bool>(event.handle()));
  EXPECT_THROW(event.synchronize(), InvalidState);
  EXPECT_THROW(static_cast<void>(event.is_done()), InvalidState);
  EXPECT_THROW(static_cast<void>(event.device()), InvalidState);
  EXPECT_THROW(static_cast<void>(elapsed_ms(event, event)), InvalidState);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(EventOnEach);

TEST(Event, NamesTheOptionForTiming) {
  const tests::FakeDevice fake;
  const Event timed = fake.device->create_event({.has_timing = true});
  const Event cheap = fake.device->create_event({});
  EXPECT_EQ(tests::error_of<InvalidArgument>([&] { static_cast<void>(elapsed_ms(timed, cheap)); }),
            "cuda:0: the end event has no timing: create it with EventOptions::has_timing");
}

TEST(Event, RefusesTimesAcrossDevices) {
  const tests::FakeDevice fake;
  const tests::FakeDevice other({DeviceKind::cuda, 1});
  const Event start = fake.device->create_event({.has_timing = true});
  const Event end = other.device->create_event({.has_timing = true});
  EXPECT_THROW(static_cast<void>(elapsed_ms(start, end)), InvalidArgument);
}

}  // namespace
}  // namespace texelscope::gpu
