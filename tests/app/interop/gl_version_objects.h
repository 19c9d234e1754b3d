#pragma once

#include <GL/glcorearb.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "gpu/graphics/gl_formats.h"
#include "texelscope/kernels/float16.h"

#define TEXELSCOPE_VERSION_GL_FUNCTIONS(X)                     \
  X(PFNGLGETERRORPROC, GetError)                               \
  X(PFNGLGETINTEGERVPROC, GetIntegerv)                         \
  X(PFNGLGENTEXTURESPROC, GenTextures)                         \
  X(PFNGLBINDTEXTUREPROC, BindTexture)                         \
  X(PFNGLTEXPARAMETERIPROC, TexParameteri)                     \
  X(PFNGLTEXIMAGE2DPROC, TexImage2D)                           \
  X(PFNGLTEXIMAGE3DPROC, TexImage3D)                           \
  X(PFNGLGETTEXIMAGEPROC, GetTexImage)                         \
  X(PFNGLPIXELSTOREIPROC, PixelStorei)                         \
  X(PFNGLGENRENDERBUFFERSPROC, GenRenderbuffers)               \
  X(PFNGLBINDRENDERBUFFERPROC, BindRenderbuffer)               \
  X(PFNGLRENDERBUFFERSTORAGEPROC, RenderbufferStorage)         \
  X(PFNGLGENFRAMEBUFFERSPROC, GenFramebuffers)                 \
  X(PFNGLBINDFRAMEBUFFERPROC, BindFramebuffer)                 \
  X(PFNGLFRAMEBUFFERTEXTURE2DPROC, FramebufferTexture2D)       \
  X(PFNGLFRAMEBUFFERTEXTURELAYERPROC, FramebufferTextureLayer) \
  X(PFNGLFRAMEBUFFERRENDERBUFFERPROC, FramebufferRenderbuffer) \
  X(PFNGLREADPIXELSPROC, ReadPixels)                           \
  X(PFNGLGENBUFFERSPROC, GenBuffers)                           \
  X(PFNGLBINDBUFFERPROC, BindBuffer)                           \
  X(PFNGLBUFFERDATAPROC, BufferData)                           \
  X(PFNGLMAPBUFFERRANGEPROC, MapBufferRange)                   \
  X(PFNGLUNMAPBUFFERPROC, UnmapBuffer)                         \
  X(PFNGLENABLEPROC, Enable)                                   \
  X(PFNGLISENABLEDPROC, IsEnabled)

namespace texelscope::tests {

/// Functions that OpenGL 3.3 and ES 3.1 have in common, and objects that they create, fill and read without the code
/// under test. The objects are destroyed with the context.
class GLVersionObjects {
 public:
  template <class Loader>
  GLVersionObjects(Loader&& loader, bool is_es) : is_es_{is_es} {
#define TEXELSCOPE_VERSION_GL_LOAD(Type, name) name = reinterpret_cast<Type>(loader("gl" #name));
    TEXELSCOPE_VERSION_GL_FUNCTIONS(TEXELSCOPE_VERSION_GL_LOAD)
#undef TEXELSCOPE_VERSION_GL_LOAD
    PixelStorei(GL_PACK_ALIGNMENT, 1);
    PixelStorei(GL_UNPACK_ALIGNMENT, 1);
  }

