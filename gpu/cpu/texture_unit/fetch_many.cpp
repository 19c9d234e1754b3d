#include "gpu/cpu/texture_unit/fetch_many.h"

#include <cstddef>
#include <cstring>

namespace texelscope::gpu::cpu::texture_unit {
namespace {

using kernels::FetchList;
using kernels::HostTexture;
using kernels::TextureFetch;
using kernels::TextureOperation;
using kernels::TextureShape;

/// The functions of a texture that return `Vector`.
template <class Vector>
struct Functions;
template <>
struct Functions<kernels::Float4> {
  static constexpr auto sample = &HostTexture::sample_float;
  static constexpr auto fetch = &HostTexture::fetch_float;
};
template <>
struct Functions<kernels::Int4> {
  static constexpr auto sample = &HostTexture::sample_int;
  static constexpr auto fetch = &HostTexture::fetch_int;
};
template <>
struct Functions<kernels::Uint4> {
  static constexpr auto sample = &HostTexture::sample_uint;
  static constexpr auto fetch = &HostTexture::fetch_uint;
};

/// Calls `read(index)` for each fetch and stores its result. With a constant number of channels, that is one
/// instruction.
template <int num_results, class Read>
void store_each(const FetchList& list, std::int64_t first, std::int64_t end, const Read& read) {
  // Copies stay in registers: results could overwrite the list itself.
  char* const results = static_cast<char*>(list.results);
  const std::int64_t stride_bytes = list.result_stride_bytes;
  for (std::int64_t index = first; index < end; ++index) {
    const auto result = read(index);
    std::memcpy(results + index * stride_bytes, &result, 4 * std::size_t{num_results});
  }
}

template <class Read>
void store_all(const FetchList& list, std::int64_t first, std::int64_t end, const Read& read) {
  switch (list.num_results) {
    case 1:
      return store_each<1>(list, first, end, read);
    case 2:
      return store_each<2>(list, first, end, read);
    case 3:
      return store_each<3>(list, first, end, read);
    default:
      return store_each<4>(list, first, end, read);
  }
}

/// A texture has fast functions only for plain samples of textures without layers.
bool is_plain_sample(const TextureFetch& fetch) {
  return fetch.operation == TextureOperation::sample &&
         (fetch.shape == TextureShape::texture_1d || fetch.shape == TextureShape::texture_2d ||
          fetch.shape == TextureShape::texture_3d);
}

template <class Vector>
void fetch_vectors(const HostTexture& texture, const FetchList& list, std::int64_t first, std::int64_t end) {
  if (is_plain_sample(list.common)) {
    const auto sample = texture.*Functions<Vector>::sample;
    const auto [x, y, z] = list.coordinates;
    return store_all(list, first, end,
                     [&](std::int64_t index) { return sample(texture, x[index], y[index], z[index]); });
  }
  const auto fetch = texture.*Functions<Vector>::fetch;
  store_all(list, first, end, [&](std::int64_t index) { return fetch(texture, list.fetch(index)); });
}

}  // namespace

void fetch_many(const HostTexture& texture, ResultType type, const FetchList& list, std::int64_t first,
                std::int64_t end) {
  switch (type) {
    case ResultType::float32:
      return fetch_vectors<kernels::Float4>(texture, list, first, end);
    case ResultType::int32:
      return fetch_vectors<kernels::Int4>(texture, list, first, end);
    case ResultType::uint32:
      return fetch_vectors<kernels::Uint4>(texture, list, first, end);
  }
}

}  // namespace texelscope::gpu::cpu::texture_unit
