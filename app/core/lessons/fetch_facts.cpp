#include "app/core/lessons/fetch_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "app/core/fetch_list.h"
#include "app/core/fetched_value.h"
#include "app/core/parameter.h"
#include "app/core/sample_texture.h"
#include "app/core/texture_options.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::json;

/// "texels": numbers, "shape": of an array of them; all else are options of a texture, whose numbers may be lists.
TextureSetup setup_from(const Json& json, std::initializer_list<std::string_view> others) {
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
  auto texels = json.at("texels").get<std::vector<float>>();
  const auto shape = json.value("shape", std::vector<std::int64_t>{static_cast<std::int64_t>(texels.size())});
  const gpu::StridedLayout layout(gpu::Dimensions{std::span<const std::int64_t>{shape}}, sizeof(float));
  return texture_setup_from(options, [&](const TextureSourceOptions& source) {
    return texture_source_of(gpu::StridedMemoryView::from_host(std::as_writable_bytes(std::span(texels)), layout,
                                                               gpu::ElementType(gpu::DataType::float32), {}),
                             source);
  });
}

/// A texture coordinate as many as there are for each row.
std::vector<FetchedTexel> fetched(const TextureSetup& setup, std::span<const std::vector<float>> rows,
                                  const gpu::Device& device) {
  std::vector<kernels::TextureFetch> fetches;
  for (const std::vector<float>& row : rows) {
    fetches.push_back(fetch_from(row, setup, FetchColumns::coordinates, std::nullopt));
  }
  return sample_texture(setup, fetches, device.create_stream());
}

}  // namespace

LessonFacts fetch_facts(const std::string& arguments, const gpu::Device& device) {
  const Json json = Json::parse(arguments);
  const TextureSetup setup = setup_from(json, {"at"});
  const auto at = json.at("at").get<std::vector<float>>();
  const FetchedTexel texel = fetched(setup, std::span{&at, 1}, device).front();
  LessonFacts facts;
  constexpr std::array<const char*, 4> channels{"r", "g", "b", "a"};
  for (std::size_t channel = 0; channel < channels.size(); ++channel) {
    facts[channels[channel]] = number_text(texel[channel], setup.result_kind());
  }
  return facts;
}

LessonFacts sweep_facts(const std::string& arguments, const gpu::Device& device) {
  const Json json = Json::parse(arguments);
  const TextureSetup setup = setup_from(json, {"from", "to", "count"});
  const auto from = json.at("from").get<double>();
  const auto to = json.at("to").get<double>();
  constexpr int most = 1 << 20;
  const int count = std::clamp(json.at("count").get<int>(), 2, most);
  std::vector<std::vector<float>> rows;
  for (int i = 0; i < count; ++i) {
    rows.push_back({static_cast<float>(from + (to - from) * i / (count - 1))});
  }
  std::set<double> values;
  for (const FetchedTexel& texel : fetched(setup, rows, device)) {
    values.insert(number_of(texel[0], setup.result_kind()));
  }
  return {{"distinct", fmt::format("{}", values.size())},
          {"lowest", fmt::format("{:.9g}", *values.begin())},
          {"highest", fmt::format("{:.9g}", *values.rbegin())}};
}

LessonFacts refusal_facts(const std::string& arguments) {
  try {
    return {{"reason", refusal(setup_from(Json::parse(arguments), {}))}};
  } catch (const ParameterError& error) {
    return {{"reason", error.what()}};
  }
}

}  // namespace texelscope::app
