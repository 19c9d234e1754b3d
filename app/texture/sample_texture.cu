#include "app/texture/sample_texture.h"

#include "app/device/launch_range.h"
#include "app/device/scoped_synchronize.h"
#include "texelscope/gpu/error.h"
#include "texelscope/kernels/launch.h"
#include "texelscope/kernels/texture.h"

namespace texelscope::app {
namespace {

using kernels::TextureFetch;
using kernels::TextureOperation;
using kernels::TextureShape;

template <class Vector>
struct FetchAll {
  kernels::Texture texture;
  const TextureFetch* fetches;
  Vector* results;
  std::int64_t count;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index index) const {
    const std::int64_t number = number_in_range(index);
    if (number < count) {
      results[number] = texture.fetch<Vector>(fetches[number]);
    }
  }
};

template <class Vector>
struct SampleAll {
  kernels::Texture texture;
  const TextureFetch* fetches;
  Vector* results;
  std::int64_t count;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index index) const {
    const std::int64_t number = number_in_range(index);
    if (number >= count) {
      return;
    }
    const TextureFetch& at = fetches[number];
    if (at.operation == TextureOperation::sample && at.shape == TextureShape::texture_1d) {
      results[number] = texture.sample_1d<Vector>(at.x);
    } else if (at.operation == TextureOperation::sample && at.shape == TextureShape::texture_2d) {
      results[number] = texture.sample_2d<Vector>(at.x, at.y);
    } else if (at.operation == TextureOperation::sample && at.shape == TextureShape::texture_3d) {
      results[number] = texture.sample_3d<Vector>(at.x, at.y, at.z);
    } else {
      results[number] = texture.fetch<Vector>(at);
    }
  }
};

template <class Kernel>
void launch_over(const gpu::TextureObject& texture, const gpu::Buffer& fetches, const gpu::Buffer& results,
                 std::int64_t count, const gpu::Stream& stream) {
  using Vector = std::remove_pointer_t<decltype(Kernel::results)>;
  static_assert(sizeof(Vector) == sizeof(FetchedTexel));
  kernels::launch(
      stream, launch_range(count),
      Kernel{kernels::Texture{texture.handle()}, reinterpret_cast<const TextureFetch*>(fetches.handle().value),
             reinterpret_cast<Vector*>(results.handle().value), count});
}

template <template <class> class Kernel>
void launch_of_kind(const gpu::TextureObject& texture, ResultKind kind, const gpu::Buffer& fetches,
                    const gpu::Buffer& results, std::int64_t count, const gpu::Stream& stream) {
  switch (kind) {
    case ResultKind::floats:
      return launch_over<Kernel<kernels::Float4>>(texture, fetches, results, count, stream);
    case ResultKind::signed_integers:
      return launch_over<Kernel<kernels::Int4>>(texture, fetches, results, count, stream);
    case ResultKind::unsigned_integers:
      return launch_over<Kernel<kernels::Uint4>>(texture, fetches, results, count, stream);
  }
}

}  // namespace

void schedule_fetches(const gpu::TextureObject& texture, ResultKind kind, const gpu::Buffer& fetches,
                      const gpu::Buffer& results, std::int64_t count, FetchRoute route, const gpu::Stream& stream) {
  if (route == FetchRoute::fetch) {
    launch_of_kind<FetchAll>(texture, kind, fetches, results, count, stream);
  } else {
    launch_of_kind<SampleAll>(texture, kind, fetches, results, count, stream);
  }
}

std::vector<FetchedTexel> sample_texture(const TextureSetup& setup, std::span<const TextureFetch> fetches,
                                         const gpu::Stream& stream) {
  for (const TextureFetch& fetch : fetches) {
    if (const std::string text = refusal(setup, fetch); !text.empty()) {
      throw gpu::InvalidArgument(text);
    }
  }
  std::vector<FetchedTexel> results(fetches.size());
  const ScopedSynchronize upload(stream);
  const gpu::TextureObject texture = make_texture(setup, stream);
  if (fetches.empty()) {
    return results;
  }
  const gpu::Buffer from = stream.device().allocate(fetches.size_bytes(), stream);
  from.copy_from(std::as_bytes(fetches), stream);
  const gpu::Buffer to = stream.device().allocate(results.size() * sizeof(FetchedTexel), stream);
  const ScopedSynchronize work(stream);
  schedule_fetches(texture, setup.result_kind(), from, to, static_cast<std::int64_t>(fetches.size()), FetchRoute::fetch,
                   stream);
  to.copy_to(std::as_writable_bytes(std::span(results)), stream);
  stream.synchronize();
  return results;
}

}  // namespace texelscope::app
