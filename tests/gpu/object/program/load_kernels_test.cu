#include "texelscope/kernels/load_kernels.h"

#include <vector>

#include "tests/support/device_fixture.h"
#include "tests/support/fake_driver.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/kernels/launch.h"

namespace texelscope::gpu {
namespace {

struct WriteWhereItStands {
  std::int32_t* numbers;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index at) const { numbers[at.x] = at.x; }
};

void launch_on(const Stream& stream, const Buffer& numbers) {
  kernels::launch(stream, {64}, WriteWhereItStands{reinterpret_cast<std::int32_t*>(numbers.handle().value)});
}

TEST(LoadKernels, LoadsEachKernelOnce) {
  const tests::FakeDevice fake;
  kernels::load_kernels(*fake.device, {});
  std::size_t loads = 0;
  for (const std::string& call : fake.script->calls) {
    loads += call.starts_with("cuFuncLoad(") && call.find("WriteWhereItStands") != std::string::npos ? 1 : 0;
  }
  EXPECT_EQ(loads, 1U);
}

TEST(LoadKernels, StopsOnRequest) {
  const tests::FakeDevice fake;
  std::stop_source source;
  source.request_stop();
  kernels::load_kernels(*fake.device, source.get_token());
  EXPECT_EQ(fake.script->count("cuFuncLoad"), 0U);
}

TEST(LoadKernels, ReportsTheFirstThatCannotBeLoaded) {
  const tests::FakeDevice fake;
  fake.script->answers["cuFuncLoad"] = Status::no_binary_for_gpu;
  const std::string error = tests::error_of<DriverError>([&] { kernels::load_kernels(*fake.device, {}); });
  EXPECT_NE(error.find("cuFuncLoad(kernel="), std::string::npos) << error;
  EXPECT_EQ(fake.script->count("cuFuncLoad"), 1U);
}

class LoadKernelsOnEach : public tests::DeviceTest {};

TEST_P(LoadKernelsOnEach, DoesNotChangeLaunches) {
  kernels::load_kernels(device(), {});
  const Buffer numbers = device().allocate(64 * sizeof(std::int32_t), stream());
  launch_on(stream(), numbers);
  std::vector<std::int32_t> seen(64);
  numbers.copy_to(std::as_writable_bytes(std::span(seen)), stream());
  stream().synchronize();
  EXPECT_EQ(seen[63], 63);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(LoadKernelsOnEach);

}  // namespace
}  // namespace texelscope::gpu
