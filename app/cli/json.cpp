#include "app/cli/json.h"

#include <fmt/format.h>

namespace texelscope::app {

std::string json_text(const Json& json) {
  const std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace);
  std::string shown;
  for (std::size_t at = 0; at < text.size(); ++at) {
    // The library leaves U+007F to U+009F as they are.
    const auto second = static_cast<unsigned char>(at + 1 < text.size() ? text[at + 1] : 0);
    if (text[at] == '\x7f') {
      shown += "\\u007f";
    } else if (text[at] == '\xc2' && second < 0xA0) {
      shown += fmt::format("\\u00{:02x}", second);
      ++at;
    } else {
      shown += text[at];
    }
  }
  return shown + '\n';
}

}  // namespace texelscope::app
