#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

#include "gpu/graphics/gl_formats.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu::graphics {

namespace {

constexpr std::array legal_targets{GL_TEXTURE_2D,       GL_TEXTURE_RECTANGLE, GL_TEXTURE_3D,
                                   GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP,  GL_RENDERBUFFER};
constexpr std::string_view legal_targets_text =
    "GL_TEXTURE_2D, GL_TEXTURE_RECTANGLE, GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP or GL_RENDERBUFFER";

/// What GL says about one level of a texture, or about a renderbuffer.
struct LevelFacts {
  GLint internal_format = 0;
  GLint width = 0;
  GLint height = 0;
  GLint depth = 1;
  GLint samples = 0;
  GLint red_size = 0;
  GLint is_compressed = 0;

  bool operator==(const LevelFacts&) const = default;
};

LevelFacts level_facts(const GLFunctions& gl, std::uint32_t name, GLint level) {
  LevelFacts facts;
  const auto ask = [&](GLenum parameter, GLint& value) {
    gl.GetTextureLevelParameteriv(name, level, parameter, &value);
  };
  ask(GL_TEXTURE_INTERNAL_FORMAT, facts.internal_format);
  ask(GL_TEXTURE_WIDTH, facts.width);
  ask(GL_TEXTURE_HEIGHT, facts.height);
  ask(GL_TEXTURE_DEPTH, facts.depth);
  ask(GL_TEXTURE_SAMPLES, facts.samples);
  ask(GL_TEXTURE_RED_SIZE, facts.red_size);
  ask(GL_TEXTURE_COMPRESSED, facts.is_compressed);
  return facts;
}

LevelFacts renderbuffer_facts(const GLFunctions& gl, std::uint32_t name) {
  LevelFacts facts;
  const auto ask = [&](GLenum parameter, GLint& value) { gl.GetNamedRenderbufferParameteriv(name, parameter, &value); };
  ask(GL_RENDERBUFFER_INTERNAL_FORMAT, facts.internal_format);
  ask(GL_RENDERBUFFER_WIDTH, facts.width);
  ask(GL_RENDERBUFFER_HEIGHT, facts.height);
  ask(GL_RENDERBUFFER_SAMPLES, facts.samples);
  ask(GL_RENDERBUFFER_RED_SIZE, facts.red_size);
  return facts;
}

bool is_unsized(std::uint32_t internal_format) {
  return internal_format == GL_RED || internal_format == GL_RG || internal_format == GL_RGBA;
}

const GLFormat& accepted_format(const LevelFacts& facts, const std::string& what) {
  const auto internal_format = static_cast<std::uint32_t>(facts.internal_format);
  const GLFormat* const format = find_gl_format(internal_format);
  if (facts.is_compressed != 0) {
    throw InvalidArgument(
        fmt::format("{} has the compressed format {}, which CUDA does not share; the nearest that works is GL_RGBA8",
                    what, format != nullptr ? std::string{format->name} : fmt::format("0x{:04X}", internal_format)));
  }
  if (format == nullptr) {
    throw InvalidArgument(fmt::format(
        "{} has the internal format 0x{:04X}, which CUDA does not share; GL_RGBA8, GL_RGBA16F and GL_RGBA32F work",
        what, internal_format));
  }
  if (!format->is_accepted()) {
    throw InvalidArgument(
        fmt::format("{} has the internal format {}, which CUDA does not share: {}; the nearest that works is {}", what,
                    format->name, format->refusal, format->nearest));
  }
  if (is_unsized(internal_format) && facts.red_size != 8) {
    throw InvalidArgument(
        fmt::format("{} has the unsized internal format {}, which this driver stores with {} bits a channel instead of "
                    "8; ask for {}8",
                    what, format->name, facts.red_size, format->name == "GL_RED" ? "GL_R" : format->name));
  }
  return *format;
}

void require_legal_target(std::uint32_t target) {
  if (std::ranges::find(legal_targets, static_cast<int>(target)) == legal_targets.end()) {
    throw InvalidArgument(
        fmt::format("CUDA does not share images of the target {}; use {}", gl_target_name(target), legal_targets_text));
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

void require_texture_of_target(const GLFunctions& gl, std::uint32_t name, std::uint32_t target) {
  require_object(gl.IsTexture(name), name, "texture");
  GLint actual = 0;
  gl.GetTextureParameteriv(name, GL_TEXTURE_TARGET, &actual);
  if (static_cast<std::uint32_t>(actual) != target) {
    const auto actual_target = static_cast<std::uint32_t>(actual);
    require_legal_target(actual_target);
    throw InvalidArgument(fmt::format("GL texture {} is a {}, not a {}; register it with its own target", name,
                                      gl_target_name(actual_target), gl_target_name(target)));
  }
}

/// How many levels the texture has: those it was allocated with, or those of a mutable texture that continue the base
/// level's chain.
int count_levels(const GLFunctions& gl, std::uint32_t name, std::uint32_t target, const LevelFacts& base) {
  if (target == GL_TEXTURE_RECTANGLE) {
    return 1;
  }
  GLint is_immutable = GL_FALSE;
  gl.GetTextureParameteriv(name, GL_TEXTURE_IMMUTABLE_FORMAT, &is_immutable);
  if (is_immutable != GL_FALSE) {
    GLint levels = 1;
    gl.GetTextureParameteriv(name, GL_TEXTURE_IMMUTABLE_LEVELS, &levels);
    return levels;
  }
  const bool has_depth = target == GL_TEXTURE_3D;
  const auto largest = static_cast<unsigned>(std::max({base.width, base.height, has_depth ? base.depth : 1}));
  const int longest = static_cast<int>(std::bit_width(largest));
  int count = 1;
  for (; count < longest; ++count) {
    LevelFacts expected = base;
    expected.width = std::max(1, base.width >> count);
    expected.height = std::max(1, base.height >> count);
    expected.depth = has_depth ? std::max(1, base.depth >> count) : base.depth;
    if (level_facts(gl, name, count) != expected) {
      break;
    }
  }
  return count;
}

}  // namespace

ArrayKind GLImage::kind() const noexcept {
  return target == GL_TEXTURE_2D_ARRAY   ? ArrayKind::layered
         : target == GL_TEXTURE_CUBE_MAP ? ArrayKind::cube_map
                                         : ArrayKind::plain;
}

GLImage describe_gl_image(const GLFunctions& gl, std::uint32_t name, std::uint32_t target) {
  require_legal_target(target);
  const bool is_renderbuffer = target == GL_RENDERBUFFER;
  if (!is_renderbuffer) {
    require_texture_of_target(gl, name, target);
  } else {
    require_object(gl.IsRenderbuffer(name), name, "renderbuffer");
  }
  const std::string what = fmt::format("GL {} {}", is_renderbuffer ? "renderbuffer" : "texture", name);
  const LevelFacts base = is_renderbuffer ? renderbuffer_facts(gl, name) : level_facts(gl, name, 0);
  if (base.width < 1 || base.height < 1 || base.depth < 1) {
    throw InvalidArgument(fmt::format("{} has no storage at level 0; allocate it with gl{}Storage first", what,
                                      is_renderbuffer ? "NamedRenderbuffer" : "Texture"));
  }
  if (base.samples > 0) {
    throw InvalidArgument(
        fmt::format("{} has {} samples, and CUDA shares no multisampled images; resolve it into another first", what,
                    base.samples));
  }

  GLImage image{name, target, &accepted_format(base, what), 1, {}};
  const bool has_depth = target == GL_TEXTURE_3D;
  if (target == GL_TEXTURE_2D_ARRAY) {
    image.layers = static_cast<unsigned>(base.depth);
  } else if (target == GL_TEXTURE_CUBE_MAP) {
    image.layers = 6;
  }
  const int levels = is_renderbuffer ? 1 : count_levels(gl, name, target, base);
  for (int level = 0; level < levels; ++level) {
    const auto shrunk = [level](GLint size) { return static_cast<std::uint64_t>(std::max(1, size >> level)); };
    const Extent shape = has_depth ? Extent(shrunk(base.width), shrunk(base.height), shrunk(base.depth))
                                   : Extent(shrunk(base.width), shrunk(base.height));
    image.levels.push_back({shape, image.format->type, image.format->num_channels, false});
  }
  return image;
}

std::size_t describe_gl_buffer(const GLFunctions& gl, std::uint32_t name) {
  require_object(gl.IsBuffer(name), name, "buffer");
  GLint64 size = 0;
  gl.GetNamedBufferParameteri64v(name, GL_BUFFER_SIZE, &size);
  if (size < 1) {
    throw InvalidArgument(
        fmt::format("GL buffer {} has no storage; allocate it with glNamedBufferStorage first", name));
  }
  return static_cast<std::size_t>(size);
}

}  // namespace texelscope::gpu::graphics
