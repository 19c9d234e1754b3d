#include <GL/glcorearb.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "render/common/error.h"
#include "render/gl/egl_context.h"
#include "texelscope/gpu/block_decoder.h"
#include "texelscope/kernels/float16.h"

namespace texelscope::gpu {
namespace {

constexpr int block_image_width = 512;
constexpr int block_image_height = 256;
constexpr int block_columns = block_image_width / 4;

struct Format {
  TexelEncoding encoding;
  GLenum internal_format;
  /// The allowed error of a software decoder. BC6H and BC7 are exact except for the last bit of a conversion to float.
  double tolerance;
};

/// For BC1 to BC5, both decoders may use the specification's tolerance: 1/255 or 1/127, and 3 % of the endpoints'
/// difference, which is at most 2.
constexpr double between_endpoints = 1 / 127.0 + 0.06;

constexpr Format block_formats[] = {{TexelEncoding::bc1_unorm, 0x83F1, between_endpoints},
                                    {TexelEncoding::bc2_unorm, 0x83F2, between_endpoints},
                                    {TexelEncoding::bc3_unorm, 0x83F3, between_endpoints},
                                    {TexelEncoding::bc4_unorm, GL_COMPRESSED_RED_RGTC1, between_endpoints},
                                    {TexelEncoding::bc4_snorm, GL_COMPRESSED_SIGNED_RED_RGTC1, between_endpoints},
                                    {TexelEncoding::bc5_unorm, GL_COMPRESSED_RG_RGTC2, between_endpoints},
                                    {TexelEncoding::bc5_snorm, GL_COMPRESSED_SIGNED_RG_RGTC2, between_endpoints},
                                    {TexelEncoding::bc6h_uf16, GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT, 0},
                                    {TexelEncoding::bc6h_sf16, GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT, 0},
                                    {TexelEncoding::bc7_unorm, GL_COMPRESSED_RGBA_BPTC_UNORM, 1e-7}};

/// Whether a channel has the signed endpoints −127 and −128. GPUs interpolate six values between them, because both
/// mean −1; Mesa interpolates eight.
bool is_read_in_two_ways(TexelEncoding encoding, const std::byte* block) {
  const auto is_pair = [](const std::byte* ends) { return ends[0] == std::byte{0x81} && ends[1] == std::byte{0x80}; };
  return (encoding == TexelEncoding::bc4_snorm && is_pair(block)) ||
         (encoding == TexelEncoding::bc5_snorm && (is_pair(block) || is_pair(block + 8)));
}

/// Random blocks. The position of the lowest set bit is the mode of a BC7 block, so random bytes would favor low modes;
/// the modes are assigned in turn instead, including the reserved one.
std::vector<std::byte> random_blocks(TexelEncoding encoding) {
  const std::size_t size = block_bytes(encoding);
  std::vector<std::byte> blocks(std::size_t{block_columns} * (block_image_height / 4) * size);
  std::mt19937 random(static_cast<unsigned>(encoding));
  for (std::byte& value : blocks) {
    value = static_cast<std::byte>(random());
  }
  for (std::size_t block = 0; block < blocks.size() / size && encoding == TexelEncoding::bc7_unorm; ++block) {
    const auto mode = static_cast<unsigned>(block % 9);
    std::byte& first = blocks[block * size];
    first = mode == 8 ? std::byte{0} : (first << (mode + 1)) | static_cast<std::byte>(1U << mode);
  }
  return blocks;
}

double number_of(DataType type, std::uint16_t bits) {
  switch (type) {
    case DataType::uint8:
      return bits / 255.0;
    case DataType::uint16:
      return bits / 65535.0;
    case DataType::int16:
      return static_cast<std::int16_t>(bits) / 32767.0;
    default:
      return static_cast<double>(kernels::float32_from_float16(bits));
  }
}

class BlockFormats : public testing::TestWithParam<Format> {};

TEST_P(BlockFormats, AreDecodedAsOpenGLDoes) {
  const Format& format = GetParam();
  try {
    const render::gl::EglContext context(render::gl::EglChoice{});
    if (!context.device().is_software) {
      // NVIDIA's glGetTextureImage is off by up to 0.46 for BC7 (seen with 580.159.04), although its textures read BC7
      // exactly.
      GTEST_SKIP() << "there is no software EGL device here";
    }
    const auto load = [&](const char* name) { return context.loader()(name); };
    const auto create = reinterpret_cast<PFNGLCREATETEXTURESPROC>(load("glCreateTextures"));
    const auto destroy = reinterpret_cast<PFNGLDELETETEXTURESPROC>(load("glDeleteTextures"));
    const auto allocate = reinterpret_cast<PFNGLTEXTURESTORAGE2DPROC>(load("glTextureStorage2D"));
    const auto write = reinterpret_cast<PFNGLCOMPRESSEDTEXTURESUBIMAGE2DPROC>(load("glCompressedTextureSubImage2D"));
    const auto read = reinterpret_cast<PFNGLGETTEXTUREIMAGEPROC>(load("glGetTextureImage"));
    const auto error = reinterpret_cast<PFNGLGETERRORPROC>(load("glGetError"));
    const std::vector<std::byte> blocks = random_blocks(format.encoding);
    GLuint texture = 0;
    create(GL_TEXTURE_2D, 1, &texture);
    allocate(texture, 1, format.internal_format, block_image_width, block_image_height);
    write(texture, 0, 0, 0, block_image_width, block_image_height, format.internal_format,
          static_cast<GLsizei>(blocks.size()), blocks.data());
    std::vector<float> texels(std::size_t{block_image_width} * block_image_height * 4);
    read(texture, 0, GL_RGBA, GL_FLOAT, static_cast<GLsizei>(texels.size() * sizeof(float)), texels.data());
    destroy(1, &texture);
    if (error() == GL_INVALID_ENUM) {
      GTEST_SKIP() << "this OpenGL does not support these compressed textures";
    }
    const std::size_t size = block_bytes(format.encoding);
    const DataType type = decoded_type(format.encoding);
    double largest = 0;
    for (std::size_t block = 0; block < blocks.size() / size; ++block) {
      if (is_read_in_two_ways(format.encoding, &blocks[block * size])) {
        continue;
      }
      const DecodedBlock decoded = decode_block(format.encoding, &blocks[block * size]);
      for (std::size_t texel = 0; texel < 16; ++texel) {
        const std::size_t x = block % block_columns * 4 + texel % 4;
        const std::size_t y = block / block_columns * 4 + texel / 4;
        for (std::size_t channel = 0; channel < static_cast<std::size_t>(channel_count(format.encoding)); ++channel) {
          const auto expected = static_cast<double>(texels[(y * block_image_width + x) * 4 + channel]);
          largest = std::fmax(largest, std::fabs(expected - number_of(type, decoded.texels[texel][channel])));
        }
      }
    }
    EXPECT_LE(largest, format.tolerance);
  } catch (const render::Unavailable& unavailable) {
    GTEST_SKIP() << unavailable.what();
  }
}

INSTANTIATE_TEST_SUITE_P(Each, BlockFormats, testing::ValuesIn(block_formats),
                         [](const auto& tested) { return std::string(to_string(tested.param.encoding)); });

}  // namespace
}  // namespace texelscope::gpu
