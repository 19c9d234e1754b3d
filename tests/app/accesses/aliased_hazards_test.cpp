#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/app/accesses/kernel_arguments.h"
#include "tests/app/accesses/recorded_kernel.h"
#include "texelscope/gpu/mipmapped_array.h"
#include "texelscope/gpu/resource_descriptor.h"

// Hazards through objects that share memory, and of accesses of different sizes.
namespace texelscope::app {
namespace {

using tests::CheckedDevice;
using tests::Images;
using tests::Numbers;

/// Levels of 8 × 8 and 4 × 4 texels, all 0: hazards depend on the values that change.
gpu::MipmappedArray two_levels(const CheckedDevice& checked) {
  gpu::MipmappedArray levels = gpu::MipmappedArray::from_descriptor(
      *checked.device,
      {.shape = gpu::Extent(8, 8), .format = gpu::DataType::float32, .num_channels = 1, .is_surface_load_store = true},
      2);
  const std::vector<float> zeros(64);
  levels.level(0).copy_from(zeros, *checked.stream);
  levels.level(1).copy_from(std::span{zeros}.first(16), *checked.stream);
  checked.stream->synchronize();
  return levels;
}

/// The hazards of a kernel over 4 × 4 threads that fetches from both levels and writes level 1.
std::vector<std::string> hazards_of_levels(std::string_view body) {
  const CheckedDevice checked;
  const gpu::MipmappedArray levels = two_levels(checked);
  gpu::TextureDescriptor levels_descriptor;
  levels_descriptor.normalized_coords = true;
  levels_descriptor.max_mipmap_level_clamp = 1;
  const gpu::TextureObject texture =
      gpu::TextureObject::from_resource(gpu::ResourceDescriptor::from_mipmapped_array(levels), levels_descriptor);
  const gpu::SurfaceObject surface = gpu::SurfaceObject::from_array(levels.level(1));
  checked.compile("Texture from; Surface to;", body)
      .launch(*checked.stream, {4, 4, 1}, Images{texture.handle().value, surface.handle().value});
  checked.stream->synchronize();
  return checked.hazards();
}

TEST(AliasedHazards, DistinguishTheLevelsOfAMipmappedArray) {
  EXPECT_EQ(hazards_of_levels("const float x = from.sample_2d_level(i.x / 4.0f, i.y / 4.0f, 0).x;\n"
                              "to.write_2d(x + i.x + 1, i.x, i.y);\n"),
            std::vector<std::string>{});
  const std::vector<std::string> hazards = hazards_of_levels(
      "const float x = from.sample_2d_level((3.5f - i.x) / 4, (i.y + 0.5f) / 4, 1).x;\n"
      "to.write_2d(x + i.x + 1, i.x, i.y);\n");
  ASSERT_EQ(hazards.size(), 2U) << testing::PrintToString(hazards);
  EXPECT_NE(hazards[0].find("read-write: texel (1, 0) of level 1 of texture 0"), std::string::npos) << hazards[0];
}

TEST(AliasedHazards, IncludeTexturesThatViewOneLevel) {
  const CheckedDevice checked;
  const gpu::MipmappedArray levels = two_levels(checked);
  const gpu::TextureObject texture = gpu::TextureObject::from_array(levels.level(1), {});
  const gpu::SurfaceObject surface = gpu::SurfaceObject::from_array(levels.level(1));
  checked
      .compile("Texture from; Surface to;",
               "const float x = from.sample_2d(i.x - 0.5f, i.y + 0.5f).x;\nto.write_2d(x + i.x + 1, i.x, i.y);\n")
      .launch(*checked.stream, {4, 4, 1}, Images{texture.handle().value, surface.handle().value});
  checked.stream->synchronize();
  const std::vector<std::string> hazards = checked.hazards();
  ASSERT_EQ(hazards.size(), 1U) << testing::PrintToString(hazards);
  EXPECT_NE(hazards[0].find("read-write: texel (0, 0) of texture 0 (4x4"), std::string::npos) << hazards[0];
}

/// The hazards of a kernel over 8 threads with a linear texture of the buffer that it writes.
std::vector<std::string> hazards_of_linear_texture(std::string_view body) {
  const CheckedDevice checked;
  const gpu::Buffer numbers = checked.memory(64);
  const gpu::TextureObject texture =
      gpu::TextureObject::from_resource(gpu::ResourceDescriptor::from_linear(numbers, gpu::DataType::float32, 1), {});
  checked.compile("float* a; Texture from;", body)
      .launch(*checked.stream, {8, 1, 1}, Numbers{numbers.handle().value, texture.handle().value});
  checked.stream->synchronize();
  return checked.hazards();
}

TEST(AliasedHazards, IncludeTexturesOfBuffers) {
  EXPECT_EQ(hazards_of_linear_texture("a[i.x] = from.fetch_1d(i.x).x + i.x + 1;\n"), std::vector<std::string>{});
  const std::vector<std::string> hazards =
      hazards_of_linear_texture("a[i.x] = from.fetch_1d((i.x + 1) % 8).x + i.x + 1;\n");
  ASSERT_FALSE(hazards.empty());
  EXPECT_NE(hazards[0].find("read-write"), std::string::npos) << hazards[0];
}

/// The hazards of a kernel over 8 threads with a buffer of 128 bytes.
std::vector<std::string> hazards_of_bytes(std::string_view body) {
  const CheckedDevice checked;
  const gpu::Buffer a = checked.memory(128);
  const gpu::Buffer b = checked.memory(128);
  checked.compile("unsigned char* a; Float4* b;", body)
      .launch(*checked.stream, {8, 1, 1}, Numbers{a.handle().value, b.handle().value});
  checked.stream->synchronize();
  return checked.hazards();
}

TEST(AliasedHazards, DistinguishTheBytesOfAWord) {
  // Words first, then bytes of the same words, by the threads that wrote them and by others.
  constexpr std::string_view words = "reinterpret_cast<unsigned*>(a)[i.x] = 0x01010101u * (i.x + 1);\n";
  EXPECT_EQ(hazards_of_bytes(std::string(words) + "a[4 * i.x + 1] = 9 + i.x;\n"), std::vector<std::string>{});
  EXPECT_EQ(hazards_of_bytes("a[i.x * 2] = i.x + 1;\nreinterpret_cast<unsigned short*>(a + 64)[i.x] = i.x + 1;\n"),
            std::vector<std::string>{});
  EXPECT_EQ(hazards_of_bytes(std::string(words) + "a[4 * i.x + 5] = 99;\n").size(), 1U);
  EXPECT_EQ(hazards_of_bytes("b[i.x].x = a[i.x / 2];\na[i.x] = i.x + 1;\n").size(), 1U);
}

TEST(AliasedHazards, CoverAllBytesOfAWideAccess) {
  EXPECT_EQ(hazards_of_bytes("b[i.x] = Float4{1, 2, 3, i.x + 1.0f};\n"), std::vector<std::string>{});
  EXPECT_EQ(hazards_of_bytes("const Float4 v = b[i.x];\nb[i.x] = Float4{v.y + 1, v.x + 1, v.w + 1, v.z + 1};\n"),
            std::vector<std::string>{});
  EXPECT_EQ(hazards_of_bytes("b[0] = Float4{0, 0, 0, i.x + 1.0f};\n").size(), 1U);
  const std::vector<std::string> last_word = hazards_of_bytes(
      "const Float4 v = b[i.x];\n"
      "reinterpret_cast<Float4*>(a)[i.x] = v;\n"
      "if (i.x > 0)\n  reinterpret_cast<float*>(b)[4 * i.x - 1] = i.x;\n");
  ASSERT_EQ(last_word.size(), 1U) << testing::PrintToString(last_word);
  EXPECT_NE(last_word[0].find("byte 12 of memory"), std::string::npos) << last_word[0];
}

TEST(AliasedHazards, AcceptTwoSurfacesThatTakeTurns) {
  const CheckedDevice checked;
  const gpu::CUDAArray arrays[] = {checked.image(8, 4), checked.image(8, 4)};
  const gpu::SurfaceObject surfaces[] = {gpu::SurfaceObject::from_array(arrays[0]),
                                         gpu::SurfaceObject::from_array(arrays[1])};
  const gpu::RuntimeKernel step = checked.compile(
      "Surface from; Surface to;",
      "const float left = from.read_2d<float, BoundaryMode::clamp>(i.x - 1, i.y);\nto.write_2d(left + 1, i.x, i.y);\n");
  for (std::size_t frame = 0; frame < 5; ++frame) {
    step.launch(*checked.stream, {8, 4, 1},
                Images{surfaces[frame % 2].handle().value, surfaces[(frame + 1) % 2].handle().value});
  }
  checked.stream->synchronize();
  EXPECT_EQ(checked.hazards(), std::vector<std::string>{});
}

}  // namespace
}  // namespace texelscope::app
