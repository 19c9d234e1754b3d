#include "texelscope/gpu/object_origin.h"

#include <fmt/format.h>

namespace texelscope::gpu {
namespace {

thread_local const ObjectOrigin* innermost = nullptr;

}  // namespace

ObjectOrigin::ObjectOrigin(std::string_view text, std::string_view name, std::optional<std::uint64_t> number) noexcept
    : text_{text}, name_{name}, number_{number}, outer_{innermost} {
  innermost = this;
}

ObjectOrigin::~ObjectOrigin() { innermost = outer_; }

std::string ObjectOrigin::current() {
  std::string text;
  for (const ObjectOrigin* scope = innermost; scope != nullptr; scope = scope->outer_) {
    std::string own{scope->text_};
    own += scope->name_.empty() ? "" : fmt::format(" {}", scope->name_);
    own += scope->number_ ? fmt::format(" {}", *scope->number_) : "";
    text = text.empty() ? own : fmt::format("{}, {}", own, text);
  }
  return text;
}

}  // namespace texelscope::gpu
