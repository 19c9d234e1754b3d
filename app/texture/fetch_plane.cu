#include "app/texture/fetch_plane.h"

#include "texelscope/kernels/launch.h"
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

}  // namespace texelscope::app
