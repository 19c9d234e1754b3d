#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <thread>
#include <typeinfo>
#include <vector>

#include "gpu/cpu/cpu_driver.h"
#include "gpu/cpu/make_driver.h"

namespace texelscope::tests {

/// Keeps its stream busy until the flag is set.
struct WaitForFlag {
  const std::atomic<bool>* flag;

  void operator()(kernels::Index) const {
    while (!flag->load()) {
      std::this_thread::yield();
    }
  }
};

struct SetFlag {
  std::atomic<bool>* flag;

  void operator()(kernels::Index) const { flag->store(true); }
};

/// This machine with `thread_count` threads, regardless of its actual number, and little memory, so that exhausting it
/// is cheap.
inline gpu::DeviceProperties small_machine(unsigned thread_count) {
  gpu::DeviceProperties properties = gpu::cpu::describe_machine(thread_count);
  properties.memory_bytes = std::uint64_t{64} << 20;
  return properties;
}

/// A started CPU device, driven through the seam.
class CpuDriverTest : public testing::Test {
 protected:
  CpuDriverTest() { make(gpu::driver::ContextRetain{}); }
  ~CpuDriverTest() override { make(gpu::driver::ContextRelease{}); }

  /// Makes a call that must succeed, and returns it with its results.
  template <class Call>
  Call make(Call call) {
    EXPECT_EQ(driver_.perform(call), gpu::Status::success) << Call::info.name;
    return call;
  }
  template <class Call>
  gpu::Status status_of(Call call) {
    return driver_.perform(call);
  }

  gpu::StreamHandle create_stream() { return make(gpu::driver::StreamCreate{}).created; }
  gpu::EventHandle create_event(bool has_timing = false) { return make(gpu::driver::EventCreate{has_timing}).event; }
  gpu::ArrayHandle create_array(const gpu::ArrayDescriptor& descriptor) {
    return make(gpu::driver::ArrayCreate{descriptor}).array;
  }
  static gpu::driver::TextureResource resource_of(gpu::ArrayHandle array, const gpu::ArrayDescriptor& descriptor) {
    return {.facts = {gpu::ResourceKind::array, descriptor, 1}, .array = array};
  }
  gpu::DevicePointer allocate(std::size_t size_bytes, gpu::StreamHandle stream = {}) {
    return make(gpu::driver::MemoryAllocate{size_bytes, stream}).pointer;
  }
  void synchronize(gpu::StreamHandle stream = {}) { make(gpu::driver::StreamSynchronize{stream}); }

  template <class Kernel>
  gpu::Status try_launch(gpu::StreamHandle stream, kernels::LaunchExtent extent, const Kernel& kernel) {
    static const kernels::KernelEntry entry{typeid(Kernel).name(), nullptr, &kernels::kernel_on_host<Kernel>,
                                            sizeof(Kernel)};
    return status_of(gpu::driver::Launch{&entry, extent, &kernel, stream});
  }
  template <class Kernel>
  void launch(gpu::StreamHandle stream, kernels::LaunchExtent extent, const Kernel& kernel) {
    EXPECT_EQ(try_launch(stream, extent, kernel), gpu::Status::success);
  }

  /// Host memory in the form that the seam accepts.
  template <class Value>
  static gpu::DevicePointer pointer_to(const std::vector<Value>& memory) {
    return {reinterpret_cast<std::uint64_t>(memory.data())};
  }

  gpu::driver::Driver& driver() { return driver_; }

 private:
  gpu::cpu::CpuDriver driver_{small_machine(4)};
};

}  // namespace texelscope::tests
