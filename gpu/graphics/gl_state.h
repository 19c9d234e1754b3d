#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "gpu/graphics/gl_functions.h"
#include "texelscope/gpu/status.h"

/// Scopes that change state of the caller's GL context and restore it at their end.
namespace texelscope::gpu::graphics {

/// False when no GL context is current on this thread, in which case GL's functions do nothing and report nothing.
[[nodiscard]] bool is_context_current(const GLFunctions& gl) noexcept;

/// The direction of a transfer: out of GL (GL_PACK_*) or into it (GL_UNPACK_*).
enum class TransferDirection : unsigned char { from_gl, to_gl };

/// While this object exists, GL moves texels from or to contiguous host memory and does not change them: pixel-store
/// parameters at their defaults, alignment 1, no pixel buffer bound, and no pixel transfer operations of the
/// compatibility profile.
class PixelTransferScope {
 public:
  PixelTransferScope(const GLFunctions& gl, TransferDirection direction) noexcept;
  ~PixelTransferScope();
  PixelTransferScope(const PixelTransferScope&) = delete;
  PixelTransferScope& operator=(const PixelTransferScope&) = delete;

  /// The result of is_context_current() at the beginning.
  [[nodiscard]] bool has_context() const noexcept { return has_context_; }

 private:
  static constexpr std::size_t parameter_count = 8;
  static constexpr std::size_t operation_count = 9;

  const GLFunctions& gl_;
  TransferDirection direction_;
  bool has_context_;
  std::array<GLint, parameter_count> parameters_{};
  std::array<GLfloat, operation_count> operations_{};
  GLint pixel_buffer_ = 0;
};

/// Separates this library's GL errors from those that the caller left pending. The caller's errors are restored
/// afterward by provoking the same errors, which is the only way in GL (GL_OUT_OF_MEMORY and
/// GL_INVALID_FRAMEBUFFER_OPERATION are lost).
class GLErrorScope {
 public:
  explicit GLErrorScope(const GLFunctions& gl) noexcept;
  ~GLErrorScope();
  GLErrorScope(const GLErrorScope&) = delete;
  GLErrorScope& operator=(const GLErrorScope&) = delete;

  /// Consumes an error raised since the scope began: success when there is none, out_of_memory for GL_OUT_OF_MEMORY,
  /// otherwise `failure`.
  [[nodiscard]] Status take(Status failure) const noexcept;

 private:
  const GLFunctions& gl_;
  // An implementation may have one flag for each kind of error; a lost context may report its error forever.
  std::array<GLenum, 8> pending_{};
};

/// Binds a texture to the active texture unit.
class BoundTexture {
 public:
  /// `target` must be the texture's own target, and one that gl_target_name() knows.
  BoundTexture(const GLFunctions& gl, GLenum target, GLuint name) noexcept;
  ~BoundTexture();
  BoundTexture(const BoundTexture&) = delete;
  BoundTexture& operator=(const BoundTexture&) = delete;

  /// False if GL failed because the texture has a different target or no longer exists: a different texture is then
  /// bound.
  [[nodiscard]] bool is_bound() const noexcept;

 private:
  const GLFunctions& gl_;
  GLenum target_;
  GLuint name_;
  GLint previous_ = 0;
};

/// Binds a buffer to GL_PIXEL_PACK_BUFFER or GL_PIXEL_UNPACK_BUFFER, whose bindings every version can query.
class BoundBuffer {
 public:
  BoundBuffer(const GLFunctions& gl, GLenum target, GLuint name) noexcept;
  ~BoundBuffer();
  BoundBuffer(const BoundBuffer&) = delete;
  BoundBuffer& operator=(const BoundBuffer&) = delete;

 private:
  const GLFunctions& gl_;
  GLenum target_;
  GLint previous_ = 0;
};

/// Binds a renderbuffer.
class BoundRenderbuffer {
 public:
  BoundRenderbuffer(const GLFunctions& gl, GLuint name) noexcept;
  ~BoundRenderbuffer();
  BoundRenderbuffer(const BoundRenderbuffer&) = delete;
  BoundRenderbuffer& operator=(const BoundRenderbuffer&) = delete;

 private:
  const GLFunctions& gl_;
  GLint previous_ = 0;
};

/// Binds its own framebuffers for reading and drawing. While this object exists, reads are not clamped, and copies
/// between framebuffers are not clipped by the scissor and keep their bits.
class BoundFramebuffers {
 public:
  explicit BoundFramebuffers(const GLFunctions& gl) noexcept;
  ~BoundFramebuffers();
  BoundFramebuffers(const BoundFramebuffers&) = delete;
  BoundFramebuffers& operator=(const BoundFramebuffers&) = delete;

 private:
  void set(GLenum capability, GLboolean is_enabled) const noexcept;

  const GLFunctions& gl_;
  std::array<GLuint, 2> names_{};
  GLint previous_read_ = 0;
  GLint previous_draw_ = 0;
  GLboolean is_scissor_enabled_ = GL_FALSE;
  GLboolean is_srgb_enabled_ = GL_FALSE;
  GLint clamp_ = 0;
};

}  // namespace texelscope::gpu::graphics
