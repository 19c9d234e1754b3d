#include "app/instruments/bench/empty_kernel.h"

namespace texelscope::app {

const kernels::KernelEntry& empty_kernel_entry() { return kernels::entry_of<EmptyKernel>(); }

}  // namespace texelscope::app
