#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iostream>
#include <span>

#include "app/cli/exit_code.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/cli/texture_command.h"
#include "app/text/option_text.h"
#include "app/texture/fetch_list.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app::explain_command {
namespace {

struct Options {
  CommonOptions common;
  TextureOptions texture;
  std::string at;
  bool is_json = false;
};

void declare(CommandOptions& command, Options& options) {
  add_texture_options(command, options.texture);
  command.option("--at", "x[,y[,z]][,layer][,level]", options.at,
                 "the fetch coordinates: one row of a coordinate "
                 "file for sample",
                 {.is_required = true});
  add_fetch_options(command, options.texture);
  command.json(options.is_json);
  add_common_options(command, options.common);
}

/// The device's result for the same fetch.
struct DeviceResult {
  std::string device;
  FetchedTexel texel;
};

bool is_equal(const gpu::FetchExplanation& explanation, const FetchedTexel& texel, int num_channels) {
  // Treats all NaNs as equal, because a device may choose any.
  const auto canonical = [&](std::uint32_t bits) {
    return explanation.is_float && std::isnan(std::bit_cast<float>(bits)) ? 0x7FC00000U : bits;
  };
  const auto count = static_cast<std::size_t>(num_channels);
  return std::ranges::equal(std::span(explanation.result).first(count), std::span(texel).first(count), {}, canonical,
                            canonical);
}

std::vector<std::string> hexadecimal(std::span<const std::uint32_t> bits, int count) {
  std::vector<std::string> texts;
  for (int channel = 0; channel < count; ++channel) {
    texts.push_back(fmt::format("0x{:08x}", bits[static_cast<std::size_t>(channel)]));
  }
  return texts;
}

Json json_of(const gpu::LevelExplanation& level) {
  Json coordinates = json_list(level.coordinates, [](const gpu::CoordinateExplanation& coordinate) {
    return Json{{"axis", coordinate.axis},
                {"coordinate", coordinate.coordinate},
                {"fixed", coordinate.fixed},
                {"fraction_bits", coordinate.fraction_bits},
                {"address_mode", to_string(coordinate.mode)},
                {"extent", coordinate.extent},
                {"position", coordinate.position},
                {"texel", coordinate.texel},
                {"fraction", coordinate.fraction}};
  });
  return {{"level", level.level}, {"weight", level.weight}, {"coordinates", std::move(coordinates)}};
}

Json json_of(const gpu::TapExplanation& tap, int num_channels) {
  const auto count = static_cast<std::size_t>(num_channels);
  return {{"level", tap.level},
          {"sample", tap.sample},
          {"index", tap.is_border ? Json(nullptr) : Json(tap.index)},
          {"is_border", tap.is_border},
          {"weight", tap.weight},
          {"stored", hexadecimal(tap.stored, num_channels)},
          {"value", std::vector<double>(tap.value.begin(), tap.value.begin() + static_cast<std::ptrdiff_t>(count))}};
}

Json json_of(const gpu::AnisotropyExplanation& anisotropy) {
  return {{"max_ratio", anisotropy.max_ratio},
          {"major_axis", anisotropy.major_axis},
          {"major_level", anisotropy.major_level},
          {"minor_level", anisotropy.minor_level},
          {"ratio", anisotropy.ratio},
          {"samples", json_list(anisotropy.samples, [](const gpu::SampleExplanation& sample) {
             return Json{{"level", sample.level},
                         {"offset", sample.offset},
                         {"position", sample.position},
                         {"weight", sample.weight}};
           })}};
}

Json json_of(const TextureSetup& setup, const gpu::FetchExplanation& explanation, const DeviceResult& fetched,
             int num_channels) {
  Json json{{"texture", to_string(setup)}};
  for (const gpu::ExplanationStep& step : explanation.steps) {
    json["steps"].push_back({{"title", step.title}, {"text", step.text}});
  }
  if (explanation.face >= 0) {
    json["face"] = explanation.face;
  }
  if (explanation.anisotropy) {
    json["anisotropy"] = json_of(*explanation.anisotropy);
  }
  json["levels"] = json_list(explanation.levels, [](const gpu::LevelExplanation& level) { return json_of(level); });
  json["taps"] = json_list(explanation.taps,
                           [&](const gpu::TapExplanation& tap) { return json_of(tap, setup.array.num_channels); });
  Json values = Json::array();
  Json ideal = Json::array();
  for (std::size_t channel = 0; channel < static_cast<std::size_t>(num_channels); ++channel) {
    const std::uint32_t bits = explanation.result[channel];
    // NaN and infinities become null.
    values.push_back(explanation.is_float                                 ? Json(std::bit_cast<float>(bits))
                     : setup.result_kind() == ResultKind::signed_integers ? Json(static_cast<std::int32_t>(bits))
                                                                          : Json(bits));
    ideal.push_back(explanation.ideal[channel]);
  }
  json["result"] = std::move(values);
  json["result_bits"] = hexadecimal(explanation.result, num_channels);
  json["ideal"] = std::move(ideal);
  json["device"] = {{"id", fetched.device},
                    {"result_bits", hexadecimal(fetched.texel, num_channels)},
                    {"is_equal", is_equal(explanation, fetched.texel, num_channels)}};
  return json;
}

std::string plain_text(const TextureSetup& setup, const gpu::FetchExplanation& explanation, const DeviceResult& fetched,
                       int num_channels) {
  std::string text = fmt::format("{}\n", to_string(setup));
  if (setup.place != std::array<float, 2>{} && !setup.texture.normalized_coords) {
    text += fmt::format("  {:<11} texel 0, 0 is {:g}, {:g} of the file, which is subtracted from the coordinates\n",
                        "origin", setup.place[0], setup.place[1]);
  }
  for (const gpu::ExplanationStep& step : explanation.steps) {
    text += fmt::format("  {:<11} {}\n", step.title, step.text);
  }
  return text +
         fmt::format("  {:<11} {}\n", fetched.device,
                     is_equal(explanation, fetched.texel, num_channels)
                         ? std::string{"bit-identical"}
                         : fmt::format("differs: {}", fmt::join(hexadecimal(fetched.texel, num_channels), ", ")));
}

int run(const Options& options) {
  constexpr std::size_t max_columns = 10;
  std::string note;
  TextureSetup setup = command_texture_setup(options.texture, &note);
  const std::optional<int> gather = gather_from(options.texture, setup);
  const std::vector<float> row = numbers_option("--at", options.at, 1, max_columns);
  const kernels::TextureFetch fetch = option_value(
      "--at " + options.at, [&] { return fetch_from(row, setup, fetch_columns(options.texture), gather); });
  const gpu::FetchExplanation explanation = explain_fetch(explained(setup), fetch);
  DeviceResult fetched;
  run_observed(options.common, [&](const gpu::DeviceOptions& device_options) {
    const gpu::Device device = open_device(options.common, device_options);
    fetched.device = to_string(device.id());
    fetched.texel = sample_texture(setup, std::span{&fetch, 1}, device.create_stream())[0];
  });
  const int num_channels = gather ? 4 : setup.array.num_channels;
  if (options.is_json) {
    Json json = json_of(setup, explanation, fetched, num_channels);
    if (!note.empty()) {
      json["note"] = note;
    }
    std::cout << json_text(json);
  } else {
    std::cout << plain_text(setup, explanation, fetched, num_channels);
  }
  return exit_code::success;
}

const RegisteredSubcommand registered{
    {.name = "explain",
     .text = "explain one texture fetch, step by step",
     .group = CommandGroup::people,
     .rank = 80,
     .footer = texture_options_help() +
               "\n"
               "--at takes x[,y[,z]] (cube maps: the direction x,y,z), then the layer of a layered texture, then,\n"
               "optionally, the level; with --gradients, instead, the derivatives of each coordinate along screen "
               "x\n"
               "and then along screen y. Linear memory takes an element index.\n"
               "The steps are the model's; the device's result for the same fetch follows them.",
     .declare = with_options(declare, run)}};

}  // namespace
}  // namespace texelscope::app::explain_command
