#include "gpu/copy/device/kernels.h"
#include "texelscope/gpu/copy_plan.h"

namespace texelscope::gpu {

KernelAttributes copy_kernel_attributes(const Device& device) {
  return Kernel::from_symbol(device, copy::row_kernel(1).device_symbol).attributes();
}

}  // namespace texelscope::gpu
