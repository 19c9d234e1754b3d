#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/support/device_fixture.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/graph.h"
#include "texelscope/gpu/graph_builder.h"
#include "texelscope/kernels/condition.h"
#include "texelscope/kernels/launch.h"

namespace texelscope::gpu {
namespace {

using kernels::Index;

/// Counts up, and continues until it reaches the end.
struct CountUp {
  std::uint32_t* counter;
  std::uint32_t end;
  kernels::Condition goes_on;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index) const {
    *counter += 1;
    goes_on.set(*counter < end ? 1 : 0);
  }
};

struct SetFrom {
  const std::uint32_t* value;
  kernels::Condition condition;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index) const { condition.set(*value); }
};

struct AddToNumber {
  std::uint32_t* value;
  std::uint32_t amount;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index) const { *value += amount; }
};

class ConditionalOnEach : public tests::DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    const int version = device().properties().driver_version;
    if (device().id().kind == DeviceKind::cuda && version < 12080) {
      GTEST_SKIP() << "the driver supports CUDA " << version << ", but not all conditional nodes";
    }
    memory_.emplace(device().allocate(2 * sizeof(std::uint32_t), stream()));
    set(0, 0);
  }
  void TearDown() override {
    memory_.reset();
    DeviceTest::TearDown();
  }

  /// The address of a number in device memory.
  [[nodiscard]] std::uint32_t* word(std::size_t index) const {
    return reinterpret_cast<std::uint32_t*>(memory_->handle().value) + index;
  }
  void set(std::uint32_t first, std::uint32_t second) {
    const std::array<std::uint32_t, 2> values{first, second};
    memory_->copy_from(std::as_bytes(std::span(values)), stream());
    stream().synchronize();
  }
  std::uint32_t read(std::size_t index) {
    std::array<std::uint32_t, 2> values{};
    memory_->copy_to(std::as_writable_bytes(std::span(values)), stream());
    stream().synchronize();
    return values.at(index);
  }

 private:
  std::optional<Buffer> memory_;
};

TEST_P(ConditionalOnEach, LoopsWhileItsConditionIsSet) {
  const GraphBuilder builder = device().create_graph_builder();
  builder.begin();
  const ConditionHandle goes_on = builder.create_condition(1);
  kernels::launch(builder, {1}, AddToNumber{word(1), 10});
  builder.while_loop(goes_on, [&](const GraphBuilder& body) {
    kernels::launch(body, {1}, CountUp{word(0), 7, kernels::Condition(goes_on)});
    kernels::launch(body, {1}, AddToNumber{word(1), 100});
  });
  kernels::launch(builder, {1}, AddToNumber{word(1), 1000});
  builder.end();
  EXPECT_EQ(builder.node_kinds().size(), 3U);
  const Graph graph = builder.complete();
  graph.launch(stream());
  EXPECT_EQ(read(0), 7U);
  EXPECT_EQ(read(1), 1710U);
  // Each launch starts with the initial value: the loop runs once more and ends.
  graph.launch(stream());
  EXPECT_EQ(read(0), 8U);
  EXPECT_EQ(read(1), 1710U + 1110);
}

TEST_P(ConditionalOnEach, TakesOneOfTwoBranches) {
  const GraphBuilder builder = device().create_graph_builder();
  builder.begin();
  const ConditionHandle chooses = builder.create_condition(0);
  kernels::launch(builder, {1}, SetFrom{word(0), kernels::Condition(chooses)});
  builder.if_then_else(
      chooses,
      [&](const GraphBuilder& body) {
        kernels::launch(body, {1}, AddToNumber{word(1), 1});
      },
      [&](const GraphBuilder& body) {
        kernels::launch(body, {1}, AddToNumber{word(1), 100});
      });
  builder.end();
  const Graph graph = builder.complete();
  for (const std::uint32_t chosen : {0U, 1U, 0U, 5U}) {
    set(chosen, 0);
    graph.launch(stream());
    EXPECT_EQ(read(1), chosen == 0 ? 100U : 1U) << chosen;
  }
}

TEST_P(ConditionalOnEach, SkipsABodyWhoseConditionIsNotSet) {
  const GraphBuilder builder = device().create_graph_builder();
  builder.begin();
  const ConditionHandle is_set = builder.create_condition(1);
  const ConditionHandle is_not_set = builder.create_condition(0);
  builder.if_then(is_set, [&](const GraphBuilder& body) { kernels::launch(body, {1}, AddToNumber{word(0), 1}); });
  builder.if_then(is_not_set, [&](const GraphBuilder& body) { kernels::launch(body, {1}, AddToNumber{word(1), 1}); });
  builder.end();
  builder.complete().launch(stream());
  EXPECT_EQ(read(0), 1U);
  EXPECT_EQ(read(1), 0U);
}

