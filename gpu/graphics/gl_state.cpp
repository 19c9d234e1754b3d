#include "gpu/graphics/gl_state.h"

#include "gpu/graphics/gl_formats.h"

namespace texelscope::gpu::graphics {

namespace {

struct PixelStoreParameter {
  GLenum pack;
  GLenum unpack;
  GLint contiguous_value;
  /// Whether OpenGL ES lacks the parameter.
  bool is_of_desktop_only;
};

constexpr std::array<PixelStoreParameter, 8> pixel_store_parameters{{
    {GL_PACK_ALIGNMENT, GL_UNPACK_ALIGNMENT, 1, false},
    {GL_PACK_SWAP_BYTES, GL_UNPACK_SWAP_BYTES, 0, true},
    {GL_PACK_LSB_FIRST, GL_UNPACK_LSB_FIRST, 0, true},
    {GL_PACK_ROW_LENGTH, GL_UNPACK_ROW_LENGTH, 0, false},
    {GL_PACK_IMAGE_HEIGHT, GL_UNPACK_IMAGE_HEIGHT, 0, true},
    {GL_PACK_SKIP_ROWS, GL_UNPACK_SKIP_ROWS, 0, false},
    {GL_PACK_SKIP_PIXELS, GL_UNPACK_SKIP_PIXELS, 0, false},
    {GL_PACK_SKIP_IMAGES, GL_UNPACK_SKIP_IMAGES, 0, true},
}};

/// OpenGL ES has the 3D image height and skipped images for only one direction.
bool has_parameter(const GLFunctions& gl, const PixelStoreParameter& parameter, TransferDirection direction) {
  const bool is_of_volumes = parameter.unpack == GL_UNPACK_IMAGE_HEIGHT || parameter.unpack == GL_UNPACK_SKIP_IMAGES;
  return !gl.is_es || !parameter.is_of_desktop_only || (is_of_volumes && direction == TransferDirection::to_gl);
}

GLenum name_of(const PixelStoreParameter& parameter, TransferDirection direction) {
  return direction == TransferDirection::from_gl ? parameter.pack : parameter.unpack;
}

struct PixelTransferOperation {
  GLenum name;
  GLfloat identity;
};

// Numbers from OpenGL's registry; glcorearb.h omits them.
constexpr std::array<PixelTransferOperation, 9> pixel_transfer_operations{{
    {0x0D10, 0.0F},  // GL_MAP_COLOR
    {0x0D14, 1.0F},  // GL_RED_SCALE
    {0x0D15, 0.0F},  // GL_RED_BIAS
    {0x0D18, 1.0F},  // GL_GREEN_SCALE
    {0x0D19, 0.0F},  // GL_GREEN_BIAS
    {0x0D1A, 1.0F},  // GL_BLUE_SCALE
    {0x0D1B, 0.0F},  // GL_BLUE_BIAS
    {0x0D1C, 1.0F},  // GL_ALPHA_SCALE
    {0x0D1D, 0.0F},  // GL_ALPHA_BIAS
}};

bool has_operations(const GLFunctions& gl) {
  return gl.is_compatibility && gl.GetFloatv != nullptr && gl.PixelTransferf != nullptr;
}

GLenum pixel_buffer_target(TransferDirection direction) {
  return direction == TransferDirection::from_gl ? GL_PIXEL_PACK_BUFFER : GL_PIXEL_UNPACK_BUFFER;
}

GLenum pixel_buffer_binding(GLenum target) {
  return target == GL_PIXEL_PACK_BUFFER ? GL_PIXEL_PACK_BUFFER_BINDING : GL_PIXEL_UNPACK_BUFFER_BINDING;
}

void provoke(const GLFunctions& gl, GLenum error) {
  if (error == GL_INVALID_ENUM) {
    gl.PixelStorei(GL_NONE, 0);
  } else if (error == GL_INVALID_VALUE) {
    gl.PixelStorei(GL_PACK_ALIGNMENT, 3);
  } else if (error == GL_INVALID_OPERATION) {
    // No buffer is bound during the query.
    const BoundBuffer none{gl, GL_PIXEL_PACK_BUFFER, 0};
    GLint64 ignored = 0;
    gl.GetBufferParameteri64v(GL_PIXEL_PACK_BUFFER, GL_BUFFER_SIZE, &ignored);
  }
}

}  // namespace

bool is_context_current(const GLFunctions& gl) noexcept {
  GLint major = 0;
  gl.GetIntegerv(GL_MAJOR_VERSION, &major);
  return major != 0;
}

PixelTransferScope::PixelTransferScope(const GLFunctions& gl, TransferDirection direction) noexcept
    : gl_{gl}, direction_{direction}, has_context_{is_context_current(gl)} {
  static_assert(pixel_store_parameters.size() == parameter_count);
  static_assert(pixel_transfer_operations.size() == operation_count);
  if (!has_context_) {
    return;
  }
  for (std::size_t i = 0; i < parameter_count; ++i) {
    const PixelStoreParameter& parameter = pixel_store_parameters[i];
    parameters_[i] = parameter.contiguous_value;
    if (has_parameter(gl, parameter, direction)) {
      gl.GetIntegerv(name_of(parameter, direction), &parameters_[i]);
    }
    if (parameters_[i] != parameter.contiguous_value) {
      gl.PixelStorei(name_of(parameter, direction), parameter.contiguous_value);
    }
  }
  for (std::size_t i = 0; has_operations(gl) && i < operation_count; ++i) {
    const PixelTransferOperation& operation = pixel_transfer_operations[i];
    gl.GetFloatv(operation.name, &operations_[i]);
    if (operations_[i] != operation.identity) {
      gl.PixelTransferf(operation.name, operation.identity);
    }
  }
  gl.GetIntegerv(pixel_buffer_binding(pixel_buffer_target(direction)), &pixel_buffer_);
  if (pixel_buffer_ != 0) {
    gl.BindBuffer(pixel_buffer_target(direction), 0);
  }
}

PixelTransferScope::~PixelTransferScope() {
  if (!has_context_) {
    return;
  }
  for (std::size_t i = 0; i < parameter_count; ++i) {
    const PixelStoreParameter& parameter = pixel_store_parameters[i];
    if (parameters_[i] != parameter.contiguous_value) {
      gl_.PixelStorei(name_of(parameter, direction_), parameters_[i]);
    }
  }
  for (std::size_t i = 0; has_operations(gl_) && i < operation_count; ++i) {
    const PixelTransferOperation& operation = pixel_transfer_operations[i];
    if (operations_[i] != operation.identity) {
      gl_.PixelTransferf(operation.name, operations_[i]);
    }
  }
  if (pixel_buffer_ != 0) {
    gl_.BindBuffer(pixel_buffer_target(direction_), static_cast<GLuint>(pixel_buffer_));
  }
}

GLErrorScope::GLErrorScope(const GLFunctions& gl) noexcept : gl_{gl} {
  for (GLenum& error : pending_) {
    error = gl.GetError();
    if (error == GL_NO_ERROR) {
      break;
    }
  }
}

GLErrorScope::~GLErrorScope() {
  for (const GLenum error : pending_) {
    provoke(gl_, error);
  }
}

Status GLErrorScope::take(Status failure) const noexcept {
  const GLenum error = gl_.GetError();
  if (error == GL_NO_ERROR) {
    return Status::success;
  }
  return error == GL_OUT_OF_MEMORY ? Status::out_of_memory : failure;
}

BoundTexture::BoundTexture(const GLFunctions& gl, GLenum target, GLuint name) noexcept
    : gl_{gl}, target_{target}, name_{name} {
  gl.GetIntegerv(gl_target_binding(target), &previous_);
  gl.BindTexture(target, name);
}

BoundTexture::~BoundTexture() { gl_.BindTexture(target_, static_cast<GLuint>(previous_)); }

bool BoundTexture::is_bound() const noexcept {
  GLint bound = 0;
  gl_.GetIntegerv(gl_target_binding(target_), &bound);
  return static_cast<GLuint>(bound) == name_;
}

BoundBuffer::BoundBuffer(const GLFunctions& gl, GLenum target, GLuint name) noexcept : gl_{gl}, target_{target} {
  gl.GetIntegerv(pixel_buffer_binding(target), &previous_);
  gl.BindBuffer(target, name);
}

BoundBuffer::~BoundBuffer() { gl_.BindBuffer(target_, static_cast<GLuint>(previous_)); }

BoundRenderbuffer::BoundRenderbuffer(const GLFunctions& gl, GLuint name) noexcept : gl_{gl} {
  gl.GetIntegerv(GL_RENDERBUFFER_BINDING, &previous_);
  gl.BindRenderbuffer(GL_RENDERBUFFER, name);
}

BoundRenderbuffer::~BoundRenderbuffer() { gl_.BindRenderbuffer(GL_RENDERBUFFER, static_cast<GLuint>(previous_)); }

BoundFramebuffers::BoundFramebuffers(const GLFunctions& gl) noexcept : gl_{gl} {
  gl.GetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &previous_read_);
  gl.GetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &previous_draw_);
  is_scissor_enabled_ = gl.IsEnabled(GL_SCISSOR_TEST);
  set(GL_SCISSOR_TEST, GL_FALSE);
  if (!gl.is_es) {
    is_srgb_enabled_ = gl.IsEnabled(GL_FRAMEBUFFER_SRGB);
    set(GL_FRAMEBUFFER_SRGB, GL_FALSE);
  }
  if (gl.ClampColor != nullptr) {
    gl.GetIntegerv(GL_CLAMP_READ_COLOR, &clamp_);
    gl.ClampColor(GL_CLAMP_READ_COLOR, GL_FALSE);
  }
  gl.GenFramebuffers(2, names_.data());
  gl.BindFramebuffer(GL_READ_FRAMEBUFFER, names_[0]);
  gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, names_[1]);
}

BoundFramebuffers::~BoundFramebuffers() {
  gl_.BindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(previous_read_));
  gl_.BindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(previous_draw_));
  gl_.DeleteFramebuffers(2, names_.data());
  if (gl_.ClampColor != nullptr) {
    gl_.ClampColor(GL_CLAMP_READ_COLOR, static_cast<GLenum>(clamp_));
  }
  if (!gl_.is_es) {
    set(GL_FRAMEBUFFER_SRGB, is_srgb_enabled_);
  }
  set(GL_SCISSOR_TEST, is_scissor_enabled_);
}

void BoundFramebuffers::set(GLenum capability, GLboolean is_enabled) const noexcept {
  if (is_enabled == GL_TRUE) {
    gl_.Enable(capability);
  } else {
    gl_.Disable(capability);
  }
}

}  // namespace texelscope::gpu::graphics
