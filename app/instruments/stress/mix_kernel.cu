#include "app/instruments/stress/random_worker.h"

#include "texelscope/kernels/launch.h"

namespace texelscope::app {
namespace {

struct Mix {
  std::uint32_t* numbers;
  std::uint32_t salt;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index index) const {
    const auto i = static_cast<std::uint32_t>(index.x);
    numbers[i] = mix(numbers[i], i, salt);
  }
};

}  // namespace

void launch_mix(const gpu::Buffer& buffer, std::uint32_t count, std::uint32_t salt, const gpu::Stream& stream) {
  kernels::launch(stream, {static_cast<std::int32_t>(count), 1, 1},
                  Mix{reinterpret_cast<std::uint32_t*>(buffer.handle().value), salt});
}

}  // namespace texelscope::app
