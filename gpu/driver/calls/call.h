#pragma once

#include <string_view>

#include "texelscope/gpu/call_observer.h"

namespace texelscope::gpu::driver {

/// What is known of a call before it is made. Each call of the seam is a struct: its `info`, its arguments, its
/// results, and `visit`, which names the arguments for traces and errors. A call on a stream has a member `stream`; one
/// that makes or gives back objects has `for_each_object`; one that hands out a part of an object has `part`.
struct CallInfo {
  /// The CUDA driver function that the call stands for.
  std::string_view name;
  ObjectKind object_kind = ObjectKind::none;
  CallEffect effect = CallEffect::none;
};

}  // namespace texelscope::gpu::driver
