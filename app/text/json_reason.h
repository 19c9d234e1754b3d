#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace texelscope::app {

/// The JSON library's error message without its prefix "[json.exception.…] ".
[[nodiscard]] inline std::string json_reason(const nlohmann::json::exception& error) {
  const std::string text = error.what();
  const auto reason = text.find("] ");
  return reason == std::string::npos ? text : text.substr(reason + 2);
}

}  // namespace texelscope::app
