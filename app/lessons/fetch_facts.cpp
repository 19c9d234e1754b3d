#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/lesson_facts.h"
#include "app/text/parameter.h"
#include "app/text/setting_text.h"
#include "app/texture/fetch_list.h"
#include "app/texture/fetched_value.h"
#include "app/texture/sample_texture.h"
#include "app/texture/texture_options.h"
#include "app/texture/texture_setup.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/mipmapped_array.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::json;

constexpr std::array<const char*, 4> channel_names{"r", "g", "b", "a"};

enum class AlphaKind : std::uint8_t { straight, premultiplied };
constexpr std::array<std::string_view, 2> alpha_kinds = {"straight", "premultiplied"};

/// A texture that a lesson describes, and the options of its fetches other than coordinates.
struct LessonTexture {
  TextureSetup setup;
  FetchColumns columns = FetchColumns::coordinates;
  /// The component for gather fetches, if any.
  std::optional<int> gather;
};

TextureOptions options_from(const Json& json, std::initializer_list<std::string_view> others) {
  const auto names = texture_option_names();
  std::vector<std::string_view> known{"texels", "shape"};
  known.insert(known.end(), others.begin(), others.end());
  std::ranges::transform(names, std::back_inserter(known), &TextureOptionName::name);
  require_known(json, known);
  TextureOptions options;
  options.spelling = OptionSpelling::python;
  for (const TextureOptionName& option : names) {
    const auto value = json.find(std::string(option.name));
    if (value == json.end()) {
      continue;
    }
    if (const auto* const text = std::get_if<std::string TextureOptions::*>(&option.member)) {
      options.** text = value->get<std::string>();
    } else {
      options.*std::get<bool TextureOptions::*>(option.member) = value->get<bool>();
    }
  }
  return options;
}

/// Reads "texels", the numbers, and "shape", that of their array in NumPy's order; all other keys except `others` are
/// options of `texelscope sample`.
LessonTexture lesson_texture(const Json& json, std::initializer_list<std::string_view> others) {
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

/// A fetch given by numbers: its coordinates, then its level or derivatives.
kernels::TextureFetch lesson_fetch(const LessonTexture& texture, std::span<const float> at) {
  return fetch_from(at, texture.setup, texture.columns, texture.gather);
}

/// The device's fetches at each of `rows`.
std::vector<FetchedTexel> lesson_fetches(const LessonTexture& texture, std::span<const std::vector<float>> rows,
                                         const gpu::Device& device) {
  std::vector<kernels::TextureFetch> fetches;
  for (const std::vector<float>& row : rows) {
    fetches.push_back(lesson_fetch(texture, row));
  }
  // The lesson itself explains what is surprising about its textures, so the device's warnings are suppressed.
  const gpu::Device quiet = gpu::Device::open(device.id(), {.diagnostics = [](const gpu::Diagnostic&) {}});
  return sample_texture(texture.setup, fetches, quiet.create_stream());
}

/// The fetch "at" the coordinates of the arguments.
FetchedTexel fetch_at(const LessonTexture& texture, const Json& json, const gpu::Device& device) {
  const auto at = json.at("at").get<std::vector<float>>();
  return lesson_fetches(texture, std::span{&at, 1}, device).front();
}

}  // namespace

LessonFacts fetch_facts(const Json& json, const gpu::Device& device, ComputationDeadline /*deadline*/) {
  const LessonTexture texture = lesson_texture(json, {"at"});
  const FetchedTexel texel = fetch_at(texture, json, device);
  LessonFacts facts;
  for (std::size_t channel = 0; channel < channel_names.size(); ++channel) {
    facts[channel_names[channel]] = number_text(texel[channel], texture.setup.result_kind());
  }
  return facts;
}

LessonFacts over_facts(const Json& json, const gpu::Device& device, ComputationDeadline /*deadline*/) {
  const LessonTexture texture = lesson_texture(json, {"at", "alpha", "background"});
  AlphaKind alpha{};
  take_choice("kind of alpha", json.at("alpha").get<std::string>(), alpha_kinds, alpha);
  const auto background = json.at("background").get<std::array<double, 4>>();
  const FetchedTexel texel = fetch_at(texture, json, device);
  const auto channel = [&](std::size_t i) { return number_of(texel[i], texture.setup.result_kind()); };
  const double covered = channel(3);
  LessonFacts facts;
  for (std::size_t i = 0; i < channel_names.size(); ++i) {
    const bool is_multiplied = alpha == AlphaKind::premultiplied || i == 3;
    const double source = channel(i) * (is_multiplied ? 1 : covered);
    facts[channel_names[i]] = fmt::format("{:.9g}", source + (1 - covered) * background[i]);
  }
  return facts;
}

