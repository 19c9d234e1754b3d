#include <fmt/format.h>

#include <array>

#include "app/labs/texture/texture_code.h"
#include "app/texture/texture_names.h"

namespace texelscope::app {
namespace {

using gpu::ArrayKind;
using gpu::ResourceKind;
using kernels::TextureOperation;

constexpr std::array shapes = {"texture_1d", "texture_2d", "texture_3d",      "layered_1d",
                               "layered_2d", "cube_map",   "layered_cube_map"};
constexpr std::array operations = {"sample", "sample_level", "sample_gradients", "gather", "element"};

/// The result type of Texture::fetch: three kinds of four channels.
const char* result(ResultKind kind) {
  return kind == ResultKind::floats ? "Float4" : (kind == ResultKind::signed_integers ? "Int4" : "Uint4");
}

std::string fetch(const TextureCodeParts& parts) {
  const kernels::TextureFetch& from = parts.fetch;
  const int count = parts.num_numbers();
  std::string text = fmt::format("    kernels::TextureFetch fetch;\n    fetch.shape = kernels::TextureShape::{};\n",
                                 shapes[static_cast<std::size_t>(from.shape)]);
  const auto set = [&](const std::string& field, const std::string& value) {
    text += fmt::format("    fetch.{} = {};\n", field, value);
  };
  if (from.operation != TextureOperation::sample) {
    set("operation",
        fmt::format("kernels::TextureOperation::{}", operations[static_cast<std::size_t>(from.operation)]));
  }
  if (from.operation == TextureOperation::element) {
    set("element", "static_cast<int>(at[index.x])");
    return text;
  }
  constexpr std::array axes = {"x", "y", "z"};
  for (int axis = 0; axis < count; ++axis) {
    set(axes[static_cast<std::size_t>(axis)],
        count == 1 ? "at[index.x]" : fmt::format("at[{} * index.x + {}]", count, axis));
  }
  if (is_layered(from.shape)) {
    set("layer", fmt::format("{}", from.layer));
  }
  if (from.operation == TextureOperation::sample_level) {
    set("level", float_text(from.level, "F"));
  }
  if (from.operation == TextureOperation::gather) {
    set("component", fmt::format("{}", from.component));
  }
  for (int axis = 0; axis < count && from.operation == TextureOperation::sample_gradients; ++axis) {
    set(fmt::format("dx[{}]", axis), float_text(from.dx[axis], "F"));
    set(fmt::format("dy[{}]", axis), float_text(from.dy[axis], "F"));
  }
  return text;
}

std::string array_descriptor(const TextureCodeParts& parts) {
  const gpu::ArrayDescriptor& array = parts.array;
  std::string text = gpu::is_block_compressed(array.encoding)
                         ? fmt::format("  ArrayDescriptor array = encoded_array(Extent({}), TexelEncoding::{});\n",
                                       parts.extents(), to_string(array.encoding))
                         : fmt::format(
                               "  ArrayDescriptor array;\n  array.shape = Extent({});\n  array.format = DataType::{};\n"
                               "  array.num_channels = {};\n",
                               parts.extents(), to_string(array.format), array.num_channels);
  if (array.kind != ArrayKind::plain) {
    text += fmt::format("  array.kind = ArrayKind::{}{};\n", array_kind_names()[static_cast<std::size_t>(array.kind)],
                        array.is_cube_map() ? "_map" : "");
  }
  if (array.is_layered()) {
    text += fmt::format("  array.num_layers = {};\n", array.num_layers);
  }
  return array.is_texture_gather ? text + "  array.is_texture_gather = true;\n" : text;
}

std::string resource(const TextureCodeParts& parts) {
  switch (parts.resource) {
    case ResourceKind::mipmapped_array:
      return array_descriptor(parts) +
             fmt::format(
                 "  const auto memory = MipmappedArray::from_descriptor(device, array, {0});\n"
                 "  for (unsigned level = 0; level < {0}; ++level) {{\n"
                 "    memory.level(level).copy_from(levels[level], stream);\n"
                 "  }}\n"
                 "  const auto resource = ResourceDescriptor::from_mipmapped_array(memory);\n",
                 parts.num_levels);
    case ResourceKind::linear:
      return fmt::format(
          "  const Buffer memory = device.allocate({}, stream);\n"
          "  memory.copy_from(levels[0], stream);\n"
          "  const auto resource = ResourceDescriptor::from_linear(memory, DataType::{}, {});\n",
          parts.array.size_bytes(), to_string(parts.array.format), parts.array.num_channels);
    case ResourceKind::pitch_2d: {
      const std::size_t row = parts.array.shape.width() * parts.array.element_size();
      return fmt::format(
          "  const auto alignment = static_cast<std::int64_t>(device.properties().texture_pitch_alignment);\n"
          "  const std::int64_t pitch = ({0} + alignment - 1) / alignment * alignment;\n"
          "  const Buffer memory = device.allocate(static_cast<std::size_t>(pitch * {1}), stream);\n"
          "  const auto rows = StridedMemoryView::from_buffer(\n"
          "      memory, StridedLayout({{{1}, {0}}}, {{pitch, 1}}, 1), DataType::uint8);\n"
          "  rows.copy_from(StridedMemoryView::from_host(levels[0], StridedLayout({{{1}, {0}}}, 1),\n"
          "                                              DataType::uint8), stream);\n"
          "  const auto resource = ResourceDescriptor::from_pitch_2d(\n"
          "      memory, DataType::{2}, {3}, {{{4}, {1}, static_cast<std::size_t>(pitch)}});\n",
          row, parts.array.shape.height(), to_string(parts.array.format), parts.array.num_channels,
          parts.array.shape.width());
    }
    case ResourceKind::array:
      break;
  }
  return array_descriptor(parts) +
         "  const auto memory = CUDAArray::from_descriptor(device, array);\n"
         "  memory.copy_from(levels[0], stream);\n"
         "  const auto resource = ResourceDescriptor::from_array(memory);\n";
}

std::string descriptor(const gpu::TextureDescriptor& texture) {
  const gpu::TextureDescriptor plain;
  std::string text = "  TextureDescriptor texture;\n";
  const auto set = [&](bool is_needed, const char* field, const std::string& value) {
    if (is_needed) {
      text += fmt::format("  texture.{} = {};\n", field, value);
    }
  };
  const auto mode = [&](int axis) { return fmt::format("AddressMode::{}", to_string(texture.address_mode[axis])); };
  const auto& border = texture.border_color;
  set(texture.address_mode != plain.address_mode, "address_mode",
      fmt::format("{{{}, {}, {}}}", mode(0), mode(1), mode(2)));
  set(texture.filter_mode != plain.filter_mode, "filter_mode", "FilterMode::linear");
  set(texture.read_mode != plain.read_mode, "read_mode", "ReadMode::normalized_float");
  set(texture.normalized_coords, "normalized_coords", "true");
  set(texture.srgb, "srgb", "true");
  set(texture.max_anisotropy > 0, "max_anisotropy", fmt::format("{}", texture.max_anisotropy));
  set(texture.mipmap_filter_mode != plain.mipmap_filter_mode, "mipmap_filter_mode", "FilterMode::linear");
  set(texture.mipmap_level_bias != 0, "mipmap_level_bias", float_text(texture.mipmap_level_bias, "F"));
  set(texture.min_mipmap_level_clamp != 0, "min_mipmap_level_clamp", float_text(texture.min_mipmap_level_clamp, "F"));
  set(texture.max_mipmap_level_clamp != 0, "max_mipmap_level_clamp", float_text(texture.max_mipmap_level_clamp, "F"));
  set(border != plain.border_color, "border_color",
      fmt::format("{{{}, {}, {}, {}}}", float_text(border[0], "F"), float_text(border[1], "F"),
                  float_text(border[2], "F"), float_text(border[3], "F")));
  set(texture.seamless_cubemap, "seamless_cubemap", "true");
  set(texture.disable_trilinear_optimization, "disable_trilinear_optimization", "true");
  return text;
}

std::string includes(ResourceKind kind) {
  std::string text = "#include <cstddef>\n#include <span>\n\n#include <texelscope/gpu/device.h>\n";
  if (kind == ResourceKind::pitch_2d) {
    text += "#include <texelscope/gpu/strided_memory_view.h>\n";
  }
  return text +
         "#include <texelscope/gpu/texture_object.h>\n#include <texelscope/kernels/launch.h>\n"
         "#include <texelscope/kernels/texture.h>\n\nusing namespace texelscope;\nusing namespace texelscope::gpu;\n\n";
}

}  // namespace

std::string texelscope_code(const TextureCodeParts& parts) {
  return includes(parts.resource) +
         fmt::format(
             "struct FetchAll {{\n"
             "  kernels::Texture texture;\n"
             "  const float* at;\n"
             "  kernels::{0}* results;\n"
             "  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index index) const {{\n"
             "{1}"
             "    results[index.x] = texture.fetch<kernels::{0}>(fetch);\n"
             "  }}\n"
             "}};\n\n"
             "// {2}. Texels of each level: x fastest, then y, z, and layers or faces.\n"
             "// They must stay in place until the stream has finished the copies.\n"
             "TextureObject make_texture(const Device& device, std::span<const std::span<const std::byte>> levels,\n"
             "                           const Stream& stream) {{\n",
             result(parts.kind), fetch(parts),
             to_string(gpu::ResourceFacts{parts.resource, parts.array, static_cast<unsigned>(parts.num_levels)})) +
         resource(parts) + descriptor(parts.texture) +
         "  return TextureObject::from_resource(resource, texture);\n"
         "}\n\n"
         "void fetch_all(const TextureObject& texture, const Buffer& at, const Buffer& results, int count,\n"
         "               const Stream& stream) {\n" +
         fmt::format(
             "  kernels::launch(stream, {{count, 1, 1}},\n"
             "                  FetchAll{{kernels::Texture(texture.handle()),\n"
             "                           reinterpret_cast<const float*>(at.handle().value),\n"
             "                           reinterpret_cast<kernels::{}*>(results.handle().value)}});\n"
             "}}\n",
             result(parts.kind));
}

}  // namespace texelscope::app
