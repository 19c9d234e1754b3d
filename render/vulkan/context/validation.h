#pragma once

#include <string>
#include <vector>

namespace texelscope::render::vulkan {

/// What the validation layers have said in this process since the last call, about devices that are gone too. Empty
/// without layers. Any thread.
[[nodiscard]] std::vector<std::string> take_validation_messages();

/// Keeps a message, and says it on standard error.
void add_validation_message(const char* text);

}  // namespace texelscope::render::vulkan
