#pragma once

#include <string>

#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {

/// A tensor with a name that a user chose: of a variable, a file, or an archive member.
struct NamedTensor {
  std::string name;
  gpu::StridedMemoryView view;
};

}  // namespace texelscope::app
