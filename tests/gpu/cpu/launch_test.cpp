#include <limits>
#include <stdexcept>

#include "tests/gpu/cpu/cpu_driver_fixture.h"
#include "texelscope/kernels/host_surface.h"

namespace texelscope::tests {
namespace {

using gpu::Status;
using gpu::StreamHandle;
using kernels::Index;
using kernels::LaunchExtent;
namespace driver = gpu::driver;

class CpuLaunch : public CpuDriverTest {};

struct Count {
  std::vector<std::atomic<int>>* counts;
  LaunchExtent extent;

  void operator()(Index index) const {
    const auto width = static_cast<std::size_t>(extent.width);
    const auto height = static_cast<std::size_t>(extent.height);
    const auto z = static_cast<std::size_t>(index.z);
    const auto y = static_cast<std::size_t>(index.y);
    (*counts)[(z * height + y) * width + static_cast<std::size_t>(index.x)].fetch_add(1, std::memory_order_relaxed);
  }
};

TEST_F(CpuLaunch, CallsTheKernelOnceForEachIndex) {
  for (const LaunchExtent extent : {LaunchExtent{1, 1, 1}, LaunchExtent{5, 1, 1}, LaunchExtent{3, 7, 1},
                                    LaunchExtent{3, 5, 11}, LaunchExtent{1, 1, 100}, LaunchExtent{2, 1000, 3}}) {
    std::vector<std::atomic<int>> counts(static_cast<std::size_t>(extent.width * extent.height * extent.depth));
    launch({}, extent, Count{&counts, extent});
    synchronize();
    for (const std::atomic<int>& count : counts) {
      ASSERT_EQ(count.load(), 1);
    }
  }
}

TEST_F(CpuLaunch, RefusesModulesThatDoNotExist) {
  EXPECT_EQ(status_of(driver::ModuleUnload{{0x1234}}), Status::invalid_handle);
  EXPECT_EQ(status_of(driver::ModuleGetFunction{{0x1234}, "run"}), Status::invalid_handle);
}

TEST_F(CpuLaunch, SharesOneRowBetweenTheThreads) {
  // The first index waits for the last, which only another thread can run.
  struct MeetLast {
    std::atomic<bool>* is_last_done;

    void operator()(Index index) const {
      if (index.x == 99) {
        is_last_done->store(true);
      } else if (index.x == 0) {
        WaitForFlag{is_last_done}({});
      }
    }
  };
  std::atomic<bool> is_last_done{false};
  launch({}, {100, 1, 1}, MeetLast{&is_last_done});
  synchronize();
  EXPECT_TRUE(is_last_done);
}

TEST_F(CpuLaunch, CopiesTheKernelBeforeItReturns) {
  struct alignas(64) Wide {
    const std::atomic<bool>* flag;
    int* result;
    int values[40];

    void operator()(Index) const {
      WaitForFlag{flag}({});
      for (const int value : values) {
        *result += value;
      }
      *result += reinterpret_cast<std::uintptr_t>(this) % 64 == 0 ? 0 : 1;
    }
  };
  std::atomic<bool> is_released{false};
  int result = 0;
  Wide kernel{&is_released, &result, {}};
  kernel.values[0] = 1;
  kernel.values[39] = 2;
  launch({}, {}, kernel);
  kernel.values[0] = 100;
  is_released = true;
  synchronize();
  EXPECT_EQ(result, 3);
}

TEST_F(CpuLaunch, IsRejectedWithoutWork) {
  std::atomic<bool> flag{false};
  EXPECT_EQ(try_launch({}, {0, 1, 1}, SetFlag{&flag}), Status::invalid_value);
  EXPECT_EQ(try_launch({}, {1, -1, 1}, SetFlag{&flag}), Status::invalid_value);
  constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
  EXPECT_EQ(try_launch({}, {most, most, most}, SetFlag{&flag}), Status::invalid_value);
  EXPECT_EQ(status_of(driver::Launch{nullptr, {}, &flag, {}}), Status::invalid_value);
  const kernels::KernelEntry without_host{"kernel", nullptr, nullptr, 1};
  EXPECT_EQ(status_of(driver::Launch{&without_host, {}, &flag, {}}), Status::no_binary_for_gpu);
  synchronize();
  EXPECT_FALSE(flag);
}

struct TrapAt {
  int y;

