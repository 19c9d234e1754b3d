#include "render/gl/debug.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glad/gl.h>

#include <mutex>
#include <utility>

#include "render/common/error.h"

namespace texelscope::render::gl {

// Drivers may call back from their own threads, although synchronous output is requested.
struct DebugLog::Messages {
  std::mutex mutex;
  std::vector<std::string> texts;

  static void GLAD_API_PTR receive(GLenum /*source*/, GLenum type, GLuint /*id*/, GLenum severity, GLsizei length,
                                   const GLchar* text, const void* user) {
    if (type != GL_DEBUG_TYPE_ERROR && type != GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR && severity != GL_DEBUG_SEVERITY_HIGH) {
      return;
    }
    auto* const messages = static_cast<Messages*>(const_cast<void*>(user));
    const std::lock_guard lock{messages->mutex};
    messages->texts.emplace_back(length < 0 ? std::string{text} : std::string(text, static_cast<std::size_t>(length)));
  }
};

DebugLog::DebugLog() : messages_{std::make_unique<Messages>()} {
  glEnable(GL_DEBUG_OUTPUT);
  glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
  glDebugMessageCallback(Messages::receive, messages_.get());
}

DebugLog::~DebugLog() {
  glDebugMessageCallback(nullptr, nullptr);
  glDisable(GL_DEBUG_OUTPUT);
}

std::vector<std::string> DebugLog::take() {
  const std::lock_guard lock{messages_->mutex};
  return std::exchange(messages_->texts, {});
}

void DebugLog::require_empty(const char* action) {
  const std::vector<std::string> texts = take();
  if (!texts.empty()) {
    throw Error{fmt::format("GL reports errors in {}: {}", action, fmt::join(texts, "; "))};
  }
}

}  // namespace texelscope::render::gl
