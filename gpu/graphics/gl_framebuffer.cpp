#include "gpu/graphics/gl_framebuffer.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "gpu/graphics/gl_state.h"
#include "texelscope/kernels/float16.h"

namespace texelscope::gpu::graphics {

namespace {

bool is_integer(const GLFormat& format) {
  return format.transfer_format == GL_RED_INTEGER || format.transfer_format == GL_RG_INTEGER ||
         format.transfer_format == GL_RGBA_INTEGER;
}

/// The format in which any framebuffer can be read (OpenGL ES 3.1, section 16.1.2 ReadPixels): four channels, which are
/// wider than the format's own except for normalized integers and float32.
struct ReadFormat {
  GLenum format;
  GLenum type;
  std::size_t channel_bytes;
};

ReadFormat read_format(const GLFormat& format) {
  if (is_integer(format)) {
    const bool is_signed =
        format.type == DataType::int8 || format.type == DataType::int16 || format.type == DataType::int32;
    return {GL_RGBA_INTEGER, static_cast<GLenum>(is_signed ? GL_INT : GL_UNSIGNED_INT), 4};
  }
  if (format.type == DataType::float16 || format.type == DataType::float32) {
    return {GL_RGBA, GL_FLOAT, 4};
  }
  if (format.type == DataType::uint16) {
    return {GL_RGBA, GL_UNSIGNED_SHORT, 2};
  }
  return {GL_RGBA, GL_UNSIGNED_BYTE, 1};
}

/// Converts one channel to the format's own bytes. Integers fit, because they were read from a channel of that format.
void narrow(const std::byte* wide, std::size_t wide_bytes, DataType type, std::byte* channel) {
  if (type == DataType::float16) {
    float value = 0.0F;
    std::memcpy(&value, wide, sizeof value);
    const std::uint16_t bits = kernels::float16_from_float32(value);
    std::memcpy(channel, &bits, sizeof bits);
    return;
  }
  static_assert(std::endian::native == std::endian::little, "the low bytes of an integer are its first");
  std::memcpy(channel, wide, std::min(wide_bytes, size_bytes(type)));
}

void narrow_all(const std::vector<std::byte>& wide, const ReadFormat& read, const GLFormat& format, std::byte* texels) {
  const std::size_t channel_bytes = size_bytes(format.type);
  const auto channels = static_cast<std::size_t>(format.num_channels);
  for (std::size_t texel = 0; texel * 4 * read.channel_bytes < wide.size(); ++texel) {
    for (std::size_t channel = 0; channel < channels; ++channel) {
      narrow(&wide[(texel * 4 + channel) * read.channel_bytes], read.channel_bytes, format.type,
             texels + (texel * channels + channel) * channel_bytes);
    }
  }
}

/// Attaches one layer, face or slice to the framebuffer that is read.
void attach(const GLFunctions& gl, const GLImage& image, GLenum framebuffer, unsigned level, unsigned layer) {
  const auto mip = static_cast<GLint>(level);
  if (image.target == GL_RENDERBUFFER) {
    gl.FramebufferRenderbuffer(framebuffer, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, image.name);
  } else if (image.target == GL_TEXTURE_CUBE_MAP) {
    gl.FramebufferTexture2D(framebuffer, GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP_POSITIVE_X + layer, image.name, mip);
  } else if (image.target == GL_TEXTURE_2D || image.target == GL_TEXTURE_RECTANGLE) {
    gl.FramebufferTexture2D(framebuffer, GL_COLOR_ATTACHMENT0, image.target, image.name, mip);
  } else {
    gl.FramebufferTextureLayer(framebuffer, GL_COLOR_ATTACHMENT0, image.name, mip, static_cast<GLint>(layer));
  }
}

bool is_complete(const GLFunctions& gl) {
  return gl.CheckFramebufferStatus(GL_READ_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

GLenum sized_format(GLenum format) {
  return format == GL_RED    ? GL_R8
         : format == GL_RG   ? GL_RG8
         : format == GL_RGB  ? GL_RGB8
         : format == GL_RGBA ? GL_RGBA8
                             : format;
}

}  // namespace

UploadFormat upload_format(const GLFunctions& gl, const GLFormat& format) {
  const bool is_without_alpha = gl.is_es && format.is_without_alpha();
  return {is_without_alpha ? static_cast<GLenum>(GL_RGB) : format.transfer_format, format.transfer_type,
          is_without_alpha};
}

bool read_by_framebuffer(const GLFunctions& gl, const GLImage& image, unsigned level, std::byte* texels) {
  const ArrayDescriptor& descriptor = image.levels[level];
  const ReadFormat read = read_format(*image.format);
  const auto width = static_cast<GLsizei>(descriptor.shape.width());
  const auto height = static_cast<GLsizei>(descriptor.shape.height());
  const auto slices = static_cast<unsigned>(descriptor.shape.depth()) * image.layers;
  const std::size_t slice_bytes = descriptor.size_bytes() / descriptor.shape.depth();
  std::vector<std::byte> wide(descriptor.shape.width() * descriptor.shape.height() * 4 * read.channel_bytes);
  const BoundFramebuffers framebuffers{gl};
  for (unsigned slice = 0; slice < slices; ++slice) {
    attach(gl, image, GL_READ_FRAMEBUFFER, level, slice);
    if (!is_complete(gl)) {
      return false;
    }
    gl.ReadPixels(0, 0, width, height, read.format, read.type, wide.data());
    narrow_all(wide, read, *image.format, texels + slice * slice_bytes);
  }
  return true;
}

void write_renderbuffer(const GLFunctions& gl, const GLImage& image, const std::byte* texels) {
  const auto width = static_cast<GLsizei>(image.levels[0].shape.width());
  const auto height = static_cast<GLsizei>(image.levels[0].shape.height());
  GLImage source = image;
  source.target = GL_TEXTURE_2D;
  gl.GenTextures(1, &source.name);
  {
    const BoundTexture bound{gl, GL_TEXTURE_2D, source.name};
    const UploadFormat upload = upload_format(gl, *image.format);
    gl.TexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(sized_format(image.format->internal_format)), width, height, 0,
                  upload.format, upload.type, texels);
  }
  const BoundFramebuffers framebuffers{gl};
  attach(gl, source, GL_READ_FRAMEBUFFER, 0, 0);
  attach(gl, image, GL_DRAW_FRAMEBUFFER, 0, 0);
  gl.BlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  gl.DeleteTextures(1, &source.name);
}

bool is_framebuffer_complete(const GLFunctions& gl, const GLImage& image) {
  const BoundFramebuffers framebuffers{gl};
  attach(gl, image, GL_READ_FRAMEBUFFER, 0, 0);
  return is_complete(gl);
}

}  // namespace texelscope::gpu::graphics
