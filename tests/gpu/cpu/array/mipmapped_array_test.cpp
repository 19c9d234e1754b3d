#include <cstring>

#include "tests/gpu/cpu/cpu_driver_fixture.h"
#include "texelscope/kernels/surface.h"

namespace texelscope::tests {
namespace {

using gpu::ArrayHandle;
using gpu::DataType;
using gpu::Extent;
using gpu::MipmappedArrayHandle;
using gpu::Status;
using kernels::Surface;
namespace driver = gpu::driver;

class CpuMipmappedArray : public CpuDriverTest {
 protected:
  MipmappedArrayHandle create(unsigned levels) {
    return make(driver::MipmappedArrayCreate{{Extent(4, 2), DataType::uint32, 1, true}, levels}).array;
  }
  ArrayHandle level(MipmappedArrayHandle array, unsigned index) {
    return make(driver::MipmappedArrayGetLevel{array, index}).level_array;
  }
};

TEST_F(CpuMipmappedArray, ReturnsTheSameHandleForALevelEachTime) {
  const MipmappedArrayHandle array = create(3);
  EXPECT_EQ(level(array, 1), level(array, 1));
  EXPECT_NE(level(array, 1), level(array, 2));
  EXPECT_EQ(status_of(driver::MipmappedArrayGetLevel{array, 3}), Status::invalid_value);
  EXPECT_EQ(status_of(driver::MipmappedArrayGetLevel{{0x1234}, 0}), Status::invalid_handle);
}

TEST_F(CpuMipmappedArray, AloneDestroysItsLevels) {
  const MipmappedArrayHandle array = create(2);
  const ArrayHandle base = level(array, 0);
  EXPECT_EQ(status_of(driver::ArrayDestroy{base}), Status::invalid_handle) << "a level cannot be destroyed separately";
  std::vector<std::uint32_t> texels(8, 7);
  make(driver::ArrayCopy{{base}, {{}, {}, pointer_to(texels)}, Extent(4, 2), 4, {}});
  make(driver::MipmappedArrayDestroy{array});
  EXPECT_EQ(status_of(driver::ArrayCopy{{base}, {{}, {}, pointer_to(texels)}, Extent(4, 2), 4, {}}),
            Status::invalid_handle);
  EXPECT_EQ(status_of(driver::MipmappedArrayDestroy{array}), Status::invalid_handle);
  synchronize();
}

TEST_F(CpuMipmappedArray, RejectsInvalidDescriptors) {
  EXPECT_EQ(status_of(driver::MipmappedArrayCreate{{Extent(4, 2), DataType::uint8, 4}, 4}), Status::invalid_value);
  EXPECT_EQ(status_of(driver::MipmappedArrayCreate{{Extent(4, 2), DataType::uint8, 3}, 1}), Status::invalid_value);
  EXPECT_EQ(status_of(driver::MipmappedArrayCreate{{Extent(32768, 32768), DataType::float32, 4}, 1}),
            Status::out_of_memory);
}

TEST_F(CpuMipmappedArray, LivesUntilItsWorkHasFinished) {
  struct WaitAndWrite {
    const std::atomic<bool>* flag;
    Surface surface;
    std::uint32_t* result;
    void operator()(kernels::Index) const {
      WaitForFlag{flag}({});
      surface.write_2d(5U, 1, 0);
      *result = surface.read_2d<std::uint32_t>(1, 0);
    }
  };
  const MipmappedArrayHandle array = create(2);
  const gpu::SurfaceHandle surface = make(driver::SurfaceCreate{level(array, 1)}).surface;
  std::atomic<bool> is_released{false};
  std::uint32_t result = 0;
  launch({}, {}, WaitAndWrite{&is_released, Surface{surface}, &result});
  make(driver::SurfaceDestroy{surface});
  make(driver::MipmappedArrayDestroy{array});
  is_released = true;
  synchronize();
  EXPECT_EQ(result, 5U);
}

}  // namespace
}  // namespace texelscope::tests
