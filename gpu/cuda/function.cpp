#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

Status CudaDriver::perform(driver::ModuleGetFunctionCount& call) noexcept {
  return cu_.ModuleGetFunctionCount == nullptr ? Status::success
                                               : this->call(cu_.ModuleGetFunctionCount, &call.count, call.module);
}

Status CudaDriver::perform(driver::FunctionOfSymbol& call) noexcept {
  const ContextScope scope(cu_, context_);
  CUfunction function = nullptr;
  const Status status = scope.status() == Status::success ? find_symbol(call.symbol, function) : scope.status();
  return keep_created(status, function, call.function);
}

Status CudaDriver::perform(driver::FunctionGetAttributes& call) noexcept {
  const ContextScope scope(cu_, context_);
  if (scope.status() != Status::success) {
    return scope.status();
  }
  const auto function = native<CUfunction>(call.function);
  CUresult result = CUDA_SUCCESS;
  const auto get = [&](CUfunction_attribute which, auto& value) {
    int found = 0;
    result = result == CUDA_SUCCESS ? cu_.FuncGetAttribute(&found, which, function) : result;
    value = static_cast<std::remove_reference_t<decltype(value)>>(found);
  };
  KernelAttributes& attributes = call.attributes;
  get(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, attributes.max_threads_per_block);
  get(CU_FUNC_ATTRIBUTE_NUM_REGS, attributes.registers_per_thread);
  get(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, attributes.static_shared_bytes);
  get(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, attributes.local_bytes_per_thread);
  get(CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES, attributes.constant_bytes);
  get(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, attributes.max_dynamic_shared_bytes);
  get(CU_FUNC_ATTRIBUTE_PTX_VERSION, attributes.ptx_version);
  get(CU_FUNC_ATTRIBUTE_BINARY_VERSION, attributes.binary_version);
  if (result != CUDA_SUCCESS) {
    return to_status(result);
  }
  try {
    const char* name = nullptr;
    if (cu_.FuncGetName != nullptr && cu_.FuncGetName(&name, function) == CUDA_SUCCESS && name != nullptr) {
      call.name = name;
    }
    KernelParameter parameter;
    // The query fails for the first parameter that does not exist.
    while (cu_.FuncGetParamInfo != nullptr &&
           cu_.FuncGetParamInfo(function, call.parameters.size(), &parameter.offset, &parameter.size) == CUDA_SUCCESS) {
      call.parameters.push_back(parameter);
    }
  } catch (...) {
    return Status::out_of_memory;
  }
  return Status::success;
}

}  // namespace texelscope::gpu::cuda
