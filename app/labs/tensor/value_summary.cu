#include "app/labs/tensor/value_summary.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "app/device/launch_range.h"
#include "app/device/scoped_synchronize.h"
#include "app/labs/tensor/each_value.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/device.h"
#include "texelscope/kernels/launch.h"

namespace texelscope::app {
namespace {

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
        // Away from the first one: numbers that are large and alike leave nothing of their squares otherwise.
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

}  // namespace texelscope::app
