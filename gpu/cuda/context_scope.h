#pragma once

#include "gpu/cuda/driver_functions.h"
#include "texelscope/gpu/status.h"

namespace texelscope::gpu::cuda {

[[nodiscard]] constexpr Status to_status(CUresult result) noexcept { return static_cast<Status>(result); }

/// While it lives, `context` is current on this thread; the caller's is current again afterwards.
class ContextScope {
 public:
  ContextScope(const DriverFunctions& cu, CUcontext context) noexcept : cu_{cu} {
    if (context == nullptr) {
      status_ = Status::invalid_context;
      return;
    }
    CUcontext current = nullptr;
    status_ = to_status(cu.CtxGetCurrent(&current));
    if (status_ == Status::success && current != context) {
      status_ = to_status(cu.CtxPushCurrent(context));
      is_pushed_ = status_ == Status::success;
    }
  }
  ~ContextScope() {
    if (is_pushed_) {
      CUcontext popped = nullptr;
      cu_.CtxPopCurrent(&popped);
    }
  }
  ContextScope(const ContextScope&) = delete;
  ContextScope& operator=(const ContextScope&) = delete;

  [[nodiscard]] Status status() const noexcept { return status_; }

 private:
  const DriverFunctions& cu_;
  Status status_ = Status::success;
  bool is_pushed_ = false;
};

}  // namespace texelscope::gpu::cuda
