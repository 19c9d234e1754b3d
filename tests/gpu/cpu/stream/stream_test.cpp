#include <array>
#include <latch>
#include <memory>
#include <numeric>

#include "gpu/cpu/stream/stream_set.h"
#include "tests/gpu/cpu/cpu_driver_fixture.h"

namespace texelscope::tests {
namespace {

using gpu::Status;
using gpu::StreamHandle;
namespace driver = gpu::driver;

class CpuStream : public CpuDriverTest {};

/// Appends a number. The order is right only if no other work of the stream runs at the same time.
struct Append {
  std::vector<int>* numbers;
  int number;

  void operator()(kernels::Index) const { numbers->push_back(number); }
};

TEST_F(CpuStream, RunsItsWorkInOrder) {
  const StreamHandle stream = create_stream();
  std::vector<int> numbers;
  for (int number = 0; number < 500; ++number) {
    launch(stream, {}, Append{&numbers, number});
  }
  synchronize(stream);
  std::vector<int> expected(500);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(numbers, expected);
  make(driver::StreamDestroy{stream});
}

TEST_F(CpuStream, RunsConcurrentlyWithOthers) {
  // Each stream's kernel ends only after the other stream's kernel has made a step: if they ran sequentially, they
  // would never end.
  const std::array streams{create_stream(), create_stream()};
  std::array<std::atomic<bool>, 4> flags{};
  launch(streams[0], {}, WaitForFlag{&flags[0]});
  launch(streams[0], {}, SetFlag{&flags[1]});
  launch(streams[0], {}, WaitForFlag{&flags[2]});
  launch(streams[0], {}, SetFlag{&flags[3]});
  launch(streams[1], {}, SetFlag{&flags[0]});
  launch(streams[1], {}, WaitForFlag{&flags[1]});
  launch(streams[1], {}, SetFlag{&flags[2]});
  launch(streams[1], {}, WaitForFlag{&flags[3]});
  synchronize(streams[0]);
  synchronize(streams[1]);
}

TEST_F(CpuStream, ProgressesWhileOthersFillThePool) {
  std::atomic<bool> is_released{false};
  std::array<StreamHandle, 8> stuck;
  for (StreamHandle& stream : stuck) {
    stream = create_stream();
    launch(stream, {1, 64, 1}, WaitForFlag{&is_released});
  }
  const StreamHandle stream = create_stream();
  std::atomic<bool> has_run{false};
  launch(stream, {1, 64, 1}, SetFlag{&has_run});
  synchronize(stream);
  EXPECT_TRUE(has_run);
  is_released = true;
  make(driver::ContextSynchronize{});
}

TEST_F(CpuStream, IsNotReadyUntilItsWorkHasFinished) {
  const StreamHandle stream = create_stream();
  EXPECT_EQ(status_of(driver::StreamQuery{stream}), Status::success);
  std::atomic<bool> is_released{false};
  launch(stream, {}, WaitForFlag{&is_released});
  EXPECT_EQ(status_of(driver::StreamQuery{stream}), Status::not_ready);
  is_released = true;
  synchronize(stream);
  EXPECT_EQ(status_of(driver::StreamQuery{stream}), Status::success);
}

TEST_F(CpuStream, CompletesItsWorkAfterItIsDestroyed) {
  const StreamHandle stream = create_stream();
  std::atomic<bool> is_released{false};
  std::atomic<bool> has_run{false};
  launch(stream, {}, WaitForFlag{&is_released});
  launch(stream, {}, SetFlag{&has_run});
  make(driver::StreamDestroy{stream});
  EXPECT_EQ(status_of(driver::StreamSynchronize{stream}), Status::invalid_handle);
  EXPECT_FALSE(has_run);
  is_released = true;
  make(driver::ContextSynchronize{});
  EXPECT_TRUE(has_run);
}

TEST_F(CpuStream, IsRejectedIfItIsNotAStreamOfThisDevice) {
  const StreamHandle unknown{0x1234};
  const gpu::EventHandle event = create_event();
  EXPECT_EQ(status_of(driver::StreamDestroy{unknown}), Status::invalid_handle);
  EXPECT_EQ(status_of(driver::StreamDestroy{driver::default_stream}), Status::invalid_handle);
  EXPECT_EQ(status_of(driver::StreamSynchronize{unknown}), Status::invalid_handle);
  EXPECT_EQ(status_of(driver::StreamQuery{unknown}), Status::invalid_handle);
  EXPECT_EQ(status_of(driver::StreamWaitEvent{unknown, event}), Status::invalid_handle);
  EXPECT_EQ(status_of(driver::StreamWaitEvent{{}, {0x1234}}), Status::invalid_handle);
  EXPECT_EQ(status_of(driver::EventRecord{event, unknown}), Status::invalid_handle);
  EXPECT_EQ(status_of(driver::MemoryAllocate{16, unknown}), Status::invalid_handle);
  EXPECT_EQ(try_launch(unknown, {}, SetFlag{nullptr}), Status::invalid_handle);
}

TEST_F(CpuStream, OfTheDefaultHandleIsASeparateStream) {
  std::atomic<bool> is_released{false};
  launch(driver::default_stream, {}, WaitForFlag{&is_released});
  const StreamHandle stream = create_stream();
  launch(stream, {}, SetFlag{&is_released});
  synchronize(stream);
  synchronize(driver::default_stream);
}

TEST_F(CpuStream, WaitsForAnEventOfAnotherWithoutBlockingTheHost) {
  const std::array streams{create_stream(), create_stream()};
  const gpu::EventHandle event = create_event();
  std::atomic<bool> is_released{false};
  std::vector<int> numbers;
  launch(streams[0], {}, WaitForFlag{&is_released});
  launch(streams[0], {}, Append{&numbers, 1});
  make(driver::EventRecord{event, streams[0]});
  make(driver::StreamWaitEvent{streams[1], event});
  // A wait refers to the recorded point, not to the event.
  make(driver::EventDestroy{event});
  launch(streams[1], {}, Append{&numbers, 2});
  EXPECT_EQ(status_of(driver::StreamQuery{streams[1]}), Status::not_ready);
  is_released = true;
  synchronize(streams[1]);
  EXPECT_EQ(numbers, (std::vector{1, 2}));
}

TEST_F(CpuStream, WaitsForTheOriginalPointAfterTheEventIsRecordedAgain) {
  const std::array streams{create_stream(), create_stream(), create_stream()};
  const gpu::EventHandle event = create_event();
  std::atomic<bool> is_released{false};
  make(driver::EventRecord{event, streams[0]});
  make(driver::StreamWaitEvent{streams[1], event});
  launch(streams[2], {}, WaitForFlag{&is_released});
  make(driver::EventRecord{event, streams[2]});
  synchronize(streams[1]);
  EXPECT_EQ(status_of(driver::EventQuery{event}), Status::not_ready);
  is_released = true;
  make(driver::EventSynchronize{event});
}

/// Streams without a device. A queue that waits for another one is busy, so no test depends on time.
class CpuStreamSet : public testing::Test {
 protected:
  ~CpuStreamSet() override { static_cast<void>(streams_.wait()); }
  /// Keeps a stream busy until `released_` is counted down.
  void hold_back(StreamHandle stream) {
    EXPECT_TRUE(streams_.find(stream)->schedule([this] { released_.wait(); }));
  }