  void operator()(Index index) const {
    if (index.y == y) {
      throw kernels::HostTrap{};
    }
  }
};

struct ThrowError {
  void operator()(Index) const { throw std::runtime_error("from a kernel"); }
};

/// Each test makes its device fail, so each test uses a separate device.
class CpuFailedLaunch : public CpuDriverTest {
 protected:
  void check_all_calls(StreamHandle stream, gpu::EventHandle event, gpu::ArrayHandle array, gpu::DevicePointer memory) {
    constexpr Status failed = Status::launch_failed;
    std::atomic<bool> has_run{false};
    EXPECT_EQ(status_of(driver::StreamSynchronize{stream}), failed);
    EXPECT_EQ(status_of(driver::StreamSynchronize{}), failed);
    EXPECT_EQ(status_of(driver::StreamQuery{stream}), failed);
    EXPECT_EQ(status_of(driver::StreamWaitEvent{stream, event}), failed);
    EXPECT_EQ(status_of(driver::ContextSynchronize{}), failed);
    EXPECT_EQ(status_of(driver::EventRecord{event, stream}), failed);
    EXPECT_EQ(status_of(driver::EventQuery{event}), failed);
    EXPECT_EQ(status_of(driver::EventSynchronize{event}), failed);
    EXPECT_EQ(status_of(driver::MemoryFill{memory, 0, 1, stream}), failed);
    EXPECT_EQ(status_of(driver::MemoryAllocate{1, stream}), failed);
    EXPECT_EQ(status_of(driver::StreamCreate{}), failed);
    EXPECT_EQ(status_of(driver::TextureCreate{resource_of(array, {}), {}, {}}), failed);
    EXPECT_EQ(try_launch(stream, {}, SetFlag{&has_run}), failed);
    EXPECT_FALSE(has_run);
  }
};

TEST_F(CpuFailedLaunch, EndsTheDeviceAndLeavesReleasesWorking) {
  const StreamHandle stream = create_stream();
  const StreamHandle other = create_stream();
  const gpu::EventHandle event = create_event();
  const gpu::ArrayHandle array = create_array({gpu::Extent(4, 4), gpu::DataType::uint8, 4, true});
  const gpu::SurfaceHandle surface = make(driver::SurfaceCreate{array}).surface;
  const gpu::DevicePointer memory = allocate(64, stream);
  const gpu::DevicePointer host = make(driver::HostAllocate{64}).pointer;

  std::atomic<bool> is_released{false};
  std::atomic<bool> has_run{false};
  launch(stream, {}, WaitForFlag{&is_released});
  launch(stream, {4, 500, 1}, TrapAt{123});
  launch(stream, {}, SetFlag{&has_run});
  make(driver::EventRecord{event, stream});
  make(driver::StreamWaitEvent{other, event});
  is_released = true;
  EXPECT_EQ(status_of(driver::StreamSynchronize{stream}), Status::launch_failed);
  EXPECT_FALSE(has_run) << "work after the trap is skipped";
  check_all_calls(other, event, array, memory);

  make(driver::SurfaceDestroy{surface});
  make(driver::ArrayDestroy{array});
  make(driver::MemoryFree{memory, stream});
  make(driver::HostFree{host});
  make(driver::EventDestroy{event});
  make(driver::StreamDestroy{stream});
  make(driver::StreamDestroy{other});
}

TEST_F(CpuFailedLaunch, IncludesAnyExceptionFromAKernel) {
  launch({}, {1, 100, 1}, ThrowError{});
  EXPECT_EQ(status_of(driver::StreamSynchronize{}), Status::launch_failed);
}

TEST_F(CpuFailedLaunch, LeavesOtherDevicesAlone) {
  gpu::cpu::CpuDriver other{small_machine(2)};
  driver::ContextRetain retain;
  ASSERT_EQ(other.perform(retain), Status::success);
  launch({}, {}, TrapAt{0});
  EXPECT_EQ(status_of(driver::ContextSynchronize{}), Status::launch_failed);
  driver::ContextSynchronize synchronize_other;
  EXPECT_EQ(other.perform(synchronize_other), Status::success);
}

TEST_F(CpuFailedLaunch, IsForgottenWithTheContext) {
  launch({}, {}, TrapAt{0});
  EXPECT_EQ(status_of(driver::ContextSynchronize{}), Status::launch_failed);
  make(driver::ContextRelease{});
  EXPECT_EQ(status_of(driver::ContextSynchronize{}), Status::deinitialized);
  EXPECT_EQ(status_of(driver::ArrayDestroy{{0x1234}}), Status::deinitialized);
  make(driver::ContextRetain{});
  std::atomic<bool> has_run{false};
  launch({}, {}, SetFlag{&has_run});
  synchronize();
  EXPECT_TRUE(has_run);
}

}  // namespace
}  // namespace texelscope::tests
