#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>

#include "gpu/copy/host/host_block.h"
#include "gpu/copy/host/host_packed.h"
#include "gpu/copy/host/host_piece.h"
#include "gpu/copy/host/host_stream.h"

namespace texelscope::gpu::copy {
namespace {

struct FreeBuffer {
  void operator()(std::byte* buffer) const noexcept { std::free(buffer); }
};

/// The assembly buffer of a thread, retained for the thread's next copy: allocating memory from the system takes as
/// long as filling it.
std::byte* buffer_of_thread(std::int64_t bytes) {
  static thread_local std::unique_ptr<std::byte, FreeBuffer> buffer;
  static thread_local std::int64_t size_bytes = 0;
  if (size_bytes < bytes) {
    const auto size = static_cast<std::size_t>((bytes + cache_line_bytes - 1) / cache_line_bytes * cache_line_bytes);
    auto* const larger = static_cast<std::byte*>(std::aligned_alloc(cache_line_bytes, size));
    if (larger == nullptr) {
      throw std::bad_alloc{};
    }
    buffer.reset(larger);
    size_bytes = static_cast<std::int64_t>(size);
  }
  return buffer.get();
}

HostAxisSet axis(std::int32_t index) noexcept { return HostAxisSet{1} << index; }

/// Moves a block to the destination, or to its assembly buffer, with the strides `stride`.
void move_pieces(const HostCopy& copy, const HostBlock& block, std::byte* to, BlockWalk::Stride stride) {
  const HostAxis& along = copy.axes[0];
  const HostAxis& across = copy.axes[copy.across];
  HostPiece piece;
  piece.item_bytes = copy.item_bytes;
  piece.count = block.counts[0];
  piece.source_stride = along.source_stride;
  piece.stride = along.*stride;
  if (copy.across > 0) {
    piece.count_across = block.counts[copy.across];
    piece.source_stride_across = across.source_stride;
    piece.stride_across = across.*stride;
  }
  BlockWalk pieces{copy, block, axis(0) | axis(copy.across), &HostAxis::source_stride, stride};
  do {
    piece.from = block.pointers.source + pieces.first();
    piece.to = to + pieces.second();
    move_piece(copy.kernel, piece);
  } while (pieces.next());
}

std::int64_t run_bytes_of(const HostCopy& copy, const HostBlock& block) noexcept {
  std::int64_t bytes = copy.item_bytes;
  for (std::int32_t index = 0; index < copy.run_axis_count; ++index) {
    bytes *= block.counts[index];
  }
  return bytes;
}

/// Runs that end within a cache line leave the rest of it unchanged: the line is prefetched, because each run would
/// otherwise wait for it.
void ask_for_ends(const HostCopy& copy, const HostBlock& block) noexcept {
  const std::int64_t run_bytes = run_bytes_of(copy, block);
  BlockWalk runs{copy, block, axis(copy.run_axis_count) - 1, &HostAxis::destination_stride,
                 &HostAxis::destination_stride};
  do {
    const std::byte* const end = block.pointers.destination + runs.first() + run_bytes;
    if (reinterpret_cast<std::uintptr_t>(end) % cache_line_bytes != 0) {
      __builtin_prefetch(end, 1, 2);
    }
  } while (runs.next());
}

/// Gathers a row and writes it, piece by piece: each piece is written while it is in the first-level cache.
template <class Between>
void gather_run(const HostCopy& copy, std::byte* to, const std::byte* from, std::int64_t count, Between&& between) {
  constexpr std::int64_t piece_bytes = 2048;
  alignas(cache_line_bytes) std::byte gathered[piece_bytes];
  HostPiece piece;
  piece.to = gathered;
  piece.item_bytes = copy.item_bytes;
  piece.source_stride = copy.axes[0].source_stride;
  piece.stride = copy.item_bytes;
  // The first piece ends where a line begins.
  const auto past_line = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(to) % cache_line_bytes);
  piece.count = std::min(count, (piece_bytes - past_line) / copy.item_bytes);
  for (std::int64_t done = 0; done < count;) {
    piece.from = from + done * piece.source_stride;
    gather_piece(piece);
    stream_run(to + done * copy.item_bytes, gathered, piece.count * copy.item_bytes, between);
    done += piece.count;
    piece.count = std::min(count - done, piece_bytes / copy.item_bytes);
  }
}

/// Writes runs of a block from contiguous memory: the source, or the assembly buffer.
template <class Between>
void write_runs(const HostCopy& copy, const HostBlock& block, const std::byte* from, BlockWalk::Stride stride,
                Between&& between) {
  const std::int64_t run_bytes = run_bytes_of(copy, block);
  BlockWalk runs{copy, block, axis(copy.run_axis_count) - 1, stride, &HostAxis::destination_stride};
  const bool is_gathered = copy.is_in_place && copy.kernel == HostKernel::gather;
  do {
    std::byte* const to = block.pointers.destination + runs.second();
    if (is_gathered) {
      gather_run(copy, to, from + runs.first(), block.counts[0], between);
    } else {
      stream_run(to, from + runs.first(), run_bytes, between);
    }
  } while (runs.next());
}

}  // namespace

std::int64_t task_count(const HostCopy& copy) noexcept {
  std::int64_t product = 1;
  for (std::int32_t index = 0; index < copy.axis_count; ++index) {
    product *= copy.axes[index].blocks;
  }
  return product;
}

void run_tasks(const HostCopy& copy, std::int64_t first, std::int64_t end) {
  std::byte* const buffer = copy.buffer_bytes > 0 ? buffer_of_thread(copy.buffer_bytes) : nullptr;
  if (copy.is_packed() && first < end) {
    run_packed_tasks(copy, first, end, buffer);
    first = end;
  }
  for (std::int64_t number = first; number < end; ++number) {
    const HostBlock block{copy, number};
    if (!copy.is_past_caches) {
      move_pieces(copy, block, block.pointers.destination, &HostAxis::destination_stride);
      continue;
    }
    ask_for_ends(copy, block);
    if (buffer != nullptr) {
      move_pieces(copy, block, buffer, &HostAxis::buffer_stride);
    }
    const std::byte* const from = buffer != nullptr ? buffer : block.pointers.source;
    const BlockWalk::Stride stride = buffer != nullptr ? &HostAxis::buffer_stride : &HostAxis::source_stride;
    if (number + 1 < end && copy.read_ahead != HostReadAhead::none) {
      ReadAhead read_ahead{copy, HostBlock{copy, number + 1}, block.bytes(copy) / cache_line_bytes};
      write_runs(copy, block, from, stride, [&] { read_ahead.advance(); });
    } else {
      write_runs(copy, block, from, stride, [] {});
    }
  }
  if (copy.is_past_caches) {
    end_streaming();
  }
}

const kernels::KernelEntry& host_copy_entry() {
  static constexpr kernels::KernelEntry entry{"texelscope::gpu::copy::HostCopy", nullptr,
                                              [](const void* copy, const kernels::HostRange& range) {
                                                run_tasks(*static_cast<const HostCopy*>(copy), range.first, range.end);
                                              },
                                              sizeof(HostCopy)};
  return entry;
}

}  // namespace texelscope::gpu::copy
