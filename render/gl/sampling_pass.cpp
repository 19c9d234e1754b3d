#include "render/gl/sampling_pass.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <string>

#include "render/common/error.h"
#include "render/gl/gl_call.h"
#include "render/gl/gl_error.h"
#include "render/gl/pixel_transfer.h"
#include "render/gl/shader_source.h"

namespace texelscope::render::gl {
namespace {

/// GL's constants for a format: its internal formats with 1, 2 and 4 channels, and the type of a channel in memory.
struct FormatNames {
  GLenum internal[3];
  GLenum type;
};

FormatNames names_of(SampledFormat format) {
  switch (format) {
    case SampledFormat::uint8:
      return {{GL_R8, GL_RG8, GL_RGBA8}, GL_UNSIGNED_BYTE};
    case SampledFormat::uint16:
      return {{GL_R16, GL_RG16, GL_RGBA16}, GL_UNSIGNED_SHORT};
    case SampledFormat::int8:
      return {{GL_R8_SNORM, GL_RG8_SNORM, GL_RGBA8_SNORM}, GL_BYTE};
    case SampledFormat::int16:
      return {{GL_R16_SNORM, GL_RG16_SNORM, GL_RGBA16_SNORM}, GL_SHORT};
    case SampledFormat::float16:
      return {{GL_R16F, GL_RG16F, GL_RGBA16F}, GL_HALF_FLOAT};
    case SampledFormat::float32:
      return {{GL_R32F, GL_RG32F, GL_RGBA32F}, GL_FLOAT};
  }
  throw Error{"unsupported format: use one of SampledFormat"};
}

std::size_t channel_bytes(GLenum type) {
  return type == GL_FLOAT ? 4 : (type == GL_UNSIGNED_BYTE || type == GL_BYTE ? 1 : 2);
}

GLint gl_wrap(SampledWrap wrap) {
  switch (wrap) {
    case SampledWrap::clamp:
      return GL_CLAMP_TO_EDGE;
    case SampledWrap::border:
      return GL_CLAMP_TO_BORDER;
    case SampledWrap::repeat:
      return GL_REPEAT;
    case SampledWrap::mirror:
      return GL_MIRRORED_REPEAT;
  }
  throw Error{"unsupported wrap mode: use one of SampledWrap"};
}

int at_level(int size, int level) { return std::max(size >> level, 1); }

std::size_t level_bytes(const SampledTexture& texture, int level, GLenum type) {
  std::size_t bytes =
      static_cast<std::size_t>(texture.num_channels) * channel_bytes(type) * (texture.is_cube_map ? 6U : 1U);
  for (const int size : texture.size) {
    bytes *= static_cast<std::size_t>(at_level(size, level));
  }
  return bytes;
}

void require_sound(const SampledTexture& texture, GLenum type) {
  const auto [width, height, depth] = texture.size;
  if (texture.rank < 1 || texture.rank > 3 || width < 1 || height < 1 || depth < 1 || texture.num_levels < 1 ||
      (texture.num_channels != 1 && texture.num_channels != 2 && texture.num_channels != 4) ||
      (texture.is_cube_map && texture.rank != 2)) {
    throw Error{
        fmt::format("cannot sample {} × {} × {} texels of {} channels with rank {}: use rank 1 to 3, and 1, 2 or 4 "
                    "channels",
                    width, height, depth, texture.num_channels, texture.rank)};
  }
  std::size_t expected = 0;
  for (int level = 0; level < texture.num_levels; ++level) {
    expected += level_bytes(texture, level, type);
  }
  if (texture.texels.size() != expected) {
    throw Error{fmt::format("cannot upload {} bytes as {} × {} × {} texels: exactly {} are required",
                            texture.texels.size(), width, height, depth, expected)};
  }
}

GLenum target_of(const SampledTexture& texture) {
  constexpr GLenum targets[] = {GL_TEXTURE_1D, GL_TEXTURE_2D, GL_TEXTURE_3D};
  return texture.is_cube_map ? GL_TEXTURE_CUBE_MAP : targets[texture.rank - 1];
}

void upload(GLuint name, const SampledTexture& texture, const FormatNames& names) {
  const int column = texture.num_channels == 4 ? 2 : texture.num_channels - 1;
  const GLenum internal = texture.is_srgb ? GL_SRGB8_ALPHA8 : names.internal[column];
  const GLenum format = column == 0 ? GL_RED : (column == 1 ? GL_RG : GL_RGBA);
  const auto [width, height, depth] = texture.size;
  const int levels = texture.num_levels;
  use_packed_uploads();
  // Rows of small levels may have any number of bytes.
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  if (texture.rank == 1) {
    gl_call("glTextureStorage1D", [&] { glTextureStorage1D(name, levels, internal, width); });
  } else if (texture.rank == 2) {
    gl_call("glTextureStorage2D", [&] { glTextureStorage2D(name, levels, internal, width, height); });
  } else {
    gl_call("glTextureStorage3D", [&] { glTextureStorage3D(name, levels, internal, width, height, depth); });
  }
  const std::byte* texels = texture.texels.data();
  for (int level = 0; level < levels; ++level) {
    const int columns = at_level(width, level);
    const int rows = at_level(height, level);
    const int slices = texture.is_cube_map ? 6 : at_level(depth, level);
    if (texture.rank == 1) {
      gl_call("glTextureSubImage1D", [&] { glTextureSubImage1D(name, level, 0, columns, format, names.type, texels); });
    } else if (texture.rank == 2 && !texture.is_cube_map) {
      gl_call("glTextureSubImage2D",
              [&] { glTextureSubImage2D(name, level, 0, 0, columns, rows, format, names.type, texels); });
    } else {
      gl_call("glTextureSubImage3D",
              [&] { glTextureSubImage3D(name, level, 0, 0, 0, columns, rows, slices, format, names.type, texels); });
    }
    texels += level_bytes(texture, level, names.type);
  }
}

void set_sampling(GLuint name, const SampledTexture& texture) {
  const GLint filter = texture.is_linear ? GL_LINEAR : GL_NEAREST;
  const GLint between_levels = texture.is_linear_between_levels
                                   ? (texture.is_linear ? GL_LINEAR_MIPMAP_LINEAR : GL_NEAREST_MIPMAP_LINEAR)
                                   : (texture.is_linear ? GL_LINEAR_MIPMAP_NEAREST : GL_NEAREST_MIPMAP_NEAREST);
  glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, texture.num_levels > 1 ? between_levels : filter);
  glTextureParameteri(name, GL_TEXTURE_MAG_FILTER, filter);
  if (texture.max_anisotropy > 1) {
    // GL_TEXTURE_MAX_ANISOTROPY of GL 4.6 and of GL_EXT_texture_filter_anisotropic, which all drivers have.
    constexpr GLenum texture_max_anisotropy = 0x84FE;
    glTextureParameterf(name, texture_max_anisotropy, texture.max_anisotropy);
  }
  for (const GLenum axis : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R}) {
    glTextureParameteri(name, axis, gl_wrap(texture.wrap));
  }
  glTextureParameterfv(name, GL_TEXTURE_BORDER_COLOR, texture.border.data());
}