  /// A texture with these texels in level 0 of all layers, and `levels` levels. 0 if this GL does not have the format.
  [[nodiscard]] GLuint make_texture(GLenum target, const gpu::graphics::GLFormat& format, int width, int height,
                                    int depth, int levels, std::span<const std::byte> texels) const {
    GLuint name = 0;
    GenTextures(1, &name);
    BindTexture(target, name);
    const bool is_rgb = is_es_ && format.is_without_alpha();
    const std::vector<std::byte> rgb = is_rgb ? without_alpha(texels) : std::vector<std::byte>{};
    const auto* data = is_rgb ? rgb.data() : texels.data();
    const GLenum transfer = is_rgb ? static_cast<GLenum>(GL_RGB) : format.transfer_format;
    for (int level = 0; level < levels; ++level) {
      const auto shrunk = [level](int size) { return std::max(1, size >> level); };
      const void* const bytes = level == 0 ? data : nullptr;
      if (target == GL_TEXTURE_3D || target == GL_TEXTURE_2D_ARRAY) {
        TexImage3D(target, level, static_cast<GLint>(format.internal_format), shrunk(width), shrunk(height),
                   target == GL_TEXTURE_3D ? shrunk(depth) : depth, 0, transfer, format.transfer_type, bytes);
        continue;
      }
      for (GLenum face = 0; face < (target == GL_TEXTURE_CUBE_MAP ? 6U : 1U); ++face) {
        const GLenum image = target == GL_TEXTURE_CUBE_MAP ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + face : target;
        TexImage2D(image, level, static_cast<GLint>(format.internal_format), shrunk(width), shrunk(height), 0, transfer,
                   format.transfer_type, bytes == nullptr ? nullptr : data + face * texels.size() / 6);
      }
    }
    if (target != GL_TEXTURE_RECTANGLE) {
      TexParameteri(target, GL_TEXTURE_MAX_LEVEL, levels - 1);
    }
    BindTexture(target, 0);
    return GetError() == GL_NO_ERROR ? name : 0;
  }

  [[nodiscard]] GLuint make_renderbuffer(GLenum internal_format, int width, int height) const {
    GLuint name = 0;
    GenRenderbuffers(1, &name);
    BindRenderbuffer(GL_RENDERBUFFER, name);
    RenderbufferStorage(GL_RENDERBUFFER, internal_format, width, height);
    BindRenderbuffer(GL_RENDERBUFFER, 0);
    return name;
  }

  [[nodiscard]] GLuint make_buffer(std::span<const std::byte> bytes) const {
    GLuint name = 0;
    GenBuffers(1, &name);
    BindBuffer(GL_ARRAY_BUFFER, name);
    BufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes.size()), bytes.data(), GL_STATIC_DRAW);
    BindBuffer(GL_ARRAY_BUFFER, 0);
    return name;
  }
  [[nodiscard]] std::vector<std::byte> read_buffer(GLuint name, std::size_t size_bytes) const {
    std::vector<std::byte> bytes(size_bytes);
    BindBuffer(GL_ARRAY_BUFFER, name);
    std::memcpy(bytes.data(), MapBufferRange(GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(size_bytes), GL_MAP_READ_BIT),
                size_bytes);
    UnmapBuffer(GL_ARRAY_BUFFER);
    BindBuffer(GL_ARRAY_BUFFER, 0);
    return bytes;
  }

  /// The texels of one layer of level 0, as numbers, with the channels of the format.
  [[nodiscard]] std::vector<double> read(const gpu::graphics::GLImage& image, unsigned layer) const {
    const gpu::graphics::GLFormat& format = *image.format;
    const auto width = static_cast<GLsizei>(image.levels[0].shape.width());
    const auto height = static_cast<GLsizei>(image.levels[0].shape.height());
    const auto texels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    if (!is_es_ && image.target != GL_RENDERBUFFER && image.target != GL_TEXTURE_CUBE_MAP) {
      std::vector<std::byte> bytes(image.levels[0].size_bytes() * image.layers);
      BindTexture(image.target, image.name);
      GetTexImage(image.target, 0, format.transfer_format, format.transfer_type, bytes.data());
      BindTexture(image.target, 0);
      const std::size_t layer_bytes = texels * image.levels[0].element_size();
      return numbers(format, std::span{bytes}.subspan(layer * layer_bytes, layer_bytes));
    }
    GLuint framebuffer = 0;
    GenFramebuffers(1, &framebuffer);
    BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    if (image.target == GL_RENDERBUFFER) {
      FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, image.name);
    } else if (image.target == GL_TEXTURE_2D) {
      FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, image.name, 0);
    } else if (image.target == GL_TEXTURE_CUBE_MAP) {
      FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP_POSITIVE_X + layer, image.name, 0);
    } else {
      FramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, image.name, 0, static_cast<GLint>(layer));
    }
    std::vector<double> channels = read_pixels(format, width, height, texels);
    BindFramebuffer(GL_FRAMEBUFFER, 0);
    return channels;
  }

  /// Converts texels in host memory, of any integer or floating-point format, to numbers.
  [[nodiscard]] static std::vector<double> numbers(const gpu::graphics::GLFormat& format,
                                                   std::span<const std::byte> texels) {
    const std::size_t size = gpu::size_bytes(format.type);
    std::vector<double> values;
    for (std::size_t i = 0; i < texels.size(); i += size) {
      values.push_back(number(format.type, &texels[i]));
    }
    return values;
  }

