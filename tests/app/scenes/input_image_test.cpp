#include "app/scenes/input_image.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "app/images/image_convert.h"
#include "tests/support/device_fixture.h"

namespace texelscope::app {
namespace {

class InputImage : public tests::DeviceTest {
 protected:
  [[nodiscard]] std::vector<std::byte> texels_of(const gpu::CUDAArray& array, const gpu::Stream& stream) const {
    std::vector<std::byte> texels(array.size_bytes());
    array.copy_to(texels, stream);
    stream.synchronize();
    return texels;
  }
};

/// Pseudorandom bytes, so that a repeated band is detected.
std::vector<std::byte> scattered_bytes(std::size_t count) {
  std::vector<std::byte> bytes(count);
  std::uint32_t state = 1;
  for (std::byte& byte : bytes) {
    state = state * 1664525U + 1013904223U;
    byte = static_cast<std::byte>(state >> 24U);
  }
  return bytes;
}

// This picture and the volume below are larger than the staging memory for uploads.
TEST_P(InputImage, UploadsEachRowOfALargePicture) {
  constexpr int width = 2101;
  constexpr int height = 2300;
  const auto picture = std::make_shared<Image>(
      Image{width, height, 3, gpu::DataType::uint8, scattered_bytes(std::size_t{3} * width * height)});
  const gpu::Stream stream = device().create_stream();
  const gpu::CUDAArray array = input_array({device(), stream, 16, 16, picture});
  EXPECT_EQ(array.num_channels(), 4);
  EXPECT_TRUE(texels_of(array, stream) == with_array_channels(*picture).pixels);
}

TEST_P(InputImage, UploadsEachSliceOfALargeVolume) {
  constexpr int width = 2501;
  constexpr int height = 2000;
  constexpr int depth = 2;
  Image volume{width, height, 1, gpu::DataType::float32, scattered_bytes(std::size_t{4} * width * height * depth),
               depth};
  const gpu::Stream stream = device().create_stream();
  const auto array =
      gpu::CUDAArray::from_descriptor(device(), {gpu::Extent(width, height, depth), gpu::DataType::float32, 1, false});
  upload({device(), stream, 16, 16, nullptr}, volume, array);
  EXPECT_TRUE(texels_of(array, stream) == volume.pixels);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(InputImage);

}  // namespace
}  // namespace texelscope::app
