#include "app/lessons/row_launches.h"

#include "texelscope/kernels/launch.h"
#include "texelscope/kernels/surface.h"
#include "texelscope/kernels/texture.h"

namespace texelscope::app {
namespace {

TEXELSCOPE_KERNEL_FUNCTION float fetch_texel(const kernels::Texture& row, std::int32_t x) {
  return row.sample_1d<kernels::Float4>(static_cast<float>(x) + 0.5F).x;
}

struct WriteTexel {
  kernels::Surface row;
  float value;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index at) const { row.write_1d(value, at.x); }
};

struct FetchTexel {
  kernels::Texture row;
  float* results;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index at) const { results[at.x] = fetch_texel(row, at.x); }
};

struct WriteAndFetchTexel {
  kernels::Surface surface;
  kernels::Texture texture;
  float value;
  float* results;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index at) const {
    // The first result is also stored, so that the compiler does not remove the first fetch.
    results[at.x] = fetch_texel(texture, at.x);
    surface.write_1d(value, at.x);
    results[at.x] = fetch_texel(texture, at.x);
  }
};

struct SmoothTexel {
  kernels::Texture from;
  kernels::Surface to;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index at) const {
    const float beside = fetch_texel(from, at.x - 1) + fetch_texel(from, at.x + 1);
    to.write_1d(fetch_texel(from, at.x) * 0.5F + beside * 0.25F, at.x);
  }
};

float* numbers_of(const gpu::Buffer& results) { return reinterpret_cast<float*>(results.handle().value); }

}  // namespace

void write_row(const gpu::SurfaceObject& row, int texels, float value, const gpu::Stream& stream) {
  kernels::launch(stream, {texels}, WriteTexel{kernels::Surface{row.handle()}, value});
}

void fetch_row(const gpu::TextureObject& row, int texels, const gpu::Buffer& results, const gpu::Stream& stream) {
  kernels::launch(stream, {texels}, FetchTexel{kernels::Texture{row.handle()}, numbers_of(results)});
}

void write_and_fetch_row(const gpu::SurfaceObject& surface, const gpu::TextureObject& texture, int texels, float value,
                         const gpu::Buffer& results, const gpu::Stream& stream) {
  kernels::launch(stream, {texels},
                  WriteAndFetchTexel{kernels::Surface{surface.handle()}, kernels::Texture{texture.handle()}, value,
                                     numbers_of(results)});
}

void smooth_row(const gpu::TextureObject& from, const gpu::SurfaceObject& to, int texels, const gpu::Stream& stream) {
  kernels::launch(stream, {texels}, SmoothTexel{kernels::Texture{from.handle()}, kernels::Surface{to.handle()}});
}

}  // namespace texelscope::app
