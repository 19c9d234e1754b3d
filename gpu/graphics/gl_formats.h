#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/graphics/gl_facts.h"
#include "gpu/graphics/gl_functions.h"
#include "texelscope/gpu/cuda_array.h"

namespace texelscope::gpu::graphics {

/// The mapping of a GL internal format for sharing an image with CUDA.
struct GLFormat {
  std::uint32_t internal_format = 0;
  /// The format's GL name, such as "GL_RGBA8".
  std::string_view name;
  /// The format in the array: GL_RGB8 and GL_RGB become four channels, and GL_SRGB8_ALPHA8 becomes plain uint8. Unused
  /// if unsupported.
  DataType type = DataType::uint8;
  int num_channels = 0;
  /// Arguments of glTexSubImage and glGetTexImage that move exactly these bytes.
  std::uint32_t transfer_format = 0;
  std::uint32_t transfer_type = 0;
  /// The reason why CUDA does not support it; empty if it does.
  std::string_view refusal;
  /// The nearest format that CUDA supports; set if this format is unsupported.
  std::string_view nearest;
  /// Whether only the compatibility profile supports it.
  bool is_compatibility_only = false;

  [[nodiscard]] bool is_accepted() const noexcept { return refusal.empty(); }
  /// Whether GL chooses the bits per channel; the library accepts 8.
  [[nodiscard]] bool is_unsized() const noexcept {
    return internal_format == GL_RED || internal_format == GL_RG || internal_format == GL_RGB ||
           internal_format == GL_RGBA;
  }
  /// Whether GL stores only the first three of the array's four channels.
  [[nodiscard]] bool is_without_alpha() const noexcept {
    return internal_format == GL_RGB8 || internal_format == GL_RGB;
  }
};

/// All known formats, supported or not.
[[nodiscard]] std::span<const GLFormat> gl_formats() noexcept;

/// Null for an unknown format.
[[nodiscard]] const GLFormat* find_gl_format(std::uint32_t internal_format) noexcept;

/// The GL name of an image target, such as "GL_TEXTURE_2D"; the number if it is unknown.
[[nodiscard]] std::string gl_target_name(std::uint32_t target);

/// The query for the current binding of a target, such as GL_TEXTURE_BINDING_2D; GL_NONE for a target that
/// gl_target_name() does not know.
[[nodiscard]] std::uint32_t gl_target_binding(std::uint32_t target) noexcept;

/// All texture targets that gl_target_name() knows.
[[nodiscard]] std::span<const std::uint32_t> gl_texture_targets() noexcept;

/// A GL texture or renderbuffer, as CUDA sees it when mapped.
struct GLImage {
  std::uint32_t name = 0;
  std::uint32_t target = 0;
  const GLFormat* format = nullptr;
  /// Layers of an array texture, 6 for a cube map (its faces), otherwise 1.
  unsigned layers = 1;
  /// The array of one layer of each mipmap level, base level first. is_surface_load_store is false: the flags of the
  /// registration decide it.
  std::vector<ArrayDescriptor> levels;
  /// Facts of level 0.
  GLFacts base{};

  /// The arrangement of its layers when they are mapped as one.
  [[nodiscard]] ArrayKind kind() const noexcept;
};

/// Queries the target of an image from GL: that of a texture, or GL_RENDERBUFFER.
/// @throws InvalidArgument for a name that is neither, or both.
[[nodiscard]] std::uint32_t find_gl_target(const GLFunctions& gl, std::uint32_t name);

/// Queries the properties of an image from GL. Valid targets are those of cuGraphicsGLRegisterImage: GL_TEXTURE_2D,
/// GL_TEXTURE_RECTANGLE, GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP, GL_RENDERBUFFER. Without
/// GetTexLevelParameteriv (OpenGL ES 3.0) a texture has no format and no levels.
/// @throws InvalidArgument for a target that CUDA does not support, a name that is not an image of that target, an
/// image without storage or with multiple samples, and an unsupported format; with the reason and an alternative.
[[nodiscard]] GLImage describe_gl_image(const GLFunctions& gl, std::uint32_t name, std::uint32_t target);

/// Whether a level still has the extent that describe_gl_image() found, in every face of a cube map. A texture must be
/// bound to its target.
[[nodiscard]] bool is_level_unchanged(const GLFunctions& gl, const GLImage& image, unsigned level);

/// The size of a GL buffer in bytes. @throws InvalidArgument for a name that is not a buffer, and for a size of 0.
[[nodiscard]] std::size_t describe_gl_buffer(const GLFunctions& gl, std::uint32_t name);

}  // namespace texelscope::gpu::graphics
