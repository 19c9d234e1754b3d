#include <limits>

#include "tests/gpu/cpu/cpu_driver_fixture.h"
#include "texelscope/kernels/surface.h"

namespace texelscope::tests {
namespace {

using gpu::ArrayHandle;
using gpu::DataType;
using gpu::Extent;
using gpu::Status;
using gpu::SurfaceHandle;
using kernels::BoundaryMode;
using kernels::Index;
using kernels::Surface;
namespace driver = gpu::driver;

class CpuSurface : public CpuDriverTest {
 protected:
  ArrayHandle create_surface_array(const Extent& shape) { return create_array({shape, DataType::uint32, 1, true}); }
  Surface create_surface(ArrayHandle array) { return Surface{make(driver::SurfaceCreate{array}).surface}; }
  std::vector<std::uint32_t> texels(ArrayHandle array, const Extent& shape) {
    std::vector<std::uint32_t> result(shape.width() * shape.height() * shape.depth());
    make(driver::ArrayCopy{{{}, {}, pointer_to(result)}, {array}, shape, 4, {}});
    synchronize();
    return result;
  }
};

std::uint32_t texel_of(Index index) { return static_cast<std::uint32_t>(index.x + 100 * index.y + 10000 * index.z); }

template <int rank>
struct WriteAndAdd {
  Surface surface;

  void operator()(Index i) const {
    if constexpr (rank == 1) {
      surface.write_1d(texel_of(i), i.x);
      surface.write_1d_bytes(surface.read_1d<std::uint32_t>(i.x) + surface.read_1d_bytes<std::uint32_t>(4 * i.x),
                             4 * i.x);
    } else if constexpr (rank == 2) {
      surface.write_2d(texel_of(i), i.x, i.y);
      surface.write_2d_bytes(
          surface.read_2d<std::uint32_t>(i.x, i.y) + surface.read_2d_bytes<std::uint32_t>(4 * i.x, i.y), 4 * i.x, i.y);
    } else {
      surface.write_3d(texel_of(i), i.x, i.y, i.z);
      surface.write_3d_bytes(
          surface.read_3d<std::uint32_t>(i.x, i.y, i.z) + surface.read_3d_bytes<std::uint32_t>(4 * i.x, i.y, i.z),
          4 * i.x, i.y, i.z);
    }
  }
};

TEST_F(CpuSurface, ReadsAndWritesTexelsInEveryRank) {
  const auto check = [this](const Extent& shape, auto kernel) {
    const ArrayHandle array = create_surface_array(shape);
    kernel.surface = create_surface(array);
    launch({}, shape, kernel);
    const std::vector<std::uint32_t> result = texels(array, shape);
    std::size_t position = 0;
    for (int z = 0; z < static_cast<int>(shape.depth()); ++z) {
      for (int y = 0; y < static_cast<int>(shape.height()); ++y) {
        for (int x = 0; x < static_cast<int>(shape.width()); ++x) {
          ASSERT_EQ(result[position++], 2 * texel_of({x, y, z})) << to_string(shape);
        }
      }
    }
  };
  check(Extent(37), WriteAndAdd<1>{});
  check(Extent(37, 23), WriteAndAdd<2>{});
  check(Extent(7, 5, 9), WriteAndAdd<3>{});
}

template <BoundaryMode mode>
struct ReadOutside {
  Surface surface;
  std::uint32_t* results;

