#pragma once

#include "texelscope/gpu/element_type.h"
#include "texelscope/gpu/tensor_metadata.h"

namespace texelscope::gpu::dlpack {

/// @throws InvalidArgument with the reason for codes that are no number's, sizes that there are not, and elements that
/// are no whole bytes.
[[nodiscard]] ElementType element_type(const DLPackType& type, bool is_each_padded);

}  // namespace texelscope::gpu::dlpack
