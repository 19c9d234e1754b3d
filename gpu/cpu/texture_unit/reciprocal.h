#pragma once

namespace texelscope::gpu::cpu::texture_unit {

/// 1/value as the GPU's MUFU.RCP instruction approximates it, for value ≥ 0 or NaN: a quadratic for each 1/128 of the
/// significand's range, within one unit in the last place. Denormal values give infinity, values whose reciprocal is
/// denormal give 0. (All 2^23 significands of an H200 are met.)
[[nodiscard]] float approximate_reciprocal(float value);

}  // namespace texelscope::gpu::cpu::texture_unit
