#pragma once

#include "gpu/driver/calls/array.h"
#include "gpu/driver/calls/device.h"
#include "gpu/driver/calls/event.h"
#include "gpu/driver/calls/graph.h"
#include "gpu/driver/calls/graph_memory.h"
#include "gpu/driver/calls/graphics.h"
#include "gpu/driver/calls/interprocess.h"
#include "gpu/driver/calls/launch.h"
#include "gpu/driver/calls/launch_attributes.h"
#include "gpu/driver/calls/memory.h"
#include "gpu/driver/calls/memory_pool.h"
#include "gpu/driver/calls/program.h"
#include "gpu/driver/calls/stream.h"
#include "gpu/driver/calls/texture.h"
#include "gpu/driver/calls/unified_memory.h"
#include "gpu/driver/calls/virtual_memory.h"

/// The seam: everything that a device does is one of these calls. Adding a call is one struct under calls/, one entry
/// in `Calls`, and one `perform` in each device.
namespace texelscope::gpu::driver {

/// Makes one kind of call. Results go into the call's own members. Any thread may call; a device has to cope.
template <class Call>
class Performs {
 public:
  virtual Status perform(Call& call) noexcept = 0;

 protected:
  ~Performs() = default;
};

template <class... Call>
struct CallList {};

using Calls =
    CallList<ContextRetain, ContextRelease, ContextSynchronize, DeviceQuery, StreamCreate, StreamDestroy,
             StreamSynchronize, StreamQuery, StreamWaitEvent, EventCreate, EventDestroy, EventRecord, EventSynchronize,
             EventQuery, EventElapsedTime, MemoryAllocate, MemoryFree, HostAllocate, HostFree, MemoryCopy, MemoryFill,
             ArrayCreate, ArrayDestroy, ArrayCopy, MipmappedArrayCreate, MipmappedArrayDestroy, MipmappedArrayGetLevel,
             TextureCreate, TextureDestroy, SurfaceCreate, SurfaceDestroy, Launch, GLGetDevices, GraphicsRegisterImage,
             GraphicsRegisterBuffer, GraphicsUnregister, GraphicsMap, GraphicsUnmap, GraphicsMappedArray,
             GraphicsMappedMipmappedArray, GraphicsMappedPointer,
             // Kernels compiled at run time, and how they are launched
             ProgramCompile, ModuleLoad, ModuleUnload, ModuleGetFunction, LaunchWithAttributes, OccupancyActiveBlocks,
             OccupancyBlockSize, OccupancyClusterSize, OccupancyActiveClusters,
             // Graphs
             CaptureBegin, CaptureBeginIntoGraph, CaptureEnd, CaptureEndIntoGraph, CaptureCancel, ConditionCreate,
             ConditionalAdd, GraphNodes, GraphDebugDot, GraphDestroy, GraphInstantiate, GraphExecDestroy,
             GraphExecUpdate, GraphUpload, GraphLaunch,
             // Memory
             MemoryPoolCreate, MemoryPoolDestroy, MemoryPoolOfDevice, MemoryPoolSetReleaseThreshold, MemoryPoolQuery,
             MemoryPoolTrim, MemoryPoolSetAccess, MemoryPoolAllocate, MemoryPoolExport, MemoryPoolImport,
             MemoryPoolExportPointer, MemoryPoolImportPointer, EventExport, EventImport, AddressReserve, AddressFree,
             PhysicalMemoryCreate, PhysicalMemoryRelease, PhysicalMemoryMap, PhysicalMemoryUnmap, MemorySetAccess,
             MemoryGranularity, SynchronousAllocate, SynchronousFree, ManagedAllocate, ManagedPreferLocation,
             MemoryInfo, PointerQuery, MemoryFill16, MemoryFill32, PeerQuery, StreamIsCapturing, GraphMemoryAllocate,
             GraphMemoryFree, GraphMemoryQuery, GraphMemoryTrim>;

template <class List>
class DriverOf;

template <class... Call>
class DriverOf<CallList<Call...>> : public Performs<Call>... {
 public:
  virtual ~DriverOf() = default;
  using Performs<Call>::perform...;
};

/// A device's driver.
using Driver = DriverOf<Calls>;

}  // namespace texelscope::gpu::driver
