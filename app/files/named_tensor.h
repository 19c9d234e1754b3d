#pragma once

#include <string>

#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {

/// A tensor under a name that people chose: a variable's, a file's, an archive's member's.
struct NamedTensor {
  std::string name;
  gpu::StridedMemoryView view;
};

}  // namespace texelscope::app
