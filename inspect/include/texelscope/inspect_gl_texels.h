#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "texelscope/inspect.h"
#include "texelscope/inspect_gl_functions.h"
#include "texelscope/inspect_json.h"

/// The texels of a level as an array, and a texture's parameters in the window's terms.
namespace texelscope::inspect::gl {

/// How GL writes the texels of a level.
struct Texels {
  const char* type = "uint8";
  std::int64_t itemsize = 1;
  int channels = 1;
  unsigned format = 0;
  unsigned transfer_type = 0;
  bool is_integer = false;
  bool is_srgb = false;
  /// Whether integers stand for 0 … 1 or -1 … 1.
  bool is_normalized = false;
  Axes shape{};
  std::int64_t bytes = 0;
};

/// An element's type, for one of GL's component types: the number of its bits decides.
inline void set_type(Texels& texels, unsigned component, int bits) {
  constexpr unsigned unorm = 0x8C17, snorm = 0x8F9C, signed_integer = 0x1404, unsigned_integer = 0x1405;
  struct Choice {
    unsigned component;
    int max_bits;
    const char* type;
    std::int64_t itemsize;
    unsigned transfer_type;
  };
  // Values of 10 or 12 bits are exact as floats alone, those of 11 bits as halves.
  constexpr Choice choices[] = {{unorm, 8, "uint8", 1, 0x1401},
                                {unorm, 15, "float32", 4, 0x1406},
                                {unorm, 16, "uint16", 2, 0x1403},
                                {snorm, 8, "int8", 1, 0x1400},
                                {snorm, 16, "int16", 2, 0x1402},
                                {signed_integer, 8, "int8", 1, 0x1400},
                                {signed_integer, 16, "int16", 2, 0x1402},
                                {signed_integer, 32, "int32", 4, 0x1404},
                                {unsigned_integer, 8, "uint8", 1, 0x1401},
                                {unsigned_integer, 16, "uint16", 2, 0x1403},
                                {unsigned_integer, 32, "uint32", 4, 0x1405},
                                {0x1406, 16, "float16", 2, 0x140B}};
  texels.type = "float32";
  texels.itemsize = 4;
  texels.transfer_type = 0x1406;
  for (const Choice& choice : choices) {
    if (choice.component == component && bits <= choice.max_bits) {
      texels.type = choice.type;
      texels.itemsize = choice.itemsize;
      texels.transfer_type = choice.transfer_type;
      break;
    }
  }
  texels.is_integer = component == signed_integer || component == unsigned_integer;
  texels.is_normalized = (component == unorm || component == snorm) && texels.transfer_type != 0x1406;
}

/// The texels of a level of the bound texture. @returns why they cannot be read; null if they can.
inline const char* describe_level(const Functions& gl, unsigned target, int level, Texels& texels) {
  // GL_MAX_3D_TEXTURE_SIZE, GL_MAX_CUBE_MAP_TEXTURE_SIZE, GL_MAX_TEXTURE_SIZE.
  const bool is_cube = target == cube_map || target == cube_map_array;
  const int largest = gl.integer(target == texture_3d ? 0x8073 : is_cube ? 0x851C : 0x0D33);
  if (level < 0 || level >= 31 || (largest >> level) == 0 || (target == rectangle && level > 0)) {
    return "the texture has no such level";
  }
  const unsigned first = target == cube_map ? positive_x : target;
  const auto get = [&](unsigned of, unsigned name) {
    int value = 0;
    gl.GetTexLevelParameteriv(of, level, name, &value);
    return value;
  };
  const int width = get(first, 0x1000), height = get(first, 0x1001), depth = get(first, 0x8071);
  if (width == 0 || height == 0 || depth == 0) {
    return "the texture has no such level";
  }
  for (unsigned face = 1; target == cube_map && face < 6; ++face) {
    if (get(first + face, 0x1000) != width || get(first + face, 0x1003) != get(first, 0x1003)) {
      return "the faces of the cube map differ in size or format";
    }
  }
  // Sizes and types of red, green, blue and alpha.
  int bits = 0;
  unsigned component = 0;
  for (unsigned channel = 0; channel < 4; ++channel) {
    if (const int size = get(first, 0x805C + channel); size > 0) {
      bits = size > bits ? size : bits;
      component = channel == 3 && component != 0 ? component : static_cast<unsigned>(get(first, 0x8C10 + channel));
      texels.channels = static_cast<int>(channel) + 1;
    }
  }
  constexpr unsigned formats[] = {0x1903, 0x8227, 0x1907, 0x1908};
  constexpr unsigned integer_formats[] = {0x8D94, 0x8228, 0x8D98, 0x8D99};
  const auto channel = static_cast<std::size_t>(texels.channels - 1);
  if (bits > 0) {
    set_type(texels, component, bits);
    texels.format = texels.is_integer ? integer_formats[channel] : formats[channel];
  } else if (const int depth_bits = get(first, 0x884A); depth_bits > 0) {
    set_type(texels, static_cast<unsigned>(get(first, 0x8C16)), depth_bits == 16 ? 16 : 32);
    texels.format = 0x1902;
  } else if (get(first, 0x88F1) > 0 && gl.GetTextureParameteriv != nullptr) {
    texels.is_integer = true;
    texels.format = 0x1901;
    texels.transfer_type = 0x1401;
  } else {
    return "the format of its texels is not supported";
  }
  const int internal_format = get(first, 0x1003);
  for (const int srgb : {0x8C40, 0x8C41, 0x8C42, 0x8C43, 0x8C48, 0x8C49, 0x8C4C, 0x8C4D, 0x8C4E, 0x8C4F, 0x8E8D, 0x9275,
                         0x9277, 0x9279}) {
    texels.is_srgb = texels.is_srgb || internal_format == srgb;
  }
  // Layers of one-dimensional textures are rows.
  if (target == cube_map || target == texture_3d || target == texture_2d_array || target == cube_map_array) {
    texels.shape.add(target == cube_map ? 6 : depth);
  }
  if (target != texture_1d) {
    texels.shape.add(height);
  }
  texels.shape.add(width);
  if (texels.channels > 1) {
    texels.shape.add(texels.channels);
  }
  texels.bytes = texels.itemsize * texels.channels * width * height * depth * (target == cube_map ? 6 : 1);
  return nullptr;
}

/// Writes the texels of a level of the bound texture to the bound pixel pack buffer.
inline void read_level(const Functions& gl, unsigned target, int level, const Texels& texels) {
  const PackedTexels packed{gl};
  const int faces = target == cube_map ? 6 : 1;
  for (int face = 0; face < faces; ++face) {
    gl.GetTexImage(target == cube_map ? positive_x + static_cast<unsigned>(face) : target, level, texels.format,
                   texels.transfer_type, reinterpret_cast<void*>(texels.bytes / faces * face));
  }
}

/// The parameters of the bound texture, or of a sampler, for Options::texture: what CUDA has, too.
inline std::string settings_of(const Functions& gl, unsigned target, unsigned sampler, const Texels& texels) {
  const auto get = [&](unsigned name) {
    int value = 0;
    sampler != 0 ? gl.GetSamplerParameteriv(sampler, name, &value) : gl.GetTexParameteriv(target, name, &value);
    return value;
  };
  float value[4] = {};
  const auto number = [&](unsigned name) {
    sampler != 0 ? gl.GetSamplerParameterfv(sampler, name, value) : gl.GetTexParameterfv(target, name, value);
    return value[0];
  };
  const auto flag = [](bool is_set) { return is_set ? "true" : "false"; };
  std::string modes;
  for (const unsigned name : {0x2802U, 0x2803U, 0x8072U}) {
    const int wrap = get(name);
    const char* const mode = wrap == 0x2901 ? "wrap" : wrap == 0x8370 ? "mirror" : wrap == 0x812D ? "border" : "clamp";
    modes.append(modes.empty() ? "\"" : ",\"").append(mode).append("\"");
  }
  const int minification = get(0x2801);
  const bool is_linear = get(0x2800) == 0x2601 && !texels.is_integer;
  const bool blends_levels = minification == 0x2702 || minification == 0x2703;
  std::string text = "{\"address_mode\":[" + modes + "],\"filter_mode\":\"" + (is_linear ? "linear" : "point");
  text.append("\",\"mipmap_filter_mode\":\"").append(blends_levels && !texels.is_integer ? "linear" : "point");
  text.append("\",\"normalized_float\":").append(flag(texels.is_normalized));
  text.append(",\"normalized_coords\":").append(flag(target != rectangle));
  text.append(",\"srgb\":").append(flag(texels.is_srgb));
  text.append(",\"mipmap_level_bias\":").append(json_number(number(0x8501)));
  // GL_TEXTURE_MIN_LOD and MAX_LOD are -1000 and 1000 at first; without levels, none but the first is read.
  const float lowest = number(0x813A);
  const float highest = minification < 0x2700 ? 0 : number(0x813B);
  text.append(",\"min_mipmap_level_clamp\":").append(json_number(lowest < 0 ? 0 : lowest));
  text.append(",\"max_mipmap_level_clamp\":").append(json_number(highest < 0 ? 0 : highest));
  if (gl.has_anisotropy) {
    const int anisotropy = get(0x84FE);
    text.append(",\"max_anisotropy\":").append(std::to_string(anisotropy > 16 ? 16 : anisotropy < 1 ? 0 : anisotropy));
  }
  if (!texels.is_integer) {
    number(0x1004);
    text.append(",\"border_color\":[" + json_number(value[0]) + "," + json_number(value[1]) + "," +
                json_number(value[2]) + "," + json_number(value[3]) + "]");
  }
  return text.append("}");
}

}  // namespace texelscope::inspect::gl
