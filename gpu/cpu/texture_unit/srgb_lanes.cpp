#include "gpu/cpu/texture_unit/srgb_lanes.h"

#include <cmath>
#include <cstddef>

#include "gpu/cpu/texture_unit/srgb.h"

namespace texelscope::gpu::cpu::texture_unit {

const SrgbLanes& srgb_lanes() {
  static const SrgbLanes lanes = [] {
    SrgbLanes made{};
    for (std::size_t code = 0; code < made.values.size(); ++code) {
      const SrgbEntry& entry = srgb_table()[code];
      made.values[code] = entry.value();
      made.alphas[code] = static_cast<float>(code) / 255.0F;
      made.blocks[code] = std::ldexp(1.0F, entry.exponent + 7);
    }
    return made;
  }();
  return lanes;
}

}  // namespace texelscope::gpu::cpu::texture_unit
