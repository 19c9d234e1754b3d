#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>

#include "gpu/cpu/make_driver.h"
#include "gpu/cpu/stream/work_queue.h"
#include "tests/gpu/cpu/cpu_driver_fixture.h"
#include "texelscope/gpu/error.h"

namespace texelscope::tests {
namespace {

using gpu::Status;
namespace driver = gpu::driver;

class CpuContext : public CpuDriverTest {};

TEST_F(CpuContext, DescribesTheMachine) {
  const gpu::DeviceProperties properties = make(driver::DeviceQuery{}).properties;
  EXPECT_TRUE(properties.name.ends_with(", 4 threads")) << properties.name;
  EXPECT_EQ(properties.multiprocessor_count, 4);
  EXPECT_GT(gpu::cpu::describe_machine(4).memory_bytes, properties.memory_bytes);
  EXPECT_TRUE(properties.has_stream_ordered_memory);
}

TEST_F(CpuContext, IsOneDeviceThatIsRetainedAndReleased) {
  EXPECT_EQ(status_of(driver::ContextRetain{1}), Status::invalid_device);
  make(driver::ContextRetain{});
  make(driver::ContextRelease{});
  make(driver::ContextSynchronize{});
}

TEST_F(CpuContext, AccessesGraphicsThroughTheHostOnly) {
  driver::GLGetDevices devices;
  devices.ordinals = {1, 2};
  EXPECT_EQ(driver().perform(devices), Status::success);
  EXPECT_TRUE(devices.ordinals.empty());
  EXPECT_EQ(status_of(driver::GraphicsRegisterBuffer{}), Status::not_supported);
}

TEST(CpuContextBeforeStart, RejectsWork) {
  gpu::cpu::CpuDriver device{small_machine(2)};
  driver::StreamCreate create;
  EXPECT_EQ(device.perform(create), Status::not_initialized);
  driver::ContextSynchronize synchronize;
  EXPECT_EQ(device.perform(synchronize), Status::not_initialized);
  driver::ContextRelease release;
  EXPECT_EQ(device.perform(release), Status::invalid_context);
}

TEST(CpuContextAtTheEnd, CompletesScheduledWork) {
  std::atomic<bool> has_run{false};
  {
    gpu::cpu::CpuDriver device{small_machine(2)};
    driver::ContextRetain retain;
    ASSERT_EQ(device.perform(retain), Status::success);
    const SetFlag kernel{&has_run};
    const kernels::KernelEntry entry{"SetFlag", nullptr, &kernels::kernel_on_host<SetFlag>, sizeof(SetFlag)};
    driver::Launch launch{&entry, {}, &kernel, {}};
    ASSERT_EQ(device.perform(launch), Status::success);
  }
  EXPECT_TRUE(has_run);
}

/// Sets the environment variable for one test.
class ThreadsVariable {
 public:
  explicit ThreadsVariable(const char* value) {
    if (const char* before = std::getenv(name)) {
      before_ = before;
    }
    setenv(name, value, 1);
  }
  ~ThreadsVariable() {
    if (before_) {
      setenv(name, before_->c_str(), 1);
    } else {
      unsetenv(name);
    }
  }
  ThreadsVariable(const ThreadsVariable&) = delete;
  ThreadsVariable& operator=(const ThreadsVariable&) = delete;

 private:
  static constexpr const char* name = "TEXELSCOPE_CPU_THREADS";
  std::optional<std::string> before_;
};

TEST(CpuThreads, AreCountedByTheEnvironment) {
  const ThreadsVariable variable{"3"};
  driver::DeviceQuery query;
  EXPECT_EQ(gpu::cpu::make_driver()->perform(query), Status::success);
  EXPECT_EQ(query.properties.multiprocessor_count, 3);
}

TEST(CpuThreads, RejectOtherValuesWithTheValidRange) {
  for (const char* value : {"", "0", "-1", "two", "4 ", "1025", "99999999999"}) {
    const ThreadsVariable variable{value};
    try {
      (void)gpu::cpu::make_driver();
      ADD_FAILURE() << "took \"" << value << "\"";
    } catch (const gpu::Unavailable& error) {
      const std::string text = error.what();
      EXPECT_NE(text.find("TEXELSCOPE_CPU_THREADS=\"" + std::string(value) + "\""), std::string::npos) << text;
      EXPECT_NE(text.find("1–1024"), std::string::npos) << text;
    }
  }
}

TEST(CpuThreads, HaveTheNicenessOfTheEnvironment) {
  constexpr const char* name = "TEXELSCOPE_CPU_NICENESS";
  setenv(name, "11", 1);
  EXPECT_EQ(gpu::cpu::choose_niceness(), 11);
  const int own = getpriority(PRIO_PROCESS, 0);
  int of_queue = 0;
  {
    gpu::cpu::WorkQueue queue;
    EXPECT_TRUE(queue.schedule([&] { of_queue = getpriority(PRIO_PROCESS, 0); }));
    queue.wait();
  }
  EXPECT_EQ(of_queue, std::max(own, 11));
  EXPECT_EQ(getpriority(PRIO_PROCESS, 0), own) << "this thread does not belong to the device";
  for (const char* value : {"", "-1", "20", "nice"}) {
    setenv(name, value, 1);
    EXPECT_THROW((void)gpu::cpu::make_driver(), gpu::Unavailable) << value;
  }
  unsetenv(name);
  EXPECT_EQ(gpu::cpu::choose_niceness(), 0);
}

}  // namespace
}  // namespace texelscope::tests
