#include "app/lessons/lesson_texture.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/text/parameter.h"
#include "app/texture/sample_texture.h"
#include "app/texture/texture_options.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {
namespace {

TextureOptions options_from(const nlohmann::json& json, std::initializer_list<std::string_view> others) {
  TextureOptions options;
  options.spelling = OptionSpelling::python;
  for (const auto& [name, value] : json.items()) {
    if (name == "texels" || name == "shape" || std::ranges::find(others, name) != others.end()) {
      continue;
    }
    const auto names = texture_option_names();
    const auto found = std::ranges::find(names, name, &TextureOptionName::name);
    if (found == names.end()) {
      throw ParameterError(fmt::format("a texture has no option '{}'", name));
    }
    if (const auto* const text = std::get_if<std::string TextureOptions::*>(&found->member)) {
      options.** text = value.get<std::string>();
    } else {
      options.*std::get<bool TextureOptions::*>(found->member) = value.get<bool>();
    }
  }
  return options;
}

}  // namespace

LessonTexture lesson_texture(const nlohmann::json& json, std::initializer_list<std::string_view> others) {
  const TextureOptions options = options_from(json, others);
  auto texels = json.at("texels").get<std::vector<float>>();
  const auto shape = json.value("shape", std::vector<std::int64_t>{static_cast<std::int64_t>(texels.size())});
  const gpu::StridedLayout layout(gpu::Dimensions{std::span<const std::int64_t>{shape}}, sizeof(float));
  TextureSetup setup = texture_setup_from(options, [&](const TextureSourceOptions& source) {
    return texture_source_of(gpu::StridedMemoryView::from_host(std::as_writable_bytes(std::span(texels)), layout,
                                                               gpu::ElementType(gpu::DataType::float32), {}),
                             source);
  });
  const auto gather = gather_from(options, setup);
  return {std::move(setup), options.has_gradients ? FetchColumns::gradients : FetchColumns::coordinates, gather};
}

kernels::TextureFetch lesson_fetch(const LessonTexture& texture, std::span<const float> at) {
  return fetch_from(at, texture.setup, texture.columns, texture.gather);
}

std::vector<FetchedTexel> lesson_fetches(const LessonTexture& texture, std::span<const std::vector<float>> rows,
                                         const gpu::Device& device) {
  std::vector<kernels::TextureFetch> fetches;
  for (const std::vector<float>& row : rows) {
    fetches.push_back(lesson_fetch(texture, row));
  }
  // What is surprising about its textures a lesson tells itself: the device's warnings would come to it as well.
  const gpu::Device quiet = gpu::Device::open(device.id(), {.diagnostics = [](const gpu::Diagnostic&) {}});
  return sample_texture(texture.setup, fetches, quiet.create_stream());
}

}  // namespace texelscope::app
