#include <chrono>

#include "tests/gpu/cpu/cpu_driver_fixture.h"

namespace texelscope::tests {
namespace {

using gpu::EventHandle;
using gpu::Status;
using gpu::StreamHandle;
namespace driver = gpu::driver;

class CpuEvent : public CpuDriverTest {};

TEST_F(CpuEvent, IsReachedWhenNeverRecorded) {
  const EventHandle event = create_event();
  EXPECT_EQ(status_of(driver::EventQuery{event}), Status::success);
  EXPECT_EQ(status_of(driver::EventSynchronize{event}), Status::success);
  EXPECT_EQ(status_of(driver::StreamWaitEvent{{}, event}), Status::success);
}

TEST_F(CpuEvent, IsNotReadyUntilItsStreamReachesIt) {
  const StreamHandle stream = create_stream();
  const EventHandle event = create_event();
  std::atomic<bool> is_released{false};
  launch(stream, {}, WaitForFlag{&is_released});
  make(driver::EventRecord{event, stream});
  EXPECT_EQ(status_of(driver::EventQuery{event}), Status::not_ready);
  is_released = true;
  make(driver::EventSynchronize{event});
  EXPECT_EQ(status_of(driver::EventQuery{event}), Status::success);
}

TEST_F(CpuEvent, MeasuresTheTimeOfTheWorkBetween) {
  struct Sleep {
    void operator()(kernels::Index) const { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }
  };
  const StreamHandle stream = create_stream();
  const EventHandle start = create_event(true);
  const EventHandle end = create_event(true);
  const auto before = std::chrono::steady_clock::now();
  make(driver::EventRecord{start, stream});
  launch(stream, {}, Sleep{});
  make(driver::EventRecord{end, stream});
  make(driver::EventSynchronize{end});
  const std::chrono::duration<float, std::milli> around = std::chrono::steady_clock::now() - before;
  const float measured = make(driver::EventElapsedTime{start, end}).milliseconds;
  EXPECT_GE(measured, 20.0F);
  EXPECT_LE(measured, around.count());
  EXPECT_FLOAT_EQ(make(driver::EventElapsedTime{end, start}).milliseconds, -measured);
}

TEST_F(CpuEvent, RejectsElapsedTimeLikeTheDriver) {
  const StreamHandle stream = create_stream();
  const EventHandle never_recorded = create_event(true);
  const EventHandle without_timing = create_event(false);
  const EventHandle recorded = create_event(true);
  const EventHandle pending = create_event(true);
  make(driver::EventRecord{recorded, stream});
  make(driver::EventRecord{without_timing, stream});
  synchronize(stream);
  EXPECT_EQ(status_of(driver::EventElapsedTime{recorded, never_recorded}), Status::invalid_handle);
  EXPECT_EQ(status_of(driver::EventElapsedTime{without_timing, recorded}), Status::invalid_handle);
  EXPECT_EQ(status_of(driver::EventElapsedTime{recorded, {0x1234}}), Status::invalid_handle);
  std::atomic<bool> is_released{false};
  launch(stream, {}, WaitForFlag{&is_released});
  make(driver::EventRecord{pending, stream});
  EXPECT_EQ(status_of(driver::EventElapsedTime{recorded, pending}), Status::not_ready);
  is_released = true;
  synchronize(stream);
}

TEST_F(CpuEvent, HasNoElapsedTimeAfterItWasRecordedInACapture) {
  const StreamHandle stream = create_stream();
  const EventHandle captured = create_event(true);
  const EventHandle other = create_event(true);
  const auto both_ways = [&] {
    const Status status = status_of(driver::EventElapsedTime{captured, other});
    EXPECT_EQ(status_of(driver::EventElapsedTime{other, captured}), status);
    return status;
  };
  make(driver::EventRecord{captured, stream});
  make(driver::EventRecord{other, stream});
  synchronize(stream);
  EXPECT_EQ(both_ways(), Status::success);
  make(driver::CaptureBegin{stream});
  make(driver::EventRecord{captured, stream});
  EXPECT_EQ(both_ways(), Status::captured_event);
  make(driver::GraphDestroy{make(driver::CaptureEnd{stream}).graph});
  EXPECT_EQ(both_ways(), Status::captured_event) << "its time before the capture is outdated";
  make(driver::EventRecord{captured, stream});
  synchronize(stream);
  EXPECT_EQ(both_ways(), Status::success);
}

TEST_F(CpuEvent, IsRejectedIfItIsNotAnEventOfThisDevice) {
  const EventHandle event = create_event();
  make(driver::EventDestroy{event});
  EXPECT_EQ(status_of(driver::EventDestroy{event}), Status::invalid_handle);
  EXPECT_EQ(status_of(driver::EventQuery{event}), Status::invalid_handle);
  EXPECT_EQ(status_of(driver::EventSynchronize{event}), Status::invalid_handle);
  EXPECT_EQ(status_of(driver::EventRecord{event, {}}), Status::invalid_handle);
}

}  // namespace
}  // namespace texelscope::tests
