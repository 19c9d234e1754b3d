#pragma once

#include <cuda.h>
#include <cudaGLTypedefs.h>
#include <cudaTypedefs.h>

/// The driver functions that this library calls, without their "cu": name, the CUDA version that introduced the
/// signature (it selects the PFN_ type of cudaTypedefs.h and the version passed to cuGetProcAddress), and the suffix of
/// the exported symbol. Versions are named only here.
#define TEXELSCOPE_DRIVER_FUNCTIONS(X)                   \
  X(DeviceGet, 2000, "")                                 \
  X(DeviceGetCount, 2000, "")                            \
  X(DeviceGetName, 2000, "")                             \
  X(DeviceGetUuid, 11040, "_v2")                         \
  X(DeviceTotalMem, 3020, "_v2")                         \
  X(DeviceGetAttribute, 2000, "")                        \
  X(DevicePrimaryCtxRetain, 7000, "")                    \
  X(DevicePrimaryCtxRelease, 11000, "_v2")               \
  X(DevicePrimaryCtxGetState, 7000, "")                  \
  X(CtxGetCurrent, 4000, "")                             \
  X(CtxGetDevice, 2000, "")                              \
  X(CtxPushCurrent, 4000, "_v2")                         \
  X(CtxPopCurrent, 4000, "_v2")                          \
  X(CtxSynchronize, 2000, "")                            \
  X(StreamCreateWithPriority, 5050, "")                  \
  X(LaunchHostFunc, 10000, "")                           \
  X(StreamDestroy, 4000, "_v2")                          \
  X(StreamSynchronize, 2000, "")                         \
  X(StreamQuery, 2000, "")                               \
  X(StreamWaitEvent, 3020, "")                           \
  X(StreamGetCtx, 9020, "")                              \
  X(StreamGetFlags, 5050, "")                            \
  X(StreamGetPriority, 5050, "")                         \
  X(EventCreate, 2000, "")                               \
  X(EventDestroy, 4000, "_v2")                           \
  X(EventRecord, 2000, "")                               \
  X(EventSynchronize, 2000, "")                          \
  X(EventQuery, 2000, "")                                \
  X(EventElapsedTime, 2000, "")                          \
  X(MemAlloc, 3020, "_v2")                               \
  X(MemAllocAsync, 11020, "")                            \
  X(MemFree, 3020, "_v2")                                \
  X(MemFreeAsync, 11020, "")                             \
  X(MemHostAlloc, 2020, "")                              \
  X(MemFreeHost, 2000, "")                               \
  X(MemcpyAsync, 4000, "")                               \
  X(MemcpyPeerAsync, 4000, "")                           \
  X(MemsetD8Async, 3020, "")                             \
  X(Memcpy3DAsync, 3020, "_v2")                          \
  X(PointerGetAttributes, 7000, "")                      \
  X(Array3DCreate, 3020, "_v2")                          \
  X(ArrayDestroy, 2000, "")                              \
  X(Array3DGetDescriptor, 3020, "_v2")                   \
  X(ArrayGetPlane, 11020, "")                            \
  X(MipmappedArrayCreate, 5000, "")                      \
  X(MipmappedArrayDestroy, 5000, "")                     \
  X(MipmappedArrayGetLevel, 5000, "")                    \
  X(TexObjectCreate, 5000, "")                           \
  X(TexObjectDestroy, 5000, "")                          \
  X(TexObjectGetResourceDesc, 5000, "")                  \
  X(TexObjectGetTextureDesc, 5000, "")                   \
  X(TexObjectGetResourceViewDesc, 5000, "")              \
  X(SurfObjectCreate, 5000, "")                          \
  X(SurfObjectDestroy, 5000, "")                         \
  X(SurfObjectGetResourceDesc, 5000, "")                 \
  X(LaunchKernel, 4000, "")                              \
  X(FuncGetAttribute, 2020, "")                          \
  X(FuncSetAttribute, 9000, "")                          \
  X(GLGetDevices, 6050, "_v2")                           \
  X(GraphicsGLRegisterImage, 3000, "")                   \
  X(GraphicsGLRegisterBuffer, 3000, "")                  \
  X(GraphicsUnregisterResource, 3000, "")                \
  X(GraphicsMapResources, 3000, "")                      \
  X(GraphicsUnmapResources, 3000, "")                    \
  X(GraphicsSubResourceGetMappedArray, 3000, "")         \
  X(GraphicsResourceGetMappedMipmappedArray, 5000, "")   \
  X(GraphicsResourceGetMappedPointer, 3020, "_v2")       \
  X(ModuleLoadDataEx, 2010, "")                          \
  X(ModuleUnload, 2000, "")                              \
  X(ModuleGetFunction, 2000, "")                         \
  X(LaunchKernelEx, 11060, "")                           \
  X(OccupancyMaxActiveBlocksPerMultiprocessor, 6050, "") \
  X(OccupancyMaxPotentialBlockSize, 6050, "")            \
  X(OccupancyMaxPotentialClusterSize, 11070, "")         \
  X(OccupancyMaxActiveClusters, 11070, "")               \
  X(StreamBeginCapture, 10010, "_v2")                    \
  X(StreamEndCapture, 10000, "")                         \
  X(StreamIsCapturing, 10000, "")                        \
  X(GraphDestroy, 10000, "")                             \
  X(GraphGetNodes, 10000, "")                            \
  X(GraphNodeGetType, 10000, "")                         \
  X(GraphDebugDotPrint, 11030, "")                       \
  X(GraphInstantiateWithFlags, 11040, "")                \
  X(GraphExecDestroy, 10000, "")                         \
  X(GraphExecGetFlags, 12000, "")                        \
  X(GraphExecUpdate, 12000, "_v2")                       \
  X(GraphUpload, 11010, "")                              \
  X(GraphLaunch, 10000, "")                              \
  X(MemPoolCreate, 11020, "")                            \
  X(MemPoolDestroy, 11020, "")                           \
  X(DeviceGetMemPool, 11020, "")                         \
  X(DeviceGetDefaultMemPool, 11020, "")                  \
  X(MemPoolSetAttribute, 11020, "")                      \
  X(MemPoolGetAttribute, 11020, "")                      \
  X(MemPoolTrimTo, 11020, "")                            \
  X(MemPoolSetAccess, 11020, "")                         \
  X(MemPoolGetAccess, 11020, "")                         \
  X(MemAllocFromPoolAsync, 11020, "")                    \
  X(MemPoolExportToShareableHandle, 11020, "")           \
  X(MemPoolImportFromShareableHandle, 11020, "")         \
  X(MemPoolExportPointer, 11020, "")                     \
  X(MemPoolImportPointer, 11020, "")                     \
  X(IpcGetEventHandle, 4010, "")                         \
  X(IpcOpenEventHandle, 4010, "")                        \
  X(MemAddressReserve, 10020, "")                        \
  X(MemAddressFree, 10020, "")                           \
  X(MemCreate, 10020, "")                                \
  X(MemRelease, 10020, "")                               \
  X(MemMap, 10020, "")                                   \
  X(MemUnmap, 10020, "")                                 \
  X(MemSetAccess, 10020, "")                             \
  X(MemGetAllocationGranularity, 10020, "")              \
  X(MemAllocManaged, 6000, "")                           \
  X(MemAdvise, 8000, "")                                 \
  X(MemPrefetchAsync, 8000, "")                          \
  X(MemGetInfo, 3020, "_v2")                             \
  X(MemsetD16Async, 3020, "")                            \
  X(MemsetD32Async, 3020, "")                            \
  X(DeviceCanAccessPeer, 4000, "")                       \
  X(DeviceGetGraphMemAttribute, 11040, "")               \
  X(DeviceGraphMemTrim, 11040, "")                       \
  X(ImportExternalMemory, 10000, "")                     \
  X(DestroyExternalMemory, 10000, "")                    \
  X(ExternalMemoryGetMappedBuffer, 10000, "")            \
  X(ExternalMemoryGetMappedMipmappedArray, 10000, "")    \
  X(ImportExternalSemaphore, 10000, "")                  \
  X(DestroyExternalSemaphore, 10000, "")                 \
  X(SignalExternalSemaphoresAsync, 10000, "")            \
  X(WaitExternalSemaphoresAsync, 10000, "")

