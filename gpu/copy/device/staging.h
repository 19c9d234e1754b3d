#pragma once

#include <cstdint>
#include <vector>

#include "gpu/copy/host/copy_pointers.h"
#include "texelscope/gpu/copy_plan.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::gpu::copy {

/// Both sides of a copy: their layouts, and the addresses of offset 0.
struct CopySides {
  StridedLayout source;
  StridedLayout destination;
  CopyPointers pointers;
};

[[nodiscard]] inline CopyPlan plan_of(const CopySides& sides) {
  return plan_copy(sides.source, sides.destination,
                   {reinterpret_cast<std::uintptr_t>(sides.pointers.source),
                    reinterpret_cast<std::uintptr_t>(sides.pointers.destination)});
}

/// The side that is host memory.
enum class HostSide : unsigned char { source, destination };

/// Copies part by part through pinned buffers: each host thread packs or unpacks its own parts while the device moves
/// other parts. Returns when the host memory has been read or written. @throws DriverError, InvalidState,
/// std::bad_alloc.
void copy_through_host(const CopySides& sides, HostSide host, const Stream& stream);

/// Copies part by part through device memory, where the device packs or unpacks: the host side, which has no gaps and
/// which the device can access, moves as one run. All in the order of `stream`.
void copy_through_device(const CopySides& sides, HostSide host, const Stream& stream);

/// Copies between two host memories that the device cannot access: synchronizes the stream, then all host threads share
/// the work. Blocks until the copy has finished.
void copy_within_host(const CopySides& sides, const Stream& stream);

/// One part of a copy between the memory of host and device: the same slice of both sides, and its layout in between,
/// without gaps and in the host's order.
struct CopyPart {
  StridedLayout host;
  StridedLayout device;
  StridedLayout packed;
};

/// Cuts along the host's slowest axes into parts of at most about `part_bytes`, but at least one element: a host side
/// without gaps is one run in each part.
[[nodiscard]] std::vector<CopyPart> cut(const StridedLayout& host, const StridedLayout& device,
                                        std::int64_t part_bytes);

}  // namespace texelscope::gpu::copy
