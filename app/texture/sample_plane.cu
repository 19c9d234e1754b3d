#include "app/texture/sample_plane.h"

#include "texelscope/gpu/error.h"
#include "texelscope/kernels/convert.h"
#include "texelscope/kernels/launch.h"
#include "texelscope/kernels/surface.h"
#include "texelscope/kernels/texture.h"

namespace texelscope::app {
namespace {

template <class Vector>
struct FetchPlaneKernel {
  kernels::Texture texture;
  Vector* results;
  FetchPlane plane;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index index) const {
    const std::int64_t number = std::int64_t{index.y} * plane.width + index.x;
    results[number] = texture.fetch<Vector>(fetch_at(plane, index.x, index.y));
  }
};

template <class Vector>
void launch(const gpu::TextureObject& texture, const FetchPlane& plane, const gpu::Buffer& results,
            const gpu::Stream& stream) {
  static_assert(sizeof(Vector) == sizeof(FetchedTexel));
  kernels::launch(stream, kernels::LaunchExtent{plane.width, plane.height},
                  FetchPlaneKernel<Vector>{kernels::Texture{texture.handle()},
                                           reinterpret_cast<Vector*>(results.handle().value), plane});
}

}  // namespace

void schedule_plane(const gpu::TextureObject& texture, ResultKind kind, const FetchPlane& plane,
                    const gpu::Buffer& results, const gpu::Stream& stream) {
  switch (kind) {
    case ResultKind::floats:
      return launch<kernels::Float4>(texture, plane, results, stream);
    case ResultKind::signed_integers:
      return launch<kernels::Int4>(texture, plane, results, stream);
    case ResultKind::unsigned_integers:
      return launch<kernels::Uint4>(texture, plane, results, stream);
  }
}

namespace {

using kernels::Float3;
using kernels::Float4;

template <int rank, bool is_8_bit>
struct SamplePlane {
  kernels::Texture texture;
  kernels::Surface output;
  SamplingPlane plane;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index index) const {
    const auto x = static_cast<float>(index.x);
    const auto y = static_cast<float>(index.y);
    const Float3 at = (plane.by_x * x + plane.by_y * y) + plane.origin;
    Float4 texel{};
    if constexpr (rank == 1) {
      texel = texture.sample_1d(at.x);
    } else if constexpr (rank == 2) {
      texel = texture.sample_2d(at.x, at.y);
    } else {
      texel = texture.sample_3d(at.x, at.y, at.z);
    }
    if constexpr (is_8_bit) {
      output.write_2d(kernels::to_unorm8(texel), index.x, index.y);
    } else {
      output.write_2d(texel, index.x, index.y);
    }
  }
};

template <int rank>
void launch(const gpu::TextureObject& texture, const SamplingPlane& plane, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) {
  const gpu::ArrayDescriptor result = output.array().descriptor();
  const kernels::LaunchExtent extent = result.shape;
  const kernels::Texture source(texture.handle());
  const kernels::Surface destination(output.handle());
  if (result.format == gpu::DataType::uint8) {
    kernels::launch(stream, extent, SamplePlane<rank, true>{source, destination, plane});
  } else {
    kernels::launch(stream, extent, SamplePlane<rank, false>{source, destination, plane});
  }
}

}  // namespace

void sample_plane(const gpu::TextureObject& texture, const SamplingPlane& plane, const gpu::SurfaceObject& output,
                  const gpu::Stream& stream) {
  const gpu::ArrayDescriptor result = output.array().descriptor();
  const bool is_known = result.format == gpu::DataType::uint8 || result.format == gpu::DataType::float32;
  if (result.shape.rank() != 2 || result.num_channels != 4 || !is_known) {
    throw gpu::InvalidArgument("cannot sample a plane into " + to_string(result) +
                               ": use a 2D surface of uint8x4 or float32x4");
  }
  switch (texture.array().shape().rank()) {
    case 1:
      return launch<1>(texture, plane, output, stream);
    case 2:
      return launch<2>(texture, plane, output, stream);
    default:
      return launch<3>(texture, plane, output, stream);
  }
}

}  // namespace texelscope::app
