#include "app/accesses/texel_place.h"

namespace texelscope::app {

std::uint64_t texel_offset(const gpu::AccessObject& object, std::uint64_t x, std::uint64_t y, std::uint64_t z,
                           unsigned level) {
  const gpu::AccessLevel of = level == 0
                                  ? gpu::AccessLevel{object.offset, object.row_pitch_bytes, object.slice_pitch_bytes}
                                  : object.smaller_levels.at(level - 1);
  return of.offset + z * of.slice_pitch_bytes + y * of.row_pitch_bytes + x * object.array.element_size();
}

std::optional<TexelPlace> texel_place(const gpu::AccessObject& object, std::uint64_t offset) {
  gpu::AccessLevel level{object.offset, object.row_pitch_bytes, object.slice_pitch_bytes};
  TexelPlace place;
  for (const gpu::AccessLevel& smaller : object.smaller_levels) {
    if (offset >= smaller.offset) {
      level = smaller;
      ++place.level;
    }
  }
  const std::uint64_t texel_bytes = object.array.element_size();
  if (object.kind == gpu::AccessObject::Kind::memory || offset < object.offset ||
      offset - object.offset >= object.size_bytes || texel_bytes == 0 || level.row_pitch_bytes < texel_bytes ||
      level.slice_pitch_bytes < level.row_pitch_bytes) {
    return std::nullopt;
  }
  const std::uint64_t within = offset - level.offset;
  const std::uint64_t in_slice = within % level.slice_pitch_bytes;
  place.x = in_slice % level.row_pitch_bytes / texel_bytes;
  place.y = in_slice / level.row_pitch_bytes;
  place.z = within / level.slice_pitch_bytes;
  place.row_texels = level.row_pitch_bytes / texel_bytes;
  place.slice_rows = level.slice_pitch_bytes / level.row_pitch_bytes;
  return place;
}

}  // namespace texelscope::app
