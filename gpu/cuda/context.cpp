#include <fmt/format.h>

#include <array>

#include "gpu/cuda/cuda_driver.h"
#include "gpu/cuda/make_driver.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu::cuda {
namespace {

/// @throws InvalidArgument if the driver does not know the queried object, such as "context 0x10".
void require_known(Status status, const char* object, std::uint64_t handle, const char* function) {
  if (status != Status::success) {
    throw InvalidArgument(fmt::format("cuda: unknown {} {:#x} ({}: {} {}): pass a live handle", object, handle,
                                      function, status_name(status), static_cast<int>(status)));
  }
}

ContextHandle handle_of(CUcontext context) {
  ContextHandle handle;
  set_handle(handle, context);
  return handle;
}

int ordinal_of(const DriverFunctions& cu, CUdevice device) {
  const int count = count_devices();
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    CUdevice listed = 0;
    if (cu.DeviceGet(&listed, ordinal) == CUDA_SUCCESS && listed == device) {
      return ordinal;
    }
  }
  throw InvalidArgument(fmt::format("cuda: device {} is not one of the {} that the driver lists", device, count));
}

bool is_primary(const DriverFunctions& cu, CUdevice device, CUcontext context) {
  unsigned flags = 0;
  int is_active = 0;
  if (cu.DevicePrimaryCtxGetState(device, &flags, &is_active) != CUDA_SUCCESS || is_active == 0) {
    return false;
  }
  CUcontext primary = nullptr;
  if (cu.DevicePrimaryCtxRetain(&primary, device) != CUDA_SUCCESS) {
    return false;
  }
  cu.DevicePrimaryCtxRelease(device);
  return primary == context;
}

}  // namespace

driver::FoundContext find_context(ContextHandle context) {
  const DriverFunctions& cu = driver_functions();
  if (!context) {
    throw InvalidArgument("cuda: the context handle is null: pass the handle of a live context");
  }
  const auto native_context = native<CUcontext>(context);
  const ContextScope scope(cu, native_context);
  require_known(scope.status(), "context", context.value, "cuCtxPushCurrent");
  CUdevice device = 0;
  require_known(to_status(cu.CtxGetDevice(&device)), "context", context.value, "cuCtxGetDevice");
  return {{DeviceKind::cuda, ordinal_of(cu, device)}, context, is_primary(cu, device, native_context)};
}

ContextHandle current_context() {
  const DriverFunctions& cu = driver_functions();
  CUcontext current = nullptr;
  require_known(to_status(cu.CtxGetCurrent(&current)), "context", 0, "cuCtxGetCurrent");
  return handle_of(current);
}

driver::FoundContext context_of(StreamHandle stream) {
  const DriverFunctions& cu = driver_functions();
  CUcontext found = nullptr;
  require_known(to_status(cu.StreamGetCtx(native<CUstream>(stream), &found)), "stream", stream.value, "cuStreamGetCtx");
  return find_context(handle_of(found));
}

driver::FoundContext context_of(DevicePointer pointer) {
  const DriverFunctions& cu = driver_functions();
  CUcontext found = nullptr;
  int ordinal = -1;
  std::array attributes{CU_POINTER_ATTRIBUTE_CONTEXT, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
  std::array<void*, 2> values{&found, &ordinal};
  require_known(to_status(cu.PointerGetAttributes(2, attributes.data(), values.data(), pointer.value)), "memory",
                pointer.value, "cuPointerGetAttributes");
  if (found != nullptr) {
    return find_context(handle_of(found));
  }
  // The plural form handles memory unknown to the driver without an error.
  require_known(ordinal < 0 ? Status::invalid_value : Status::success, "memory", pointer.value,
                "cuPointerGetAttributes");
  return {{DeviceKind::cuda, ordinal}, {}, true};
}

}  // namespace texelscope::gpu::cuda
