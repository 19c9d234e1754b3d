#pragma once

#include <optional>

#include "texelscope/gpu/stream.h"

namespace texelscope::app {

/// Waits until a stream is done, where nothing can be thrown; a failure is reported as a diagnostic.
void wait_at_the_end(const gpu::Stream& stream) noexcept;

/// The stream of the last acquisition of something shared: what it scheduled may still use the memory and what was made
/// of it.
class LastStreamUse {
 public:
  void set(const gpu::Stream& stream) { stream_ = stream; }
  /// Waits until the stream is done. @throws gpu::Error.
  void wait() const;
  /// The same where nothing can be thrown.
  void wait_at_the_end() const noexcept;

 private:
  std::optional<gpu::Stream> stream_;
};

}  // namespace texelscope::app
