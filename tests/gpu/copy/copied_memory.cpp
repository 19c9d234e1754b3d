#include "tests/gpu/copy/copied_memory.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <numeric>
#include <thread>

#include "gpu/copy/host/host_copy.h"
#include "texelscope/gpu/copy_plan.h"

namespace texelscope::tests {
namespace {

using gpu::StridedLayout;

constexpr std::size_t guard_bytes = 64;

/// The offset of each element in bytes, in C order.
std::vector<std::int64_t> offsets_of(const StridedLayout& layout) {
  std::vector<std::int64_t> offsets{layout.slice_offset()};
  if (layout.is_empty()) {
    return {};
  }
  for (std::size_t axis = 0; axis < layout.ndim(); ++axis) {
    std::vector<std::int64_t> longer;
    longer.reserve(offsets.size() * static_cast<std::size_t>(layout.shape()[axis]));
    for (const std::int64_t offset : offsets) {
      for (std::int64_t index = 0; index < layout.shape()[axis]; ++index) {
        longer.push_back(offset + index * layout.strides()[axis]);
      }
    }
    offsets = std::move(longer);
  }
  for (std::int64_t& offset : offsets) {
    offset *= layout.itemsize();
  }
  return offsets;
}

std::string text_of(const StridedLayout& source, const StridedLayout& destination, const gpu::CopyPlan& plan) {
  std::string text = to_string(source) + " into " + to_string(destination) + ": " + to_string(plan);
  for (const std::string& step : plan.steps) {
    text += "; " + step;
  }
  return text;
}

void run_shuffled(const gpu::copy::HostCopy& copy, std::mt19937_64& random, unsigned thread_count) {
  // Ranges of tasks, some with a single task.
  std::vector<std::int64_t> begins;
  const std::int64_t count = task_count(copy);
  for (std::int64_t begin = 0; begin < count; begin += 1 + static_cast<std::int64_t>(random() % 3)) {
    begins.push_back(begin);
  }
  std::vector<std::size_t> order(begins.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::shuffle(order, random);
  begins.push_back(count);
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t taken = next++; taken < order.size(); taken = next++) {
      run_tasks(copy, begins[order[taken]], begins[order[taken] + 1]);
    }
  };
  std::vector<std::thread> others;
  while (others.size() + 1 < thread_count) {
    others.emplace_back(work);
  }
  work();
  for (std::thread& other : others) {
    other.join();
  }
}

}  // namespace

SideMemory::SideMemory(const StridedLayout& layout, std::size_t misalignment, std::mt19937_64& random) {
  const gpu::OffsetBounds bounds = layout.offset_bounds();
  const std::int64_t span = layout.is_empty() ? 0 : (bounds.max - bounds.min + 1) * layout.itemsize();
  bytes_.resize(static_cast<std::size_t>(span) + 3 * guard_bytes);
  std::size_t done = 0;
  for (; done + 8 <= bytes_.size(); done += 8) {
    const std::uint64_t value = random();
    std::memcpy(bytes_.data() + done, &value, 8);
  }
  const auto address = reinterpret_cast<std::uintptr_t>(bytes_.data());
  const std::size_t first = guard_bytes - address % guard_bytes + misalignment % guard_bytes;
  zero_ = static_cast<std::ptrdiff_t>(first) - bounds.min * layout.itemsize();
}

CopiedMemory::CopiedMemory(const StridedLayout& from, const StridedLayout& to, std::size_t source_misalignment,
                           std::size_t destination_misalignment, std::mt19937_64& random)
    : source_layout{from},
      destination_layout{to},
      source{from, source_misalignment, random},
      destination{to, destination_misalignment, random},
      expected{destination.bytes()} {
  const std::ptrdiff_t zero = destination.offset_zero() - destination.bytes().data();
  const std::vector<std::int64_t> source_offsets = offsets_of(from);
  const std::vector<std::int64_t> destination_offsets = offsets_of(to);
  for (std::size_t element = 0; element < source_offsets.size(); ++element) {
    for (std::int64_t byte = 0; byte < from.itemsize(); ++byte) {
      expected[static_cast<std::size_t>(zero + destination_offsets[element] + byte)] =
          source.offset_zero()[source_offsets[element] + byte];
    }
  }
}

namespace {

/// `written_bytes` as for make_host_copy().
testing::AssertionResult copies_once(const StridedLayout& source, const StridedLayout& destination,
                                     std::mt19937_64& random, unsigned thread_count, std::size_t source_misalignment,
                                     std::size_t destination_misalignment, std::int64_t written_bytes) {
  CopiedMemory memory{source, destination, source_misalignment, destination_misalignment, random};
  const std::vector<std::byte> source_before = memory.source.bytes();
  const gpu::copy::CopyPointers pointers = memory.pointers();
  const gpu::CopyPlan plan = plan_copy(
      source, destination,
      {reinterpret_cast<std::uintptr_t>(pointers.source), reinterpret_cast<std::uintptr_t>(pointers.destination)});
  run_shuffled(make_host_copy(plan, pointers, thread_count, written_bytes), random, thread_count);
  const auto [found, wanted] = std::ranges::mismatch(memory.destination.bytes(), memory.expected);
  if (wanted != memory.expected.end()) {
    return testing::AssertionFailure() << text_of(source, destination, plan) << ": byte "
                                       << (found - memory.destination.bytes().begin()) -
                                              (pointers.destination - memory.destination.bytes().data())
                                       << " past offset 0 is " << static_cast<int>(*found) << " instead of "
                                       << static_cast<int>(*wanted);
  }
  if (memory.source.bytes() != source_before) {
    return testing::AssertionFailure() << text_of(source, destination, plan) << ": the source has changed";
  }
  return testing::AssertionSuccess();
}

}  // namespace

testing::AssertionResult copies(const StridedLayout& source, const StridedLayout& destination, std::mt19937_64& random,
                                unsigned thread_count, std::size_t source_misalignment,
                                std::size_t destination_misalignment) {
  testing::AssertionResult result = testing::AssertionSuccess();
  for (const std::int64_t written_bytes : {std::int64_t{0}, past_caches_bytes}) {
    if (result && (written_bytes == 0 || source.volume() * source.itemsize() < past_caches_bytes)) {
      result = copies_once(source, destination, random, thread_count, source_misalignment, destination_misalignment,
                           written_bytes);
    }
  }
  return result;
}

testing::AssertionResult copies_to_dense(const StridedLayout& source, std::mt19937_64& random, unsigned thread_count,
                                         std::size_t source_misalignment, std::size_t destination_misalignment) {
  return copies(source, StridedLayout::dense(source.shape(), source.itemsize()), random, thread_count,
                source_misalignment, destination_misalignment);
}

}  // namespace texelscope::tests
