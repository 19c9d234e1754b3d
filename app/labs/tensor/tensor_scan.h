#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>

#include "app/labs/tensor/tensor_values.h"
#include "app/labs/tensor/tensor_view.h"
#include "app/labs/tensor/value_summary.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {

/// The number of elements per step, which takes a few hundredths of a second on two cores.
inline constexpr std::int64_t elements_per_piece = std::int64_t{1} << 20;

/// A tensor divided into boxes, to be scanned one after another in memory order. The boxes are views of the same memory
/// and contain each element once.
class TensorPieces {
 public:
  /// Boxes of at most `max_elements` ≥ 1.
  explicit TensorPieces(const gpu::StridedMemoryView& tensor, std::int64_t max_elements = elements_per_piece);

  /// 0 for an empty tensor.
  [[nodiscard]] std::int64_t count() const noexcept { return count_; }
  /// A part by its number, below count().
  [[nodiscard]] gpu::StridedMemoryView operator[](std::int64_t number) const;

 private:
  /// Its axes are in order of decreasing strides.
  gpu::StridedMemoryView tensor_;
  /// The axis that is divided; axes before it contribute one index at a time. −1 if there is only one part.
  int axis_ = -1;
  /// Indices along the divided axis.
  std::int64_t length_ = 1;
  std::int64_t count_ = 0;
};

/// The known properties of a set of numbers.
struct ScanResult {
  ValueSummary summary;
  /// Counts in equal parts of a range; empty if not requested.
  ValueCounts histogram;
  /// The summary's range; around integers, so that each part has the same number of them.
  NumberRange histogram_range{};
  /// The percentiles, if requested and if there are finite numbers.
  std::optional<NumberRange> percentiles;
};

/// The results of a scan in addition to the summary.
struct ScanGoal {
  /// Number of histogram bins; 0 for no histogram.
  std::size_t bins = 0;
  /// The percentile of the range's lowest number, 0 … 50; its highest number has the percentile 100 minus this.
  std::optional<double> percentile{};
  bool operator==(const ScanGoal&) const = default;
};

/// Scans a set of numbers part by part, in several passes: one for the summary, one for the histogram, and seven for
/// percentiles, which are exact (nearest rank) and found digit by digit.
class TensorScan {
 public:
  TensorScan(ValueSet set, const ScanGoal& goal);

  /// Scans the next part. Waits for `stream`. @throws gpu::InvalidArgument as brought_to().
  void advance(const gpu::Stream& stream);
  [[nodiscard]] bool is_done() const noexcept { return pass_ >= passes_; }
  /// 0 … 1.
  [[nodiscard]] double progress() const;
  /// Complete when is_done().
  [[nodiscard]] const ScanResult& result() const noexcept { return result_; }

 private:
  /// A percentile being searched for.
  struct Search {
    /// The rank of the number among those whose key begins with the digits found so far.
    std::uint64_t rank = 0;
    std::uint64_t digits = 0;
  };

  [[nodiscard]] bool is_histogram_pass() const noexcept { return pass_ == 1 && goal_.bins > 0; }
  /// The pass of the percentile search, from 0: first the first digit of both percentiles, then three more digits of
  /// each.
  [[nodiscard]] int search_pass() const noexcept { return pass_ - (goal_.bins > 0 ? 2 : 1); }
  void take_piece(const TensorValues& values, const gpu::Stream& stream);
  /// The parts of the histogram, once the summary is known.
  void choose_parts();
  void finish_pass();
  void finish_search_pass();

  ValueSet set_;
  ScanGoal goal_;
  TensorPieces pieces_;
  int passes_;
  int pass_ = 0;
  std::int64_t piece_ = 0;
  ValueCounts keys_;
  std::array<Search, 2> searches_{};
  ScanResult result_;
};

/// The known properties of a set of numbers whose subject changes: the result of the last complete scan, and the scan
/// in progress.
class TensorWatch {
 public:
  /// The input that the numbers depend on.
  struct Subject {
    int revision = -1;
    /// Only the part that affects the numbers: no range, no colors.
    TensorView view;
    ScanGoal goal;
    bool operator==(const Subject&) const = default;
  };

  /// Starts a scan of `set()` if the subject has changed, or a repetition if `again` is set and no scan is in progress.
  void look_at(const Subject& subject, bool again, const std::function<ValueSet()>& set);
  /// Scans the next part of the scan in progress. @throws gpu::InvalidArgument as brought_to().
  void advance(const gpu::Stream& stream);
  void forget();
  /// Aborts the scan in progress, without a result; the next scan starts when the subject changes or `again` is set.
  /// Does nothing if no scan is in progress.
  void give_up();

  [[nodiscard]] bool is_busy() const noexcept { return scan_.has_value(); }
  /// Whether the result is that of the last subject.
  [[nodiscard]] bool is_current() const noexcept { return result_ && result_subject_ == subject_; }
  /// The progress of the current scan, 0 … 1.
  [[nodiscard]] double progress() const { return scan_ ? scan_->progress() : 1; }
  /// Null before the first completed scan.
  [[nodiscard]] const ScanResult* result() const { return result_ ? &*result_ : nullptr; }

 private:
  Subject subject_;
  std::optional<TensorScan> scan_;
  bool is_given_up_ = false;
  std::optional<ScanResult> result_;
  Subject result_subject_;
};

}  // namespace texelscope::app
