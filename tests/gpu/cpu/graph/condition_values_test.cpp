#include <atomic>
#include <chrono>
#include <thread>

#include "tests/gpu/cpu/cpu_driver_fixture.h"
#include "tests/support/time_limit.h"
#include "texelscope/kernels/condition.h"

namespace texelscope::gpu {
namespace {

using namespace driver;

/// The first launch sets the condition, and the second clears it.
struct DecideByTurn {
  std::atomic<int>* turn;
  kernels::Condition condition;

  void operator()(kernels::Index) const { condition.set(turn->fetch_add(1) == 0 ? 1 : 0); }
};

/// The first launch waits for the gate to be opened.
struct HoldFirst {
  std::atomic<int>* passed;
  const std::atomic<bool>* is_open;

  void operator()(kernels::Index) const {
    if (passed->fetch_add(1) == 0) {
      while (!is_open->load()) {
        std::this_thread::yield();
      }
    }
  }
};

struct CountRuns {
  std::atomic<int>* value;

  void operator()(kernels::Index) const { value->fetch_add(1); }
};

class CpuGraphConditions : public tests::CpuDriverTest {
 protected:
  /// Records a graph that sets or clears the condition, waits in its first launch, and then counts runs of its body.
  GraphHandle record() {
    make(CaptureBegin{stream_});
    const ConditionHandle condition = make(ConditionCreate{stream_, 1}).condition;
    launch(stream_, {1}, DecideByTurn{&turn_, kernels::Condition(condition)});
    launch(stream_, {1}, HoldFirst{&passed_, &is_open_});
    const GraphHandle body = make(ConditionalAdd{stream_, ConditionalKind::if_else, condition}).bodies.front();
    const StreamHandle recorder = create_stream();
    make(CaptureBeginIntoGraph{recorder, body});
    launch(recorder, {1}, CountRuns{&bodies_});
    make(CaptureEndIntoGraph{recorder});
    return make(CaptureEnd{stream_}).graph;
  }

  const tests::TimeLimit limit_{std::chrono::seconds{30}};
  StreamHandle stream_ = create_stream();
  std::atomic<int> turn_{0};
  std::atomic<int> passed_{0};
  std::atomic<bool> is_open_{false};
  std::atomic<int> bodies_{0};
};

// An H100 behaves the same way: only one of two simultaneous launches runs its body.
TEST_F(CpuGraphConditions, BelongToOneExecutableEach) {
  const GraphHandle graph = record();
  const GraphHandle next = record();
  const GraphExecHandle first = make(GraphInstantiate{graph}).exec;
  make(GraphExecUpdate{first, next});
  const GraphExecHandle second = make(GraphInstantiate{next}).exec;
  const StreamHandle other = create_stream();
  make(GraphLaunch{first, stream_});
  while (passed_ == 0) {
    std::this_thread::yield();
  }
  make(GraphLaunch{second, other});
  synchronize(other);
  is_open_ = true;
  synchronize(stream_);
  EXPECT_EQ(turn_, 2);
  EXPECT_EQ(bodies_, 1) << "only the body of the launch that set its condition runs";
}

TEST_F(CpuGraphConditions, LimitAGraphToOneExecutableAtATime) {
  const GraphHandle graph = record();
  const GraphHandle next = record();
  const GraphExecHandle exec = make(GraphInstantiate{graph}).exec;
  EXPECT_EQ(status_of(GraphInstantiate{graph}), Status::not_supported);
  make(GraphExecUpdate{exec, next});
  EXPECT_EQ(status_of(GraphInstantiate{graph}), Status::not_supported) << "as on an H100";
  make(GraphExecDestroy{exec});
  make(GraphExecDestroy{make(GraphInstantiate{graph}).exec});
}

TEST_F(CpuGraphConditions, AreIgnoredByAKernelOutsideAGraph) {
  make(CaptureBegin{stream_});
  const ConditionHandle condition = make(ConditionCreate{stream_, 1}).condition;
  const StreamHandle other = create_stream();
  launch(other, {1}, DecideByTurn{&turn_, kernels::Condition(condition)});
  synchronize(other);
  EXPECT_EQ(turn_, 1);
  make(CaptureCancel{stream_});
}

}  // namespace
}  // namespace texelscope::gpu
