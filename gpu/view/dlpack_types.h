#pragma once

#include "gpu/view/dlpack_abi.h"
#include "texelscope/gpu/element_type.h"

namespace texelscope::gpu::dlpack {

/// @throws InvalidArgument with the reason for codes that are no number's, sizes that there are not, and elements that
/// are no whole bytes.
[[nodiscard]] ElementType element_type(const DLDataType& type, bool is_each_padded);

/// @throws InvalidArgument for times and texts, which DLPack has not, and for more than 65535 lanes.
[[nodiscard]] DLDataType data_type(const ElementType& type);

}  // namespace texelscope::gpu::dlpack
