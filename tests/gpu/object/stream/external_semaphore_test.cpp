#include "texelscope/gpu/external_semaphore.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "tests/support/device_fixture.h"
#include "tests/support/fake_driver.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/graph_builder.h"
#include "texelscope/gpu/stream_profiler.h"

namespace texelscope::gpu {
namespace {

using tests::error_of;
using tests::FakeDevice;

/// A timeline whose other side is the test.
class TestTimeline final : public HostTimeline {
 public:
  std::uint64_t value() override {
    const std::lock_guard lock{mutex_};
    return value_;
  }
  bool signal(std::uint64_t value) override {
    const std::lock_guard lock{mutex_};
    if (is_lost_) {
      return false;
    }
    values_.push_back(value);
    value_ = value;
    changed_.notify_all();
    return true;
  }
  TimelineWait wait(std::uint64_t value) override {
    std::unique_lock lock{mutex_};
    ++waiting_;
    changed_.notify_all();
    changed_.wait(lock, [&] { return is_lost_ || is_given_up_ || value_ >= value; });
    return value_ >= value ? TimelineWait::reached : (is_lost_ ? TimelineWait::lost : TimelineWait::timed_out);
  }

  void lose() {
    const std::lock_guard lock{mutex_};
    is_lost_ = true;
    changed_.notify_all();
  }
  void give_up() {
    const std::lock_guard lock{mutex_};
    is_given_up_ = true;
    changed_.notify_all();
  }
  void await_waiter() {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return waiting_ > 0; });
  }
  [[nodiscard]] std::vector<std::uint64_t> values() {
    const std::lock_guard lock{mutex_};
    return values_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t value_ = 0;
  int waiting_ = 0;
  bool is_lost_ = false;
  bool is_given_up_ = false;
  /// All signaled values.
  std::vector<std::uint64_t> values_;
};

class ThrowingTimeline final : public HostTimeline {
 public:
  std::uint64_t value() override { return 0; }
  bool signal(std::uint64_t /*value*/) override { throw std::runtime_error("the owner is gone"); }
  TimelineWait wait(std::uint64_t /*value*/) override { throw std::runtime_error("the owner is gone"); }
};

/// CPU device only: host timelines.
class ExternalHostTimeline : public tests::DeviceFixture {
 protected:
  [[nodiscard]] DeviceId device_id() const override { return {DeviceKind::cpu, 0}; }

  [[nodiscard]] ExternalSemaphore import() const { return ExternalSemaphore::from_host_timeline(device(), timeline_); }
  /// The status of the device after the stream's work has completed.
  [[nodiscard]] Status status_of_stream() const {
    try {
      stream().synchronize();
    } catch (const DriverError& error) {
      return error.status();
    }
    return Status::success;
  }

  std::shared_ptr<TestTimeline> timeline_ = std::make_shared<TestTimeline>();
};

TEST_F(ExternalHostTimeline, OrdersAStreamAndAnotherThread) {
  const ExternalSemaphore semaphore = import();
  EXPECT_EQ(semaphore.kind(), ExternalSemaphoreKind::timeline);
  EXPECT_EQ(semaphore.device(), device());
  constexpr std::uint64_t rounds = 50;
  constexpr std::size_t size = 5000;
  const Buffer shared = device().allocate(size, stream());
  stream().synchronize();
  // Odd values belong to the stream, and even values to the thread, which checks and changes the bytes that the stream
  // wrote.
  std::atomic<int> wrong{0};
  std::thread other{[&] {
    for (std::uint64_t round = 0; round < rounds; ++round) {
      timeline_->wait(2 * round + 1);
      const std::span<std::byte> bytes = shared.host_bytes();
      wrong += static_cast<int>(
          size - static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), static_cast<std::byte>(round))));
      std::fill(bytes.begin(), bytes.end(), std::byte{0xEE});
      timeline_->signal(2 * round + 2);
    }
  }};
  std::vector<std::byte> seen(size);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    shared.fill(static_cast<std::byte>(round), stream());
    semaphore.signal(stream(), 2 * round + 1);
    semaphore.wait(stream(), 2 * round + 2);
    shared.copy_to(seen, stream());
    stream().synchronize();
    ASSERT_EQ(std::count(seen.begin(), seen.end(), std::byte{0xEE}), size);
  }
  other.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(ExternalHostTimeline, BlocksOnlyTheWaitingStream) {
  const ExternalSemaphore semaphore = import();
  const Stream other = device().create_stream();
  semaphore.wait(stream(), 3);
  semaphore.signal(stream(), 4);
  other.synchronize();
  timeline_->signal(2);
  timeline_->await_waiter();
  EXPECT_FALSE(stream().is_done());
  timeline_->signal(3);
  stream().synchronize();
  EXPECT_EQ(timeline_->values(), (std::vector<std::uint64_t>{2, 3, 4}));
  // The value is already reached, so the stream does not wait.
  semaphore.wait(stream(), 4);
  semaphore.wait(stream(), 1);
  stream().synchronize();
}

