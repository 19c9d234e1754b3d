#include <cstdint>

#include "gpu/cpu/texture_unit/highway_targets.h"
#include "hwy/highway.h"

// The two functions of libhwy that a program needs to choose between instruction sets at run time. Distributions
// package libhwy as a shared library only, and without it, this library depends on the C and C++ runtime alone.
namespace hwy {
namespace {

#if HWY_ARCH_X86
std::int64_t find_targets() {
  __builtin_cpu_init();
  // The instruction set of all processors, or scalar code, is chosen if no bit is set.
  std::int64_t targets = 0;
  const bool has_ssse3 = __builtin_cpu_supports("ssse3");
  const bool has_sse4 = has_ssse3 && __builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("sse4.2") &&
                        __builtin_cpu_supports("aes") && __builtin_cpu_supports("pclmul");
  // libgcc reports AVX only if the operating system saves its registers.
  const bool has_avx2 = has_sse4 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                        __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                        __builtin_cpu_supports("lzcnt") && __builtin_cpu_supports("f16c");
  const bool has_avx3 = has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512cd");
  targets |= has_ssse3 ? HWY_SSSE3 : 0;
  targets |= has_sse4 ? HWY_SSE4 : 0;
  targets |= has_avx2 ? HWY_AVX2 : 0;
  targets |= has_avx3 ? HWY_AVX3 : 0;
  return targets;
}
#else
std::int64_t find_targets() { return HWY_STATIC_TARGET; }
#endif

}  // namespace

std::int64_t SupportedTargets() {
  static const std::int64_t targets = find_targets();
  return targets;
}

ChosenTarget& GetChosenTarget() {
  static ChosenTarget chosen;
  return chosen;
}

}  // namespace hwy
