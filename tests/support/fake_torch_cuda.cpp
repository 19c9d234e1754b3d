// The stream functions of PyTorch's CUDA library: device 0 uses the legacy default stream, device 1 a different one.

#include <cstdint>

extern "C" std::int32_t aoti_torch_get_current_cuda_stream(std::int32_t device, void** out) {
  *out = device == 1 ? reinterpret_cast<void*>(std::uintptr_t{0x5000}) : nullptr;
  return device > 1 ? 1 : 0;
}
