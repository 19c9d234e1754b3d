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

/// Performs all fetches with fetch() or, if there is one, with the function for the texture's shape.
template <class Vector, FetchRoute route>
struct FetchAll {
  kernels::Texture texture;
  const TextureFetch* fetches;
  Vector* results;
  std::int64_t count;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index index) const {
    const std::int64_t number = number_in_range(index);
    if (number < count) {
      results[number] = read(fetches[number]);
    }
  }

  TEXELSCOPE_KERNEL_FUNCTION Vector read(const TextureFetch& at) const {
    if (route == FetchRoute::sample && at.operation == TextureOperation::sample) {
      switch (at.shape) {
        case TextureShape::texture_1d:
          return texture.sample_1d<Vector>(at.x);
        case TextureShape::texture_2d:
          return texture.sample_2d<Vector>(at.x, at.y);
        case TextureShape::texture_3d:
          return texture.sample_3d<Vector>(at.x, at.y, at.z);
        default:
          break;
      }
    }
    return texture.fetch<Vector>(at);
  }
};

/// Performs a run of fetches of a list for each index: a loop that keeps the columns of samples in registers.
template <class Vector>
struct FetchListed {
  static constexpr std::int64_t run_length = 1024;
  kernels::Texture texture;
  kernels::FetchList list;
  std::int64_t count;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index index) const {
    const std::int64_t first = number_in_range(index) * run_length;
    const std::int64_t end = first + run_length < count ? first + run_length : count;
    const kernels::FetchColumn<float> x = list.coordinates[0];
    const kernels::FetchColumn<float> y = list.coordinates[1];
    const kernels::FetchColumn<float> z = list.coordinates[2];
    const bool is_sample = list.common.operation == TextureOperation::sample;
    for (std::int64_t at = first; at < end; ++at) {
      if (is_sample && list.common.shape == TextureShape::texture_2d) {
        list.store(at, texture.sample_2d<Vector>(x[at], y[at]));
      } else if (is_sample && list.common.shape == TextureShape::texture_3d) {
        list.store(at, texture.sample_3d<Vector>(x[at], y[at], z[at]));
      } else if (is_sample && list.common.shape == TextureShape::texture_1d) {
        list.store(at, texture.sample_1d<Vector>(x[at]));
      } else {
        list.store(at, texture.fetch<Vector>(list.fetch(at)));
      }
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

template <FetchRoute route>
void launch_of_kind(const gpu::TextureObject& texture, ResultKind kind, const gpu::Buffer& fetches,
                    const gpu::Buffer& results, std::int64_t count, const gpu::Stream& stream) {
  switch (kind) {
    case ResultKind::floats:
      return launch_over<FetchAll<kernels::Float4, route>>(texture, fetches, results, count, stream);
    case ResultKind::signed_integers:
      return launch_over<FetchAll<kernels::Int4, route>>(texture, fetches, results, count, stream);
    case ResultKind::unsigned_integers:
      return launch_over<FetchAll<kernels::Uint4, route>>(texture, fetches, results, count, stream);
  }
}

}  // namespace

void schedule_fetches(const gpu::TextureObject& texture, ResultKind kind, const gpu::Buffer& fetches,
                      const gpu::Buffer& results, std::int64_t count, FetchRoute route, const gpu::Stream& stream) {
  if (route == FetchRoute::fetch) {
    launch_of_kind<FetchRoute::fetch>(texture, kind, fetches, results, count, stream);
  } else {
    launch_of_kind<FetchRoute::sample>(texture, kind, fetches, results, count, stream);
  }
}

void sample_list(const gpu::TextureObject& texture, ResultKind kind, const kernels::FetchList& list, std::int64_t count,
                 const gpu::Stream& stream) {
  const ScopedSynchronize work(stream);
  const auto launch = [&]<class Vector>(Vector /*type*/) {
    using Kernel = FetchListed<Vector>;
    kernels::launch(stream, launch_range((count + Kernel::run_length - 1) / Kernel::run_length),
                    Kernel{kernels::Texture{texture.handle()}, list, count});
  };
  switch (kind) {
    case ResultKind::floats:
      launch(kernels::Float4{});
      break;
    case ResultKind::signed_integers:
      launch(kernels::Int4{});
      break;
    case ResultKind::unsigned_integers:
      launch(kernels::Uint4{});
      break;
  }
  stream.synchronize();
}

std::vector<FetchedTexel> sample_texture(const TextureSetup& setup, std::span<const TextureFetch> fetches,
                                         const gpu::Stream& stream) {
  for (const TextureFetch& fetch : fetches) {
    if (const std::string text = refusal(setup, fetch); !text.empty()) {
      throw gpu::InvalidArgument(text);
    }
  }
  const ScopedSynchronize upload(stream);
  return sample_texture(make_texture(setup, stream), setup.result_kind(), fetches, stream);
}

std::vector<FetchedTexel> sample_texture(const gpu::TextureObject& texture, ResultKind kind,
                                         std::span<const TextureFetch> fetches, const gpu::Stream& stream) {
  std::vector<FetchedTexel> results(fetches.size());
  if (fetches.empty()) {
    return results;
  }
  const gpu::Buffer from = stream.device().allocate(fetches.size_bytes(), stream);
  from.copy_from(std::as_bytes(fetches), stream);
  const gpu::Buffer to = stream.device().allocate(results.size() * sizeof(FetchedTexel), stream);
  const ScopedSynchronize work(stream);
  schedule_fetches(texture, kind, from, to, static_cast<std::int64_t>(fetches.size()), FetchRoute::fetch, stream);
  to.copy_to(std::as_writable_bytes(std::span(results)), stream);
  stream.synchronize();
  return results;
}

}  // namespace texelscope::app
