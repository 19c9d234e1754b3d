#pragma once

#include <string>
#include <vector>

namespace texelscope::render::vulkan {

/// The messages of the validation layers in this process since the last call, including those about destroyed devices.
/// Empty without layers. Any thread may call.
[[nodiscard]] std::vector<std::string> take_validation_messages();

/// Stores a message, and prints it to standard error.
void add_validation_message(const char* text);

}  // namespace texelscope::render::vulkan
