#include <fmt/format.h>

#include <array>

#include "app/labs/texture/texture_code.h"

namespace texelscope::app {
namespace {

using gpu::ResourceKind;

std::string upper(std::string_view name) {
  std::string text{name};
  for (char& character : text) {
    character = character >= 'a' && character <= 'z' ? static_cast<char>(character - 32) : character;
  }
  return text;
}

std::string python_tuple(const TextureCodeParts& parts) {
  return fmt::format("({}{})", parts.extents(), parts.array.shape.rank() == 1 ? "," : "");
}

/// The names to import.
std::string imports(const TextureCodeParts& parts) {
  std::string text =
      "import numpy as np\n\nfrom cuda.core import Device, LaunchConfig, Program, ProgramOptions, launch\n"
      "from cuda.core.texture import (\n";
  if (parts.resource == ResourceKind::mipmapped_array) {
    text += "    MipmappedArrayOptions,\n";
  } else if (parts.resource == ResourceKind::array) {
    text += "    OpaqueArrayOptions,\n";
  }
  return text +
         "    ResourceDescriptor,\n    TextureObjectOptions,\n)\n"
         "from cuda.core.typing import (\n"
         "    AddressModeType,\n    ArrayFormatType,\n    FilterModeType,\n    ReadModeType,\n)\n\n";
}

std::string resource(const TextureCodeParts& parts) {
  if (gpu::is_block_compressed(parts.array.encoding)) {
    return fmt::format("    raise NotImplementedError('cuda.core has no arrays of {} blocks')\n",
                       to_string(parts.array.encoding));
  }
  const std::string format = fmt::format("format=ArrayFormatType.{}, num_channels={}",
                                         upper(to_string(parts.array.format)), parts.array.num_channels);
  switch (parts.resource) {
    case ResourceKind::mipmapped_array:
      return fmt::format(
          "    array = device.create_mipmapped_array(MipmappedArrayOptions(\n"
          "        shape={}, {}, num_levels={}))\n"
          "    for level in range({}):\n"
          "        array.get_level(level).copy_from(levels[level], stream=stream)\n"
          "    resource = ResourceDescriptor.from_mipmapped_array(array)\n",
          python_tuple(parts), format, parts.num_levels, parts.num_levels);
    case ResourceKind::linear:
      return fmt::format(
          "    buffer = device.memory_resource.allocate(levels[0].nbytes, stream=stream)\n"
          "    buffer.copy_from(pinned(levels[0]), stream=stream)\n"
          "    resource = ResourceDescriptor.from_linear(buffer, {})\n",
          format);
    case ResourceKind::pitch_2d:
      return fmt::format(
          "    # A pitch that every device accepts.\n"
          "    pitch = -(-levels[0].nbytes // {1} // 512) * 512\n"
          "    buffer = device.memory_resource.allocate(pitch * {1}, stream=stream)\n"
          "    buffer.copy_from(pinned(padded(levels[0], pitch)), stream=stream)\n"
          "    resource = ResourceDescriptor.from_pitch2d(\n"
          "        buffer, {2}, width={0}, height={1}, pitch_bytes=pitch)\n",
          parts.array.shape.width(), parts.array.shape.height(), format);
    case ResourceKind::array:
      break;
  }
  return fmt::format(
      "    array = device.create_opaque_array(OpaqueArrayOptions(\n"
      "        shape={}, {}))\n"
      "    array.copy_from(levels[0], stream=stream)\n"
      "    resource = ResourceDescriptor.from_opaque_array(array)\n",
      python_tuple(parts), format);
}

/// Host memory that a buffer copies from.
std::string host_memory(const TextureCodeParts& parts) {
  std::string text;
  if (parts.resource == ResourceKind::linear || parts.resource == ResourceKind::pitch_2d) {
    text +=
        "def pinned(values):\n"
        "    memory = LegacyPinnedMemoryResource().allocate(values.nbytes)\n"
        "    np.from_dlpack(memory).view(np.uint8)[:] = values.reshape(-1).view(np.uint8)\n"
        "    return memory\n\n\n";
  }
  if (parts.resource == ResourceKind::pitch_2d) {
    text += fmt::format(
        "def padded(texels, pitch):\n"
        "    rows = np.zeros(({0}, pitch), np.uint8)\n"
        "    bytes_of_rows = texels.reshape({0}, -1).view(np.uint8)\n"
        "    rows[:, :bytes_of_rows.shape[1]] = bytes_of_rows\n"
        "    return rows\n\n\n",
        parts.array.shape.height());
  }
  return text;
}

std::string options(const TextureCodeParts& parts) {
  const gpu::TextureDescriptor& texture = parts.texture;
  const auto mode = [&](int axis) {
    return fmt::format("AddressModeType.{}", upper(to_string(texture.address_mode[axis])));
  };
  const auto filter = [](gpu::FilterMode of) { return fmt::format("FilterModeType.{}", upper(to_string(of))); };
  std::string text = fmt::format(
      "    options = TextureObjectOptions(\n"
      "        address_mode=({},\n                      {},\n                      {}),\n"
      "        filter_mode={},\n"
      "        read_mode=ReadModeType.{},\n"
      "        normalized_coords={},\n",
      mode(0), mode(1), mode(2), filter(texture.filter_mode),
      texture.read_mode == gpu::ReadMode::element ? "ELEMENT_TYPE" : "NORMALIZED_FLOAT",
      texture.normalized_coords ? "True" : "False");
  const auto set = [&](bool is_needed, const char* field, const std::string& value) {
    if (is_needed) {
      text += fmt::format("        {}={},\n", field, value);
    }
  };
  const auto& border = texture.border_color;
  set(texture.srgb, "srgb", "True");
  set(border != std::array<float, 4>{}, "border_color",
      fmt::format("({}, {}, {}, {})", float_text(border[0]), float_text(border[1]), float_text(border[2]),
                  float_text(border[3])));
  set(texture.max_anisotropy > 0, "max_anisotropy", fmt::format("{}", texture.max_anisotropy));
  set(parts.is_mipmapped(), "mipmap_filter_mode", filter(texture.mipmap_filter_mode));
  set(parts.is_mipmapped(), "mipmap_level_bias", float_text(texture.mipmap_level_bias));
  set(parts.is_mipmapped(), "min_mipmap_level_clamp", float_text(texture.min_mipmap_level_clamp));
  set(parts.is_mipmapped(), "max_mipmap_level_clamp", float_text(texture.max_mipmap_level_clamp));
  set(texture.disable_trilinear_optimization, "disable_trilinear_optimization", "True");
  set(texture.seamless_cubemap, "seamless_cubemap", "True");
  return text + "    )\n";
}

}  // namespace

std::string cuda_core_code(const TextureCodeParts& parts) {
  if (parts.array.kind != gpu::ArrayKind::plain || parts.array.is_texture_gather) {
    return fmt::format(
        "# cuda.core 1.1 has no layers, cube maps or texture gather:\n"
        "# its arrays are plain, of 1, 2 or 3 dimensions.\n"
        "# {} needs\n"
        "# cuMipmappedArrayCreate or cuArray3DCreate of cuda.bindings.\n",
        to_string(parts.array));
  }
  std::string head = imports(parts);
  if (!host_memory(parts).empty()) {
    head.replace(head.find("LaunchConfig"), std::string_view{"LaunchConfig"}.size(),
                 "LaunchConfig, LegacyPinnedMemoryResource");
  }
  return head + fmt::format("code = r\"\"\"\n{}\"\"\"\n\n\n", parts.cuda_kernel("extern \"C\" __global__ ")) +
         host_memory(parts) +
         "# levels: NumPy arrays of (depth, height, width, channels),\n# without the axes that the texture lacks.\n"
         "def make_texture(device, levels, stream):\n" +
         resource(parts) + options(parts) +
         "    return device.create_texture_object(resource=resource, options=options)\n\n\n"
         "def fetch_all(device, texture, at, results, count, stream):\n"
         "    options = ProgramOptions(std=\"c++17\", arch=f\"sm_{device.arch}\")\n"
         "    program = Program(code, code_type=\"c++\", options=options)\n"
         "    kernel = program.compile(\"cubin\").get_kernel(\"fetch_all\")\n"
         "    config = LaunchConfig(grid=(count + 255) // 256, block=256)\n"
         "    launch(stream, config, kernel, np.uint64(texture.handle), at, results,\n"
         "           np.int32(count))\n";
}

}  // namespace texelscope::app