/// Functions that older drivers lack, where they are null.
#define TEXELSCOPE_OPTIONAL_DRIVER_FUNCTIONS(X)    \
  X(StreamGetCaptureInfo, 12030, "_v3")            \
  X(StreamUpdateCaptureDependencies, 12030, "_v2") \
  X(StreamBeginCaptureToGraph, 12030, "")          \
  X(GraphAddNode, 12030, "_v2")                    \
  X(GraphConditionalHandleCreate, 12030, "")       \
  X(FuncGetName, 12030, "")                        \
  X(FuncGetParamInfo, 12040, "")                   \
  X(ModuleGetFunctionCount, 12040, "")             \
  X(FuncLoad, 12040, "")

/// Later signatures of functions above, null on drivers that have only the older signatures. The version is appended to
/// the names of their members.
#define TEXELSCOPE_LATER_DRIVER_FUNCTIONS(X) \
  X(MemAdvise, 12020, "_v2")                 \
  X(MemPrefetchAsync, 12020, "_v2")
/// Functions that the toolkit of this build declares; all drivers, including later versions, return the requested
/// signature.
#if CUDA_VERSION >= 12080
#define TEXELSCOPE_BATCH_DRIVER_FUNCTIONS(X) X(MemcpyBatchAsync, 12080, "")
#else
#define TEXELSCOPE_BATCH_DRIVER_FUNCTIONS(X)
#endif

namespace texelscope::gpu::cuda {

/// The driver's functions, loaded at run time: libcuda is not linked, so the program starts without it.
struct DriverFunctions {
#define TEXELSCOPE_DRIVER_MEMBER(name, version, suffix) PFN_cu##name##_v##version name = nullptr;
  TEXELSCOPE_DRIVER_FUNCTIONS(TEXELSCOPE_DRIVER_MEMBER)
  TEXELSCOPE_OPTIONAL_DRIVER_FUNCTIONS(TEXELSCOPE_DRIVER_MEMBER)
  TEXELSCOPE_BATCH_DRIVER_FUNCTIONS(TEXELSCOPE_DRIVER_MEMBER)
#undef TEXELSCOPE_DRIVER_MEMBER
#define TEXELSCOPE_DRIVER_MEMBER(name, version, suffix) PFN_cu##name##_v##version name##_v##version = nullptr;
  TEXELSCOPE_LATER_DRIVER_FUNCTIONS(TEXELSCOPE_DRIVER_MEMBER)
#undef TEXELSCOPE_DRIVER_MEMBER
  /// 1000·major + 10·minor: the newest CUDA that the driver supports.
  int driver_version = 0;
};

/// Loads and starts the driver (cuInit), once for the process.
/// @throws Unavailable when libcuda.so.1 is missing, is the toolkit's stub, does not start, finds no device, is older
/// than this build needs, or lacks a function, which the message names; the message ends with a remedy. The next call
/// tries again.
[[nodiscard]] const DriverFunctions& driver_functions();

}  // namespace texelscope::gpu::cuda
