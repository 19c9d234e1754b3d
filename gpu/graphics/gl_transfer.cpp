#include "gpu/graphics/gl_transfer.h"

#include <cstring>
#include <vector>

#include "gpu/graphics/gl_framebuffer.h"
#include "gpu/graphics/gl_state.h"

namespace texelscope::gpu::graphics {

namespace {

/// Calls `move` with each target of the level with contiguous texels: for a cube map, each face.
template <class Move>
void for_each_target(const GLImage& image, unsigned level, Move&& move) {
  if (image.target != GL_TEXTURE_CUBE_MAP) {
    move(static_cast<GLenum>(image.target), std::size_t{0});
    return;
  }
  for (unsigned face = 0; face < image.layers; ++face) {
    move(static_cast<GLenum>(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face), face * image.levels[level].size_bytes());
  }
}

/// The first three of every four channels of one byte.
std::vector<std::byte> without_alpha(const std::byte* texels, std::size_t size_bytes) {
  std::vector<std::byte> rgb;
  rgb.reserve(size_bytes / 4 * 3);
  for (std::size_t i = 0; i < size_bytes; ++i) {
    if (i % 4 != 3) {
      rgb.push_back(texels[i]);
    }
  }
  return rgb;
}

void upload(const GLFunctions& gl, const GLImage& image, unsigned level, const UploadFormat& format,
            std::size_t texel_bytes, const std::byte* texels) {
  const Extent& shape = image.levels[level].shape;
  const auto mip = static_cast<GLint>(level);
  const auto width = static_cast<GLsizei>(shape.width());
  const auto height = static_cast<GLsizei>(shape.height());
  const std::size_t face_bytes = shape.width() * shape.height() * texel_bytes;
  if (image.target == GL_TEXTURE_3D || image.target == GL_TEXTURE_2D_ARRAY) {
    gl.TexSubImage3D(image.target, mip, 0, 0, 0, width, height, static_cast<GLsizei>(shape.depth() * image.layers),
                     format.format, format.type, texels);
    return;
  }
  for_each_target(image, level, [&](GLenum target, std::size_t) {
    gl.TexSubImage2D(target, mip, 0, 0, width, height, format.format, format.type, texels);
    texels += face_bytes;
  });
}

/// An intermediate buffer of this library: a storage flag of the caller's buffer may forbid host access, but none
/// forbids copies between buffers.
class StagingBuffer {
 public:
  StagingBuffer(const GLFunctions& gl, std::size_t size_bytes, const std::byte* bytes, GLenum usage) : gl_{gl} {
    gl.GenBuffers(1, &name_);
    const BoundBuffer bound{gl, GL_PIXEL_PACK_BUFFER, name_};
    gl.BufferData(GL_PIXEL_PACK_BUFFER, static_cast<GLsizeiptr>(size_bytes), bytes, usage);
  }
  ~StagingBuffer() { gl_.DeleteBuffers(1, &name_); }
  StagingBuffer(const StagingBuffer&) = delete;
  StagingBuffer& operator=(const StagingBuffer&) = delete;

  [[nodiscard]] GLuint name() const noexcept { return name_; }

 private:
  const GLFunctions& gl_;
  GLuint name_ = 0;
};

void copy_buffer(const GLFunctions& gl, GLuint source, GLuint destination, std::size_t size_bytes) {
  const BoundBuffer from{gl, GL_PIXEL_PACK_BUFFER, source};
  const BoundBuffer to{gl, GL_PIXEL_UNPACK_BUFFER, destination};
  gl.CopyBufferSubData(GL_PIXEL_PACK_BUFFER, GL_PIXEL_UNPACK_BUFFER, 0, 0, static_cast<GLsizeiptr>(size_bytes));
}

}  // namespace

bool can_fetch(const GLFunctions& gl, const GLImage& image) {
  if (!gl.is_es && image.target != GL_RENDERBUFFER) {
    return true;
  }
  const GLErrorScope errors{gl};
  const bool is_taken = is_framebuffer_complete(gl, image);
  static_cast<void>(errors.take(Status::not_supported));
  return is_taken;
}

bool fetch_level(const GLFunctions& gl, const GLImage& image, unsigned level, std::byte* texels) {
  if (!has_gl_object(gl, image.name, image.target)) {
    return false;
  }
  if (image.target == GL_RENDERBUFFER) {
    return is_level_unchanged(gl, image, level) && read_by_framebuffer(gl, image, level, texels);
  }
  const BoundTexture bound{gl, image.target, image.name};
  // GL writes all texels of the level, which may have been reallocated with a different size.
  if (!bound.is_bound() || !is_level_unchanged(gl, image, level)) {
    return false;
  }
  if (gl.is_es) {
    return read_by_framebuffer(gl, image, level, texels);
  }
  for_each_target(image, level, [&](GLenum target, std::size_t offset_bytes) {
    gl.GetTexImage(target, static_cast<GLint>(level), image.format->transfer_format, image.format->transfer_type,
                   texels + offset_bytes);
  });
  return true;
}

bool store_level(const GLFunctions& gl, const GLImage& image, unsigned level, const std::byte* texels) {
  // Binding the name of a deleted texture would create a new one.
  if (!has_gl_object(gl, image.name, image.target)) {
    return false;
  }
  const UploadFormat format = upload_format(gl, *image.format);
  std::vector<std::byte> rgb;
  std::size_t texel_bytes = image.levels[level].element_size();
  if (format.is_without_alpha) {
    rgb = without_alpha(texels, image.levels[level].size_bytes() * image.layers);
    texels = rgb.data();
    texel_bytes = 3;
  }
  if (image.target == GL_RENDERBUFFER) {
    write_renderbuffer(gl, image, texels);
    return true;
  }
  const BoundTexture bound{gl, image.target, image.name};
  if (!bound.is_bound()) {
    return false;
  }
  upload(gl, image, level, format, texel_bytes, texels);
  return true;
}

bool fetch_bytes(const GLFunctions& gl, std::uint32_t buffer, std::size_t size_bytes, std::byte* bytes) {
  if (!has_gl_object(gl, buffer, 0)) {
    return false;
  }
  const StagingBuffer passing{gl, size_bytes, nullptr, GL_STREAM_READ};
  copy_buffer(gl, buffer, passing.name(), size_bytes);
  const BoundBuffer bound{gl, GL_PIXEL_PACK_BUFFER, passing.name()};
  const void* const mapped =
      gl.MapBufferRange(GL_PIXEL_PACK_BUFFER, 0, static_cast<GLsizeiptr>(size_bytes), GL_MAP_READ_BIT);
  if (mapped == nullptr) {
    return false;
  }
  std::memcpy(bytes, mapped, size_bytes);
  return gl.UnmapBuffer(GL_PIXEL_PACK_BUFFER) == GL_TRUE;
}

bool store_bytes(const GLFunctions& gl, std::uint32_t buffer, std::size_t size_bytes, const std::byte* bytes) {
  if (!has_gl_object(gl, buffer, 0)) {
    return false;
  }
  const StagingBuffer passing{gl, size_bytes, bytes, GL_STREAM_COPY};
  copy_buffer(gl, passing.name(), buffer, size_bytes);
  return true;
}

}  // namespace texelscope::gpu::graphics
