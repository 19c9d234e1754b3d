#include "app/documents/picture_facts.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

namespace texelscope::app {
namespace {

std::string facts(const char* path, Image image) {
  return picture_facts({path, std::make_shared<const Image>(std::move(image))});
}

TEST(PictureFacts, NameTheFilesKindTheExtentAndTheTexels) {
  EXPECT_EQ(facts("/a/photo.png", {640, 480, 3, gpu::DataType::uint8, {}}), "PNG, 640 × 480, RGB of uint8");
  EXPECT_EQ(facts("lamp.exr", {3, 2, 4, gpu::DataType::float32, {}}), "EXR, 3 × 2, RGBA of float32");
  EXPECT_EQ(facts("/live programs/train (1), 1/conv1.weight", {40, 30, 1, gpu::DataType::float32, {}}),
            "40 × 30, gray of float32");
  EXPECT_EQ(facts("no_ending", {1, 1, 1, gpu::DataType::uint16, {}}), "1 × 1, gray of uint16");
  Image normals{4, 4, 2, gpu::DataType::uint8, {}};
  EXPECT_EQ(facts("n.png", normals), "PNG, 4 × 4, gray and alpha of uint8");
  normals.is_red_green = true;
  normals.depth = 5;
  EXPECT_EQ(facts("n.dds", normals), "DDS, 4 × 4 × 5, red and green of uint8");
  StoredTexels blocks;
  blocks.name = "BC5_UNORM";
  normals.stored = std::make_shared<const StoredTexels>(blocks);
  EXPECT_EQ(facts("n.dds", normals), "DDS, 4 × 4 × 5, BC5_UNORM");
}

}  // namespace
}  // namespace texelscope::app
