#pragma once

#include <cstdint>

#include "gpu/copy/host/copy_pointers.h"
#include "texelscope/gpu/copy_plan.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::gpu::copy {

/// Both sides of a copy: their layouts, and the addresses of offset 0.
struct CopySides {
  StridedLayout source;
  StridedLayout destination;
  CopyPointers pointers;
};

[[nodiscard]] inline CopyPlan plan_of(const CopySides& sides) {
  return plan_copy(sides.source, sides.destination,
                   {reinterpret_cast<std::uintptr_t>(sides.pointers.source),
                    reinterpret_cast<std::uintptr_t>(sides.pointers.destination)});
}

}  // namespace texelscope::gpu::copy
