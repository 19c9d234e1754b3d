#include "gpu/graphics/gl_formats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace texelscope::gpu::graphics {
namespace {

const GLFormat* find_by_name(std::string_view name) {
  const auto found = std::ranges::find(gl_formats(), name, &GLFormat::name);
  return found == gl_formats().end() ? nullptr : &*found;
}

TEST(GLFormats, NamesEveryFormatOnce) {
  std::set<std::uint32_t> numbers;
  std::set<std::string_view> names;
  for (const GLFormat& format : gl_formats()) {
    EXPECT_TRUE(numbers.insert(format.internal_format).second) << format.name;
    EXPECT_TRUE(names.insert(format.name).second) << format.name;
    EXPECT_EQ(find_gl_format(format.internal_format), &format);
  }
}

TEST(GLFormats, MovesTexelsWithoutConversion) {
  const std::map<std::uint32_t, int> channels{{GL_RED, 1},
                                              {GL_RG, 2},
                                              {GL_RGBA, 4},
                                              {GL_RED_INTEGER, 1},
                                              {GL_RG_INTEGER, 2},
                                              {GL_RGBA_INTEGER, 4},
                                              // GL_ALPHA and GL_LUMINANCE_ALPHA, and their integer variants.
                                              {0x1906, 1},
                                              {0x190A, 2},
                                              {0x8D97, 1},
                                              {0x8D9D, 2}};
  const std::map<std::uint32_t, DataType> types{
      {GL_UNSIGNED_BYTE, DataType::uint8}, {GL_UNSIGNED_SHORT, DataType::uint16}, {GL_UNSIGNED_INT, DataType::uint32},
      {GL_BYTE, DataType::int8},           {GL_SHORT, DataType::int16},           {GL_INT, DataType::int32},
      {GL_HALF_FLOAT, DataType::float16},  {GL_FLOAT, DataType::float32}};
  for (const GLFormat& format : gl_formats()) {
    if (format.is_accepted()) {
      EXPECT_EQ(channels.at(format.transfer_format), format.num_channels) << format.name;
      EXPECT_EQ(types.at(format.transfer_type), format.type) << format.name;
    }
  }
}

TEST(GLFormats, NamesForEveryRefusalAnAcceptedFormatInstead) {
  int refused = 0;
  for (const GLFormat& format : gl_formats()) {
    if (!format.is_accepted()) {
      ++refused;
      const GLFormat* const nearest = find_by_name(format.nearest);
      ASSERT_NE(nearest, nullptr) << format.name;
      EXPECT_TRUE(nearest->is_accepted()) << format.name;
    }
  }
  EXPECT_GT(refused, 0);
}

TEST(GLFormats, KnowsHowMeasuredFormatsArrive) {
  const auto arrives_as = [](std::uint32_t internal_format, DataType type, int channels) {
    const GLFormat* const format = find_gl_format(internal_format);
    ASSERT_NE(format, nullptr);
    EXPECT_TRUE(format->is_accepted()) << format->name;
    EXPECT_EQ(format->type, type) << format->name;
    EXPECT_EQ(format->num_channels, channels) << format->name;
  };
  arrives_as(GL_RGB8, DataType::uint8, 4);
  arrives_as(GL_RGB, DataType::uint8, 4);
  arrives_as(GL_SRGB8_ALPHA8, DataType::uint8, 4);
  arrives_as(GL_RGBA16F, DataType::float16, 4);
  arrives_as(GL_RG32F, DataType::float32, 2);
  arrives_as(GL_R32UI, DataType::uint32, 1);
  for (const std::uint32_t refused : {GL_RGB10_A2, GL_R11F_G11F_B10F, GL_DEPTH_COMPONENT24, GL_DEPTH24_STENCIL8}) {
    ASSERT_NE(find_gl_format(refused), nullptr);
    EXPECT_FALSE(find_gl_format(refused)->is_accepted());
  }
  EXPECT_EQ(find_gl_format(0xDEAD), nullptr);
}

TEST(GLFormats, NamesTargets) {
  EXPECT_EQ(gl_target_name(GL_TEXTURE_2D), "GL_TEXTURE_2D");
  EXPECT_EQ(gl_target_name(GL_TEXTURE_2D_MULTISAMPLE), "GL_TEXTURE_2D_MULTISAMPLE");
  EXPECT_EQ(gl_target_name(0x12), "0x0012");
}

}  // namespace
}  // namespace texelscope::gpu::graphics
