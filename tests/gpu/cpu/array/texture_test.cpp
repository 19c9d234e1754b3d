#include "texelscope/kernels/texture.h"
#include "tests/gpu/cpu/cpu_driver_fixture.h"

namespace texelscope::tests {
namespace {

using gpu::ArrayHandle;
using gpu::DataType;
using gpu::Extent;
using gpu::Status;
using gpu::TextureHandle;
namespace driver = gpu::driver;

class CpuTexture : public CpuDriverTest {};

struct WaitAndFetch {
  const std::atomic<bool>* flag;
  kernels::Texture texture;
  float* results;

  void operator()(kernels::Index index) const {
    WaitForFlag{flag}({});
    results[index.x] = texture.sample_2d(static_cast<float>(index.x) + 0.5F, 1.5F).x;
  }
};

TEST_F(CpuTexture, LivesWithItsArrayUntilWorkHasFinished) {
  const gpu::ArrayDescriptor descriptor{Extent(3, 2), DataType::float32, 1};
  const std::vector<float> texels{1, 2, 3, 4, 5, 6};
  const ArrayHandle array = create_array(descriptor);
  make(driver::ArrayCopy{{array}, {{}, {}, pointer_to(texels)}, descriptor.shape, 4, {}});
  const TextureHandle texture = make(driver::TextureCreate{resource_of(array, descriptor), {}, {}}).texture;
  std::atomic<bool> is_released{false};
  std::vector<float> results(3);
  launch({}, {3, 1, 1}, WaitAndFetch{&is_released, kernels::Texture{texture}, results.data()});
  make(driver::TextureDestroy{texture});
  make(driver::ArrayDestroy{array});
  EXPECT_EQ(status_of(driver::TextureDestroy{texture}), Status::invalid_handle);
  is_released = true;
  synchronize();
  EXPECT_EQ(results, (std::vector<float>{4, 5, 6}));
}

TEST_F(CpuTexture, IsRejectedWithoutAnArrayOrWithUnsupportedSettings) {
  const gpu::ArrayDescriptor descriptor{Extent(3, 2), DataType::uint32, 1};
  EXPECT_EQ(status_of(driver::TextureCreate{resource_of({0x1234}, descriptor), {}, {}}), Status::invalid_handle);
  const ArrayHandle array = create_array(descriptor);
  gpu::TextureDescriptor linear;
  linear.filter_mode = gpu::FilterMode::linear;
  EXPECT_EQ(status_of(driver::TextureCreate{resource_of(array, descriptor), linear, {}}), Status::invalid_value);
}

}  // namespace
}  // namespace texelscope::tests
