#include "texelscope/gpu/call_cost.h"

#include "tests/support/device_fixture.h"
#include "texelscope/kernels/launch.h"

namespace texelscope::gpu {
namespace {

struct EmptyKernel {
  std::int32_t unused = 0;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index /*index*/) const {}
};

class CallCosts : public tests::DeviceTest {};

TEST_P(CallCosts, AreMeasuredForEachVariantAndLeaveNothing) {
  const EmptyKernel kernel;
  const std::vector<CallCost> costs = measure_call_costs(GetParam(), kernels::entry_of<EmptyKernel>(), &kernel, 100);
  EXPECT_EQ(costs.size(), GetParam().kind == DeviceKind::cpu ? 6U : 7U);
  for (const CallCost& cost : costs) {
    EXPECT_GT(cost.raw_ns, 0) << cost.name;
    EXPECT_GT(cost.object_ns, 0) << cost.name;
    EXPECT_GT(cost.other_context_ns, 0) << cost.name;
    EXPECT_GT(cost.traced_ns, 0) << cost.name;
  }
  const UnobservedCost unobserved = measure_unobserved_cost(1000);
  EXPECT_GT(unobserved.direct_ns, 0);
  EXPECT_GT(unobserved.traced_ns, unobserved.direct_ns) << "a traced call is recorded";
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(CallCosts);

}  // namespace
}  // namespace texelscope::gpu
