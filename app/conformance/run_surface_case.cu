#include "app/conformance/fingerprint.h"
#include "app/conformance/surface_case.h"
#include "app/device/buffer_pointer.h"
#include "app/device/scoped_synchronize.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/kernels/launch.h"
#include "texelscope/kernels/surface.h"

namespace texelscope::app {
namespace {

using kernels::BoundaryMode;
using kernels::Surface;

/// A texel of this number of 32-bit words.
template <int words>
struct alignas(4 * words) Words {
  std::uint32_t word[words];
};

template <class T, BoundaryMode mode>
struct WriteAll {
  Surface surface;
  const SurfaceWrite* writes;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index index) const {
    const SurfaceWrite* const first = writes + index.x;
    for (std::int32_t turn = 0; turn < first->num_in_turn; ++turn) {
      T value;
      std::memcpy(&value, &first[turn].value, sizeof(T));
      surface.write<T, mode>(value, first[turn].at);
    }
  }
};

template <class T, BoundaryMode mode>
struct ReadAll {
  Surface surface;
  const kernels::SurfaceAccess* reads;
  FetchedTexel* results;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index index) const {
    const T value = surface.read<T, mode>(reads[index.x]);
    FetchedTexel& result = results[index.x];
    std::memset(&result, 0, sizeof(result));
    std::memcpy(&result, &value, sizeof(T));
  }
};

struct Memory {
  gpu::SurfaceObject surface;
  gpu::Buffer writes;
  gpu::Buffer reads;
  gpu::Buffer results;
};

template <class T, BoundaryMode mode>
void launch_all(const SurfaceCase& work, const Memory& memory, const gpu::Stream& stream) {
  const Surface surface(memory.surface.handle());
  kernels::launch(stream, {static_cast<std::int32_t>(work.writes.size())},
                  WriteAll<T, mode>{surface, pointer_to<const SurfaceWrite>(memory.writes)});
  kernels::launch(stream, {static_cast<std::int32_t>(work.reads.size())},
                  ReadAll<T, mode>{surface, pointer_to<const kernels::SurfaceAccess>(memory.reads),
                                   pointer_to<FetchedTexel>(memory.results)});
}

template <BoundaryMode mode>
void launch_for_size(const SurfaceCase& work, const Memory& memory, const gpu::Stream& stream) {
  switch (work.array.element_size()) {
    case 1:
      return launch_all<std::uint8_t, mode>(work, memory, stream);
    case 2:
      return launch_all<std::uint16_t, mode>(work, memory, stream);
    case 4:
      return launch_all<std::uint32_t, mode>(work, memory, stream);
    case 8:
      return launch_all<Words<2>, mode>(work, memory, stream);
    default:
      return launch_all<Words<4>, mode>(work, memory, stream);
  }
}

}  // namespace

std::vector<FetchedTexel> run_surface_case(const SurfaceCase& work, const gpu::Stream& stream) {
  std::vector<FetchedTexel> results(work.reads.size());
  std::vector<std::byte> texels(work.texels.size());
  const auto writes = std::as_bytes(std::span(work.writes));
  const auto reads = std::as_bytes(std::span(work.reads));
  const gpu::CUDAArray array = gpu::CUDAArray::from_descriptor(stream.device(), work.array);
  const Memory memory{gpu::SurfaceObject::from_array(array), stream.device().allocate(writes.size(), stream),
                      stream.device().allocate(reads.size(), stream),
                      stream.device().allocate(results.size() * sizeof(FetchedTexel), stream)};
  const ScopedSynchronize wait(stream);
  array.copy_from(std::span<const std::byte>{work.texels}, stream);
  memory.writes.copy_from(writes, stream);
  memory.reads.copy_from(reads, stream);
  if (work.boundary == BoundaryMode::clamp) {
    launch_for_size<BoundaryMode::clamp>(work, memory, stream);
  } else {
    launch_for_size<BoundaryMode::zero>(work, memory, stream);
  }
  memory.results.copy_to(std::as_writable_bytes(std::span(results)), stream);
  array.copy_to(std::span(texels), stream);
  stream.synchronize();
  Fingerprint sum;
  sum.add(texels);
  results.push_back({static_cast<std::uint32_t>(sum.value()), static_cast<std::uint32_t>(sum.value() >> 32)});
  return results;
}

}  // namespace texelscope::app