  void operator()(Index) const {
    constexpr int least = std::numeric_limits<int>::min();
    constexpr int most = std::numeric_limits<int>::max();
    const int xs[] = {-1, 4, least, most, 1, 2, 1 << 30, 1 << 28};
    const int ys[] = {0, 0, 2, 2, -1, 3, most, 1};
    for (int i = 0; i < 8; ++i) {
      results[i] = surface.read_2d<std::uint32_t, mode>(xs[i], ys[i]);
      surface.write_2d<std::uint32_t, mode>(77, xs[i], mode == BoundaryMode::zero ? ys[i] : 0);
    }
  }
};

TEST_F(CpuSurface, ClampsOrDropsAccessesOutside) {
  const Extent shape(4, 3);
  const ArrayHandle array = create_surface_array(shape);
  const std::vector<std::uint32_t> source{0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23};
  const auto upload = [&] { make(driver::ArrayCopy{{array}, {{}, {}, pointer_to(source)}, shape, 4, {}}); };
  std::vector<std::uint32_t> results(8, 99);

  upload();
  launch({}, {}, ReadOutside<BoundaryMode::zero>{create_surface(array), results.data()});
  EXPECT_EQ(texels(array, shape), source) << "writes outside the surface have no effect";
  EXPECT_EQ(results, std::vector<std::uint32_t>(8, 0));

  launch({}, {}, ReadOutside<BoundaryMode::clamp>{create_surface(array), results.data()});
  synchronize();
  // The kernel writes to row 0 between its reads.
  EXPECT_EQ(results, (std::vector<std::uint32_t>{0, 3, 20, 23, 1, 22, 23, 13}));
}

TEST_F(CpuSurface, TrapsOutsideByDefault) {
  const ArrayHandle array = create_surface_array(Extent(4, 3));
  struct WriteBeyond {
    Surface surface;
    void operator()(Index) const { surface.write_2d(1U, 1 << 30, 0); }
  };
  launch({}, {}, WriteBeyond{create_surface(array)});
  EXPECT_EQ(status_of(driver::StreamSynchronize{}), Status::launch_failed);
}

TEST_F(CpuSurface, TrapsBeyondTheLastLayer) {
  gpu::ArrayDescriptor descriptor{Extent(4, 3), DataType::uint32, 1, true};
  descriptor.kind = gpu::ArrayKind::layered;
  descriptor.num_layers = 2;
  struct WriteBeyond {
    Surface surface;
    int layer;
    void operator()(Index) const { surface.write_2d_layered(1U, 3, 2, layer); }
  };
  const Surface surface = create_surface(create_array(descriptor));
  launch({}, {}, WriteBeyond{surface, 1});
  EXPECT_EQ(status_of(driver::StreamSynchronize{}), Status::success);
  launch({}, {}, WriteBeyond{surface, 2});
  EXPECT_EQ(status_of(driver::StreamSynchronize{}), Status::launch_failed);
}

TEST_F(CpuSurface, TrapsWhereARowIsTooShortForTheTexel) {
  const ArrayHandle array = create_surface_array(Extent(1, 1));
  struct WriteWide {
    Surface surface;
    void operator()(Index) const { surface.write_2d<kernels::Float4, BoundaryMode::clamp>({}, 0, 0); }
  };
  launch({}, {}, WriteWide{create_surface(array)});
  EXPECT_EQ(status_of(driver::StreamSynchronize{}), Status::launch_failed);
}

TEST_F(CpuSurface, RequiresAnArrayCreatedForSurfaces) {
  const ArrayHandle plain = create_array({Extent(4, 4), DataType::uint8, 4, false});
  EXPECT_EQ(status_of(driver::SurfaceCreate{plain}), Status::invalid_value);
  EXPECT_EQ(status_of(driver::SurfaceCreate{{0x1234}}), Status::invalid_handle);
  EXPECT_EQ(status_of(driver::SurfaceDestroy{{0x1234}}), Status::invalid_handle);
}

TEST_F(CpuSurface, LivesWithItsArrayUntilWorkHasFinished) {
  struct WaitAndWrite {
    const std::atomic<bool>* flag;
    Surface surface;
    std::uint32_t* result;
    void operator()(Index) const {
      WaitForFlag{flag}({});
      surface.write_2d(5U, 0, 0);
      *result = surface.read_2d<std::uint32_t>(0, 0);
    }
  };
  const ArrayHandle array = create_surface_array(Extent(4, 3));
  const SurfaceHandle surface = make(driver::SurfaceCreate{array}).surface;
  std::atomic<bool> is_released{false};
  std::uint32_t result = 0;
  launch({}, {}, WaitAndWrite{&is_released, Surface{surface}, &result});
  make(driver::SurfaceDestroy{surface});
  make(driver::ArrayDestroy{array});
  is_released = true;
  synchronize();
  EXPECT_EQ(result, 5U);
}

}  // namespace
}  // namespace texelscope::tests
