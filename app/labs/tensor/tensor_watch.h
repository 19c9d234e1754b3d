#pragma once

#include <functional>
#include <optional>

#include "app/labs/tensor/tensor_scan.h"
#include "app/labs/tensor/tensor_view.h"

namespace texelscope::app {

/// What is known of a set of numbers while what is looked at changes: the result of the last scan that came to its end,
/// and the scan that goes on.
class TensorWatch {
 public:
  /// What the numbers depend on.
  struct Subject {
    int revision = -1;
    /// Only what tells the numbers: no range, no colours.
    TensorView view;
    ScanGoal goal;
    bool operator==(const Subject&) const = default;
  };

  /// Begins a scan of `set()` where the subject is another one than before; or once more when `again` is set and no
  /// scan goes on.
  void look_at(const Subject& subject, bool again, const std::function<ValueSet()>& set);
  /// Works through a piece of the scan that goes on. @throws gpu::InvalidArgument as brought_to().
  void advance(const gpu::Stream& stream);
  void forget();
  /// Ends the scan that goes on, until the subject is another one or looked at `again`; there is no result then.
  /// Nothing where none goes on.
  void give_up();

  [[nodiscard]] bool is_busy() const noexcept { return scan_.has_value(); }
  /// Whether the result is that of the subject as it was looked at last.
  [[nodiscard]] bool is_current() const noexcept { return result_ && result_subject_ == subject_; }
  /// Of the scan that goes on, 0 … 1.
  [[nodiscard]] double progress() const { return scan_ ? scan_->progress() : 1; }
  /// Null before the first scan has come to its end.
  [[nodiscard]] const ScanResult* result() const { return result_ ? &*result_ : nullptr; }

 private:
  Subject subject_;
  std::optional<TensorScan> scan_;
  bool is_given_up_ = false;
  std::optional<ScanResult> result_;
  Subject result_subject_;
};

}  // namespace texelscope::app
