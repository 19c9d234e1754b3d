#include "app/labs/tensor/tensor_scan.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace texelscope::app {
namespace {

constexpr int digits_of_key = 64 / key_digit_bits;
constexpr int search_passes = 1 + 2 * (digits_of_key - 1);

}  // namespace

TensorPieces::TensorPieces(const gpu::StridedMemoryView& tensor, std::int64_t max_elements)
    : tensor_{tensor.view(tensor.layout().permuted(tensor.layout().stride_order()))} {
  if (tensor.layout().is_empty()) {
    return;
  }
  count_ = 1;
  const gpu::Dimensions& shape = tensor_.layout().shape();
  std::int64_t inner = 1;
  for (axis_ = static_cast<int>(shape.size()) - 1; axis_ >= 0; --axis_) {
    const std::int64_t extent = shape[static_cast<std::size_t>(axis_)];
    length_ = std::min(extent, max_elements / inner);
    if (length_ < extent) {
      break;
    }
    inner *= extent;
  }
  for (int axis = 0; axis <= axis_; ++axis) {
    const std::int64_t extent = shape[static_cast<std::size_t>(axis)];
    count_ *= axis < axis_ ? extent : (extent + length_ - 1) / length_;
  }
}

gpu::StridedMemoryView TensorPieces::operator[](std::int64_t number) const {
  const gpu::Dimensions& shape = tensor_.layout().shape();
  std::vector<gpu::AxisSlice> slices(static_cast<std::size_t>(axis_ + 1), gpu::AxisSlice::all());
  for (int axis = axis_; axis >= 0; --axis) {
    const auto at = static_cast<std::size_t>(axis);
    const std::int64_t length = axis == axis_ ? length_ : 1;
    const std::int64_t lengths = (shape[at] + length - 1) / length;
    const std::int64_t first = number % lengths * length;
    number /= lengths;
    slices[at] = {first, std::min(first + length, shape[at])};
  }
  return tensor_.view(tensor_.layout().sliced(slices));
}

TensorScan::TensorScan(ValueSet set, const ScanGoal& goal)
    : set_{std::move(set)},
      goal_{goal},
      pieces_{set_.elements},
      passes_{1 + (goal.bins > 0 ? 1 : 0) + (goal.percentile ? search_passes : 0)} {
  result_.histogram.resize(goal.bins);
  if (pieces_.count() == 0) {
    pass_ = passes_;
  }
}

double TensorScan::progress() const {
  if (is_done()) {
    return 1;
  }
  const double part = static_cast<double>(piece_) / static_cast<double>(pieces_.count());
  return (pass_ + part) / passes_;
}

void TensorScan::advance(const gpu::Stream& stream) {
  if (is_done()) {
    return;
  }
  const ValueSet piece{brought_to(pieces_[piece_], stream), set_.part, set_.lane};
  take_piece(all_values(piece), stream);
  if (++piece_ == pieces_.count()) {
    finish_pass();
    piece_ = 0;
    ++pass_;
    if (!result_.summary.has_range()) {
      pass_ = passes_;
    }
  }
}

void TensorScan::take_piece(const TensorValues& values, const gpu::Stream& stream) {
  if (pass_ == 0) {
    result_.summary.add(summarize(values, stream));
  } else if (is_histogram_pass()) {
    count_values(values, result_.histogram_range, result_.histogram, stream);
  } else {
    const int pass = search_pass();
    const int digit = pass == 0 ? 0 : (pass - 1) % (digits_of_key - 1) + 1;
    const std::uint64_t prefix = pass == 0 ? 0 : searches_[(pass - 1) / (digits_of_key - 1)].digits;
    count_keys(values, prefix, 64 - (digit + 1) * key_digit_bits, keys_, stream);
  }
}

void TensorScan::choose_parts() {
  const auto [lowest, highest] = std::pair{result_.summary.lowest, result_.summary.highest};
  result_.histogram_range = {lowest, highest};
  const gpu::ElementKind kind = set_.elements.type().kind();
  const double numbers = highest - lowest + 1;
  if (kind == gpu::ElementKind::floating_point || kind == gpu::ElementKind::complex || !(numbers > 1)) {
    return;
  }
  const double step = std::ceil(numbers / static_cast<double>(goal_.bins));
  const double count = std::ceil(numbers / step);
  result_.histogram.resize(static_cast<std::size_t>(count));
  // Integers are not at the edges of parts, where rounding would decide.
  result_.histogram_range = {lowest - 0.5, lowest - 0.5 + step * count};
}

void TensorScan::finish_pass() {
  if (pass_ == 0 && goal_.bins > 0 && result_.summary.has_range()) {
    choose_parts();
  }
  if (pass_ > 0 && !is_histogram_pass()) {
    finish_search_pass();
  }
  keys_.assign(std::size_t{1} << key_digit_bits, 0);
}

void TensorScan::finish_search_pass() {
  const auto take_digit = [&](Search& search) {
    std::uint64_t digit = 0;
    // If the memory has changed, it may contain fewer matching numbers by now.
    while (digit + 1 < keys_.size() && search.rank >= keys_[digit]) {
      search.rank -= keys_[digit];
      ++digit;
    }
    search.digits = search.digits << key_digit_bits | digit;
  };
  const int pass = search_pass();
  if (pass > 0) {
    take_digit(searches_[(pass - 1) / (digits_of_key - 1)]);
  } else {
    const auto last = static_cast<std::uint64_t>(result_.summary.finite - 1);
    const auto away = static_cast<std::uint64_t>(static_cast<double>(last) * *goal_.percentile / 100);
    searches_ = {Search{away}, Search{last - away}};
    take_digit(searches_[0]);
    take_digit(searches_[1]);
  }
  if (pass == search_passes - 1) {
    result_.percentiles = {number_of_key(searches_[0].digits), number_of_key(searches_[1].digits)};
  }
}

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
