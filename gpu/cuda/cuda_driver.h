#pragma once

#include <cstdint>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

#include "gpu/cuda/context_scope.h"
#include "gpu/cuda/driver_functions.h"
#include "gpu/driver/driver.h"
#include "gpu/graphics/host_sharing.h"

namespace texelscope::gpu::cuda {

/// A CUDA device in its primary context. A status is the driver's CUresult. Every call leaves the calling thread's
/// current context as it was.
class CudaDriver final : public driver::Driver {
 public:
  CudaDriver(const DriverFunctions& functions, int ordinal) noexcept : cu_{functions}, ordinal_{ordinal} {}

  Status perform(driver::ContextRetain& call) noexcept override;
  Status perform(driver::ContextRelease& call) noexcept override;
  Status perform(driver::ContextSynchronize& call) noexcept override;
  Status perform(driver::DeviceQuery& call) noexcept override;

  Status perform(driver::StreamCreate& call) noexcept override;
  Status perform(driver::StreamDestroy& call) noexcept override;
  Status perform(driver::StreamSynchronize& call) noexcept override;
  Status perform(driver::StreamQuery& call) noexcept override;
  Status perform(driver::StreamWaitEvent& call) noexcept override;

  Status perform(driver::EventCreate& call) noexcept override;
  Status perform(driver::EventDestroy& call) noexcept override;
  Status perform(driver::EventRecord& call) noexcept override;
  Status perform(driver::EventSynchronize& call) noexcept override;
  Status perform(driver::EventQuery& call) noexcept override;
  Status perform(driver::EventElapsedTime& call) noexcept override;

  Status perform(driver::MemoryAllocate& call) noexcept override;
  Status perform(driver::MemoryFree& call) noexcept override;
  Status perform(driver::HostAllocate& call) noexcept override;
  Status perform(driver::HostFree& call) noexcept override;
  Status perform(driver::MemoryCopy& call) noexcept override;
  Status perform(driver::MemoryFill& call) noexcept override;

  Status perform(driver::ArrayCreate& call) noexcept override;
  Status perform(driver::ArrayDestroy& call) noexcept override;
  Status perform(driver::ArrayCopy& call) noexcept override;
  Status perform(driver::MipmappedArrayCreate& call) noexcept override;
  Status perform(driver::MipmappedArrayDestroy& call) noexcept override;
  Status perform(driver::MipmappedArrayGetLevel& call) noexcept override;

  Status perform(driver::TextureCreate& call) noexcept override;
  Status perform(driver::TextureDestroy& call) noexcept override;
  Status perform(driver::SurfaceCreate& call) noexcept override;
  Status perform(driver::SurfaceDestroy& call) noexcept override;

  Status perform(driver::Launch& call) noexcept override;

  Status perform(driver::GLGetDevices& call) noexcept override;
  Status perform(driver::GraphicsRegisterImage& call) noexcept override;
  Status perform(driver::GraphicsRegisterBuffer& call) noexcept override;
  Status perform(driver::GraphicsUnregister& call) noexcept override;
  Status perform(driver::GraphicsMap& call) noexcept override;
  Status perform(driver::GraphicsUnmap& call) noexcept override;
  Status perform(driver::GraphicsMappedArray& call) noexcept override;
  Status perform(driver::GraphicsMappedMipmappedArray& call) noexcept override;
  Status perform(driver::GraphicsMappedPointer& call) noexcept override;

