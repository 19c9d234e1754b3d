#include "app/labs/tensor/value_summary.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "app/device/launch_range.h"
#include "app/device/scoped_synchronize.h"
#include "app/labs/tensor/number_scale.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/device.h"
#include "texelscope/kernels/launch.h"

namespace texelscope::app {
namespace {

/// The number of values that one kernel thread handles in sequence.
constexpr std::int64_t values_per_call = 512;

/// The number of kernel threads for all values.
std::int64_t call_count(const TensorValues& values) { return (values.count() + values_per_call - 1) / values_per_call; }

/// Passes to `take`, in C order, each number that call `call` handles; `call` is below call_count().
template <class Take>
TEXELSCOPE_KERNEL_FUNCTION void for_each_value(const TensorValues& values, std::int64_t total, std::int64_t call,
                                               Take&& take) {
  const std::int32_t inner = values.axes - 1;
  std::int64_t number = call * values_per_call;
  const std::int64_t end = number + values_per_call < total ? number + values_per_call : total;
  while (number < end) {
    std::int64_t bytes = 0;
    std::int64_t bits = 0;
    std::int64_t rest = number;
    std::int64_t left = 0;
    for (std::int32_t axis = inner; axis >= 0; --axis) {
      const std::int64_t position = rest % values.extents[axis];
      rest /= values.extents[axis];
      bytes += position * values.strides[axis];
      bits += position * values.bit_strides[axis];
      left = axis == inner ? values.extents[axis] - position : left;
    }
    // The rest of an innermost row needs no division.
    for (const std::int64_t row_end = number + left < end ? number + left : end; number < row_end; ++number) {
      take(values.number(bytes, bits));
      bytes += values.strides[inner];
      bits += values.bit_strides[inner];
    }
  }
}

struct SummarizeValues {
  TensorValues values;
  std::int64_t total;
  std::int64_t calls;
  ValueSummary* summaries;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index index) const {
    const std::int64_t call = number_in_range(index);
    if (call >= calls) {
      return;
    }
    ValueSummary summary;
    double first = 0;
    double sum = 0;
    double squares = 0;
    for_each_value(values, total, call, [&](double number) {
      ++summary.count;
      if (number != number) {
        ++summary.nans;
      } else if (number == detail::infinity()) {
        ++summary.positive_infinities;
      } else if (number == -detail::infinity()) {
        ++summary.negative_infinities;
      } else {
        // Relative to the first number; otherwise, the squares of large, similar numbers would lose all precision.
        first = summary.finite == 0 ? number : first;
        ++summary.finite;
        summary.zeros += number == 0 ? 1 : 0;
        summary.lowest = number < summary.lowest ? number : summary.lowest;
        summary.highest = number > summary.highest ? number : summary.highest;
        const double away = number - first;
        sum += away;
        squares += away * away;
      }
    });
    if (summary.finite > 0) {
      const double mean = sum / static_cast<double>(summary.finite);
      const double rest = squares - sum * mean;
      summary.mean = first + mean;
      summary.squares = rest > 0 ? rest : 0;
    }
    summaries[call] = summary;
  }
};

TEXELSCOPE_KERNEL_FUNCTION void add_to(std::uint64_t* count, std::uint64_t number) {
#ifdef __CUDA_ARCH__
  atomicAdd(reinterpret_cast<unsigned long long*>(count), static_cast<unsigned long long>(number));
#else
  __atomic_fetch_add(count, number, __ATOMIC_RELAXED);
#endif
}

TEXELSCOPE_KERNEL_FUNCTION bool is_finite(double number) { return number - number == 0; }

/// The bin of a number on a scale.
struct BinOnScale {
  NumberScale scale;
  std::int64_t bins;

  TEXELSCOPE_KERNEL_FUNCTION std::int64_t operator()(double number) const {
    const auto bin = static_cast<std::int64_t>(scale.part_of(number) * static_cast<double>(bins));
    return bin < bins ? bin : bins - 1;
  }
};

/// A digit of a number's key; −1 for a key with a different prefix.
struct DigitOfKey {
  std::uint64_t prefix;
  std::int32_t shift;

