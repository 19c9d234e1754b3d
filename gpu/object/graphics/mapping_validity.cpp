#include "gpu/object/graphics/mapping_validity.h"

#include <fmt/format.h>

#include "texelscope/gpu/error.h"

namespace texelscope::gpu {

void require_mapped(const MappingValidity* validity, std::string_view object) {
  if (validity != nullptr && !validity->is_mapped()) [[unlikely]] {
    throw InvalidState(
        fmt::format("this {} comes from a graphics resource that has since been unmapped: map the resource again and "
                    "get the {} from the new mapping",
                    object, object));
  }
}

}  // namespace texelscope::gpu