TEST_F(ExternalHostTimeline, RefusesValuesThatDoNotIncrease) {
  const ExternalSemaphore semaphore = import();
  EXPECT_THROW(semaphore.signal(stream(), 0), InvalidArgument);
  semaphore.signal(stream(), 7);
  for (const std::uint64_t value : {std::uint64_t{7}, std::uint64_t{6}}) {
    EXPECT_EQ(error_of<InvalidArgument>([&] { semaphore.signal(stream(), value); }),
              "cpu: cannot signal an external timeline semaphore with " + std::to_string(value) +
                  " after 7: use a greater value");
  }
  stream().synchronize();
  // Values that the other side signals count, too, once they have arrived.
  timeline_->signal(20);
  try {
    semaphore.signal(stream(), 20);
    FAIL();
  } catch (const DriverError& error) {
    EXPECT_EQ(error.status(), Status::invalid_value);
  }
  semaphore.signal(stream(), 21);
  stream().synchronize();
  EXPECT_EQ(timeline_->values(), (std::vector<std::uint64_t>{7, 20, 21}));
}

TEST_F(ExternalHostTimeline, ThatIsLostWhileAStreamWaitsFailsTheDevice) {
  const ExternalSemaphore semaphore = import();
  semaphore.wait(stream(), 1);
  timeline_->await_waiter();
  timeline_->lose();
  EXPECT_EQ(status_of_stream(), Status::launch_failed);
  EXPECT_THROW(semaphore.wait(stream(), 1), DriverError);
}

TEST_F(ExternalHostTimeline, ThatGivesUpAWaitFailsOnlyTheStreamAndItsWaiters) {
  const ExternalSemaphore semaphore = import();
  const Stream waiting = device().create_stream();
  const Stream following = device().create_stream();
  const Buffer bytes = device().allocate(3, stream());
  bytes.fill(std::byte{1}, stream());
  stream().synchronize();
  const auto status_of = [](auto&& act) {
    try {
      act();
    } catch (const DriverError& error) {
      return error.status();
    }
    return Status::success;
  };
  const Event done = device().create_event({});
  semaphore.wait(waiting, 1);
  bytes.fill(std::byte{2}, waiting);
  waiting.record(done);
  following.wait(done);
  bytes.fill(std::byte{3}, following);
  semaphore.signal(waiting, 5);
  timeline_->await_waiter();
  timeline_->give_up();
  EXPECT_EQ(status_of([&] { waiting.synchronize(); }), Status::timeout);
  EXPECT_EQ(status_of([&] { following.synchronize(); }), Status::timeout);
  EXPECT_EQ(status_of([&] { done.synchronize(); }), Status::timeout);
  EXPECT_EQ(status_of([&] { static_cast<void>(done.is_done()); }), Status::timeout);
  EXPECT_EQ(status_of([&] { static_cast<void>(waiting.is_done()); }), Status::timeout);
  EXPECT_EQ(status_of([&] { bytes.fill(std::byte{4}, waiting); }), Status::timeout)
      << "the stream reports the error from then on";
  const Stream late = device().create_stream();
  late.wait(done);
  EXPECT_EQ(status_of([&] { late.synchronize(); }), Status::timeout) << "the event was reached before the wait";
  EXPECT_EQ(status_of([&] { device().synchronize(); }), Status::timeout);
  EXPECT_EQ(timeline_->values(), (std::vector<std::uint64_t>{5})) << "no other wait is left";
  std::array<std::byte, 3> seen{};
  bytes.copy_to(seen, stream());
  EXPECT_EQ(status_of([&] { stream().synchronize(); }), Status::success);
  EXPECT_EQ(seen, (std::array{std::byte{1}, std::byte{1}, std::byte{1}})) << "later work of both streams was skipped";
}

