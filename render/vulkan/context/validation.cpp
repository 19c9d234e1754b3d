#include "render/vulkan/context/validation.h"

#include <fmt/format.h>

#include <cstdio>
#include <mutex>
#include <utility>

namespace texelscope::render::vulkan {
namespace {

std::mutex messages_mutex;
std::vector<std::string> messages;

}  // namespace

std::vector<std::string> take_validation_messages() {
  const std::lock_guard lock{messages_mutex};
  return std::exchange(messages, {});
}

void add_validation_message(const char* text) {
  fmt::print(stderr, "texelscope: Vulkan's validation: {}\n", text);
  const std::lock_guard lock{messages_mutex};
  messages.emplace_back(text);
}

}  // namespace texelscope::render::vulkan
