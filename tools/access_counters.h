#pragma once

// The kernels of access_counters.cu.

#include <cstddef>
#include <cstdint>

#include "texelscope/kernels/index.h"
#include "texelscope/kernels/kernel_function.h"
#include "texelscope/kernels/surface.h"
#include "texelscope/kernels/texture.h"

namespace counted {

using namespace texelscope::kernels;

constexpr int width = 1024;
constexpr int height = 512;

/// Neighboring threads access neighboring elements.
struct RowCopy {
  const float* from;
  float* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const { to[i.y * width + i.x] = from[i.y * width + i.x]; }
};

/// Neighboring threads read elements of a column.
struct ColumnRead {
  const float* from;
  float* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const { to[i.y * height + i.x] = from[i.x * width + i.y]; }
};

/// Rows of 16-byte elements become columns.
struct TransposeFour {
  const Float4* from;
  Float4* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const { to[i.x * height + i.y] = from[i.y * width + i.x]; }
};

/// One texel for each thread, at its center.
struct FetchTexels {
  Texture from;
  float* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    to[i.y * width + i.x] = from.sample_2d(static_cast<float>(i.x) + 0.5F, static_cast<float>(i.y) + 0.5F).x;
  }
};

/// Four bilinear taps for each pixel of a magnified picture, as in the scene bicubic.
struct FourTaps {
  Texture from;
  Surface to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    const float x = static_cast<float>(i.x) * 0.125F;
    const float y = static_cast<float>(i.y) * 0.125F;
    const Float4 sum = from.sample_2d(x + 0.3F, y + 0.3F) + from.sample_2d(x + 1.7F, y + 0.3F) +
                       from.sample_2d(x + 0.3F, y + 1.7F) + from.sample_2d(x + 1.7F, y + 1.7F);
    to.write_2d(Uchar4{static_cast<std::uint8_t>(sum.x * 63), static_cast<std::uint8_t>(sum.y * 63),
                       static_cast<std::uint8_t>(sum.z * 63), 255},
                i.x, i.y);
  }
};

/// A texel from one surface to another.
template <class T>
struct CopyTexels {
  Surface from;
  Surface to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const { to.write_2d(from.read_2d<T>(i.x, i.y), i.x, i.y); }
};
struct CopyBytes : CopyTexels<std::uint8_t> {};
struct CopyFourBytes : CopyTexels<Uchar4> {};
struct CopyFloats : CopyTexels<float> {};
struct CopyFourFloats : CopyTexels<Float4> {};
struct CopyTwoBytes : CopyTexels<std::uint16_t> {};
struct CopyEightBytes : CopyTexels<Float2> {};

/// Neighboring threads read texels of a column.
struct SurfaceColumns {
  Surface from;
  float* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    to[i.y * height + i.x] = static_cast<float>(from.read_2d<Uchar4>(i.y, i.x).x);
  }
};

struct FetchBytes : FetchTexels {};

/// Texels of 16 bytes, at their centers.
struct FetchFourFloats {
  Texture from;
  Float4* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    to[i.y * width + i.x] = from.sample_2d(static_cast<float>(i.x) + 0.5F, static_cast<float>(i.y) + 0.5F);
  }
};

/// A bilinear tap for each pixel of a picture that is turned and made smaller.
struct FetchTurned {
  Texture from;
  Float4* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    const float x = static_cast<float>(i.x);
    const float y = static_cast<float>(i.y);
    to[i.y * width + i.x] = from.sample_2d(0.8125F * x - 0.75F * y + 300, 0.75F * x + 0.8125F * y - 100);
  }
};

struct TurnedBytes : FetchTurned {};
struct TurnedShorts : FetchTurned {};
struct TurnedEights : FetchTurned {};
struct TurnedFourFloats : FetchTurned {};

/// Neighboring threads fetch bytes of a column.
struct ByteColumns {
  Texture from;
  float* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    to[i.y * height + i.x] = from.sample_2d(static_cast<float>(i.y) + 0.5F, static_cast<float>(i.x) + 0.5F).x;
  }
};

/// A tap in a layer of a picture that is made smaller.
struct FetchLayer {
  Texture from;
  float* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    to[i.y * width + i.x] =
        from.sample_2d_layered(static_cast<float>(i.x) * 1.25F + 0.25F, static_cast<float>(i.y) + 0.125F, i.x & 1).x;
  }
};

/// Trilinear taps in a volume that is turned.
struct TurnedVolume {
  Texture from;
  float* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    const float x = static_cast<float>(i.x);
    const float y = static_cast<float>(i.y);
    const float z = static_cast<float>(i.z);
    const Float4 value = from.sample_3d(0.5F * x + 0.25F * y + 3, 0.75F * y - 0.5F * x + 20, 0.75F * z + 0.625F * x);
    to[(i.z * 64 + i.y) * 64 + i.x] = value.x + value.w;
  }
};
struct TurnedByteVolume : TurnedVolume {};
struct TurnedEightVolume : TurnedVolume {};
struct TurnedFloatsVolume : TurnedVolume {};

/// Neighboring threads read texels along the third axis of a volume.
struct VolumeColumns {
  Surface from;
  float* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    to[(i.z * 64 + i.y) * 64 + i.x] = static_cast<float>(from.read_3d<Uchar4>(i.z, i.y, i.x).x);
  }
};

/// Trilinear taps in a volume.
struct FetchVolume {
  Texture from;
  Float4* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    to[(i.z * 64 + i.y) * 64 + i.x] = from.sample_3d(static_cast<float>(i.x) * 0.5F + 0.25F,
                                                     static_cast<float>(i.y) + 0.75F, static_cast<float>(i.z) + 0.5F);
  }
};

