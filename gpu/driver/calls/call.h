#pragma once

#include <string_view>

#include "gpu/driver/calls/argument.h"
#include "texelscope/gpu/call_observer.h"

namespace texelscope::gpu::driver {

/// What is known of a call before it is made. Each call of the seam is a struct: its `info`, its arguments, its
/// results, and TEXELSCOPE_ARGUMENTS, which lists the arguments for traces and errors. One that makes or hands out
/// objects has TEXELSCOPE_OBJECT; what a call gives back is its first argument. A call on a stream has a member
/// `stream`; the size of what it makes is that of its members `size_bytes`, or `descriptor` and `num_levels`.
struct CallInfo {
  /// The CUDA driver function that the call stands for.
  std::string_view name;
  ObjectKind object_kind = ObjectKind::none;
  CallEffect effect = CallEffect::none;
  WorkKind kind = WorkKind::host;
  /// That a call which gives nothing back is made even when its failure is injected.
  bool survives_failure = false;
  /// How many more streams capture after the call than before: 1 where a capture begins, -1 where one ends.
  int captures = 0;

  /// What is given back is gone whatever the driver says, and where waiting fails, nothing runs any more that was
  /// waited for.
  [[nodiscard]] constexpr bool is_made_despite_failure() const noexcept {
    return survives_failure || effect == CallEffect::destroys;
  }
};

}  // namespace texelscope::gpu::driver
