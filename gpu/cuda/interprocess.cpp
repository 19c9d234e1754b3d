#include <cstring>

#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {
namespace {

static_assert(sizeof(CUmemPoolPtrExportData) == sizeof(driver::InterprocessHandle));
static_assert(sizeof(CUipcEventHandle) == sizeof(driver::InterprocessHandle));

constexpr CUmemAllocationHandleType handle_type = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;

}  // namespace

TEXELSCOPE_FORWARD(MemoryPoolExport, MemPoolExportToShareableHandle, static_cast<void*>(&call.file_descriptor),
                   call.pool, handle_type, 0ULL)

Status CudaDriver::perform(driver::MemoryPoolImport& call) noexcept {
  // The driver expects the number itself in place of an address.
  void* const number = reinterpret_cast<void*>(static_cast<std::intptr_t>(call.file_descriptor));
  Status status = create(cu_.MemPoolImportFromShareableHandle, call.pool, number, handle_type, 0ULL);
  if (status != Status::success) {
    return status;
  }
  // The imported pool may not be accessible from this device, as NVIDIA's sample streamOrderedAllocationIPC assumes.
  CUmemAccessDesc access{};
  access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  access.location.id = device_;
  status = this->call(cu_.MemPoolGetAccess, &access.flags, call.pool, &access.location);
  if (status == Status::success && access.flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE) {
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    status = this->call(cu_.MemPoolSetAccess, call.pool, &access, std::size_t{1});
  }
  if (status != Status::success) {
    this->call(cu_.MemPoolDestroy, call.pool);
    call.pool = {};
  }
  return status;
}

Status CudaDriver::perform(driver::MemoryPoolExportPointer& call) noexcept {
  CUmemPoolPtrExportData exported{};
  const Status status = this->call(cu_.MemPoolExportPointer, &exported, call.pointer);
  std::memcpy(call.exported.data(), &exported, sizeof(exported));
  return status;
}

Status CudaDriver::perform(driver::MemoryPoolImportPointer& call) noexcept {
  CUmemPoolPtrExportData exported{};
  std::memcpy(&exported, call.exported.data(), sizeof(exported));
  return create(cu_.MemPoolImportPointer, call.pointer, call.pool, &exported);
}

Status CudaDriver::perform(driver::EventExport& call) noexcept {
  CUipcEventHandle exported{};
  const Status status = this->call(cu_.IpcGetEventHandle, &exported, call.event);
  std::memcpy(call.exported.data(), &exported, sizeof(exported));
  return status;
}

Status CudaDriver::perform(driver::EventImport& call) noexcept {
  CUipcEventHandle exported{};
  std::memcpy(&exported, call.exported.data(), sizeof(exported));
  return create(cu_.IpcOpenEventHandle, call.event, exported);
}

}  // namespace texelscope::gpu::cuda
