#pragma once

#include <mutex>
#include <utility>
#include <vector>

#include "app/window/notice.h"
#include "texelscope/gpu/device.h"

namespace texelscope::app {

/// Brings diagnostics, which come on any thread, to the thread of the window.
class NoticeInbox {
 public:
  void add(const gpu::Diagnostic& diagnostic) {
    const std::lock_guard lock{mutex_};
    // A cleanup that fails with each frame must not fill the memory of a window that is not drawn.
    if (waiting_.size() < Notices::capacity) {
      waiting_.push_back(diagnostic);
    }
  }

  /// Says what has come since the last call.
  void empty_into(Notices& notices, double now) {
    std::vector<gpu::Diagnostic> taken;
    {
      const std::lock_guard lock{mutex_};
      taken.swap(waiting_);
    }
    for (gpu::Diagnostic& diagnostic : taken) {
      const bool is_error = diagnostic.severity == gpu::Diagnostic::Severity::error;
      notices.notify(is_error ? NoticeKind::error : NoticeKind::warning, std::move(diagnostic.text), now);
    }
  }

 private:
  std::mutex mutex_;
  std::vector<gpu::Diagnostic> waiting_;
};

}  // namespace texelscope::app