  TEXELSCOPE_KERNEL_FUNCTION std::int64_t operator()(double number) const {
    const std::uint64_t upper = key_of(number) >> shift;
    constexpr std::uint64_t digits = (std::uint64_t{1} << key_digit_bits) - 1;
    return upper >> key_digit_bits == prefix ? static_cast<std::int64_t>(upper & digits) : -1;
  }
};

/// Counts the finite values, each in the bin that `place_of` returns.
template <class Place>
struct CountValues {
  TensorValues values;
  std::int64_t total;
  std::int64_t calls;
  Place place_of;
  std::uint64_t* counts;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index index) const {
    const std::int64_t call = number_in_range(index);
    if (call >= calls) {
      return;
    }
    // Equal neighbors, as in masks, are added at once: threads wait for each other when they add to the same bin.
    std::int64_t place = -1;
    std::uint64_t neighbors = 0;
    const auto add = [&] {
      if (place >= 0 && neighbors > 0) {
        add_to(counts + place, neighbors);
      }
    };
    for_each_value(values, total, call, [&](double number) {
      const std::int64_t next = is_finite(number) ? place_of(number) : -1;
      if (next != place) {
        add();
        place = next;
        neighbors = 0;
      }
      ++neighbors;
    });
    add();
  }
};

/// Adds to counts, on a stream, and waits for it.
template <class Place>
void add_counts(const TensorValues& values, const Place& place_of, ValueCounts& counts, const gpu::Stream& stream) {
  const std::int64_t total = values.count();
  if (total == 0) {
    return;
  }
  const std::int64_t calls = call_count(values);
  ValueCounts added(counts.size());
  const gpu::Buffer results = stream.device().allocate(added.size() * sizeof(added[0]), stream);
  const ScopedSynchronize work(stream);
  results.fill(std::byte{0}, stream);
  kernels::launch(
      stream, launch_range(calls),
      CountValues<Place>{values, total, calls, place_of, reinterpret_cast<std::uint64_t*>(results.handle().value)});
  results.copy_to(std::as_writable_bytes(std::span(added)), stream);
  stream.synchronize();
  for (std::size_t bin = 0; bin < counts.size(); ++bin) {
    counts[bin] += added[bin];
  }
}

}  // namespace

void ValueSummary::add(const ValueSummary& others) {
  count += others.count;
  zeros += others.zeros;
  nans += others.nans;
  positive_infinities += others.positive_infinities;
  negative_infinities += others.negative_infinities;
  if (others.finite == 0) {
    return;
  }
  lowest = std::min(lowest, others.lowest);
  highest = std::max(highest, others.highest);
  const auto mine = static_cast<double>(finite);
  const auto theirs = static_cast<double>(others.finite);
  const double apart = others.mean - mean;
  finite += others.finite;
  const double share = theirs / static_cast<double>(finite);
  mean = mine == 0 ? others.mean : mean + apart * share;
  squares = mine == 0 ? others.squares : squares + others.squares + apart * apart * mine * share;
}

double ValueSummary::standard_deviation() const {
  return finite > 0 ? std::sqrt(squares / static_cast<double>(finite)) : 0;
}

ValueSummary summarize(const TensorValues& values, const gpu::Stream& stream) {
  ValueSummary all;
  const std::int64_t total = values.count();
  if (total == 0) {
    return all;
  }
  const std::int64_t calls = call_count(values);
  std::vector<ValueSummary> summaries(static_cast<std::size_t>(calls));
  const gpu::Buffer results = stream.device().allocate(summaries.size() * sizeof(ValueSummary), stream);
  const ScopedSynchronize work(stream);
  kernels::launch(stream, launch_range(calls),
                  SummarizeValues{values, total, calls, reinterpret_cast<ValueSummary*>(results.handle().value)});
  results.copy_to(std::as_writable_bytes(std::span(summaries)), stream);
  stream.synchronize();
  for (const ValueSummary& summary : summaries) {
    all.add(summary);
  }
  return all;
}

void count_values(const TensorValues& values, const NumberRange& range, ValueCounts& counts,
                  const gpu::Stream& stream) {
  add_counts(values, BinOnScale{NumberScale(range), static_cast<std::int64_t>(counts.size())}, counts, stream);
}

void count_keys(const TensorValues& values, std::uint64_t prefix, std::int32_t shift, ValueCounts& counts,
                const gpu::Stream& stream) {
  add_counts(values, DigitOfKey{prefix, shift}, counts, stream);
}

}  // namespace texelscope::app
