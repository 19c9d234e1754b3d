#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "gpu/cpu/texture_unit/fetch_many.h"
#include "gpu/cpu/texture_unit/make_texture.h"
#include "gpu/texture_unit_library/include/texelscope_texture_unit.h"
#include "texelscope/gpu/fetch_explanation.h"
#include "texelscope/kernels/texture_fetch.h"

/// The object behind the handle of the C library.
struct texelscope_texture {
  /// Without levels: `unit` refers to the texels.
  texelscope::gpu::ExplainedTexture facts;
  /// Copied texels; null if they are borrowed.
  std::unique_ptr<std::byte[]> texels;
  texelscope::gpu::cpu::TexturePointer unit;
  texelscope::gpu::cpu::texture_unit::ResultType result_type{};
  std::string warning;
};

namespace texelscope::gpu::texture_unit_library {

/// The operation and shape of fetches, checked for this texture. @throws InvalidArgument if it does not support
/// the operation.
[[nodiscard]] kernels::TextureFetch fetch_of_operation(const texelscope_texture& texture, std::int32_t operation,
                                                       std::int32_t component);

/// @throws InvalidArgument like read_structure() and fetch_of_operation().
[[nodiscard]] kernels::TextureFetch fetch_from(const texelscope_texture& texture, const texelscope_fetch* fetch);

}  // namespace texelscope::gpu::texture_unit_library
