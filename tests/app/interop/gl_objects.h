#pragma once

#include <GL/glcorearb.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "gpu/graphics/gl_formats.h"
#include "render/gl/context_info.h"

#define TEXELSCOPE_TEST_GL_FUNCTIONS(X)                                  \
  X(PFNGLGETERRORPROC, GetError)                                         \
  X(PFNGLGETINTEGERVPROC, GetIntegerv)                                   \
  X(PFNGLPIXELSTOREIPROC, PixelStorei)                                   \
  X(PFNGLBINDBUFFERPROC, BindBuffer)                                     \
  X(PFNGLCREATETEXTURESPROC, CreateTextures)                             \
  X(PFNGLDELETETEXTURESPROC, DeleteTextures)                             \
  X(PFNGLTEXTURESTORAGE2DPROC, TextureStorage2D)                         \
  X(PFNGLTEXTURESTORAGE3DPROC, TextureStorage3D)                         \
  X(PFNGLTEXTURESUBIMAGE2DPROC, TextureSubImage2D)                       \
  X(PFNGLTEXTURESUBIMAGE3DPROC, TextureSubImage3D)                       \
  X(PFNGLGETTEXTUREIMAGEPROC, GetTextureImage)                           \
  X(PFNGLCREATERENDERBUFFERSPROC, CreateRenderbuffers)                   \
  X(PFNGLDELETERENDERBUFFERSPROC, DeleteRenderbuffers)                   \
  X(PFNGLNAMEDRENDERBUFFERSTORAGEPROC, NamedRenderbufferStorage)         \
  X(PFNGLCREATEFRAMEBUFFERSPROC, CreateFramebuffers)                     \
  X(PFNGLDELETEFRAMEBUFFERSPROC, DeleteFramebuffers)                     \
  X(PFNGLNAMEDFRAMEBUFFERRENDERBUFFERPROC, NamedFramebufferRenderbuffer) \
  X(PFNGLCLEARNAMEDFRAMEBUFFERFVPROC, ClearNamedFramebufferfv)           \
  X(PFNGLBINDFRAMEBUFFERPROC, BindFramebuffer)                           \
  X(PFNGLREADPIXELSPROC, ReadPixels)                                     \
  X(PFNGLCREATEBUFFERSPROC, CreateBuffers)                               \
  X(PFNGLDELETEBUFFERSPROC, DeleteBuffers)                               \
  X(PFNGLNAMEDBUFFERSTORAGEPROC, NamedBufferStorage)                     \
  X(PFNGLGETNAMEDBUFFERSUBDATAPROC, GetNamedBufferSubData)

namespace texelscope::tests {

/// GL objects of a test, created, filled and read without the code under test. Deletes them at the end.
class GLObjects {
 public:
  explicit GLObjects(render::gl::Loader loader) {
#define TEXELSCOPE_TEST_GL_LOAD(Type, name) name = reinterpret_cast<Type>(loader("gl" #name));
    TEXELSCOPE_TEST_GL_FUNCTIONS(TEXELSCOPE_TEST_GL_LOAD)
#undef TEXELSCOPE_TEST_GL_LOAD
  }
  ~GLObjects() {
    DeleteTextures(static_cast<GLsizei>(textures_.size()), textures_.data());
    DeleteRenderbuffers(static_cast<GLsizei>(renderbuffers_.size()), renderbuffers_.data());
    DeleteBuffers(static_cast<GLsizei>(buffers_.size()), buffers_.data());
  }
  GLObjects(const GLObjects&) = delete;
  GLObjects& operator=(const GLObjects&) = delete;

  /// A texture with immutable storage. `depth` is the number of layers of an array texture.
  [[nodiscard]] GLuint make_texture(GLenum target, GLenum internal_format, int width, int height, int depth = 1,
                                    int levels = 1) {
    GLuint name = 0;
    CreateTextures(target, 1, &name);
    if (target == GL_TEXTURE_3D || target == GL_TEXTURE_2D_ARRAY) {
      TextureStorage3D(name, levels, internal_format, width, height, depth);
    } else {
      TextureStorage2D(name, levels, internal_format, width, height);
    }
    textures_.push_back(name);
    return name;
  }
  void delete_texture(GLuint name) {
    DeleteTextures(1, &name);
    std::erase(textures_, name);
  }

  [[nodiscard]] GLuint make_renderbuffer(GLenum internal_format, int width, int height) {
    GLuint name = 0;
    CreateRenderbuffers(1, &name);
    NamedRenderbufferStorage(name, internal_format, width, height);
    renderbuffers_.push_back(name);
    return name;
  }

