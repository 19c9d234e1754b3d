#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "gpu/graphics/gl_formats.h"
#include "gpu/graphics/gl_functions.h"
#include "texelscope/gpu/status.h"

/// Moves texels and bytes between GL and contiguous host memory. Inside a PixelTransferScope of that direction and a
/// GLErrorScope, which hears the failures.
namespace texelscope::gpu::graphics {

/// Which way texels go: out of GL (GL_PACK_*) or into it (GL_UNPACK_*).
enum class TransferDirection : unsigned char { from_gl, to_gl };

/// While it lives, GL moves texels from or to contiguous host memory: pixel-store parameters at their defaults,
/// alignment 1, no pixel buffer bound. The caller's values are back afterwards.
class PixelTransferScope {
 public:
  PixelTransferScope(const GLFunctions& gl, TransferDirection direction) noexcept;
  ~PixelTransferScope();
  PixelTransferScope(const PixelTransferScope&) = delete;
  PixelTransferScope& operator=(const PixelTransferScope&) = delete;

  /// False when no GL context is current on this thread, where GL's functions do nothing and report nothing.
  [[nodiscard]] bool has_context() const noexcept { return has_context_; }

 private:
  static constexpr std::size_t parameter_count = 8;

  const GLFunctions& gl_;
  TransferDirection direction_;
  bool has_context_;
  std::array<GLint, parameter_count> parameters_{};
  GLint pixel_buffer_ = 0;
};

/// Tells this library's GL errors from those that the caller left pending. The caller's are put back afterwards, by
/// provoking the same: GL has no other way (GL_OUT_OF_MEMORY and GL_INVALID_FRAMEBUFFER_OPERATION are lost).
class GLErrorScope {
 public:
  explicit GLErrorScope(const GLFunctions& gl) noexcept;
  ~GLErrorScope();
  GLErrorScope(const GLErrorScope&) = delete;
  GLErrorScope& operator=(const GLErrorScope&) = delete;

  /// Takes an error raised since the scope began: success when there is none, out_of_memory for GL_OUT_OF_MEMORY, else
  /// `failure`.
  [[nodiscard]] Status take(Status failure) const noexcept;

 private:
  const GLFunctions& gl_;
  // An implementation may keep one flag for each kind of error; a lost context may report its error for ever.
  std::array<GLenum, 8> pending_{};
};

/// Reads one layer of one level; waits for GL. `texels` holds image.levels[level].size_bytes().
void fetch_texels(const GLFunctions& gl, const GLImage& image, unsigned level, unsigned layer, std::byte* texels);

/// Writes one layer of one level; `texels` may change when it returns.
void store_texels(const GLFunctions& gl, const GLImage& image, unsigned level, unsigned layer, const std::byte* texels);

/// Reads the first `size_bytes` of a buffer; waits for GL.
void fetch_bytes(const GLFunctions& gl, std::uint32_t buffer, std::size_t size_bytes, std::byte* bytes);

/// Writes the first `size_bytes` of a buffer, whatever storage flags it has.
void store_bytes(const GLFunctions& gl, std::uint32_t buffer, std::size_t size_bytes, const std::byte* bytes);

}  // namespace texelscope::gpu::graphics
