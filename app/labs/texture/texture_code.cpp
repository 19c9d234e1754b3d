#include "app/labs/texture/texture_code.h"

#include <fmt/format.h>

#include <array>

namespace texelscope::app {
namespace {

using gpu::DataType;
using kernels::TextureOperation;
using kernels::TextureShape;

std::string vector_type(DataType format, int channels) {
  struct Names {
    const char* scalar;
    const char* vector;
  };
  constexpr std::array<Names, 8> names{{{"unsigned char", "uchar"},
                                        {"unsigned short", "ushort"},
                                        {"unsigned int", "uint"},
                                        {"signed char", "char"},
                                        {"short", "short"},
                                        {"int", "int"},
                                        {"float", "float"},
                                        {"float", "float"}}};
  const Names& name = names[static_cast<std::size_t>(format)];
  return channels == 1 ? name.scalar : fmt::format("{}{}", name.vector, channels);
}

/// "0.1F", or make_float2 or make_float4 as the shape's instruction requires.
std::string derivatives(TextureShape shape, const float* values) {
  switch (num_coordinates(shape)) {
    case 1:
      return float_text(values[0], "F");
    case 2:
      return fmt::format("make_float2({}, {})", float_text(values[0], "F"), float_text(values[1], "F"));
    default:
      return fmt::format("make_float4({}, {}, {}, 0.0F)", float_text(values[0], "F"), float_text(values[1], "F"),
                         float_text(values[2], "F"));
  }
}

}  // namespace

std::string float_text(float value, const char* suffix) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".en") == std::string::npos) {
    text += ".0";
  }
  return text + suffix;
}

int TextureCodeParts::num_numbers() const { return num_coordinates(fetch.shape); }

std::string TextureCodeParts::numbers() const {
  const int count = num_numbers();
  if (count == 1) {
    return "at[i]";
  }
  std::string text = fmt::format("at[{} * i]", count);
  for (int axis = 1; axis < count; ++axis) {
    text += fmt::format(", at[{} * i + {}]", count, axis);
  }
  return text;
}

std::string TextureCodeParts::extents() const {
  std::string text;
  for (int axis = 0; axis < array.shape.rank(); ++axis) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", array.shape[axis]);
  }
  return text;
}

std::string TextureCodeParts::cuda_result() const {
  const int channels = is_gather() ? 4 : array.num_channels;
  return vector_type(kind == ResultKind::floats ? DataType::float32 : array.format, channels);
}

std::string TextureCodeParts::cuda_fetch() const {
  constexpr std::array names = {
      "tex1D", "tex2D", "tex3D", "tex1DLayered", "tex2DLayered", "texCubemap", "texCubemapLayered"};
  const std::string name = names[static_cast<std::size_t>(fetch.shape)];
  const std::string layer = is_layered(fetch.shape) ? fmt::format(", {}", fetch.layer) : "";
  const std::string result = cuda_result();
  switch (fetch.operation) {
    case TextureOperation::sample_level:
      return fmt::format("{}Lod<{}>(texture, {}{}, {})", name, result, numbers(), layer, float_text(fetch.level, "F"));
    case TextureOperation::sample_gradients:
      return fmt::format("{}Grad<{}>(texture, {}{}, {}, {})", name, result, numbers(), layer,
                         derivatives(fetch.shape, fetch.dx), derivatives(fetch.shape, fetch.dy));
    case TextureOperation::gather:
      return fmt::format("tex2Dgather<{}>(texture, {}, {})", result, numbers(), fetch.component);
    case TextureOperation::element:
      return fmt::format("tex1Dfetch<{}>(texture, at[i])", result);
    case TextureOperation::sample:
      break;
  }
  return fmt::format("{}<{}>(texture, {}{})", name, result, numbers(), layer);
}

std::string TextureCodeParts::cuda_kernel(const std::string& before) const {
  const bool is_element = fetch.operation == TextureOperation::element;
  return fmt::format(
      "{}void fetch_all(cudaTextureObject_t texture, const {}* at, {}* results, int count) {{\n"
      "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i < count) {{\n"
      "    results[i] = {};\n"
      "  }}\n"
      "}}\n",
      before, is_element ? "int" : "float", cuda_result(), cuda_fetch());
}

std::string texture_code(TextureCode language, const TextureWork& work, std::size_t side) {
  if (!work.setup) {
    return "";
  }
  const TextureSetup setup = work.setup_without_texels(side);
  const TextureCodeParts parts{setup.array,   setup.resource,       setup.levels.size(),
                               setup.texture, fetch_of(work.input), setup.result_kind()};
  switch (language) {
    case TextureCode::cuda:
      return cuda_code(parts);
    case TextureCode::cuda_core:
      return cuda_core_code(parts);
    case TextureCode::cpp:
      break;
  }
  return texelscope_code(parts);
}

}  // namespace texelscope::app
