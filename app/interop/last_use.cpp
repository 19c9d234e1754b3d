#include "app/interop/last_use.h"

#include "texelscope/gpu/error.h"

namespace texelscope::app {

void LastUse::wait() const {
  if (stream_) {
    stream_->synchronize();
  }
}

void LastUse::wait_at_the_end() const noexcept {
  try {
    wait();
  } catch (const gpu::Error& error) {
    stream_->device().report({gpu::Diagnostic::Severity::error, error.what()});
  }
}

}  // namespace texelscope::app