  Status perform(driver::ProgramCompile& call) noexcept override;
  Status perform(driver::ModuleLoad& call) noexcept override;
  Status perform(driver::ModuleUnload& call) noexcept override;
  Status perform(driver::ModuleGetFunction& call) noexcept override;
  Status perform(driver::LaunchWithAttributes& call) noexcept override;
  Status perform(driver::OccupancyActiveBlocks& call) noexcept override;
  Status perform(driver::OccupancyBlockSize& call) noexcept override;
  Status perform(driver::OccupancyClusterSize& call) noexcept override;
  Status perform(driver::OccupancyActiveClusters& call) noexcept override;
  Status perform(driver::CaptureBegin& call) noexcept override;
  Status perform(driver::CaptureBeginIntoGraph& call) noexcept override;
  Status perform(driver::CaptureEnd& call) noexcept override;
  Status perform(driver::CaptureEndIntoGraph& call) noexcept override;
  Status perform(driver::CaptureCancel& call) noexcept override;
  Status perform(driver::ConditionCreate& call) noexcept override;
  Status perform(driver::ConditionalAdd& call) noexcept override;
  Status perform(driver::GraphNodes& call) noexcept override;
  Status perform(driver::GraphDebugDot& call) noexcept override;
  Status perform(driver::GraphDestroy& call) noexcept override;
  Status perform(driver::GraphInstantiate& call) noexcept override;
  Status perform(driver::GraphExecDestroy& call) noexcept override;
  Status perform(driver::GraphExecUpdate& call) noexcept override;
  Status perform(driver::GraphUpload& call) noexcept override;
  Status perform(driver::GraphLaunch& call) noexcept override;
  Status perform(driver::MemoryPoolCreate& call) noexcept override;
  Status perform(driver::MemoryPoolDestroy& call) noexcept override;
  Status perform(driver::MemoryPoolOfDevice& call) noexcept override;
  Status perform(driver::MemoryPoolSetReleaseThreshold& call) noexcept override;
  Status perform(driver::MemoryPoolQuery& call) noexcept override;
  Status perform(driver::MemoryPoolTrim& call) noexcept override;
  Status perform(driver::MemoryPoolSetAccess& call) noexcept override;
  Status perform(driver::MemoryPoolAllocate& call) noexcept override;
  Status perform(driver::MemoryPoolExport& call) noexcept override;
  Status perform(driver::MemoryPoolImport& call) noexcept override;
  Status perform(driver::MemoryPoolExportPointer& call) noexcept override;
  Status perform(driver::MemoryPoolImportPointer& call) noexcept override;
  Status perform(driver::EventExport& call) noexcept override;
  Status perform(driver::EventImport& call) noexcept override;
  Status perform(driver::AddressReserve& call) noexcept override;
  Status perform(driver::AddressFree& call) noexcept override;
  Status perform(driver::PhysicalMemoryCreate& call) noexcept override;
  Status perform(driver::PhysicalMemoryRelease& call) noexcept override;
  Status perform(driver::PhysicalMemoryMap& call) noexcept override;
  Status perform(driver::PhysicalMemoryUnmap& call) noexcept override;
  Status perform(driver::MemorySetAccess& call) noexcept override;
  Status perform(driver::MemoryGranularity& call) noexcept override;
  Status perform(driver::SynchronousAllocate& call) noexcept override;
  Status perform(driver::SynchronousFree& call) noexcept override;
  Status perform(driver::ManagedAllocate& call) noexcept override;
  Status perform(driver::ManagedPreferLocation& call) noexcept override;
  Status perform(driver::MemoryInfo& call) noexcept override;
  Status perform(driver::PointerQuery& call) noexcept override;
  Status perform(driver::MemoryFill16& call) noexcept override;
  Status perform(driver::MemoryFill32& call) noexcept override;
  Status perform(driver::PeerQuery& call) noexcept override;
  Status perform(driver::StreamIsCapturing& call) noexcept override;
  Status perform(driver::GraphMemoryAllocate& call) noexcept override;
  Status perform(driver::GraphMemoryFree& call) noexcept override;
  Status perform(driver::GraphMemoryQuery& call) noexcept override;
  Status perform(driver::GraphMemoryTrim& call) noexcept override;

 private:
  /// Calls a driver function with the device's context current.
  template <class... Parameter, class... Argument>
  Status call(CUresult (*function)(Parameter...), Argument... arguments) noexcept {
    const ContextScope scope(cu_, context_);
    return scope.status() != Status::success ? scope.status() : to_status(function(arguments...));
  }

  [[nodiscard]] int attribute(CUdevice_attribute which) const noexcept;
  void query_limits(DeviceProperties& properties) const noexcept;
  void query_launch_limits(DeviceProperties& properties) const noexcept;
  /// What the driver calls a kernel, with as much shared memory for a block as is asked for. The context is current.
  Status find_function(const kernels::KernelEntry& entry, std::int32_t shared_bytes, CUfunction& function) noexcept;
  Status find_symbol(const void* symbol, CUfunction& function) noexcept;
  Status keep_flags(CUgraphicsResource resource, GraphicsFlags flags, GraphicsHandle& handle) noexcept;
  [[nodiscard]] GraphicsFlags flags_of(GraphicsHandle handle) noexcept;
  Status describe_mapped(CUarray array, GraphicsHandle resource, ArrayDescriptor& descriptor) noexcept;

  const DriverFunctions& cu_;
  int ordinal_;
  CUdevice device_ = 0;
  CUcontext context_ = nullptr;
  bool has_memory_pools_ = false;

  std::shared_mutex functions_mutex_;
  /// By the host's address of the __global__ function; valid as long as the context.
  std::unordered_map<const void*, CUfunction> functions_;

  std::mutex graphics_mutex_;
  /// Flags of what is registered directly: they decide whether surfaces can be made from a mapped array.
  std::unordered_map<std::uint64_t, GraphicsFlags> graphics_flags_;
  graphics::HostSharing host_sharing_{*this, nullptr};
};

/// Handles of the seam carry the driver's own.
template <class Native, class Tag>
[[nodiscard]] Native native(Handle<Tag> handle) noexcept {
  return reinterpret_cast<Native>(handle.value);
}
template <class Native, class Tag>
void set_handle(Handle<Tag>& handle, Native native) noexcept {
  handle.value = reinterpret_cast<std::uint64_t>(native);
}

/// The driver has been seen to report success and give no object; that is no success.
template <class Native, class Tag>
[[nodiscard]] Status keep_created(Status status, Native native, Handle<Tag>& handle) noexcept {
  if (status == Status::success) {
    set_handle(handle, native);
    return handle ? Status::success : Status::unknown;
  }
  return status;
}

}  // namespace texelscope::gpu::cuda
