#include "app/interop/shared/last_stream_use.h"

#include "texelscope/gpu/error.h"

namespace texelscope::app {

void wait_at_the_end(const gpu::Stream& stream) noexcept {
  try {
    stream.synchronize();
  } catch (const gpu::Error& error) {
    stream.device().report({gpu::Diagnostic::Severity::error, error.what()});
  }
}

void LastStreamUse::wait() const {
  if (stream_) {
    stream_->synchronize();
  }
}

void LastStreamUse::wait_at_the_end() const noexcept {
  if (stream_) {
    app::wait_at_the_end(*stream_);
  }
}

}  // namespace texelscope::app
