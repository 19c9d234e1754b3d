#include "app/core/value_counts.h"

#include <span>

#include "app/core/each_value.h"
#include "app/core/launch_range.h"
#include "app/core/number_scale.h"
#include "app/core/stream_wait.h"
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

struct CountInBins {
  TensorValues values;
  std::int64_t total;
  std::int64_t calls;
  NumberScale scale;
  std::int64_t bins;
  std::uint64_t* counts;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index index) const {
    const std::int64_t call = number_in_range(index);
    if (call >= calls) {
      return;
    }
    for_each_value(values, total, call, [&](double number) {
      if (is_finite(number)) {
        const auto bin = static_cast<std::int64_t>(scale.part_of(number) * static_cast<double>(bins));
        add_one(counts + (bin < bins ? bin : bins - 1));
      }
    });
  }
};

struct CountKeys {
  TensorValues values;
  std::int64_t total;
  std::int64_t calls;
  std::uint64_t prefix;
  std::int32_t shift;
  std::uint64_t* counts;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index index) const {
    const std::int64_t call = number_in_range(index);
    if (call >= calls) {
      return;
    }
    for_each_value(values, total, call, [&](double number) {
      const std::uint64_t upper = key_of(number) >> shift;
      if (is_finite(number) && upper >> key_digit_bits == prefix) {
        add_one(counts + (upper & ((std::uint64_t{1} << key_digit_bits) - 1)));
      }
    });
  }
};

/// Runs a kernel that adds to counts, which begin at 0, and adds those to `counts`.
template <class Kernel>
void add_counts(Kernel kernel, ValueCounts& counts, const gpu::Stream& stream) {
  kernel.total = kernel.values.count();
  kernel.calls = call_count(kernel.values);
  if (kernel.total == 0) {
    return;
  }
  ValueCounts added(counts.size());
  const gpu::Buffer results = stream.device().allocate(added.size() * sizeof(added[0]), stream);
  const StreamWait work(stream);
  results.fill(std::byte{0}, stream);
  kernel.counts = reinterpret_cast<std::uint64_t*>(results.handle().value);
  kernels::launch(stream, launch_range(kernel.calls), kernel);
  results.copy_to(std::as_writable_bytes(std::span(added)), stream);
  stream.synchronize();
  for (std::size_t bin = 0; bin < counts.size(); ++bin) {
    counts[bin] += added[bin];
  }
}

}  // namespace

void count_values(const TensorValues& values, const NumberRange& range, ValueCounts& counts,
                  const gpu::Stream& stream) {
  add_counts(CountInBins{values, 0, 0, NumberScale(range), static_cast<std::int64_t>(counts.size()), nullptr}, counts,
             stream);
}

void count_keys(const TensorValues& values, std::uint64_t prefix, std::int32_t shift, ValueCounts& counts,
                const gpu::Stream& stream) {
  add_counts(CountKeys{values, 0, 0, prefix, shift, nullptr}, counts, stream);
}

}  // namespace texelscope::app
