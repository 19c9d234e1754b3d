#include "app/labs/tensor/value_counts.h"

#include <span>

#include "app/device/launch_range.h"
#include "app/device/scoped_synchronize.h"
#include "app/labs/tensor/each_value.h"
#include "app/labs/tensor/number_scale.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/device.h"
#include "texelscope/kernels/launch.h"

namespace texelscope::app {
namespace {

TEXELSCOPE_KERNEL_FUNCTION void add_one(std::uint64_t* count) {
#ifdef __CUDA_ARCH__
  atomicAdd(reinterpret_cast<unsigned long long*>(count), 1ULL);
#else
  __atomic_fetch_add(count, std::uint64_t{1}, __ATOMIC_RELAXED);
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

/// A digit of a number's key; −1 for one that begins otherwise.
struct DigitOfKey {
  std::uint64_t prefix;
  std::int32_t shift;

  TEXELSCOPE_KERNEL_FUNCTION std::int64_t operator()(double number) const {
    const std::uint64_t upper = key_of(number) >> shift;
    constexpr std::uint64_t digits = (std::uint64_t{1} << key_digit_bits) - 1;
    return upper >> key_digit_bits == prefix ? static_cast<std::int64_t>(upper & digits) : -1;
  }
};

/// Counts the finite values, each where `place_of` puts it.
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
    for_each_value(values, total, call, [&](double number) {
      const std::int64_t place = is_finite(number) ? place_of(number) : -1;
      if (place >= 0) {
        add_one(counts + place);
      }
    });
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

void count_values(const TensorValues& values, const NumberRange& range, ValueCounts& counts,
                  const gpu::Stream& stream) {
  add_counts(values, BinOnScale{NumberScale(range), static_cast<std::int64_t>(counts.size())}, counts, stream);
}

void count_keys(const TensorValues& values, std::uint64_t prefix, std::int32_t shift, ValueCounts& counts,
                const gpu::Stream& stream) {
  add_counts(values, DigitOfKey{prefix, shift}, counts, stream);
}

}  // namespace texelscope::app
