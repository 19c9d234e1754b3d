#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "app/text/escape.h"
#include "texelscope/gpu/device.h"

/// The output of commands with --json.
namespace texelscope::app {

using Json = nlohmann::ordered_json;

/// A result as printed; its strings may contain arbitrary bytes.
[[nodiscard]] inline std::string json_text(const Json& json) {
  return with_escaped_controls(json.dump(2, ' ', false, Json::error_handler_t::replace)) + '\n';
}

/// Creates a JSON array; `json_of` converts each element of a list.
template <class List, class JsonOf>
[[nodiscard]] Json json_list(const List& list, JsonOf&& json_of) {
  Json json = Json::array();
  for (const auto& element : list) {
    json.push_back(json_of(element));
  }
  return json;
}

/// Results of a device, preceded by its names.
[[nodiscard]] inline Json result_json(const gpu::Device& device, const Json& result) {
  Json json{{"device", to_string(device.id())}, {"device_name", device.properties().name}};
  json.update(result);
  return json;
}

}  // namespace texelscope::app