Program build_program(const SampledTexture& texture, SamplingOperation operation) {
  const std::string definitions[] = {fmt::format("SHAPE {}", texture.is_cube_map ? 4 : texture.rank),
                                     fmt::format("OPERATION {}", static_cast<int>(operation))};
  return {load_shader("viewport.vert"), load_shader("sampling.frag", definitions)};
}

}  // namespace

SamplingPass::SamplingPass(const SampledTexture& texture, PixelFormat result, int width, int height,
                           const SamplingCoordinates& coordinates)
    : target_{result, width, height},
      program_{build_program(texture, coordinates.operation)},
      coordinates_{coordinates} {
  const FormatNames names = names_of(texture.format);
  require_sound(texture, names.type);
  clear_gl_errors();
  gl_call("glCreateTextures", [&] { glCreateTextures(target_of(texture), 1, &texture_); });
  try {
    upload(texture_, texture, names);
    set_sampling(texture_, texture);
    require_no_gl_error(fmt::format("cannot create a texture of {} × {} × {} texels of {} channels", texture.size[0],
                                    texture.size[1], texture.size[2], texture.num_channels));
  } catch (...) {
    glDeleteTextures(1, &texture_);
    throw;
  }
}

SamplingPass::~SamplingPass() { glDeleteTextures(1, &texture_); }

void SamplingPass::draw() const {
  target_.bind();
  for (const GLenum test : {GL_BLEND, GL_CULL_FACE, GL_DEPTH_TEST, GL_STENCIL_TEST, GL_SCISSOR_TEST, GL_DITHER}) {
    glDisable(test);
  }
  glDisable(GL_FRAMEBUFFER_SRGB);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glEnable(GL_TEXTURE_CUBE_MAP_SEAMLESS);
  program_.use();
  glBindTextureUnit(0, texture_);
  glUniform3fv(0, 1, coordinates_.by_x.data());
  glUniform3fv(1, 1, coordinates_.by_y.data());
  glUniform3fv(2, 1, coordinates_.origin.data());
  if (coordinates_.operation == SamplingOperation::level) {
    glUniform1f(3, coordinates_.level);
  } else if (coordinates_.operation == SamplingOperation::gradients) {
    glUniform3fv(4, 1, coordinates_.dx.data());
    glUniform3fv(5, 1, coordinates_.dy.data());
  }
  rectangle_.draw_rectangle();
  glFinish();
}

void SamplingPass::read(std::span<std::byte> pixels) const {
  target_.color().read({0, 0, target_.width(), target_.height()}, pixels);
}

}  // namespace texelscope::render::gl
