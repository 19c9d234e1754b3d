#include "texelscope/kernels/surface.h"

#include <climits>
#include <cstdint>
#include <span>
#include <vector>

#include "tests/support/device_fixture.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/kernels/launch.h"

namespace texelscope::tests {

using gpu::CUDAArray;
using gpu::Extent;
using gpu::SurfaceObject;
using kernels::BoundaryMode;
using kernels::Index;
using kernels::Surface;

/// Writes texels by coordinate, reads them back, and writes the sum of both ways of reading by byte.
template <class T>
struct WriteAndAdd {
  Surface surface;
  int rank;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    const auto value = static_cast<T>(i.x + 11 * i.y + 23 * i.z);
    const int x_bytes = i.x * static_cast<int>(sizeof(T));
    if (rank == 1) {
      surface.write_1d(value, i.x);
      surface.write_1d_bytes(static_cast<T>(surface.read_1d<T>(i.x) + surface.read_1d_bytes<T>(x_bytes)), x_bytes);
    } else if (rank == 2) {
      surface.write_2d(value, i.x, i.y);
      surface.write_2d_bytes(static_cast<T>(surface.read_2d<T>(i.x, i.y) + surface.read_2d_bytes<T>(x_bytes, i.y)),
                             x_bytes, i.y);
    } else {
      surface.write_3d(value, i.x, i.y, i.z);
      surface.write_3d_bytes(
          static_cast<T>(surface.read_3d<T>(i.x, i.y, i.z) + surface.read_3d_bytes<T>(x_bytes, i.y, i.z)), x_bytes, i.y,
          i.z);
    }
  }
};

/// Reads and writes one texel at every kind of outside coordinate.
template <BoundaryMode mode>
struct AccessOutside {
  Surface surface;
  std::uint64_t results;

  static constexpr int count = 9;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    const int xs[count] = {-1, 4, INT_MIN, INT_MAX, 1, 2, 1 << 30, 1 << 28, 3};
    const int ys[count] = {0, 0, 2, 2, -1, 3, INT_MAX, 1, INT_MIN};
    reinterpret_cast<std::uint32_t*>(results)[i.x] = surface.read_2d<std::uint32_t, mode>(xs[i.x], ys[i.x]);
    if (mode == BoundaryMode::zero) {
      surface.write_2d<std::uint32_t, mode>(77, xs[i.x], ys[i.x]);
    }
  }
};

struct WriteClamped {
  Surface surface;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    const int xs[2] = {-5, 1 << 30};
    surface.write_2d<std::uint32_t, BoundaryMode::clamp>(77, xs[i.x], i.x == 0 ? -1 : 1000000);
  }
};

class SurfaceKernels : public DeviceTest {
 protected:
  template <class T>
  void check_ranks(gpu::DataType format) {
    for (const Extent& shape : {Extent(37), Extent(37, 23), Extent(7, 5, 9)}) {
      const CUDAArray array = CUDAArray::from_descriptor(device(), {shape, format, 1, true});
      const SurfaceObject surface = SurfaceObject::from_array(array);
      kernels::launch(stream(), shape, WriteAndAdd<T>{Surface(surface.handle()), shape.rank()});
      std::vector<T> texels(shape.volume());
      array.copy_to(std::as_writable_bytes(std::span(texels)), stream());
      stream().synchronize();
      std::size_t position = 0;
      for (unsigned z = 0; z < shape.depth(); ++z) {
        for (unsigned y = 0; y < shape.height(); ++y) {
          for (unsigned x = 0; x < shape.width(); ++x) {
            const auto value = static_cast<T>(x + 11 * y + 23 * z);
            ASSERT_EQ(texels[position++], static_cast<T>(value + value))
                << to_string(shape) << " at " << x << ", " << y;
          }
        }
      }
    }
  }

  template <BoundaryMode mode>
  std::vector<std::uint32_t> access_outside(const CUDAArray& array) {
    constexpr int count = AccessOutside<mode>::count;
    const gpu::Buffer results = device().allocate(count * 4, stream());
    const SurfaceObject surface = SurfaceObject::from_array(array);
    kernels::launch(stream(), {count, 1, 1}, AccessOutside<mode>{Surface(surface.handle()), results.handle().value});
    std::vector<std::uint32_t> values(count);
    results.copy_to(std::as_writable_bytes(std::span(values)), stream());
    stream().synchronize();
    return values;
  }

  CUDAArray small_array() {
    CUDAArray array = CUDAArray::from_descriptor(device(), {Extent(4, 3), gpu::DataType::uint32, 1, true});
    array.copy_from(std::as_bytes(std::span(texels_)), stream());
    return array;
  }
  std::vector<std::uint32_t> read(const CUDAArray& array) {
    std::vector<std::uint32_t> values(12);
    array.copy_to(std::as_writable_bytes(std::span(values)), stream());
    stream().synchronize();
    return values;
  }

  const std::vector<std::uint32_t> texels_{1, 2, 3, 4, 11, 12, 13, 14, 21, 22, 23, 24};
};

TEST_P(SurfaceKernels, ReadAndWriteTexelsInEveryRank) {
  check_ranks<std::uint8_t>(gpu::DataType::uint8);
  check_ranks<std::uint16_t>(gpu::DataType::uint16);
  check_ranks<std::uint32_t>(gpu::DataType::uint32);
}

TEST_P(SurfaceKernels, ReadZeroAndWriteNothingOutsideInModeZero) {
  const CUDAArray array = small_array();
  EXPECT_EQ(access_outside<BoundaryMode::zero>(array), std::vector<std::uint32_t>(9, 0));
  EXPECT_EQ(read(array), texels_);
}

TEST_P(SurfaceKernels, UseTheNearestTexelOutsideInModeClamp) {
  const CUDAArray array = small_array();
  EXPECT_EQ(access_outside<BoundaryMode::clamp>(array), (std::vector<std::uint32_t>{1, 4, 21, 24, 2, 23, 24, 14, 4}));
  const SurfaceObject surface = SurfaceObject::from_array(array);
  kernels::launch(stream(), {2, 1, 1}, WriteClamped{Surface(surface.handle())});
  std::vector<std::uint32_t> expected = texels_;
  expected.front() = 77;
  expected.back() = 77;
  EXPECT_EQ(read(array), expected);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(SurfaceKernels);

}  // namespace texelscope::tests
