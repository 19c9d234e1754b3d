#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

#include "gpu/graphics/gl_formats.h"
#include "gpu/graphics/gl_state.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu::graphics {

namespace {

constexpr std::array legal_targets{GL_TEXTURE_2D,       GL_TEXTURE_RECTANGLE, GL_TEXTURE_3D,
                                   GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP,  GL_RENDERBUFFER};
constexpr std::string_view legal_targets_text =
    "GL_TEXTURE_2D, GL_TEXTURE_RECTANGLE, GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP or GL_RENDERBUFFER";

const GLFormat& accepted_format(const GLFacts& facts, const std::string& what) {
  const auto internal_format = static_cast<std::uint32_t>(facts.internal_format);
  const GLFormat* const format = find_gl_format(internal_format);
  if (facts.is_compressed != 0) {
    throw InvalidArgument(
        fmt::format("{} has the compressed format {}, which CUDA does not support; the nearest supported format is "
                    "GL_RGBA8",
                    what, format != nullptr ? std::string{format->name} : fmt::format("0x{:04X}", internal_format)));
  }
  if (format == nullptr) {
    throw InvalidArgument(fmt::format(
        "{} has the internal format 0x{:04X}, which CUDA does not support; GL_RGBA8, GL_RGBA16F and GL_RGBA32F are "
        "supported",
        what, internal_format));
  }
  if (!format->is_accepted()) {
    throw InvalidArgument(
        fmt::format("{} has the internal format {}, which CUDA does not support: {}; the nearest supported format "
                    "is {}",
                    what, format->name, format->refusal, format->nearest));
  }
  if (format->is_unsized() && facts.red_size != 8) {
    throw InvalidArgument(
        fmt::format("{} has the unsized internal format {}, which this driver stores with {} bits per channel "
                    "instead of 8; request {}8",
                    what, format->name, facts.red_size, format->name == "GL_RED" ? "GL_R" : format->name));
  }
  return *format;
}

void require_legal_target(std::uint32_t target) {
  if (std::ranges::find(legal_targets, static_cast<int>(target)) == legal_targets.end()) {
    throw InvalidArgument(fmt::format("CUDA does not support images with the target {}; use {}", gl_target_name(target),
                                      legal_targets_text));
  }
}

void require_object(GLboolean is_object, std::uint32_t name, std::string_view noun) {
  if (is_object == GL_FALSE) {
    throw InvalidArgument(
        fmt::format("{} is not the name of a GL {} in the current context; a name from glGen… becomes one when it is "
                    "first bound",
                    name, noun));
  }
}

/// Whether the texture can be bound to a target, which is possible only for its own target.
bool is_of_target(const GLFunctions& gl, std::uint32_t name, std::uint32_t target) {
  const GLErrorScope errors{gl};
  Status status = Status::success;
  {
    const BoundTexture bound{gl, target, name};
    status = errors.take(Status::invalid_value);
  }
  // A target that this context lacks raises a second error when its binding is restored.
  static_cast<void>(errors.take(status));
  return status == Status::success;
}

/// GL_NONE for an unknown target.
std::uint32_t find_texture_target(const GLFunctions& gl, std::uint32_t name) {
  if (gl.GetTextureParameteriv != nullptr) {
    const GLErrorScope errors{gl};
    GLint target = 0;
    gl.GetTextureParameteriv(name, GL_TEXTURE_TARGET, &target);
    // Mesa answers only in the core profile (observed with 22.3).
    if (errors.take(Status::invalid_value) == Status::success && target != 0) {
      return static_cast<std::uint32_t>(target);
    }
  }
  for (const std::uint32_t target : gl_texture_targets()) {
    if (is_of_target(gl, name, target)) {
      return target;
    }
  }
  return GL_NONE;
}

void require_texture_of_target(const GLFunctions& gl, std::uint32_t name, std::uint32_t target) {
  require_object(gl.IsTexture(name), name, "texture");
  if (is_of_target(gl, name, target)) {
    return;
  }
  const std::uint32_t actual = find_texture_target(gl, name);
  if (actual != target) {
    require_legal_target(actual);
    throw InvalidArgument(fmt::format("GL texture {} is a {}, not a {}; register it with its own target", name,
                                      gl_target_name(actual), gl_target_name(target)));
  }
}

/// Whether the other faces of the bound cube map have a level like the first face's.
bool are_faces_alike(const GLFunctions& gl, std::uint32_t target, GLint level, const GLFacts& first) {
  for (unsigned face = 1; target == GL_TEXTURE_CUBE_MAP && face < 6; ++face) {
    if (level_facts(gl, target, level, face) != first) {
      return false;
    }
  }
  return true;
}

/// The number of levels of the bound texture that continue the base level's chain.
int count_levels(const GLFunctions& gl, std::uint32_t target, const GLFacts& base) {
  if (target == GL_TEXTURE_RECTANGLE) {
    return 1;
  }
  const bool has_depth = target == GL_TEXTURE_3D;
  const auto largest = static_cast<unsigned>(std::max({base.width, base.height, has_depth ? base.depth : 1}));
  const int longest = static_cast<int>(std::bit_width(largest));
  int count = 1;
  for (; count < longest; ++count) {
    GLFacts expected = base;
    expected.width = std::max(1, base.width >> count);
    expected.height = std::max(1, base.height >> count);
    expected.depth = has_depth ? std::max(1, base.depth >> count) : base.depth;
    if (level_facts(gl, target, count) != expected || !are_faces_alike(gl, target, count, expected)) {
      break;
    }
  }
  return count;
}

void require_storage(const GLFacts& base, const std::string& what, const char* function) {
  if (base.width < 1 || base.height < 1 || base.depth < 1) {
    throw InvalidArgument(fmt::format("{} has no storage at level 0; allocate it with {} first", what, function));
  }
}

void add_levels(GLImage& image, const GLFacts& base, int levels) {
  const bool has_depth = image.target == GL_TEXTURE_3D;
  for (int level = 0; level < levels; ++level) {
    const auto shrunk = [level](GLint size) { return static_cast<std::uint64_t>(std::max(1, size >> level)); };
    const Extent shape = has_depth ? Extent(shrunk(base.width), shrunk(base.height), shrunk(base.depth))
                                   : Extent(shrunk(base.width), shrunk(base.height));
    image.levels.push_back({shape, image.format->type, image.format->num_channels, false});
  }
}

GLImage describe_renderbuffer(const GLFunctions& gl, std::uint32_t name) {
  require_object(gl.IsRenderbuffer(name), name, "renderbuffer");
  const std::string what = fmt::format("GL renderbuffer {}", name);
  const GLFacts base = object_facts(gl, name, GL_RENDERBUFFER).value();
  require_storage(base, what, "glRenderbufferStorage");
  if (base.samples > 0) {
    throw InvalidArgument(
        fmt::format("{} has {} samples, and CUDA does not support multisampled images; resolve it into a different "
                    "image first",
                    what, base.samples));
  }
  GLImage image{name, GL_RENDERBUFFER, &accepted_format(base, what), 1, {}, base};
  add_levels(image, base, 1);
  return image;
}

}  // namespace

