#include "app/labs/tensor/picture_tensor.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "app/files/file_error.h"
#include "texelscope/gpu/data_type.h"
#include "texelscope/gpu/dimensions.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {
namespace {

const std::filesystem::path pages = std::filesystem::path(TEXELSCOPE_PICTURES_FROM_ELSEWHERE) / "pages.tif";

/// An image whose values are 0, 1, 2 … in memory order.
template <class Value>
std::shared_ptr<Image> counted(int width, int height, int channels, gpu::DataType type, int depth = 1) {
  std::vector<Value> values(static_cast<std::size_t>(width) * static_cast<std::size_t>(height * channels * depth));
  std::iota(values.begin(), values.end(), Value{0});
  auto image = std::make_shared<Image>(Image{width, height, channels, type, {}, depth});
  image->pixels.resize(values.size() * sizeof(Value));
  std::memcpy(image->pixels.data(), values.data(), image->pixels.size());
  return image;
}

gpu::Dimensions shape_of(const PictureTensor& picture) { return picture.tensor.view.layout().shape(); }

TEST(PictureTensor, HasTheTexelsByRowColumnAndChannel) {
  const PictureTensor color = picture_tensor("color", counted<std::uint8_t>(5, 4, 3, gpu::DataType::uint8));
  EXPECT_EQ(shape_of(color), (gpu::Dimensions{4, 5, 3}));
  EXPECT_EQ(color.tensor.view.at<std::uint8_t>({2, 3, 1}), (2 * 5 + 3) * 3 + 1);
  const PictureTensor gray = picture_tensor("gray", counted<std::uint16_t>(7, 3, 1, gpu::DataType::uint16));
  EXPECT_EQ(shape_of(gray), (gpu::Dimensions{3, 7}));
  EXPECT_EQ(gray.tensor.view.at<std::uint16_t>({2, 6}), 20);
  const PictureTensor volume = picture_tensor("volume", counted<float>(3, 2, 2, gpu::DataType::float32, 4));
  EXPECT_EQ(shape_of(volume), (gpu::Dimensions{4, 2, 3, 2}));
  EXPECT_EQ(volume.tensor.view.at<float>({3, 1, 2, 1}), 47);
}

TEST(PictureTensor, IsShownAsAnImage) {
  TensorView view = picture_tensor("gray and alpha", counted<std::uint8_t>(5, 4, 2, gpu::DataType::uint8)).view;
  EXPECT_EQ((std::vector{view.row_axis, view.column_axis, view.channel_axis, view.rank}), (std::vector{0, 1, 2, 3}));
  EXPECT_EQ(view.rule, RangeRule::type) << "0 is black and 255 is white, regardless of the image's values";
  view = picture_tensor("volume", counted<float>(3, 2, 1, gpu::DataType::float32, 4)).view;
  EXPECT_EQ((std::vector{view.row_axis, view.column_axis, view.channel_axis, view.rank}), (std::vector{1, 2, -1, 3}));
  EXPECT_EQ(view.rule, RangeRule::slice);
}

TEST(PictureTensor, KeepsTheImageAliveAndReadOnly) {
  auto picture = counted<std::uint8_t>(2, 2, 1, gpu::DataType::uint8);
  const std::weak_ptr<Image> watch = picture;
  {
    const PictureTensor tensor = picture_tensor("kept", std::exchange(picture, nullptr));
    EXPECT_FALSE(watch.expired());
    EXPECT_TRUE(tensor.tensor.view.is_read_only());
  }
  EXPECT_TRUE(watch.expired());
}

TEST(PictureTensor, IsReadFromAPartOfAFileByNameOrNumber) {
  EXPECT_EQ(read_picture_tensor(pages, "").tensor.name, "pages.tif");
  EXPECT_EQ(read_picture_tensor(pages, "page 2").tensor.name, "page 2");
  EXPECT_EQ(shape_of(read_picture_tensor(pages, "page 2")), shape_of(read_picture_tensor(pages, "2")));
  EXPECT_NE(shape_of(read_picture_tensor(pages, "page 2")), shape_of(read_picture_tensor(pages, "")));
  EXPECT_EQ(read_picture_tensor(pages, "page 9").tensor.name, "pages.tif")
      << "the name belongs to a tensor of a different file";
  EXPECT_THROW(static_cast<void>(read_picture_tensor("missing.png", "")), FileError);
}

}  // namespace
}  // namespace texelscope::app
