#pragma once

#include "gpu/driver/calls/array.h"
#include "gpu/driver/calls/device.h"
#include "gpu/driver/calls/external.h"
#include "gpu/driver/calls/graph.h"
#include "gpu/driver/calls/graphics.h"
#include "gpu/driver/calls/kernel.h"
#include "gpu/driver/calls/memory.h"
#include "gpu/driver/calls/memory_pool.h"

/// All calls of the driver interface. Everything that depends on all of them uses this list: the interface, the
/// devices, the wrappers, the names of faults.
#define TEXELSCOPE_DRIVER_CALLS(X)      \
  X(ContextRetain)                      \
  X(ContextRelease)                     \
  X(ContextBorrow)                      \
  X(ContextSynchronize)                 \
  X(DeviceQuery)                        \
  X(StreamCreate)                       \
  X(StreamSetName)                      \
  X(HostCall)                           \
  X(StreamGetContext)                   \
  X(StreamGetAttributes)                \
  X(RangePush)                          \
  X(RangePop)                           \
  X(StreamDestroy)                      \
  X(StreamSynchronize)                  \
  X(StreamQuery)                        \
  X(StreamWaitEvent)                    \
  X(EventCreate)                        \
  X(EventDestroy)                       \
  X(EventRecord)                        \
  X(EventSynchronize)                   \
  X(EventQuery)                         \
  X(EventElapsedTime)                   \
  X(MemoryAllocate)                     \
  X(MemoryFree)                         \
  X(HostAllocate)                       \
  X(HostFree)                           \
  X(MemoryCopy)                         \
  X(MemoryCopyPeer)                     \
  X(MemoryCopyBatch)                    \
  X(MemoryFill)                         \
  X(ArrayCreate)                        \
  X(ArrayDestroy)                       \
  X(ArrayCopy)                          \
  X(ArrayGetDescriptor)                 \
  X(ArrayGetPlane)                      \
  X(MipmappedArrayCreate)               \
  X(MipmappedArrayDestroy)              \
  X(MipmappedArrayGetLevel)             \
  X(MipmappedArrayGetDescriptor)        \
  X(TextureCreate)                      \
  X(TextureDestroy)                     \
  X(TextureGetDescriptors)              \
  X(SurfaceCreate)                      \
  X(SurfaceDestroy)                     \
  X(SurfaceGetArray)                    \
  X(KernelLoad)                         \
  X(Launch)                             \
  X(GLGetDevices)                       \
  X(GraphicsRegisterImage)              \
  X(GraphicsRegisterBuffer)             \
  X(GraphicsUnregister)                 \
  X(GraphicsMap)                        \
  X(GraphicsUnmap)                      \
  X(GraphicsMappedArray)                \
  X(GraphicsMappedMipmappedArray)       \
  X(GraphicsMappedPointer)              \
  X(ProgramCompile)                     \
  X(SourceCompile)                      \
  X(CodeLink)                           \
  X(ModuleLoad)                         \
  X(ModuleUnload)                       \
  X(ModuleGetFunction)                  \
  X(LaunchWithAttributes)               \
  X(ModuleGetFunctionCount)             \
  X(FunctionGetAttributes)              \
  X(FunctionOfSymbol)                   \
  X(OccupancyActiveBlocks)              \
  X(OccupancyBlockSize)                 \
  X(OccupancyClusterSize)               \
  X(OccupancyActiveClusters)            \
  X(CaptureBegin)                       \
  X(CaptureBeginIntoGraph)              \
  X(CaptureEnd)                         \
  X(CaptureEndIntoGraph)                \
  X(CaptureCancel)                      \
  X(ConditionCreate)                    \
  X(ConditionalAdd)                     \
  X(ChildGraphAdd)                      \
  X(GraphNodes)                         \
  X(GraphDebugDot)                      \
  X(GraphDestroy)                       \
  X(GraphInstantiate)                   \
  X(GraphExecDestroy)                   \
  X(GraphExecUpdate)                    \
  X(GraphExecGetFlags)                  \
  X(GraphUpload)                        \
  X(GraphLaunch)                        \
  X(MemoryPoolCreate)                   \
  X(MemoryPoolDestroy)                  \
  X(MemoryPoolOfDevice)                 \
  X(MemoryPoolSetReleaseThreshold)      \
  X(MemoryPoolQuery)                    \
  X(MemoryPoolTrim)                     \
  X(MemoryPoolSetAccess)                \
  X(MemoryPoolAllocate)                 \
  X(MemoryPoolExport)                   \
  X(MemoryPoolImport)                   \
  X(MemoryPoolExportPointer)            \
  X(MemoryPoolImportPointer)            \
  X(EventExport)                        \
  X(EventImport)                        \
  X(AddressReserve)                     \
  X(AddressFree)                        \
  X(PhysicalMemoryCreate)               \
  X(PhysicalMemoryRelease)              \
  X(PhysicalMemoryMap)                  \
  X(PhysicalMemoryUnmap)                \
  X(MemorySetAccess)                    \
  X(MemoryGranularity)                  \
  X(SynchronousAllocate)                \
  X(SynchronousFree)                    \
  X(ManagedAllocate)                    \
  X(ManagedAdvise)                      \
  X(ManagedPrefetch)                    \
  X(AllocatorAllocate)                  \
  X(AllocatorFree)                      \
  X(MemoryInfo)                         \
  X(PointerQuery)                       \
  X(MemoryFill16)                       \
  X(MemoryFill32)                       \
  X(PeerQuery)                          \
  X(GraphMemoryAllocate)                \
  X(GraphMemoryFree)                    \
  X(GraphMemoryQuery)                   \
  X(GraphMemoryTrim)                    \
  X(ExternalMemoryImport)               \
  X(ExternalMemoryDestroy)              \
  X(ExternalMemoryMappedBuffer)         \
  X(ExternalMemoryMappedMipmappedArray) \
  X(ExternalMemoryMappedArray)          \
  X(ExternalSemaphoreImport)            \
  X(ExternalSemaphoreDestroy)           \
  X(ExternalSemaphoreSignal)            \
  X(ExternalSemaphoreWait)

/// Declares the `perform` of a call in a driver.
#define TEXELSCOPE_DECLARE_PERFORM(Call) \
  ::texelscope::gpu::Status perform(::texelscope::gpu::driver::Call& call) noexcept override;
/// Passes a call to `perform_any`, a template for all calls.
#define TEXELSCOPE_PERFORM_ANY(Call)                                                           \
  ::texelscope::gpu::Status perform(::texelscope::gpu::driver::Call& call) noexcept override { \
    return this->perform_any(call);                                                            \
  }

namespace texelscope::gpu::driver {

/// The driver interface: everything that a device does is one of these calls. Adding a call requires one struct under
/// calls/, one line in TEXELSCOPE_DRIVER_CALLS, and one `perform` in each device. Results are stored in the call's own
/// members. Any thread may make calls; devices must be thread-safe.
class Driver {
 public:
  virtual ~Driver() = default;

// NOLINTNEXTLINE(bugprone-macro-parentheses): a type takes none.
#define TEXELSCOPE_DECLARE_CALL(Call) virtual Status perform(Call& call) noexcept = 0;
  TEXELSCOPE_DRIVER_CALLS(TEXELSCOPE_DECLARE_CALL)
#undef TEXELSCOPE_DECLARE_CALL
};

}  // namespace texelscope::gpu::driver
