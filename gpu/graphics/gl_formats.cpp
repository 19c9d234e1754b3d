#include "gpu/graphics/gl_formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace texelscope::gpu::graphics {

namespace {

// Sources of the formats that CUDA supports: cuGraphicsGLRegisterImage in the driver API reference; for GL_RGB8 and
// GL_SRGB8_ALPHA8, which the reference does not list, their registration on an H200.
#define TEXELSCOPE_ACCEPTED(format, type, channels, transfer_format, transfer_type)   \
  GLFormat {                                                                          \
    format, #format, DataType::type, channels, transfer_format, transfer_type, {}, {} \
  }
#define TEXELSCOPE_REFUSED(format, refusal, nearest) \
  GLFormat { format, #format, {}, 0, 0, 0, refusal, nearest }

constexpr std::string_view packed =
    "its channels share one word, but a CUDA array has channels of 8, 16 or 32 bits each";
constexpr std::string_view three_channels = "a CUDA array has 1, 2 or 4 channels";
constexpr std::string_view depth = "CUDA does not support depth or stencil formats";
constexpr std::string_view snorm = "CUDA does not register signed normalized formats";

// Formats of the compatibility profile that cuGraphicsGLRegisterImage lists. glcorearb.h omits them.
constexpr std::uint32_t luminance_alpha = 0x190A;
constexpr std::uint32_t alpha_integer = 0x8D97;
constexpr std::uint32_t luminance_alpha_integer = 0x8D9D;

constexpr GLFormat compatibility_format(std::uint32_t format, std::string_view name, DataType type, int num_channels,
                                        std::uint32_t transfer_format, std::uint32_t transfer_type) {
  return {format, name, type, num_channels, transfer_format, transfer_type, {}, {}, true};
}

#define TEXELSCOPE_COMPATIBILITY(suffix, alpha, luminance, both, intensity, type, transfer_type)                  \
  compatibility_format(alpha, "GL_ALPHA" suffix, DataType::type, 1, GL_ALPHA, transfer_type),                     \
      compatibility_format(luminance, "GL_LUMINANCE" suffix, DataType::type, 1, GL_RED, transfer_type),           \
      compatibility_format(both, "GL_LUMINANCE_ALPHA" suffix, DataType::type, 2, luminance_alpha, transfer_type), \
      compatibility_format(intensity, "GL_INTENSITY" suffix, DataType::type, 1, GL_RED, transfer_type)
#define TEXELSCOPE_COMPATIBILITY_INTEGER(suffix, first, type, transfer_type)                                      \
  compatibility_format(first, "GL_ALPHA" suffix, DataType::type, 1, alpha_integer, transfer_type),                \
      compatibility_format((first) + 1, "GL_INTENSITY" suffix, DataType::type, 1, GL_RED_INTEGER, transfer_type), \
      compatibility_format((first) + 2, "GL_LUMINANCE" suffix, DataType::type, 1, GL_RED_INTEGER, transfer_type), \
      compatibility_format((first) + 3, "GL_LUMINANCE_ALPHA" suffix, DataType::type, 2, luminance_alpha_integer,  \
                           transfer_type)

constexpr std::array formats{
    TEXELSCOPE_ACCEPTED(GL_R8, uint8, 1, GL_RED, GL_UNSIGNED_BYTE),
    TEXELSCOPE_ACCEPTED(GL_RG8, uint8, 2, GL_RG, GL_UNSIGNED_BYTE),
    TEXELSCOPE_ACCEPTED(GL_RGBA8, uint8, 4, GL_RGBA, GL_UNSIGNED_BYTE),
    TEXELSCOPE_ACCEPTED(GL_RGB8, uint8, 4, GL_RGBA, GL_UNSIGNED_BYTE),
    TEXELSCOPE_ACCEPTED(GL_SRGB8_ALPHA8, uint8, 4, GL_RGBA, GL_UNSIGNED_BYTE),
    TEXELSCOPE_ACCEPTED(GL_R16, uint16, 1, GL_RED, GL_UNSIGNED_SHORT),
    TEXELSCOPE_ACCEPTED(GL_RG16, uint16, 2, GL_RG, GL_UNSIGNED_SHORT),
    TEXELSCOPE_ACCEPTED(GL_RGBA16, uint16, 4, GL_RGBA, GL_UNSIGNED_SHORT),
    TEXELSCOPE_ACCEPTED(GL_R16F, float16, 1, GL_RED, GL_HALF_FLOAT),
    TEXELSCOPE_ACCEPTED(GL_RG16F, float16, 2, GL_RG, GL_HALF_FLOAT),
    TEXELSCOPE_ACCEPTED(GL_RGBA16F, float16, 4, GL_RGBA, GL_HALF_FLOAT),
    TEXELSCOPE_ACCEPTED(GL_R32F, float32, 1, GL_RED, GL_FLOAT),
    TEXELSCOPE_ACCEPTED(GL_RG32F, float32, 2, GL_RG, GL_FLOAT),
    TEXELSCOPE_ACCEPTED(GL_RGBA32F, float32, 4, GL_RGBA, GL_FLOAT),
    TEXELSCOPE_ACCEPTED(GL_R8UI, uint8, 1, GL_RED_INTEGER, GL_UNSIGNED_BYTE),
    TEXELSCOPE_ACCEPTED(GL_RG8UI, uint8, 2, GL_RG_INTEGER, GL_UNSIGNED_BYTE),
    TEXELSCOPE_ACCEPTED(GL_RGBA8UI, uint8, 4, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE),
    TEXELSCOPE_ACCEPTED(GL_R16UI, uint16, 1, GL_RED_INTEGER, GL_UNSIGNED_SHORT),
    TEXELSCOPE_ACCEPTED(GL_RG16UI, uint16, 2, GL_RG_INTEGER, GL_UNSIGNED_SHORT),
    TEXELSCOPE_ACCEPTED(GL_RGBA16UI, uint16, 4, GL_RGBA_INTEGER, GL_UNSIGNED_SHORT),
    TEXELSCOPE_ACCEPTED(GL_R32UI, uint32, 1, GL_RED_INTEGER, GL_UNSIGNED_INT),
    TEXELSCOPE_ACCEPTED(GL_RG32UI, uint32, 2, GL_RG_INTEGER, GL_UNSIGNED_INT),
    TEXELSCOPE_ACCEPTED(GL_RGBA32UI, uint32, 4, GL_RGBA_INTEGER, GL_UNSIGNED_INT),
    TEXELSCOPE_ACCEPTED(GL_R8I, int8, 1, GL_RED_INTEGER, GL_BYTE),
    TEXELSCOPE_ACCEPTED(GL_RG8I, int8, 2, GL_RG_INTEGER, GL_BYTE),
    TEXELSCOPE_ACCEPTED(GL_RGBA8I, int8, 4, GL_RGBA_INTEGER, GL_BYTE),
    TEXELSCOPE_ACCEPTED(GL_R16I, int16, 1, GL_RED_INTEGER, GL_SHORT),
    TEXELSCOPE_ACCEPTED(GL_RG16I, int16, 2, GL_RG_INTEGER, GL_SHORT),
    TEXELSCOPE_ACCEPTED(GL_RGBA16I, int16, 4, GL_RGBA_INTEGER, GL_SHORT),
    TEXELSCOPE_ACCEPTED(GL_R32I, int32, 1, GL_RED_INTEGER, GL_INT),
    TEXELSCOPE_ACCEPTED(GL_RG32I, int32, 2, GL_RG_INTEGER, GL_INT),
    TEXELSCOPE_ACCEPTED(GL_RGBA32I, int32, 4, GL_RGBA_INTEGER, GL_INT),
    // Unsized: GL chooses the size, and describe_gl_image checks that it is 8 bits.
    TEXELSCOPE_ACCEPTED(GL_RED, uint8, 1, GL_RED, GL_UNSIGNED_BYTE),
    TEXELSCOPE_ACCEPTED(GL_RG, uint8, 2, GL_RG, GL_UNSIGNED_BYTE),
    TEXELSCOPE_ACCEPTED(GL_RGB, uint8, 4, GL_RGBA, GL_UNSIGNED_BYTE),
    TEXELSCOPE_ACCEPTED(GL_RGBA, uint8, 4, GL_RGBA, GL_UNSIGNED_BYTE),
    TEXELSCOPE_COMPATIBILITY("8", 0x803C, 0x8040, 0x8045, 0x804B, uint8, GL_UNSIGNED_BYTE),
    TEXELSCOPE_COMPATIBILITY("16", 0x803E, 0x8042, 0x8048, 0x804D, uint16, GL_UNSIGNED_SHORT),
    TEXELSCOPE_COMPATIBILITY("16F", 0x881C, 0x881E, 0x881F, 0x881D, float16, GL_HALF_FLOAT),
    TEXELSCOPE_COMPATIBILITY("32F", 0x8816, 0x8818, 0x8819, 0x8817, float32, GL_FLOAT),
    TEXELSCOPE_COMPATIBILITY_INTEGER("8UI", 0x8D7E, uint8, GL_UNSIGNED_BYTE),
    TEXELSCOPE_COMPATIBILITY_INTEGER("16UI", 0x8D78, uint16, GL_UNSIGNED_SHORT),
    TEXELSCOPE_COMPATIBILITY_INTEGER("32UI", 0x8D72, uint32, GL_UNSIGNED_INT),
    TEXELSCOPE_COMPATIBILITY_INTEGER("8I", 0x8D90, int8, GL_BYTE),
    TEXELSCOPE_COMPATIBILITY_INTEGER("16I", 0x8D8A, int16, GL_SHORT),
    TEXELSCOPE_COMPATIBILITY_INTEGER("32I", 0x8D84, int32, GL_INT),

    TEXELSCOPE_REFUSED(GL_RGB10_A2, packed, "GL_RGBA16"),
    TEXELSCOPE_REFUSED(GL_RGB10_A2UI, packed, "GL_RGBA16UI"),
    TEXELSCOPE_REFUSED(GL_R11F_G11F_B10F, packed, "GL_RGBA16F"),
    TEXELSCOPE_REFUSED(GL_RGB9_E5, packed, "GL_RGBA16F"),
    TEXELSCOPE_REFUSED(GL_R3_G3_B2, packed, "GL_RGBA8"),
    TEXELSCOPE_REFUSED(GL_RGB4, packed, "GL_RGBA8"),
    TEXELSCOPE_REFUSED(GL_RGB5, packed, "GL_RGBA8"),
    TEXELSCOPE_REFUSED(GL_RGB565, packed, "GL_RGBA8"),
    TEXELSCOPE_REFUSED(GL_RGBA2, packed, "GL_RGBA8"),
    TEXELSCOPE_REFUSED(GL_RGBA4, packed, "GL_RGBA8"),
    TEXELSCOPE_REFUSED(GL_RGB5_A1, packed, "GL_RGBA8"),
    TEXELSCOPE_REFUSED(GL_RGB10, packed, "GL_RGBA16"),
    TEXELSCOPE_REFUSED(GL_RGB12, packed, "GL_RGBA16"),
    TEXELSCOPE_REFUSED(GL_RGBA12, packed, "GL_RGBA16"),
    TEXELSCOPE_REFUSED(GL_SRGB8, three_channels, "GL_SRGB8_ALPHA8"),
    TEXELSCOPE_REFUSED(GL_RGB16, three_channels, "GL_RGBA16"),
    TEXELSCOPE_REFUSED(GL_RGB16F, three_channels, "GL_RGBA16F"),
    TEXELSCOPE_REFUSED(GL_RGB32F, three_channels, "GL_RGBA32F"),
    TEXELSCOPE_REFUSED(GL_RGB8UI, three_channels, "GL_RGBA8UI"),
    TEXELSCOPE_REFUSED(GL_RGB16UI, three_channels, "GL_RGBA16UI"),
    TEXELSCOPE_REFUSED(GL_RGB32UI, three_channels, "GL_RGBA32UI"),
    TEXELSCOPE_REFUSED(GL_RGB8I, three_channels, "GL_RGBA8I"),
    TEXELSCOPE_REFUSED(GL_RGB16I, three_channels, "GL_RGBA16I"),
    TEXELSCOPE_REFUSED(GL_RGB32I, three_channels, "GL_RGBA32I"),
    TEXELSCOPE_REFUSED(GL_R8_SNORM, snorm, "GL_R8I"),
    TEXELSCOPE_REFUSED(GL_RG8_SNORM, snorm, "GL_RG8I"),
    TEXELSCOPE_REFUSED(GL_RGB8_SNORM, snorm, "GL_RGBA8I"),
    TEXELSCOPE_REFUSED(GL_RGBA8_SNORM, snorm, "GL_RGBA8I"),
    TEXELSCOPE_REFUSED(GL_R16_SNORM, snorm, "GL_R16I"),
    TEXELSCOPE_REFUSED(GL_RG16_SNORM, snorm, "GL_RG16I"),
    TEXELSCOPE_REFUSED(GL_RGB16_SNORM, snorm, "GL_RGBA16I"),
    TEXELSCOPE_REFUSED(GL_RGBA16_SNORM, snorm, "GL_RGBA16I"),
    TEXELSCOPE_REFUSED(GL_DEPTH_COMPONENT, depth, "GL_R32F"),
    TEXELSCOPE_REFUSED(GL_DEPTH_COMPONENT16, depth, "GL_R16"),
    TEXELSCOPE_REFUSED(GL_DEPTH_COMPONENT24, depth, "GL_R32F"),
    TEXELSCOPE_REFUSED(GL_DEPTH_COMPONENT32, depth, "GL_R32F"),
    TEXELSCOPE_REFUSED(GL_DEPTH_COMPONENT32F, depth, "GL_R32F"),
    TEXELSCOPE_REFUSED(GL_DEPTH_STENCIL, depth, "GL_R32F"),
    TEXELSCOPE_REFUSED(GL_DEPTH24_STENCIL8, depth, "GL_R32F"),
    TEXELSCOPE_REFUSED(GL_DEPTH32F_STENCIL8, depth, "GL_RG32F"),
    TEXELSCOPE_REFUSED(GL_STENCIL_INDEX8, depth, "GL_R8UI"),
};

#undef TEXELSCOPE_ACCEPTED
#undef TEXELSCOPE_COMPATIBILITY
#undef TEXELSCOPE_COMPATIBILITY_INTEGER
#undef TEXELSCOPE_REFUSED

struct Target {
  std::uint32_t target;
  std::uint32_t binding;
  const char* name;
};

#define TEXELSCOPE_TARGET(suffix) \
  Target { GL_TEXTURE_##suffix, GL_TEXTURE_BINDING_##suffix, "GL_TEXTURE_" #suffix }

constexpr std::array targets{
    TEXELSCOPE_TARGET(1D),
    TEXELSCOPE_TARGET(2D),
    TEXELSCOPE_TARGET(3D),
    TEXELSCOPE_TARGET(RECTANGLE),
    TEXELSCOPE_TARGET(CUBE_MAP),
    TEXELSCOPE_TARGET(1D_ARRAY),
    TEXELSCOPE_TARGET(2D_ARRAY),
    TEXELSCOPE_TARGET(CUBE_MAP_ARRAY),
    TEXELSCOPE_TARGET(BUFFER),
    TEXELSCOPE_TARGET(2D_MULTISAMPLE),
    TEXELSCOPE_TARGET(2D_MULTISAMPLE_ARRAY),
    Target{GL_RENDERBUFFER, GL_RENDERBUFFER_BINDING, "GL_RENDERBUFFER"},
};

#undef TEXELSCOPE_TARGET

constexpr auto texture_targets = [] {
  std::array<std::uint32_t, targets.size() - 1> names{};
  std::ranges::transform(targets.begin(), targets.end() - 1, names.begin(), &Target::target);
  return names;
}();

const Target* find_target(std::uint32_t target) noexcept {
  const auto* const found = std::ranges::find(targets, target, &Target::target);
  return found == targets.end() ? nullptr : &*found;
}

}  // namespace

std::span<const GLFormat> gl_formats() noexcept { return formats; }

const GLFormat* find_gl_format(std::uint32_t internal_format) noexcept {
  const auto* const found = std::ranges::find(formats, internal_format, &GLFormat::internal_format);
  return found == formats.end() ? nullptr : &*found;
}

std::string gl_target_name(std::uint32_t target) {
  const Target* const found = find_target(target);
  return found == nullptr ? fmt::format("0x{:04X}", target) : found->name;
}

std::uint32_t gl_target_binding(std::uint32_t target) noexcept {
  const Target* const found = find_target(target);
  return found == nullptr ? GL_NONE : found->binding;
}

std::span<const std::uint32_t> gl_texture_targets() noexcept { return texture_targets; }

}  // namespace texelscope::gpu::graphics
