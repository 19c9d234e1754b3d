#include "app/labs/tensor/tensor_watch.h"

namespace texelscope::app {

void TensorWatch::look_at(const Subject& subject, bool again, const std::function<ValueSet()>& set) {
  if (subject == subject_ && (scan_ || ((result_ || is_given_up_) && !again))) {
    return;
  }
  if (subject.revision != subject_.revision && !again) {
    result_.reset();
  }
  subject_ = subject;
  is_given_up_ = false;
  scan_.emplace(set(), subject.goal);
}

void TensorWatch::advance(const gpu::Stream& stream) {
  if (!scan_) {
    return;
  }
  scan_->advance(stream);
  if (scan_->is_done()) {
    result_ = scan_->result();
    result_subject_ = subject_;
    scan_.reset();
  }
}

void TensorWatch::give_up() {
  if (is_busy()) {
    scan_.reset();
    result_.reset();
    is_given_up_ = true;
  }
}

void TensorWatch::forget() { *this = {}; }

}  // namespace texelscope::app
