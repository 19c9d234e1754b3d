#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>

#include "texelscope/gpu/device.h"

namespace texelscope::tests {

/// A CUDA context that is not primary, current on no thread.
class OtherContext {
 public:
  OtherContext() {
    // Version 2 of cuCtxCreate, with flags and device, is exported by every driver.
    EXPECT_EQ(driver_function<int (*)(void**, unsigned, int)>("cuCtxCreate_v2")(&context_, 0, 0), 0);
    void* popped = nullptr;
    driver_function<int (*)(void**)>("cuCtxPopCurrent_v2")(&popped);
  }
  ~OtherContext() { driver_function<int (*)(void*)>("cuCtxDestroy_v2")(context_); }
  OtherContext(const OtherContext&) = delete;
  OtherContext& operator=(const OtherContext&) = delete;

  [[nodiscard]] gpu::ContextHandle handle() const { return {reinterpret_cast<std::uint64_t>(context_)}; }
  /// Whether the driver still recognizes the context.
  [[nodiscard]] bool is_alive() const {
    unsigned version = 0;
    return driver_function<int (*)(void*, unsigned*)>("cuCtxGetApiVersion")(context_, &version) == 0;
  }

 private:
  /// A function that the library does not call.
  template <class Function>
  static Function driver_function(const char* name) {
    static void* const library = dlopen("libcuda.so.1", RTLD_NOW);
    return reinterpret_cast<Function>(dlsym(library, name));
  }

  void* context_ = nullptr;
};

/// A device whose objects another device must not accept: the same GPU in another context, or a second CPU device.
class OtherDevice {
 public:
  explicit OtherDevice(gpu::DeviceId id, const gpu::DeviceOptions& options = {}) {
    if (id.kind == gpu::DeviceKind::cuda) {
      context_.emplace();
      device_.emplace(gpu::Device::from_context(context_->handle(), options));
    } else {
      device_.emplace(gpu::Device::open(id, options));
    }
  }

  [[nodiscard]] const gpu::Device& operator*() const { return *device_; }
  [[nodiscard]] const gpu::Device* operator->() const { return &*device_; }

 private:
  // The context outlives the device in it.
  std::optional<OtherContext> context_;
  std::optional<gpu::Device> device_;
};

}  // namespace texelscope::tests