TEST_F(ExternalHostTimeline, ThatIsLostBeforeASignalFailsTheDevice) {
  const ExternalSemaphore semaphore = import();
  timeline_->lose();
  semaphore.signal(stream(), 1);
  EXPECT_EQ(status_of_stream(), Status::launch_failed);
}

TEST_F(ExternalHostTimeline, ThatThrowsFailsTheDevice) {
  const auto semaphore = ExternalSemaphore::from_host_timeline(device(), std::make_shared<ThrowingTimeline>());
  semaphore.wait(stream(), 1);
  EXPECT_EQ(status_of_stream(), Status::launch_failed);
}

TEST_F(ExternalHostTimeline, IsSignaledEvenByAFailedDevice) {
  const ExternalSemaphore semaphore = import();
  const auto failing = ExternalSemaphore::from_host_timeline(device(), std::make_shared<ThrowingTimeline>());
  const Stream other = device().create_stream();
  semaphore.wait(other, 1);
  semaphore.signal(other, 2);
  failing.wait(stream(), 1);
  EXPECT_EQ(status_of_stream(), Status::launch_failed);
  timeline_->signal(1);
  EXPECT_EQ(timeline_->wait(2), TimelineWait::reached) << "nothing keeps waiting for a failed device";
}

TEST_F(ExternalHostTimeline, MayBeClosedWhileAStreamWaits) {
  const std::weak_ptr<TestTimeline> kept = timeline_;
  {
    const ExternalSemaphore semaphore = import();
    semaphore.wait(stream(), 1);
    semaphore.signal(stream(), 2);
  }
  timeline_->await_waiter();
  EXPECT_GT(kept.use_count(), 1);
  timeline_->signal(1);
  timeline_.reset();
  stream().synchronize();
  EXPECT_TRUE(kept.expired());
}

TEST_F(ExternalHostTimeline, IsNotRecordedByACapture) {
  const ExternalSemaphore semaphore = import();
  const GraphBuilder builder = GraphBuilder::from_stream(stream());
  builder.begin();
  EXPECT_EQ(error_of<InvalidState>([&] { semaphore.signal(builder, 1); }),
            "cpu: cannot signal an external semaphore on a stream that a GraphBuilder records: graphs cannot contain "
            "this; do it before begin() or after end()");
  EXPECT_THROW(semaphore.wait(builder, 1), InvalidState);
  builder.end();
  EXPECT_TRUE(timeline_->values().empty());
}

TEST_F(ExternalHostTimeline, IsTimedAsWorkOfItsStream) {
  const auto profiler = std::make_shared<StreamProfiler>();
  profiler->set_on(true);
  const Device timed = Device::open(device_id(), {.observers = {}, .diagnostics = {}, .stream_profiler = profiler});
  const ExternalSemaphore semaphore = ExternalSemaphore::from_host_timeline(timed, timeline_);
  const Stream order = timed.create_stream();
  semaphore.wait(order, 1);
  semaphore.signal(order, 2);
  timeline_->await_waiter();
  timeline_->signal(1);
  order.synchronize();
  const std::vector<ActivityRecord> records = profiler->records();
  for (const char* name : {"cuWaitExternalSemaphoresAsync", "cuSignalExternalSemaphoresAsync"}) {
    const auto found = std::ranges::find(records, name, &ActivityRecord::name);
    ASSERT_NE(found, records.end()) << name;
    EXPECT_TRUE(found->device) << name;
    EXPECT_EQ(found->stream, order.handle());
  }
}

