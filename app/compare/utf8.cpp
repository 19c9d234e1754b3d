#include "app/compare/utf8.h"

#include <nlohmann/json.hpp>

namespace texelscope::app {

std::string valid_utf8(std::string_view text) {
  // The library's writer knows which bytes are whole characters; its reader takes the quotes off again.
  const std::string quoted = nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return nlohmann::json::parse(quoted).get<std::string>();
}

}  // namespace texelscope::app