/// A level, or two, of a picture that is turned and made smaller. Coordinates are normalized.
struct FetchLevels {
  Texture from;
  float* to;
  float level;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    const float x = static_cast<float>(i.x) / width;
    const float y = static_cast<float>(i.y) / height;
    to[i.y * width + i.x] = from.sample_2d_level(0.75F * x + 0.125F * y, 0.875F * y - 0.0625F * x + 0.1F, level).x;
  }
};
struct FetchOneLevel : FetchLevels {};

/// Anisotropic fetches, as of a floor.
struct FetchAnisotropic {
  Texture from;
  float* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    const float depth = 1 / (1 + static_cast<float>(i.y) / 64);
    const float x = static_cast<float>(i.x) / width * depth;
    to[i.y * width + i.x] =
        from.sample_2d_gradients(x, depth, Float2{depth / width, 0}, Float2{0, 4 * depth * depth / height}).x;
  }
};

struct FetchCube {
  Texture from;
  float* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    to[i.y * width + i.x] =
        from.sample_cube(static_cast<float>(i.x) / 512 - 1, static_cast<float>(i.y) / 256 - 1, 0.75F).x;
  }
};

struct FetchRow {
  Texture from;
  float* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    to[i.y * width + i.x] = from.sample_1d(static_cast<float>(i.x) * 0.8125F + static_cast<float>(i.y) * 0.25F).x;
  }
};

/// Neighboring threads read texels of a column of a layer.
struct LayerColumns {
  Surface from;
  float* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    to[i.y * height + i.x] = static_cast<float>(from.read_2d_layered<Uchar4>(i.y, i.x, 1).x);
  }
};

/// Three floats for each thread, side by side.
struct ReadThrees {
  const float* from;
  float* to;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    const float* const three = from + 3 * (i.y * width + i.x);
    to[i.y * width + i.x] = three[0] + three[1] * three[2];
  }
};

constexpr LaunchExtent extent{width, height, 1};
constexpr LaunchExtent column_extent{height, width, 1};
constexpr LaunchExtent volume_extent{64, 64, 64};
constexpr std::size_t buffer_bytes = std::size_t{width} * height * sizeof(Float4);

/// The arguments of the kernels. Pictures have 4 bytes a texel if nothing else is said.
struct Arguments {
  const void* from;
  void* to;
  Texture linear, point, byte_point, floats_point, volume, byte_linear, short_linear, eight_linear, floats_linear,
      layers, byte_volume, eight_volume, floats_volume, levels, anisotropic, cube, row;
  Surface picture, other, bytes, other_bytes, single, other_single, floats, other_floats, shorts, other_shorts, eights,
      other_eights, volume_surface, layer_surface;
};

/// Calls `launch(extent, kernel)` for each kernel.
template <class Launch>
void launch_all(const Arguments& on, const Launch& launch) {
  const auto* const from = static_cast<const float*>(on.from);
  auto* const to = static_cast<float*>(on.to);
  auto* const fours = static_cast<Float4*>(on.to);
  launch(extent, RowCopy{from, to});
  launch(column_extent, ColumnRead{from, to});
  launch(extent, TransposeFour{static_cast<const Float4*>(on.from), fours});
  launch(extent, FetchTexels{on.point, to});
  launch(extent, FourTaps{on.linear, on.picture});
  launch(extent, CopyBytes{{on.bytes, on.other_bytes}});
  launch(extent, CopyFourBytes{{on.picture, on.other}});
  launch(extent, CopyFloats{{on.single, on.other_single}});
  launch(extent, CopyFourFloats{{on.floats, on.other_floats}});
  launch(column_extent, SurfaceColumns{on.picture, to});
  launch(extent, FetchBytes{{on.byte_point, to}});
  launch(extent, FetchFourFloats{on.floats_point, fours});
  launch(extent, FetchTurned{on.linear, fours});
  launch(volume_extent, FetchVolume{on.volume, fours});
  launch(extent, ReadThrees{from, to});
  launch(extent, CopyTwoBytes{{on.shorts, on.other_shorts}});
  launch(extent, CopyEightBytes{{on.eights, on.other_eights}});
  launch(extent, TurnedBytes{{on.byte_linear, fours}});
  launch(extent, TurnedShorts{{on.short_linear, fours}});
  launch(extent, TurnedEights{{on.eight_linear, fours}});
  launch(extent, TurnedFourFloats{{on.floats_linear, fours}});
  launch(column_extent, ByteColumns{on.byte_point, to});
  launch(extent, FetchLayer{on.layers, to});
  launch(volume_extent, TurnedVolume{on.volume, to});
  launch(volume_extent, TurnedByteVolume{{on.byte_volume, to}});
  launch(volume_extent, TurnedEightVolume{{on.eight_volume, to}});
  launch(volume_extent, TurnedFloatsVolume{{on.floats_volume, to}});
  launch(volume_extent, VolumeColumns{on.volume_surface, to});
  launch(extent, FetchLevels{on.levels, to, 0.75F});
  launch(extent, FetchOneLevel{{on.levels, to, 1}});
  launch(extent, FetchAnisotropic{on.anisotropic, to});
  launch(extent, FetchCube{on.cube, to});
  launch(extent, FetchRow{on.row, to});
  launch(column_extent, LayerColumns{on.layer_surface, to});
}

}  // namespace counted