TEST_F(ExternalHostTimeline, SuggestsAlternativesForMissingFeatures) {
  EXPECT_EQ(error_of<Unavailable>([&] {
              static_cast<void>(
                  ExternalSemaphore::from_opaque_fd(device(), FileDescriptor{dup(1)}, ExternalSemaphoreKind::timeline));
            }),
            "cpu: the CPU device cannot import the file descriptors of other APIs: pass a host timeline to "
            "ExternalSemaphore::from_host_timeline");
  EXPECT_THROW(static_cast<void>(ExternalSemaphore::from_host_timeline(device(), nullptr)), InvalidArgument);
  ExternalSemaphore semaphore = import();
  EXPECT_EQ(error_of<InvalidArgument>([&] { semaphore.signal(stream()); }),
            "cpu: cannot signal this external semaphore without a value: it is a timeline: pass one");
  EXPECT_THROW(semaphore.wait(stream()), InvalidArgument);
  semaphore.close();
  semaphore.close();
  EXPECT_TRUE(semaphore.is_closed());
  EXPECT_THROW(semaphore.wait(stream(), 1), InvalidState);
}

class ExternalSemaphoreOnEach : public tests::DeviceTest {};

TEST_P(ExternalSemaphoreOnEach, IsOfTheKindThatTheDeviceSupports) {
  const auto timeline = std::make_shared<TestTimeline>();
  if (device_id().kind == DeviceKind::cpu) {
    EXPECT_TRUE(static_cast<bool>(ExternalSemaphore::from_host_timeline(device(), timeline).handle()));
    EXPECT_THROW(static_cast<void>(ExternalSemaphore::from_opaque_fd(device(), FileDescriptor{dup(1)},
                                                                     ExternalSemaphoreKind::timeline)),
                 Unavailable);
  } else {
    EXPECT_THROW(static_cast<void>(ExternalSemaphore::from_host_timeline(device(), timeline)), Unavailable);
    EXPECT_THROW(static_cast<void>(
                     ExternalSemaphore::from_opaque_fd(device(), FileDescriptor{}, ExternalSemaphoreKind::timeline)),
                 InvalidArgument);
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(ExternalSemaphoreOnEach);

TEST(ExternalSemaphore, IsPassedToTheDriverWithItsValues) {
  const FakeDevice fake;
  const Stream stream = fake.device->create_stream();
  const auto last_starts = [&](const std::string& text) {
    return fake.script->last().starts_with(text) ? "" : fake.script->last();
  };
  const auto import = [&](ExternalSemaphoreKind kind) {
    return ExternalSemaphore::from_opaque_fd(*fake.device, FileDescriptor{dup(1)}, kind);
  };
  const ExternalSemaphore timeline = import(ExternalSemaphoreKind::timeline);
  EXPECT_NE(fake.script->last().find("is_timeline=true, is_of_host=false"), std::string::npos);
  timeline.signal(stream, 5);
  EXPECT_EQ(last_starts("cuSignalExternalSemaphoresAsync(semaphore=0x101, value=5, stream=0x100"), "");
  timeline.wait(stream, 6);
  EXPECT_EQ(last_starts("cuWaitExternalSemaphoresAsync(semaphore=0x101, value=6, stream=0x100"), "");
  const ExternalSemaphore binary = import(ExternalSemaphoreKind::binary);
  binary.signal(stream);
  binary.signal(stream);
  EXPECT_EQ(last_starts("cuSignalExternalSemaphoresAsync(semaphore=0x102"), "");
  binary.wait(stream);
  EXPECT_EQ(last_starts("cuWaitExternalSemaphoresAsync(semaphore=0x102"), "");
  EXPECT_EQ(error_of<InvalidArgument>([&] { binary.wait(stream, 1); }),
            "cuda:0: cannot wait for this external semaphore with a value: it is binary: omit the value");
  EXPECT_THROW(binary.signal(stream, 1), InvalidArgument);
  EXPECT_THROW(static_cast<void>(ExternalSemaphore::from_host_timeline(*fake.device, std::make_shared<TestTimeline>())),
               Unavailable);
  EXPECT_THROW(static_cast<void>(
                   ExternalSemaphore::from_opaque_fd(*fake.device, FileDescriptor{}, ExternalSemaphoreKind::binary)),
               InvalidArgument);
}

TEST(ExternalSemaphore, DoesNotCountRefusedSignals) {
  const FakeDevice fake;
  const Stream stream = fake.device->create_stream();
  const ExternalSemaphore semaphore =
      ExternalSemaphore::from_opaque_fd(*fake.device, FileDescriptor{dup(1)}, ExternalSemaphoreKind::timeline);
  fake.script->answers["cuSignalExternalSemaphoresAsync"] = Status::out_of_memory;
  EXPECT_THROW(semaphore.signal(stream, 5), DriverError);
  fake.script->answers.clear();
  semaphore.signal(stream, 5);
}

TEST(ExternalSemaphore, OfACudaDeviceWaitsForItsStreamsBeforeItIsDestroyed) {
  const FakeDevice fake;
  const Stream used = fake.device->create_stream();
  const Stream unused = fake.device->create_stream();
  {
    const ExternalSemaphore semaphore =
        ExternalSemaphore::from_opaque_fd(*fake.device, FileDescriptor{dup(1)}, ExternalSemaphoreKind::timeline);
    semaphore.wait(used, 1);
    semaphore.signal(used, 2);
    EXPECT_EQ(fake.script->count("cuStreamSynchronize"), 0U);
  }
  EXPECT_EQ(fake.script->count("cuStreamSynchronize"), 1U);
  const std::vector<std::string>& calls = fake.script->calls;
  ASSERT_GE(calls.size(), 2U);
  EXPECT_EQ(calls[calls.size() - 2], "cuStreamSynchronize(stream=0x100)");
  EXPECT_TRUE(calls.back().starts_with("cuDestroyExternalSemaphore")) << calls.back();
}

TEST(ExternalSemaphore, OfACudaDeviceWaitsForEachStreamThatUsesIt) {
  const FakeDevice fake;
  const Stream stream = fake.device->create_stream();
  using Use = void (*)(const ExternalSemaphore&, const Stream&);
  const auto waits_after = [&](ExternalSemaphoreKind kind, Use use) {
    const std::size_t before = fake.script->count("cuStreamSynchronize");
    use(ExternalSemaphore::from_opaque_fd(*fake.device, FileDescriptor{dup(1)}, kind), stream);
    return fake.script->count("cuStreamSynchronize") - before;
  };
  constexpr auto timeline = ExternalSemaphoreKind::timeline;
  constexpr auto binary = ExternalSemaphoreKind::binary;
  EXPECT_EQ(waits_after(timeline, [](const ExternalSemaphore& it, const Stream& on) { it.signal(on, 1); }), 1U);
  EXPECT_EQ(waits_after(timeline, [](const ExternalSemaphore& it, const Stream& on) { it.wait(on, 1); }), 1U);
  EXPECT_EQ(waits_after(binary, [](const ExternalSemaphore& it, const Stream& on) { it.signal(on); }), 1U);
  EXPECT_EQ(waits_after(binary, [](const ExternalSemaphore& it, const Stream& on) { it.wait(on); }), 1U);
  EXPECT_EQ(waits_after(binary, [](const ExternalSemaphore&, const Stream&) {}), 0U);
}

}  // namespace
}  // namespace texelscope::gpu
