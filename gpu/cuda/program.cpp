#include <algorithm>
#include <array>

#include "gpu/cuda/cuda_driver.h"
#include "gpu/cuda/device_compiler.h"
#include "gpu/cuda/jit_linker.h"
#include "gpu/cuda/nvrtc_process.h"

namespace texelscope::gpu::cuda {

int CudaDriver::capability() const noexcept {
  return 10 * attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) +
         attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
}

Status CudaDriver::perform(driver::ProgramCompile& call) noexcept {
  try {
    return compile_program(cu_.driver_version, capability(), call);
  } catch (...) {
    return Status::out_of_memory;
  }
}

Status CudaDriver::perform(driver::SourceCompile& call) noexcept {
  try {
    return compile_source_with_cache(nvrtc(cu_.driver_version), capability(), call);
  } catch (...) {
    return Status::out_of_memory;
  }
}

Status CudaDriver::perform(driver::CodeLink& call) noexcept {
  try {
    return link_for_device(jit_linker(cu_.driver_version), capability(), call);
  } catch (...) {
    return Status::out_of_memory;
  }
}

Status CudaDriver::perform(driver::ModuleLoad& call) noexcept {
  std::array<char, 4096> log{};
  std::array options{CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  std::array<void*, 2> values{log.data(), reinterpret_cast<void*>(log.size())};
  const Status status = create(cu_.ModuleLoadDataEx, call.module, static_cast<const void*>(call.binary.data()),
                               static_cast<unsigned>(options.size()), options.data(), values.data());
  if (status != Status::success) {
    try {
      call.log.assign(log.data(), std::find(log.begin(), log.end(), '\0') - log.begin());
    } catch (...) {
      return Status::out_of_memory;
    }
  }
  return status;
}

Status CudaDriver::perform(driver::ModuleUnload& call) noexcept {
  // The driver API does not document that unloading waits for running or scheduled kernels of the module. A failure of
  // that work is reported to code that waits for it.
  static_cast<void>(this->call(cu_.CtxSynchronize));
  return this->call(cu_.ModuleUnload, call.module);
}

TEXELSCOPE_CREATE(ModuleGetFunction, ModuleGetFunction, call.function, call.module, call.name)

}  // namespace texelscope::gpu::cuda