ArrayKind GLImage::kind() const noexcept {
  return target == GL_TEXTURE_2D_ARRAY   ? ArrayKind::layered
         : target == GL_TEXTURE_CUBE_MAP ? ArrayKind::cube_map
                                         : ArrayKind::plain;
}

std::uint32_t find_gl_target(const GLFunctions& gl, std::uint32_t name) {
  const bool is_texture = gl.IsTexture(name) != GL_FALSE;
  const bool is_renderbuffer = gl.IsRenderbuffer(name) != GL_FALSE;
  if (is_texture && is_renderbuffer) {
    throw InvalidArgument(
        fmt::format("{} is the name of a GL texture and of a renderbuffer: pass the target explicitly", name));
  }
  if (!is_texture && !is_renderbuffer) {
    throw InvalidArgument(
        fmt::format("{} is not the name of a GL texture or renderbuffer in the current context; a name from glGen… "
                    "becomes one when it is first bound",
                    name));
  }
  return is_renderbuffer ? static_cast<std::uint32_t>(GL_RENDERBUFFER) : find_texture_target(gl, name);
}

GLImage describe_gl_image(const GLFunctions& gl, std::uint32_t name, std::uint32_t target) {
  require_legal_target(target);
  if (target == GL_RENDERBUFFER) {
    return describe_renderbuffer(gl, name);
  }
  require_texture_of_target(gl, name, target);
  GLImage image{name, target, nullptr, 1, {}};
  if (gl.GetTexLevelParameteriv == nullptr) {
    return image;
  }
  const BoundTexture bound{gl, target, name};
  const std::string what = fmt::format("GL texture {}", name);
  const GLFacts base = level_facts(gl, target, 0);
  require_storage(base, what, "glTexStorage");
  if (!are_faces_alike(gl, target, 0, base)) {
    throw InvalidArgument(
        fmt::format("the faces of {} differ at level 0; allocate all six with the same size and format", what));
  }
  image.format = &accepted_format(base, what);
  image.base = base;
  image.layers = target == GL_TEXTURE_2D_ARRAY   ? static_cast<unsigned>(base.depth)
                 : target == GL_TEXTURE_CUBE_MAP ? 6
                                                 : 1;
  add_levels(image, base, count_levels(gl, target, base));
  return image;
}

bool is_level_unchanged(const GLFunctions& gl, const GLImage& image, unsigned level) {
  const auto mip = static_cast<GLint>(level);
  const GLFacts facts = image.target == GL_RENDERBUFFER ? object_facts(gl, image.name, image.target).value_or(GLFacts{})
                                                        : level_facts(gl, image.target, mip);
  if (!are_faces_alike(gl, image.target, mip, facts)) {
    return false;
  }
  const Extent& shape = image.levels[level].shape;
  return static_cast<std::uint64_t>(facts.width) == shape.width() &&
         static_cast<std::uint64_t>(facts.height) == shape.height() &&
         static_cast<std::uint64_t>(facts.depth) ==
             (image.target == GL_TEXTURE_2D_ARRAY ? image.layers : shape.depth());
}

std::size_t describe_gl_buffer(const GLFunctions& gl, std::uint32_t name) {
  require_object(gl.IsBuffer(name), name, "buffer");
  const std::int64_t size = object_facts(gl, name, 0).value().size_bytes;
  if (size < 1) {
    throw InvalidArgument(fmt::format("GL buffer {} has no storage; allocate it with glBufferData first", name));
  }
  return static_cast<std::size_t>(size);
}

}  // namespace texelscope::gpu::graphics
