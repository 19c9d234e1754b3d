#include <climits>
#include <cstdint>
#include <span>
#include <vector>

#include "tests/support/device_fixture.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/mipmapped_array.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/kernels/launch.h"
#include "texelscope/kernels/surface.h"

namespace texelscope::tests {

using gpu::ArrayKind;
using gpu::CUDAArray;
using gpu::Extent;
using gpu::SurfaceObject;
using kernels::BoundaryMode;
using kernels::Index;
using kernels::Surface;
using kernels::SurfaceShape;

/// Writes texels by coordinate, reads them back, and writes the sum of both ways of reading by byte.
template <class T>
struct WriteAndAddSlices {
  Surface surface;
  SurfaceShape shape;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    const auto value = static_cast<T>(i.x + 11 * i.y + 23 * i.z);
    const int x_bytes = i.x * static_cast<int>(sizeof(T));
    if (shape == SurfaceShape::layered_1d) {
      surface.write_1d_layered(value, i.x, i.z);
      surface.write_1d_layered_bytes(
          static_cast<T>(surface.read_1d_layered<T>(i.x, i.z) + surface.read_1d_layered_bytes<T>(x_bytes, i.z)),
          x_bytes, i.z);
    } else if (shape == SurfaceShape::layered_2d) {
      surface.write_2d_layered(value, i.x, i.y, i.z);
      surface.write_2d_layered_bytes(static_cast<T>(surface.read_2d_layered<T>(i.x, i.y, i.z) +
                                                    surface.read_2d_layered_bytes<T>(x_bytes, i.y, i.z)),
                                     x_bytes, i.y, i.z);
    } else if (shape == SurfaceShape::cube_map) {
      surface.write_cube(value, i.x, i.y, i.z);
      surface.write_cube_bytes(
          static_cast<T>(surface.read_cube<T>(i.x, i.y, i.z) + surface.read_cube_bytes<T>(x_bytes, i.y, i.z)), x_bytes,
          i.y, i.z);
    } else {
      surface.write_cube_layered(value, i.x, i.y, i.z);
      surface.write_cube_layered_bytes(static_cast<T>(surface.read_cube_layered<T>(i.x, i.y, i.z) +
                                                      surface.read_cube_layered_bytes<T>(x_bytes, i.y, i.z)),
                                       x_bytes, i.y, i.z);
    }
  }
};

/// Reads one texel at a coordinate outside the surface and, in mode zero, writes there; i counts axes and sides.
template <BoundaryMode mode>
struct AccessOutsideSlices {
  Surface surface;
  SurfaceShape shape;
  std::uint64_t results;
  /// −1 and `beyond` are outside along x and y, −1 and `beyond_slices` among the slices.
  int beyond;
  int beyond_slices;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    const int axis = i.x / 2;
    const int outside = i.x % 2 == 0 ? -1 : (axis == 2 ? beyond_slices : beyond);
    if (axis == 1 && shape == SurfaceShape::layered_1d) {
      return;
    }
    const int x = axis == 0 ? outside : 1;
    const int y = axis == 1 ? outside : 1;
    const int z = axis == 2 ? outside : 1;
    const kernels::SurfaceAccess at{.shape = shape, .x_bytes = 4 * x, .y = y, .z = z};
    reinterpret_cast<std::uint32_t*>(results)[i.x] = surface.read<std::uint32_t, mode>(at);
    if (mode == BoundaryMode::zero) {
      surface.write<std::uint32_t, mode>(77, at);
    }
  }
};

struct WriteSlice {
  Surface surface;
  SurfaceShape shape;
  int slice;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index /*index*/) const {
    surface.write<std::uint32_t, BoundaryMode::zero>(99, {.shape = shape, .x_bytes = 0, .y = 0, .z = slice});
  }
};

struct SliceCase {
  SurfaceShape shape;
  ArrayKind kind;
  Extent extent;
  std::uint64_t layers;
};

const std::vector<SliceCase> slice_cases{
    {SurfaceShape::layered_1d, ArrayKind::layered, Extent(37), 5},
    {SurfaceShape::layered_2d, ArrayKind::layered, Extent(19, 11), 3},
    {SurfaceShape::cube_map, ArrayKind::cube_map, Extent(9, 9), 1},
    {SurfaceShape::layered_cube_map, ArrayKind::layered_cube_map, Extent(5, 5), 2}};

class SurfaceSlices : public DeviceTest {
 protected:
  CUDAArray make_array(const SliceCase& of, gpu::DataType format) {
    return CUDAArray::from_descriptor(device(), {.shape = of.extent,
                                                 .format = format,
                                                 .num_channels = 1,
                                                 .is_surface_load_store = true,
                                                 .kind = of.kind,
                                                 .num_layers = of.layers});
  }
  template <class T>
  std::vector<T> texels_of(const CUDAArray& array) {
    std::vector<T> texels(array.size_bytes() / sizeof(T));
    array.copy_to(std::as_writable_bytes(std::span(texels)), stream());
    stream().synchronize();
    return texels;
  }

  template <class T>
  void check(gpu::DataType format) {
    for (const SliceCase& of : slice_cases) {
      const CUDAArray array = make_array(of, format);
      const SurfaceObject surface = SurfaceObject::from_array(array);
      const Extent all = array.descriptor().copy_extent();
      kernels::launch(stream(),
                      {static_cast<int>(all.width()), static_cast<int>(all.height()), static_cast<int>(all.depth())},
                      WriteAndAddSlices<T>{Surface(surface.handle()), of.shape});
      const std::vector<T> texels = texels_of<T>(array);
      std::size_t position = 0;
      for (unsigned z = 0; z < all.depth(); ++z) {
        for (unsigned y = 0; y < all.height(); ++y) {
          for (unsigned x = 0; x < all.width(); ++x) {
            const auto value = static_cast<T>(x + 11 * y + 23 * z);
            ASSERT_EQ(texels[position++], static_cast<T>(value + value))
                << to_string(array.descriptor()) << " at " << x << ", " << y << ", " << z;
          }
        }
      }
    }
  }