LessonFacts sweep_facts(const Json& json, const gpu::Device& device, ComputationDeadline /*deadline*/) {
  const LessonTexture texture = lesson_texture(json, {"from", "to", "count"});
  const auto from = json.at("from").get<double>();
  const auto to = json.at("to").get<double>();
  constexpr int most = 1 << 16;
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

LessonFacts resize_facts(const Json& json, const gpu::Device& device, ComputationDeadline /*deadline*/) {
  const LessonTexture texture = lesson_texture(json, {"to", "half"});
  constexpr int most = 1 << 12;
  const int pixels = std::clamp(json.at("to").get<int>(), 1, most);
  constexpr double center = 0.5;
  const double place = json.value("half", true) ? center : 0;
  const auto width = static_cast<double>(texture.setup.array.shape.width());
  const double scale = (texture.setup.texture.normalized_coords ? 1 : width) / pixels;
  std::vector<std::vector<float>> rows;
  for (int x = 0; x < pixels; ++x) {
    rows.push_back({static_cast<float>((x + place) * scale)});
  }
  const std::vector<FetchedTexel> texels = lesson_fetches(texture, rows, device);
  LessonFacts facts{{"moved", fmt::format("{:.9g}", (center - place) * width / pixels)}};
  for (std::size_t x = 0; x < rows.size(); ++x) {
    facts[fmt::format("at.{}", x)] = fmt::format("{:.9g}", rows[x][0]);
    facts[fmt::format("r.{}", x)] = number_text(texels[x][0], texture.setup.result_kind());
  }
  return facts;
}

LessonFacts refusal_facts(const Json& json, const gpu::Device& /*device*/, ComputationDeadline /*deadline*/) {
  try {
    return {{"reason", refusal(lesson_texture(json, {}).setup)}};
  } catch (const ParameterError& error) {
    return {{"reason", error.what()}};
  }
}

LessonFacts explanation_facts(const Json& json, const gpu::Device& /*device*/, ComputationDeadline /*deadline*/) {
  const LessonTexture texture = lesson_texture(json, {"at"});
  const auto at = json.at("at").get<std::vector<float>>();
  const gpu::FetchExplanation explanation = explain_fetch(explained(texture.setup), lesson_fetch(texture, at));
  const std::size_t samples = explanation.anisotropy ? explanation.anisotropy->samples.size() : 1;
  const gpu::LevelExplanation& first = explanation.levels.front();
  constexpr int whole = 256;
  return {{"level", fmt::format("{:.9g}", first.level + (whole - first.weight) / static_cast<double>(whole))},
          {"weight", fmt::format("{}", first.weight)},
          {"other_weight", fmt::format("{}", whole - first.weight)},
          {"samples", fmt::format("{}", samples)},
          {"texels", fmt::format("{}", explanation.taps.size())}};
}

/// "6 × 3" for "6x3".
std::string spaced_factors(std::string text) {
  for (std::size_t at = text.find('x'); at != std::string::npos; at = text.find('x')) {
    text.replace(at, 1, " × ");
  }
  return text;
}

LessonFacts level_facts(const Json& json, const gpu::Device& /*device*/, ComputationDeadline /*deadline*/) {
  const TextureSetup setup = lesson_texture(json, {}).setup;
  LessonFacts facts{{"count", fmt::format("{}", setup.levels.size())}};
  std::uint64_t texels = 0;
  for (std::size_t i = 0; i < setup.levels.size(); ++i) {
    const gpu::ArrayDescriptor level = gpu::level_descriptor(setup.array, static_cast<unsigned>(i));
    texels += level.shape.volume();
    facts[fmt::format("extent.{}", i)] = spaced_factors(to_string(level.shape));
  }
  facts["texels"] = fmt::format("{}", texels);
  return facts;
}

}  // namespace texelscope::app
