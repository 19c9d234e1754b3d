#pragma once

#include <cstdint>
#include <mutex>
#include <shared_mutex>
#include <type_traits>
#include <unordered_map>

#include "gpu/cuda/driver_functions.h"
#include "gpu/driver/driver.h"
#include "gpu/graphics/host_sharing.h"
#include "texelscope/gpu/memory/memory_location.h"
#include "texelscope/gpu/status.h"

namespace texelscope::gpu::cuda {

[[nodiscard]] constexpr Status to_status(CUresult result) noexcept { return static_cast<Status>(result); }

/// While this object exists, `context` is current on this thread; afterward, the caller's context is current again.
class ContextScope {
 public:
  ContextScope(const DriverFunctions& cu, CUcontext context) noexcept : cu_{cu} {
    if (context == nullptr) {
      status_ = Status::invalid_context;
      return;
    }
    CUcontext current = nullptr;
    status_ = to_status(cu.CtxGetCurrent(&current));
    if (status_ == Status::success && current != context) [[unlikely]] {
      status_ = to_status(cu.CtxPushCurrent(context));
      is_pushed_ = status_ == Status::success;
    }
  }
  ~ContextScope() {
    if (is_pushed_) [[unlikely]] {
      CUcontext popped = nullptr;
      cu_.CtxPopCurrent(&popped);
    }
  }
  ContextScope(const ContextScope&) = delete;
  ContextScope& operator=(const ContextScope&) = delete;

  [[nodiscard]] Status status() const noexcept { return status_; }

 private:
  const DriverFunctions& cu_;
  Status status_ = Status::success;
  bool is_pushed_ = false;
};

/// Handles of the interface contain the driver's handles; other values are passed unchanged.
template <class Native, class Tag>
[[nodiscard]] Native native(Handle<Tag> handle) noexcept {
  if constexpr (std::is_pointer_v<Native>) {
    return reinterpret_cast<Native>(handle.value);
  } else {
    return static_cast<Native>(handle.value);
  }
}
template <class Native, class Value>
[[nodiscard]] const Value& native(const Value& value) noexcept {
  return value;
}
template <class Native, class Tag>
void set_handle(Handle<Tag>& handle, Native native) noexcept {
  if constexpr (std::is_pointer_v<Native>) {
    handle.value = reinterpret_cast<std::uint64_t>(native);
  } else {
    handle.value = native;
  }
}

/// The driver has been observed to report success without an object; that counts as a failure.
template <class Native, class Tag>
[[nodiscard]] Status keep_created(Status status, Native native, Handle<Tag>& handle) noexcept {
  if (status == Status::success) {
    set_handle(handle, native);
    return handle ? Status::success : Status::unknown;
  }
  return status;
}

/// A CUDA device in its primary context. A status is the driver's CUresult. Every call preserves the calling thread's
/// current context.
class CudaDriver final : public driver::Driver {
 public:
  CudaDriver(const DriverFunctions& functions, int ordinal) noexcept : cu_{functions}, ordinal_{ordinal} {}

  TEXELSCOPE_DRIVER_CALLS(TEXELSCOPE_DECLARE_PERFORM)

 private:
  /// Calls a driver function with the device's context current.
  template <class... Parameter, class... Argument>
  Status call(CUresult (*function)(Parameter...), const Argument&... arguments) noexcept {
    const ContextScope scope(cu_, context_);
    return scope.status() != Status::success ? scope.status() : to_status(function(native<Parameter>(arguments)...));
  }
  /// Calls a driver function that returns the created object through its first parameter.
  template <class Native, class... Parameter, class Tag, class... Argument>
  Status create(CUresult (*function)(Native*, Parameter...), Handle<Tag>& handle,
                const Argument&... arguments) noexcept {
    Native created{};
    const Status status = call(function, &created, arguments...);
    return keep_created(status, created, handle);
  }

  [[nodiscard]] int attribute(CUdevice_attribute which) const noexcept;
  /// The compute capability; 90 is 9.0.
  [[nodiscard]] int capability() const noexcept;
  void query_limits(DeviceProperties& properties) const noexcept;
  void query_launch_limits(DeviceProperties& properties) const noexcept;
  /// The driver's handle of a kernel, with the requested shared memory per block allowed. The context is current.
  Status find_function(const kernels::KernelEntry& entry, std::int32_t shared_bytes, CUfunction& function) noexcept;
  /// Passes the handle to `use`, with the context current.
  template <class Use>
  Status with_function(const kernels::KernelEntry& entry, std::int32_t shared_bytes, Use&& use) noexcept {
    const ContextScope scope(cu_, context_);
    CUfunction function = native<CUfunction>(entry.function);
    Status status = scope.status();
    if (status == Status::success && (function == nullptr || shared_bytes > shared_bytes_for_all)) [[unlikely]] {
      status = find_function(entry, shared_bytes, function);
    }
    return status == Status::success ? to_status(use(function)) : status;
  }
  /// The driver's default limit for the shared memory of a block, on any device.
  static constexpr std::int32_t shared_bytes_for_all = 48 * 1024;
  Status find_symbol(const void* symbol, CUfunction& function) noexcept;
  /// The number of a device or the host for functions older than CUmemLocation.
  Status find_place(MemoryLocation location, CUdevice& place) noexcept;
  /// Adds a node to the graph that the stream is captured into, after the previously recorded nodes.
  Status record_node(StreamHandle captured, CUgraphNodeParams& parameters) noexcept;
  /// Defined if the toolkit has the driver's function.
  Status copy_batch(driver::MemoryCopyBatch& call) noexcept;
  /// Whether the stream is being captured, by this library or other code; true if the driver fails to answer.
  [[nodiscard]] bool is_capturing(StreamHandle stream) noexcept;
  /// not_supported for a format that has no DataType.
  Status describe_array(CUarray array, ArrayDescriptor& descriptor) noexcept;

  const DriverFunctions& cu_;
  int ordinal_;
  CUdevice device_ = 0;
  CUcontext context_ = nullptr;
  bool has_memory_pools_ = false;

  std::shared_mutex functions_mutex_;
  /// Keyed by the host address of the __global__ function; valid as long as the context exists.
  std::unordered_map<const void*, CUfunction> functions_;

  graphics::HostSharing host_sharing_{*this, nullptr};
};

}  // namespace texelscope::gpu::cuda

/// The implementation of a call that is one driver function, with these arguments.
#define TEXELSCOPE_FORWARD(Call, function, ...)                              \
  Status CudaDriver::perform([[maybe_unused]] driver::Call& call) noexcept { \
    return this->call(cu_.function __VA_OPT__(, ) __VA_ARGS__);              \
  }
/// The implementation of a call that is one driver function that creates an object; the first argument receives the
/// handle.
#define TEXELSCOPE_CREATE(Call, function, ...) \
  Status CudaDriver::perform(driver::Call& call) noexcept { return create(cu_.function, __VA_ARGS__); }
