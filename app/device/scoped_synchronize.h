#pragma once

#include "texelscope/gpu/error.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app {

/// Synchronizes a stream at the end of its scope, even when an exception ends it: anything declared before, such as
/// host memory that copies read or write, outlives the work that uses it. A failure is reported as a diagnostic.
class ScopedSynchronize {
 public:
  explicit ScopedSynchronize(const gpu::Stream& stream) : stream_{stream} {}
  ScopedSynchronize(const ScopedSynchronize&) = delete;
  ScopedSynchronize& operator=(const ScopedSynchronize&) = delete;
  ~ScopedSynchronize() {
    try {
      stream_.synchronize();
    } catch (const gpu::Error& error) {
      stream_.device().report({gpu::Diagnostic::Severity::error, error.what()});
    }
  }

 private:
  const gpu::Stream& stream_;
};

}  // namespace texelscope::app
