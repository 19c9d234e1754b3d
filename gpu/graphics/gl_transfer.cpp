#include "gpu/graphics/gl_transfer.h"

namespace texelscope::gpu::graphics {

namespace {

struct Size {
  GLsizei width;
  GLsizei height;
  GLsizei depth;
};

Size size_of(const GLImage& image, unsigned level) {
  const Extent& shape = image.levels[level].shape;
  return {static_cast<GLsizei>(shape.width()), static_cast<GLsizei>(shape.height()),
          static_cast<GLsizei>(shape.depth())};
}

void fetch_texture(const GLFunctions& gl, std::uint32_t name, const GLImage& image, unsigned level, unsigned layer,
                   std::byte* texels) {
  const Size size = size_of(image, level);
  // GL counts the destination in a signed 32-bit number; what GL would write never exceeds the array's size.
  const std::size_t size_bytes = image.levels[level].size_bytes();
  const GLsizei limit = size_bytes > 0x7fffffff ? 0x7fffffff : static_cast<GLsizei>(size_bytes);
  gl.GetTextureSubImage(name, static_cast<GLint>(level), 0, 0, static_cast<GLint>(layer), size.width, size.height,
                        size.depth, image.format->transfer_format, image.format->transfer_type, limit, texels);
}

void store_texture(const GLFunctions& gl, std::uint32_t name, const GLImage& image, unsigned level, unsigned layer,
                   const std::byte* texels) {
  const Size size = size_of(image, level);
  const GLenum format = image.format->transfer_format;
  const GLenum type = image.format->transfer_type;
  const bool has_third_coordinate =
      image.target == GL_TEXTURE_3D || image.target == GL_TEXTURE_2D_ARRAY || image.target == GL_TEXTURE_CUBE_MAP;
  if (has_third_coordinate) {
    gl.TextureSubImage3D(name, static_cast<GLint>(level), 0, 0, static_cast<GLint>(layer), size.width, size.height,
                         size.depth, format, type, texels);
  } else {
    gl.TextureSubImage2D(name, static_cast<GLint>(level), 0, 0, size.width, size.height, format, type, texels);
  }
}

/// A texture of a renderbuffer's format and size, through which its texels pass: GL moves texels between host memory
/// and renderbuffers only by way of framebuffers, whose state would disturb the caller's.
class RenderbufferTwin {
 public:
  RenderbufferTwin(const GLFunctions& gl, const GLImage& image) : gl_{gl}, image_{image}, size_{size_of(image, 0)} {
    gl.CreateTextures(GL_TEXTURE_2D, 1, &texture_);
    gl.TextureStorage2D(texture_, 1, sized_format(image.format->internal_format), size_.width, size_.height);
  }
  ~RenderbufferTwin() { gl_.DeleteTextures(1, &texture_); }
  RenderbufferTwin(const RenderbufferTwin&) = delete;
  RenderbufferTwin& operator=(const RenderbufferTwin&) = delete;

  [[nodiscard]] std::uint32_t texture() const { return texture_; }
  void copy_from_renderbuffer() const { copy(image_.name, GL_RENDERBUFFER, texture_, GL_TEXTURE_2D); }
  void copy_to_renderbuffer() const { copy(texture_, GL_TEXTURE_2D, image_.name, GL_RENDERBUFFER); }

 private:
  static GLenum sized_format(GLenum format) {
    return format == GL_RED ? GL_R8 : format == GL_RG ? GL_RG8 : format == GL_RGBA ? GL_RGBA8 : format;
  }
  void copy(GLuint source, GLenum source_target, GLuint destination, GLenum destination_target) const {
    gl_.CopyImageSubData(source, source_target, 0, 0, 0, 0, destination, destination_target, 0, 0, 0, 0, size_.width,
                         size_.height, 1);
  }

  const GLFunctions& gl_;
  const GLImage& image_;
  Size size_;
  GLuint texture_ = 0;
};

}  // namespace

void fetch_texels(const GLFunctions& gl, const GLImage& image, unsigned level, unsigned layer, std::byte* texels) {
  if (image.target == GL_RENDERBUFFER) {
    const RenderbufferTwin twin(gl, image);
    twin.copy_from_renderbuffer();
    fetch_texture(gl, twin.texture(), image, 0, 0, texels);
  } else {
    fetch_texture(gl, image.name, image, level, layer, texels);
  }
}

void store_texels(const GLFunctions& gl, const GLImage& image, unsigned level, unsigned layer,
                  const std::byte* texels) {
  if (image.target == GL_RENDERBUFFER) {
    const RenderbufferTwin twin(gl, image);
    store_texture(gl, twin.texture(), image, 0, 0, texels);
    twin.copy_to_renderbuffer();
  } else {
    store_texture(gl, image.name, image, level, layer, texels);
  }
}

void fetch_bytes(const GLFunctions& gl, std::uint32_t buffer, std::size_t size_bytes, std::byte* bytes) {
  gl.GetNamedBufferSubData(buffer, 0, static_cast<GLsizeiptr>(size_bytes), bytes);
}

void store_bytes(const GLFunctions& gl, std::uint32_t buffer, std::size_t size_bytes, const std::byte* bytes) {
  // Immutable storage without GL_DYNAMIC_STORAGE_BIT takes data from another buffer only.
  GLuint source = 0;
  gl.CreateBuffers(1, &source);
  gl.NamedBufferStorage(source, static_cast<GLsizeiptr>(size_bytes), bytes, 0);
  gl.CopyNamedBufferSubData(source, buffer, 0, 0, static_cast<GLsizeiptr>(size_bytes));
  gl.DeleteBuffers(1, &source);
}

}  // namespace texelscope::gpu::graphics