  /// A buffer with immutable storage that accepts no more data from host memory, which is the hardest buffer to fill.
  [[nodiscard]] GLuint make_buffer(std::span<const std::byte> bytes) {
    GLuint name = 0;
    CreateBuffers(1, &name);
    NamedBufferStorage(name, static_cast<GLsizeiptr>(bytes.size()), bytes.data(), 0);
    buffers_.push_back(name);
    return name;
  }
  [[nodiscard]] std::vector<std::byte> read_buffer(GLuint name, std::size_t size_bytes) const {
    std::vector<std::byte> bytes(size_bytes);
    GetNamedBufferSubData(name, 0, static_cast<GLsizeiptr>(size_bytes), bytes.data());
    return bytes;
  }

  /// Writes all layers of a level, which are contiguous in `texels`.
  void write(const gpu::graphics::GLImage& image, int level, std::span<const std::byte> texels) const {
    PixelStorei(GL_UNPACK_ALIGNMENT, 1);
    const gpu::Extent& shape = image.levels[static_cast<std::size_t>(level)].shape;
    const auto width = static_cast<GLsizei>(shape.width());
    const auto height = static_cast<GLsizei>(shape.height());
    const auto depth = static_cast<GLsizei>(shape.depth() * image.layers);
    const GLenum format = image.format->transfer_format;
    const GLenum type = image.format->transfer_type;
    if (image.target == GL_TEXTURE_2D || image.target == GL_TEXTURE_RECTANGLE) {
      TextureSubImage2D(image.name, level, 0, 0, width, height, format, type, texels.data());
    } else {
      TextureSubImage3D(image.name, level, 0, 0, 0, width, height, depth, format, type, texels.data());
    }
    PixelStorei(GL_UNPACK_ALIGNMENT, 4);
  }
  /// Reads all layers of a level.
  [[nodiscard]] std::vector<std::byte> read(const gpu::graphics::GLImage& image, int level) const {
    PixelStorei(GL_PACK_ALIGNMENT, 1);
    std::vector<std::byte> texels(image.levels[static_cast<std::size_t>(level)].size_bytes() * image.layers);
    GetTextureImage(image.name, level, image.format->transfer_format, image.format->transfer_type,
                    static_cast<GLsizei>(texels.size()), texels.data());
    PixelStorei(GL_PACK_ALIGNMENT, 4);
    return texels;
  }

  void clear_renderbuffer(GLuint name, const float (&color)[4]) const {
    in_framebuffer(name, [&](GLuint framebuffer) { ClearNamedFramebufferfv(framebuffer, GL_COLOR, 0, color); });
  }
  [[nodiscard]] std::vector<std::byte> read_renderbuffer(const gpu::graphics::GLImage& image) const {
    std::vector<std::byte> texels(image.levels[0].size_bytes());
    PixelStorei(GL_PACK_ALIGNMENT, 1);
    in_framebuffer(image.name, [&](GLuint framebuffer) {
      BindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
      ReadPixels(0, 0, static_cast<GLsizei>(image.levels[0].shape.width()),
                 static_cast<GLsizei>(image.levels[0].shape.height()), image.format->transfer_format,
                 image.format->transfer_type, texels.data());
      BindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    });
    PixelStorei(GL_PACK_ALIGNMENT, 4);
    return texels;
  }

  [[nodiscard]] GLint integer(GLenum name) const {
    GLint value = -1;
    GetIntegerv(name, &value);
    return value;
  }
  void set_pixel_store(GLenum name, GLint value) const { PixelStorei(name, value); }
  void bind_buffer(GLenum target, GLuint name) const { BindBuffer(target, name); }
  [[nodiscard]] GLenum take_error() const { return GetError(); }

 private:
  template <class Work>
  void in_framebuffer(GLuint renderbuffer, Work&& work) const {
    GLuint framebuffer = 0;
    CreateFramebuffers(1, &framebuffer);
    NamedFramebufferRenderbuffer(framebuffer, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
    work(framebuffer);
    DeleteFramebuffers(1, &framebuffer);
  }

#define TEXELSCOPE_TEST_GL_MEMBER(Type, name) Type name = nullptr;
  TEXELSCOPE_TEST_GL_FUNCTIONS(TEXELSCOPE_TEST_GL_MEMBER)
#undef TEXELSCOPE_TEST_GL_MEMBER
  std::vector<GLuint> textures_;
  std::vector<GLuint> renderbuffers_;
  std::vector<GLuint> buffers_;
};

}  // namespace texelscope::tests
