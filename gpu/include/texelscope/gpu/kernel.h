#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/handle_owner.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/strided_memory_view.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/gpu/texture_object.h"
#include "texelscope/kernels/kernel_entry.h"

namespace texelscope::gpu {

class KernelBox;

/// Resource use and limits of a kernel (cuFuncGetAttribute).
struct KernelAttributes {
  int max_threads_per_block = 0;  ///< As limited by the kernel's register use.
  int registers_per_thread = 0;
  std::size_t static_shared_bytes = 0;     ///< Per block, in addition to what a launch requests.
  std::size_t local_bytes_per_thread = 0;  ///< Spilled registers and arrays.
  std::size_t constant_bytes = 0;
  int max_dynamic_shared_bytes = 0;  ///< Maximum that a launch may request, as currently set.
  /// 10·major + minor: the PTX version and the compute capability for which the kernel was compiled.
  int ptx_version = 0;
  int binary_version = 0;
};

/// A kernel parameter, in bytes (cuFuncGetParamInfo).
struct KernelParameter {
  std::size_t offset = 0;
  std::size_t size = 0;
};

/// An ordinary CUDA kernel: a __global__ function. A cheap reference that keeps its module alive if a Module created
/// it. The CPU device cannot run it.
class Kernel {
 public:
  /// A kernel obtained elsewhere (CUfunction, cudaFunction_t). Its module remains the caller's, and `owner` may keep it
  /// alive; the library does not destroy kernels. @throws InvalidArgument for null, a handle unknown to the driver, or
  /// HandleOwner::library(); Unavailable on the CPU device.
  [[nodiscard]] static Kernel from_handle(const Device& device, FunctionHandle handle, const HandleOwner& owner = {});
  /// A __global__ function that nvcc compiled into this program, by its address (cudaGetFuncBySymbol). Requires a
  /// device in its primary context, where the CUDA runtime loads it. @throws DriverError (no_binary_for_gpu) for any
  /// other function, or a function that was not compiled for this GPU; Unavailable on the CPU device.
  template <class... Parameters>
  [[nodiscard]] static Kernel from_function(const Device& device, void (*function)(Parameters...)) {
    return from_symbol(device, reinterpret_cast<const void*>(function));
  }
  [[nodiscard]] static Kernel from_symbol(const Device& device, const void* symbol);

  /// The driver's name, mangled for C++ (cuFuncGetName); "kernel" with drivers before CUDA 12.3.
  [[nodiscard]] const std::string& name() const;
  /// The kernel's attributes, queried from the driver.
  [[nodiscard]] KernelAttributes attributes() const;
  /// The parameters, in order. Empty with drivers before CUDA 12.4, which do not report them; launches are then not
  /// checked against them.
  [[nodiscard]] std::span<const KernelParameter> parameters() const;
  /// The number of blocks with this many threads that a multiprocessor can run simultaneously
  /// (cuOccupancyMaxActiveBlocksPerMultiprocessor). @throws InvalidArgument for values beyond the device's limits.
  [[nodiscard]] int max_active_blocks(int threads_per_block, int shared_bytes = 0) const;

  /// @throws InvalidState when closed.
  [[nodiscard]] FunctionHandle handle() const;
  [[nodiscard]] Device device() const;
  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; closing again has no effect.
  void close() noexcept { box_.reset(); }

  explicit Kernel(std::shared_ptr<KernelBox> box) : box_{std::move(box)} {}
  [[nodiscard]] const std::shared_ptr<KernelBox>& box() const noexcept { return box_; }

 private:
  std::shared_ptr<KernelBox> box_;
};

/// Launch configuration of an ordinary kernel (CUlaunchConfig).
struct LaunchConfig {
  kernels::LaunchExtent grid{};  ///< Blocks along x, y and z.
  /// Threads per block along x, y and z. Aligned, because a processor delays a read that spans two preceding writes: 25
  /// ns per launch, measured on the host of an H100.
  alignas(16) kernels::LaunchExtent block{};
  /// Dynamic shared memory per block; for more than 48 KiB, the kernel's limit is raised
  /// (CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES).
  std::int32_t shared_bytes = 0;
  kernels::LaunchExtent cluster{};  ///< This member and the next two: see kernels::LaunchOptions.
  bool is_cooperative = false;
  bool starts_early = false;
};

namespace detail {

/// The addresses of the arguments, as cuLaunchKernel receives them, and their sizes in bytes.
struct LaunchArguments {
  void** addresses = nullptr;
  const std::size_t* sizes = nullptr;
  std::size_t count = 0;
};

/// The value that a kernel receives for an argument.
template <class Value>
const Value& passed(const Value& value) {
  static_assert(std::is_trivially_copyable_v<Value>,
                "kernel arguments must be trivially copyable: pass a number, a struct of numbers, a pointer, a "
                "texture, a surface, a buffer or a view");
  return value;
}
inline std::uint64_t passed(const TextureObject& texture) { return texture.handle().value; }
inline std::uint64_t passed(const SurfaceObject& surface) { return surface.handle().value; }
inline std::uint64_t passed(const Buffer& buffer) { return buffer.handle().value; }
inline std::uint64_t passed(const StridedMemoryView& view) { return view.pointer().value; }

void launch_kernel(const Stream& stream, const LaunchConfig& config, const Kernel& kernel,
                   const LaunchArguments& arguments);

template <class... Values>
void launch_values(const Stream& stream, const LaunchConfig& config, const Kernel& kernel, const Values&... values) {
  // An array has at least one element.
  void* addresses[]{const_cast<void*>(static_cast<const void*>(std::addressof(values)))..., nullptr};
  const std::size_t sizes[]{sizeof(Values)..., 0};
  launch_kernel(stream, config, kernel, {addresses, sizes, sizeof...(Values)});
}

}  // namespace detail

/// Schedules a kernel in stream order. Arguments correspond to the kernel's declaration: numbers, pointers and
/// trivially copyable structs; a TextureObject for a cudaTextureObject_t, a SurfaceObject for a cudaSurfaceObject_t, a
/// Buffer or a StridedMemoryView for a pointer (the view's first element). The arguments are copied. @throws
/// InvalidArgument for the wrong number of arguments, or an argument of the wrong size, if the driver reports the
/// parameters (Kernel::parameters()), for values beyond the device's limits, and for a kernel of a different device;
/// Unavailable for unsupported features; InvalidState for closed objects; DriverError if the driver refuses.
template <class... Arguments>
void launch(const Stream& stream, const LaunchConfig& config, const Kernel& kernel, const Arguments&... arguments) {
  detail::launch_values(stream, config, kernel, detail::passed(arguments)...);
}

}  // namespace texelscope::gpu