  /// Checks the results of reads outside along the axes first_axis to last_axis; writes there must have no effect.
  template <BoundaryMode mode>
  void check_outside(const SliceCase& of, int first_axis, int last_axis) {
    SCOPED_TRACE(static_cast<int>(of.shape));
    const CUDAArray array = make_array(of, gpu::DataType::uint32);
    const Extent all = array.descriptor().copy_extent();
    std::vector<std::uint32_t> texels(all.volume());
    for (std::size_t i = 0; i < texels.size(); ++i) {
      texels[i] = static_cast<std::uint32_t>(1000 + i);
    }
    array.copy_from(std::as_bytes(std::span(texels)), stream());
    const SurfaceObject surface = SurfaceObject::from_array(array);
    const gpu::Buffer results = device().allocate(6 * 4, stream());
    kernels::launch(
        stream(), {2 * (last_axis + 1), 1, 1},
        AccessOutsideSlices<mode>{Surface(surface.handle()), of.shape, results.handle().value, 1 << 20, 1000});
    std::vector<std::uint32_t> seen(6);
    results.copy_to(std::as_writable_bytes(std::span(seen)), stream());
    EXPECT_EQ(texels_of<std::uint32_t>(array), texels) << "writes outside the surface have no effect";
    const bool has_y = of.shape != SurfaceShape::layered_1d;
    for (int axis = first_axis; axis <= last_axis; ++axis) {
      for (int side = 0; side < 2 && (axis != 1 || has_y); ++side) {
        std::uint64_t at[3] = {1, has_y ? 1U : 0U, 1};
        // Only the low 16 bits of a slice index count: −1 is also beyond the last.
        at[axis] = side == 0 && axis != 2 ? 0 : all[axis] - 1;
        const std::uint32_t nearest = texels[(at[2] * all.height() + at[1]) * all.width() + at[0]];
        EXPECT_EQ(seen[static_cast<std::size_t>(2 * axis + side)], mode == BoundaryMode::zero ? 0 : nearest)
            << "axis " << axis << " side " << side;
      }
    }
  }
};

TEST_P(SurfaceSlices, AreReadAndWrittenSeparatelyInEveryTexelSize) {
  check<std::uint8_t>(gpu::DataType::uint8);
  check<std::uint16_t>(gpu::DataType::uint16);
  check<std::uint32_t>(gpu::DataType::uint32);
}

TEST_P(SurfaceSlices, KeepTheBoundaryModesAlongXAndY) {
  for (const SliceCase& of : slice_cases) {
    check_outside<BoundaryMode::zero>(of, 0, 1);
    check_outside<BoundaryMode::clamp>(of, 0, 1);
  }
}

TEST_P(SurfaceSlices, KeepTheBoundaryModesBeyondTheLastSlice) {
  for (const SliceCase& of : slice_cases) {
    check_outside<BoundaryMode::zero>(of, 2, 2);
    check_outside<BoundaryMode::clamp>(of, 2, 2);
  }
}

TEST_P(SurfaceSlices, AreCountedModulo65536) {
  for (const SliceCase& of : slice_cases) {
    const CUDAArray array = make_array(of, gpu::DataType::uint32);
    const SurfaceObject surface = SurfaceObject::from_array(array);
    kernels::launch(stream(), {1, 1, 1}, WriteSlice{Surface(surface.handle()), of.shape, 65536 + 1});
    const Extent all = array.descriptor().copy_extent();
    EXPECT_EQ(texels_of<std::uint32_t>(array)[all.height() * all.width()], 99U) << to_string(array.descriptor());
  }
}

TEST_P(SurfaceSlices, AreThoseOfEachLevelOfAMipmappedArray) {
  const gpu::MipmappedArray array = gpu::MipmappedArray::from_descriptor(device(),
                                                                         {.shape = Extent(12, 6),
                                                                          .format = gpu::DataType::uint16,
                                                                          .num_channels = 1,
                                                                          .is_surface_load_store = true,
                                                                          .kind = ArrayKind::layered,
                                                                          .num_layers = 2},
                                                                         4);
  for (unsigned level = 0; level < array.num_levels(); ++level) {
    const CUDAArray one = array.level(level);
    const SurfaceObject surface = SurfaceObject::from_array(one);
    const Extent all = one.descriptor().copy_extent();
    kernels::launch(stream(),
                    {static_cast<int>(all.width()), static_cast<int>(all.height()), static_cast<int>(all.depth())},
                    WriteAndAddSlices<std::uint16_t>{Surface(surface.handle()), SurfaceShape::layered_2d});
  }
  for (unsigned level = 0; level < array.num_levels(); ++level) {
    const CUDAArray one = array.level(level);
    const Extent all = one.descriptor().copy_extent();
    const auto texels = texels_of<std::uint16_t>(one);
    for (std::size_t i = 0; i < texels.size(); ++i) {
      const std::size_t x = i % all.width();
      const std::size_t y = i / all.width() % all.height();
      const std::size_t z = i / (all.width() * all.height());
      ASSERT_EQ(texels[i], 2 * (x + 11 * y + 23 * z)) << "level " << level;
    }
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(SurfaceSlices);

}  // namespace texelscope::tests
