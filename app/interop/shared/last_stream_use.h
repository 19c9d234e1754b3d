#pragma once

#include <optional>

#include "texelscope/gpu/stream.h"

namespace texelscope::app {

/// Waits until a stream is done, without throwing; a failure is reported as a diagnostic.
void wait_at_the_end(const gpu::Stream& stream) noexcept;

/// The stream of the last acquisition of a shared object: its work may still use the memory and the objects created
/// from it.
class LastStreamUse {
 public:
  void set(const gpu::Stream& stream) { stream_ = stream; }
  /// Waits until the stream is done. @throws gpu::Error.
  void wait() const;
  /// Waits likewise, for destructors, which must not throw.
  void wait_at_the_end() const noexcept;

 private:
  std::optional<gpu::Stream> stream_;
};

}  // namespace texelscope::app
