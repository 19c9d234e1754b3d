#pragma once

#include <cstdint>
#include <cstring>

#include "gpu/cpu/texture_unit/bound_texture.h"

namespace texelscope::gpu::cpu::texture_unit {

/// The last result of a function of a texture and the gradients of a fetch. All pixels of a surface without perspective
/// have the same gradients. One memo belongs to one thread.
template <class Result>
class GradientMemo {
 public:
  /// The result of compute(), which is valid until the next call.
  template <class Compute>
  const Result& get(const BoundTexture& texture, const kernels::TextureFetch& fetch, const Compute& compute) {
    const Operands operands{texture.id, {fetch.dx[0], fetch.dx[1], fetch.dy[0], fetch.dy[1]}};
    // In 3D and on cube maps, the coordinates are operands, too.
    const bool is_known = texture.rank < 3 && !texture.is_cube_map();
    if (!is_known || std::memcmp(&operands, &operands_, sizeof(operands)) != 0) {
      result_ = compute();
      operands_ = operands;
    }
    return result_;
  }

 private:
  struct Operands {
    std::uint64_t texture_id = 0;  ///< No texture has 0.
    float derivatives[4] = {};
  };
  Operands operands_;
  Result result_{};
};

}  // namespace texelscope::gpu::cpu::texture_unit
