#include "gpu/texture_unit_library/texture.h"

#include <cstdint>
#include <cstring>
#include <vector>

#include "gpu/texture_unit_library/descriptor.h"
#include "gpu/texture_unit_library/guarded_call.h"
#include "texelscope/gpu/texture_object.h"

namespace texelscope::gpu::texture_unit_library {
namespace {

using cpu::texture_unit::ResultType;

ResultType result_type_of(const ExplainedTexture& texture) {
  const DataType format = texture.array.format;
  if (is_floating_point(format) || texture.descriptor.read_mode == ReadMode::normalized_float) {
    return ResultType::float32;
  }
  return is_signed_integer(format) ? ResultType::int32 : ResultType::uint32;
}

/// Copies all levels without padding, and lets the view refer to the copy.
std::unique_ptr<std::byte[]> copy_texels(const ArrayDescriptor& array, cpu::TexelView& view) {
  std::size_t total = 0;
  for (unsigned index = 0; index < view.levels.size(); ++index) {
    total += level_descriptor(array, index).size_bytes();
  }
  auto copy = std::make_unique_for_overwrite<std::byte[]>(total);
  std::byte* to = copy.get();
  for (unsigned index = 0; index < view.levels.size(); ++index) {
    cpu::TexelLevel& level = view.levels[index];
    const Extent elements = level_descriptor(array, index).copy_extent();
    const std::size_t row = elements.width() * array.element_size();
    const cpu::TexelLevel from = level;
    level.texels = to;
    level.row_pitch_bytes = row;
    level.slice_pitch_bytes = row * elements.height();
    for (std::uint64_t slice = 0; slice < elements.depth(); ++slice) {
      for (std::uint64_t y = 0; y < elements.height(); ++y, to += row) {
        std::memcpy(to, from.texels + slice * from.slice_pitch_bytes + y * from.row_pitch_bytes, row);
      }
    }
  }
  return copy;
}

}  // namespace
}  // namespace texelscope::gpu::texture_unit_library

using namespace texelscope::gpu;
using namespace texelscope::gpu::texture_unit_library;

texelscope_status texelscope_texture_create(const texelscope_texture_descriptor* descriptor,
                                            const texelscope_level* levels, texelscope_texture** texture) {
  return guarded_call(__func__, [&] {
    require(texture, "texture");
    *texture = nullptr;
    const texelscope_texture_descriptor given = read_structure(descriptor, "descriptor");
    require(levels, "levels");
    unsigned num_levels = 1;
    ExplainedTexture facts = texture_from(given, num_levels);
    cpu::TexelView view = view_of(facts, levels, num_levels);
    auto texels = given.borrows_texels != 0 ? nullptr : copy_texels(facts.array, view);
    cpu::TexturePointer unit = cpu::make_texture(view, facts.descriptor);
    const ResultType type = result_type_of(facts);
    std::string warning = texture_warning({facts.resource, facts.array, num_levels}, facts.descriptor);
    *texture = new texelscope_texture{std::move(facts), std::move(texels), std::move(unit), type, std::move(warning)};
  });
}

void texelscope_texture_destroy(texelscope_texture* texture) { delete texture; }

std::int32_t texelscope_texture_result_type(const texelscope_texture* texture) {
  if (texture == nullptr) {
    return -1;
  }
  return texture->result_type == ResultType::float32 ? TEXELSCOPE_FLOAT32
         : texture->result_type == ResultType::int32 ? TEXELSCOPE_INT32
                                                     : TEXELSCOPE_UINT32;
}

const char* texelscope_texture_warning(const texelscope_texture* texture) {
  return texture == nullptr ? "" : texture->warning.c_str();
}
