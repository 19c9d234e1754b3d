#include "gpu/driver/open_driver.h"

#include "gpu/cpu/make_driver.h"
#include "gpu/driver/perform_calls.h"
#include "gpu/driver/raw_calls.h"
#include "texelscope/gpu/error.h"

#ifdef TEXELSCOPE_WITH_CUDA
#include "gpu/cuda/make_driver.h"
#endif

namespace texelscope::gpu::driver {
namespace {

#ifndef TEXELSCOPE_WITH_CUDA
[[noreturn]] void throw_no_cuda(const std::string& device) {
  throw Unavailable(device +
                    ": this build has no CUDA device: install the CUDA toolkit, build again with -DTEXELSCOPE_CUDA=ON, "
                    "or use the cpu device");
}
#endif

}  // namespace

std::unique_ptr<Driver> open_driver(DeviceId id) {
  if (id.kind == DeviceKind::cpu) {
    if (id.ordinal != 0) {
      throw Unavailable("there is one cpu device: ask for number 0, not " + std::to_string(id.ordinal));
    }
    return cpu::make_driver();
  }
#ifdef TEXELSCOPE_WITH_CUDA
  return cuda::make_driver(id.ordinal);
#else
  throw_no_cuda(to_string(id));
#endif
}

std::unique_ptr<RawCalls> open_raw_calls(DeviceId id, Driver& driver) {
  if (id.kind == DeviceKind::cpu) {
    return make_perform_calls(driver);
  }
#ifdef TEXELSCOPE_WITH_CUDA
  return cuda::make_raw_calls(id.ordinal);
#else
  throw_no_cuda(to_string(id));
#endif
}

int count_cuda_devices() {
#ifdef TEXELSCOPE_WITH_CUDA
  return cuda::count_devices();
#else
  throw_no_cuda("cuda");
#endif
}

}  // namespace texelscope::gpu::driver
