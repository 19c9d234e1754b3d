#include "gpu/cuda/make_driver.h"

#include <fmt/format.h>

#include "gpu/cuda/cuda_driver.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu::cuda {

int count_devices() {
  const DriverFunctions& cu = driver_functions();
  int count = 0;
  const Status status = to_status(cu.DeviceGetCount(&count));
  if (status != Status::success || count < 1) {
    throw Unavailable(
        fmt::format("the CUDA driver lists no device (cuDeviceGetCount: {} {}); check nvidia-smi and "
                    "CUDA_VISIBLE_DEVICES, or use the cpu device",
                    status_name(status), static_cast<int>(status)));
  }
  return count;
}

std::unique_ptr<driver::Driver> make_driver(int ordinal) {
  const int count = count_devices();
  if (ordinal < 0 || ordinal >= count) {
    throw Unavailable(fmt::format(
        "there is no device cuda:{}: the CUDA driver lists {} (cuda:0 to cuda:{}); check CUDA_VISIBLE_DEVICES", ordinal,
        count, count - 1));
  }
  return std::make_unique<CudaDriver>(driver_functions(), ordinal);
}

}  // namespace texelscope::gpu::cuda
