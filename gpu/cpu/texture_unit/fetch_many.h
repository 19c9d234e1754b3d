#pragma once

#include <cstdint>

#include "texelscope/kernels/fetch_list.h"
#include "texelscope/kernels/host_texture.h"

namespace texelscope::gpu::cpu::texture_unit {

/// The type of a texture's results: the one set of HostTexture's functions that returns texels.
enum class ResultType : unsigned char { float32, int32, uint32 };

/// Performs fetches first … end − 1 of the list, with the fast functions where they exist. Different ranges may run
/// concurrently.
void fetch_many(const kernels::HostTexture& texture, ResultType type, const kernels::FetchList& list,
                std::int64_t first, std::int64_t end);

}  // namespace texelscope::gpu::cpu::texture_unit
