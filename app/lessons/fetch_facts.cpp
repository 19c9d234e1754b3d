#include "app/lessons/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "app/lessons/lesson_texture.h"
#include "app/text/parameter.h"
#include "app/texture/explain_texture.h"
#include "app/texture/fetched_value.h"
#include "texelscope/gpu/mipmapped_array.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::json;

}  // namespace

LessonFacts fetch_facts(const std::string& arguments, const gpu::Device& device) {
  const Json json = Json::parse(arguments);
  const LessonTexture texture = lesson_texture(json, {"at"});
  const auto at = json.at("at").get<std::vector<float>>();
  const FetchedTexel texel = lesson_fetches(texture, std::span{&at, 1}, device).front();
  LessonFacts facts;
  constexpr std::array<const char*, 4> channels{"r", "g", "b", "a"};
  for (std::size_t channel = 0; channel < channels.size(); ++channel) {
    facts[channels[channel]] = number_text(texel[channel], texture.setup.result_kind());
  }
  return facts;
}

LessonFacts sweep_facts(const std::string& arguments, const gpu::Device& device) {
  const Json json = Json::parse(arguments);
  const LessonTexture texture = lesson_texture(json, {"from", "to", "count"});
  const auto from = json.at("from").get<double>();
  const auto to = json.at("to").get<double>();
  constexpr int most = 1 << 20;
  const int count = std::clamp(json.at("count").get<int>(), 2, most);
  std::vector<std::vector<float>> rows;
  for (int i = 0; i < count; ++i) {
    rows.push_back({static_cast<float>(from + (to - from) * i / (count - 1))});
  }
  std::set<double> values;
  for (const FetchedTexel& texel : lesson_fetches(texture, rows, device)) {
    values.insert(number_of(texel[0], texture.setup.result_kind()));
  }
  return {{"distinct", fmt::format("{}", values.size())},
          {"lowest", fmt::format("{:.9g}", *values.begin())},
          {"highest", fmt::format("{:.9g}", *values.rbegin())}};
}

LessonFacts refusal_facts(const std::string& arguments) {
  try {
    return {{"reason", refusal(lesson_texture(Json::parse(arguments), {}).setup)}};
  } catch (const ParameterError& error) {
    return {{"reason", error.what()}};
  }
}

LessonFacts explanation_facts(const std::string& arguments) {
  const Json json = Json::parse(arguments);
  const LessonTexture texture = lesson_texture(json, {"at"});
  const auto at = json.at("at").get<std::vector<float>>();
  const gpu::FetchExplanation explanation = explain_fetch(explained(texture.setup), lesson_fetch(texture, at));
  const auto samples = std::ranges::count(explanation.steps, "sample", &gpu::ExplanationStep::title);
  const gpu::LevelExplanation& first = explanation.levels.front();
  constexpr int whole = 256;
  return {{"level", fmt::format("{:.9g}", first.level + (whole - first.weight) / static_cast<double>(whole))},
          {"weight", fmt::format("{}", first.weight)},
          {"other_weight", fmt::format("{}", whole - first.weight)},
          {"samples", fmt::format("{}", std::max<std::ptrdiff_t>(samples, 1))},
          {"texels", fmt::format("{}", explanation.taps.size())}};
}

LessonFacts level_facts(const std::string& arguments) {
  const TextureSetup setup = lesson_texture(Json::parse(arguments), {}).setup;
  LessonFacts facts{{"count", fmt::format("{}", setup.levels.size())}};
  std::uint64_t texels = 0;
  for (std::size_t i = 0; i < setup.levels.size(); ++i) {
    const gpu::ArrayDescriptor level = gpu::level_descriptor(setup.array, static_cast<unsigned>(i));
    texels += level.shape.volume();
    facts[fmt::format("extent.{}", i)] = to_string(level.shape);
  }
  facts["texels"] = fmt::format("{}", texels);
  return facts;
}

}  // namespace texelscope::app