#define TEXELSCOPE_VERSION_GL_MEMBER(Type, name) Type name = nullptr;
  TEXELSCOPE_VERSION_GL_FUNCTIONS(TEXELSCOPE_VERSION_GL_MEMBER)
#undef TEXELSCOPE_VERSION_GL_MEMBER

 private:
  template <class Value>
  static Value load(const std::byte* bytes) {
    Value value{};
    std::memcpy(&value, bytes, sizeof value);
    return value;
  }
  static double number(gpu::DataType type, const std::byte* bytes) {
    switch (type) {
      case gpu::DataType::uint8:
        return load<std::uint8_t>(bytes);
      case gpu::DataType::uint16:
        return load<std::uint16_t>(bytes);
      case gpu::DataType::uint32:
        return load<std::uint32_t>(bytes);
      case gpu::DataType::int8:
        return load<std::int8_t>(bytes);
      case gpu::DataType::int16:
        return load<std::int16_t>(bytes);
      case gpu::DataType::int32:
        return load<std::int32_t>(bytes);
      case gpu::DataType::float16:
        return static_cast<double>(kernels::float32_from_float16(load<std::uint16_t>(bytes)));
      case gpu::DataType::float32:
        return static_cast<double>(load<float>(bytes));
      default:
        ADD_FAILURE() << "GL does not have this type";
        return 0;
    }
  }
  static std::vector<std::byte> without_alpha(std::span<const std::byte> texels) {
    std::vector<std::byte> rgb;
    for (std::size_t i = 0; i < texels.size(); ++i) {
      if (i % 4 != 3) {
        rgb.push_back(texels[i]);
      }
    }
    return rgb;
  }
  /// Reads the bound framebuffer with the formats that ES 3.1 guarantees.
  std::vector<double> read_pixels(const gpu::graphics::GLFormat& format, GLsizei width, GLsizei height,
                                  std::size_t texels) const {
    const auto read = [&]<class Channel>(GLenum pixel_format, GLenum type, Channel) {
      std::vector<Channel> all(texels * 4);
      ReadPixels(0, 0, width, height, pixel_format, type, all.data());
      std::vector<double> channels;
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (static_cast<int>(i % 4) < format.num_channels) {
          channels.push_back(static_cast<double>(all[i]));
        }
      }
      return channels;
    };
    const bool is_integer = format.transfer_format == GL_RED_INTEGER || format.transfer_format == GL_RG_INTEGER ||
                            format.transfer_format == GL_RGBA_INTEGER;
    const bool is_signed = format.type == gpu::DataType::int8 || format.type == gpu::DataType::int16 ||
                           format.type == gpu::DataType::int32;
    if (is_integer) {
      return is_signed ? read(GL_RGBA_INTEGER, GL_INT, std::int32_t{}) : read(GL_RGBA_INTEGER, GL_UNSIGNED_INT, 0U);
    }
    if (format.type == gpu::DataType::uint8) {
      return read(GL_RGBA, GL_UNSIGNED_BYTE, std::uint8_t{});
    }
    return format.type == gpu::DataType::uint16 ? read(GL_RGBA, GL_UNSIGNED_SHORT, std::uint16_t{})
                                                : read(GL_RGBA, GL_FLOAT, 0.0F);
  }

  bool is_es_;
};

}  // namespace texelscope::tests
