#include "app/cli/bench/empty_kernel.h"

#include <typeinfo>

namespace texelscope::app {

const kernels::KernelEntry& empty_kernel_entry() {
#ifdef __CUDACC__
  const void* const symbol = reinterpret_cast<const void*>(&kernels::kernel_on_device<EmptyKernel>);
#else
  const void* const symbol = nullptr;
#endif
  static const kernels::KernelEntry entry{typeid(EmptyKernel).name(), symbol, &kernels::kernel_on_host<EmptyKernel>,
                                          sizeof(EmptyKernel)};
  return entry;
}

}  // namespace texelscope::app