  std::latch released_{1};
  gpu::cpu::StreamSet streams_;
};

TEST_F(CpuStreamSet, MakesABlockingStreamWaitForTheDefaultStream) {
  const StreamHandle blocking = streams_.create(true);
  const StreamHandle other = streams_.create(false);
  hold_back(driver::default_stream);
  streams_.order_with_default(blocking);
  streams_.order_with_default(other);
  EXPECT_FALSE(streams_.find(blocking)->is_idle());
  EXPECT_TRUE(streams_.find(other)->is_idle());
  released_.count_down();
}

TEST_F(CpuStreamSet, MakesTheDefaultStreamWaitForABlockingStreamEvenOnceThatIsDestroyed) {
  const StreamHandle blocking = streams_.create(true);
  hold_back(blocking);
  EXPECT_TRUE(streams_.find(driver::default_stream)->is_idle());
  EXPECT_TRUE(streams_.destroy(blocking));
  EXPECT_FALSE(streams_.find(driver::default_stream)->is_idle());
  released_.count_down();
}

TEST_F(CpuStreamSet, KeepsAnObjectUntilTheWorkOfADestroyedStreamHasFinished) {
  const StreamHandle stream = streams_.create(false);
  hold_back(stream);
  EXPECT_TRUE(streams_.destroy(stream));
  auto object = std::make_shared<int>(0);
  const std::weak_ptr<int> watch = object;
  streams_.keep_until_passed(std::move(object));
  EXPECT_FALSE(watch.expired());
  released_.count_down();
  EXPECT_EQ(streams_.wait(), Status::success);
  EXPECT_TRUE(watch.expired());
}

TEST(CpuWorkQueue, ReleasesTheObjectsOfItsWorkBeforeTheWorkCountsAsFinished) {
  std::latch begun{1};
  std::latch released{1};
  gpu::cpu::WorkQueue queue;
  std::shared_ptr<void> object{nullptr, [&](void*) {
                                 begun.count_down();
                                 released.wait();
                               }};
  EXPECT_TRUE(queue.schedule([kept = std::move(object)] {}));
  begun.wait();
  EXPECT_FALSE(queue.is_idle());
  released.count_down();
  queue.wait();
}

}  // namespace
}  // namespace texelscope::tests
