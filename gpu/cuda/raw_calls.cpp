#include "gpu/driver/open_driver.h"

#include <cuda_runtime_api.h>

#include <string>

#include "gpu/cuda/cuda_driver.h"
#include "gpu/cuda/make_driver.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu::cuda {
namespace {

void require(CUresult result, const char* call) {
  if (result != CUDA_SUCCESS) {
    throw Unavailable(std::string(call) + " failed with " + std::string(status_name(to_status(result))) +
                      ": run 'texelscope doctor'");
  }
}

class CudaCalls final : public driver::RawCalls {
 public:
  explicit CudaCalls(int ordinal) : cu_{driver_functions()} {
    require(cu_.DeviceGet(&device_, ordinal), "cuDeviceGet");
    CUcontext context = nullptr;
    require(cu_.DevicePrimaryCtxRetain(&context, device_), "cuDevicePrimaryCtxRetain");
    if (const CUresult result = cu_.CtxPushCurrent(context); result != CUDA_SUCCESS) {
      cu_.DevicePrimaryCtxRelease(device_);
      require(result, "cuCtxPushCurrent");
    }
  }
  ~CudaCalls() override {
    CUcontext popped = nullptr;
    cu_.CtxPopCurrent(&popped);
    cu_.DevicePrimaryCtxRelease(device_);
  }
  CudaCalls(const CudaCalls&) = delete;
  CudaCalls& operator=(const CudaCalls&) = delete;

  Status allocate_and_free(std::size_t size_bytes, StreamHandle stream) noexcept override {
    CUdeviceptr pointer = 0;
    if (const CUresult result = cu_.MemAllocAsync(&pointer, size_bytes, native<CUstream>(stream));
        result != CUDA_SUCCESS) {
      return to_status(result);
    }
    return to_status(cu_.MemFreeAsync(pointer, native<CUstream>(stream)));
  }

  Status copy(DevicePointer destination, DevicePointer source, std::size_t size_bytes,
              StreamHandle stream) noexcept override {
    return to_status(cu_.MemcpyAsync(destination.value, source.value, size_bytes, native<CUstream>(stream)));
  }

  Status fill(DevicePointer destination, std::size_t size_bytes, StreamHandle stream) noexcept override {
    return to_status(cu_.MemsetD8Async(destination.value, 0, size_bytes, native<CUstream>(stream)));
  }

  Status launch(const kernels::KernelEntry& entry, const void* kernel, StreamHandle stream) noexcept override {
    if (function_ == nullptr) {
      cudaFunction_t found = nullptr;
      if (entry.device_symbol == nullptr || cudaGetFuncBySymbol(&found, entry.device_symbol) != cudaSuccess) {
        return Status::no_binary_for_gpu;
      }
      function_ = found;
    }
    kernels::LaunchExtent extent{1, 1, 1};
    void* arguments[] = {const_cast<void*>(kernel), &extent};
    return to_status(cu_.LaunchKernel(function_, 1, 1, 1, 256, 1, 1, 0, native<CUstream>(stream), arguments, nullptr));
  }

  Status record(EventHandle event, StreamHandle stream) noexcept override {
    return to_status(cu_.EventRecord(native<CUevent>(event), native<CUstream>(stream)));
  }

 private:
  const DriverFunctions& cu_;
  CUdevice device_ = 0;
  CUfunction function_ = nullptr;
};

}  // namespace

std::unique_ptr<driver::RawCalls> make_raw_calls(int ordinal) { return std::make_unique<CudaCalls>(ordinal); }

}  // namespace texelscope::gpu::cuda