TEST_P(ConditionalOnEach, IsUpdatedToOtherArgumentsInABody) {
  const GraphBuilder builder = device().create_graph_builder();
  const auto record = [&](std::uint32_t amount) {
    builder.begin();
    const ConditionHandle chooses = builder.create_condition(0);
    kernels::launch(builder, {1}, SetFrom{word(0), kernels::Condition(chooses)});
    builder.if_then(chooses, [&](const GraphBuilder& body) {
      kernels::launch(body, {1}, AddToNumber{word(1), amount});
    });
    builder.end();
  };
  record(1);
  const Graph graph = builder.complete();
  record(20);
  graph.update(builder);
  for (const std::uint32_t chosen : {1U, 0U, 1U}) {
    set(chosen, 0);
    graph.launch(stream());
    EXPECT_EQ(read(1), chosen * 20) << chosen;
  }
}

TEST_P(ConditionalOnEach, RunsTheCaseOfThatNumber) {
  const GraphBuilder builder = device().create_graph_builder();
  builder.begin();
  const ConditionHandle number = builder.create_condition(0);
  kernels::launch(builder, {1}, SetFrom{word(0), kernels::Condition(number)});
  std::vector<GraphBody> cases;
  for (std::uint32_t amount = 1; amount <= 3; ++amount) {
    cases.emplace_back([&, amount](const GraphBuilder& body) {
      kernels::launch(body, {1}, AddToNumber{word(1), amount});
    });
  }
  builder.switch_case(number, cases);
  builder.end();
  const Graph graph = builder.complete();
  for (std::uint32_t chosen = 0; chosen < 5; ++chosen) {
    set(chosen, 0);
    graph.launch(stream());
    EXPECT_EQ(read(1), chosen < 3 ? chosen + 1 : 0) << chosen;
  }
}

TEST_P(ConditionalOnEach, HoldsConditionsAndBranchesInItsBody) {
  const GraphBuilder builder = device().create_graph_builder();
  builder.begin();
  const ConditionHandle goes_on = builder.create_condition(1);
  builder.while_loop(goes_on, [&](const GraphBuilder& body) {
    const std::vector<GraphBuilder> branches = body.fork(1);
    kernels::launch(branches[0], {1}, AddToNumber{word(1), 1});
    kernels::launch(body, {1}, CountUp{word(0), 4, kernels::Condition(goes_on)});
    body.join(branches);
  });
  builder.end();
  builder.complete().launch(stream());
  EXPECT_EQ(read(0), 4U);
  EXPECT_EQ(read(1), 4U);
}

TEST_P(ConditionalOnEach, IsCompletedOneAtATime) {
  const GraphBuilder builder = device().create_graph_builder();
  builder.begin();
  const ConditionHandle condition = builder.create_condition(1);
  builder.if_then(condition, [&](const GraphBuilder& body) { kernels::launch(body, {1}, AddToNumber{word(0), 1}); });
  builder.end();
  {
    const Graph graph = builder.complete();
    try {
      static_cast<void>(builder.complete());
      ADD_FAILURE() << "two executables were created from one recording";
    } catch (const DriverError& error) {
      EXPECT_EQ(error.status(), Status::not_supported);
    }
    graph.launch(stream());
  }
  builder.complete().launch(stream());
  EXPECT_EQ(read(0), 2U);
}

TEST_P(ConditionalOnEach, PropagatesExceptionsOfItsBodyAndLeavesTheStreamUsable) {
  const Stream own = device().create_stream();
  {
    const GraphBuilder builder = GraphBuilder::from_stream(own);
    builder.begin();
    const ConditionHandle condition = builder.create_condition(1);
    EXPECT_THROW(builder.if_then(condition, [](const GraphBuilder&) { throw std::runtime_error("no body"); }),
                 std::runtime_error);
  }
  kernels::launch(own, {1}, AddToNumber{word(0), 1});
  own.synchronize();
  EXPECT_EQ(read(0), 1U);
}

TEST_P(ConditionalOnEach, RefusesInvalidConditionalNodes) {
  const GraphBuilder builder = device().create_graph_builder();
  EXPECT_THROW((void)builder.create_condition(0), InvalidState);
  builder.begin();
  const ConditionHandle condition = builder.create_condition(0);
  EXPECT_THROW(builder.switch_case(condition, {}), InvalidArgument);
  builder.if_then(condition, [](const GraphBuilder& body) {
    EXPECT_THROW(body.begin(), InvalidState);
    EXPECT_THROW(body.end(), InvalidState);
  });
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(ConditionalOnEach);

}  // namespace
}  // namespace texelscope::gpu
