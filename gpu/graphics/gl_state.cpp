#include "gpu/graphics/gl_transfer.h"

namespace texelscope::gpu::graphics {

namespace {

struct PixelStoreParameter {
  GLenum pack;
  GLenum unpack;
  GLint contiguous_value;
};

constexpr std::array<PixelStoreParameter, 8> pixel_store_parameters{{
    {GL_PACK_ALIGNMENT, GL_UNPACK_ALIGNMENT, 1},
    {GL_PACK_SWAP_BYTES, GL_UNPACK_SWAP_BYTES, 0},
    {GL_PACK_LSB_FIRST, GL_UNPACK_LSB_FIRST, 0},
    {GL_PACK_ROW_LENGTH, GL_UNPACK_ROW_LENGTH, 0},
    {GL_PACK_IMAGE_HEIGHT, GL_UNPACK_IMAGE_HEIGHT, 0},
    {GL_PACK_SKIP_ROWS, GL_UNPACK_SKIP_ROWS, 0},
    {GL_PACK_SKIP_PIXELS, GL_UNPACK_SKIP_PIXELS, 0},
    {GL_PACK_SKIP_IMAGES, GL_UNPACK_SKIP_IMAGES, 0},
}};

GLenum name_of(const PixelStoreParameter& parameter, TransferDirection direction) {
  return direction == TransferDirection::from_gl ? parameter.pack : parameter.unpack;
}

GLenum pixel_buffer_target(TransferDirection direction) {
  return direction == TransferDirection::from_gl ? GL_PIXEL_PACK_BUFFER : GL_PIXEL_UNPACK_BUFFER;
}

GLenum pixel_buffer_binding(TransferDirection direction) {
  return direction == TransferDirection::from_gl ? GL_PIXEL_PACK_BUFFER_BINDING : GL_PIXEL_UNPACK_BUFFER_BINDING;
}

bool is_context_current(const GLFunctions& gl) {
  GLint major = 0;
  gl.GetIntegerv(GL_MAJOR_VERSION, &major);
  return major != 0;
}

void provoke(const GLFunctions& gl, GLenum error) {
  GLint ignored = 0;
  if (error == GL_INVALID_ENUM) {
    gl.PixelStorei(GL_NONE, 0);
  } else if (error == GL_INVALID_VALUE) {
    gl.PixelStorei(GL_PACK_ALIGNMENT, 3);
  } else if (error == GL_INVALID_OPERATION) {
    gl.GetTextureParameteriv(0, GL_TEXTURE_TARGET, &ignored);
  }
}

}  // namespace

PixelTransferScope::PixelTransferScope(const GLFunctions& gl, TransferDirection direction) noexcept
    : gl_{gl}, direction_{direction}, has_context_{is_context_current(gl)} {
  static_assert(pixel_store_parameters.size() == parameter_count);
  if (!has_context_) {
    return;
  }
  for (std::size_t i = 0; i < parameter_count; ++i) {
    const PixelStoreParameter& parameter = pixel_store_parameters[i];
    gl.GetIntegerv(name_of(parameter, direction), &parameters_[i]);
    if (parameters_[i] != parameter.contiguous_value) {
      gl.PixelStorei(name_of(parameter, direction), parameter.contiguous_value);
    }
  }
  gl.GetIntegerv(pixel_buffer_binding(direction), &pixel_buffer_);
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

}  // namespace texelscope::gpu::graphics
