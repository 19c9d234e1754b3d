#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace texelscope::tests {

/// Sets an environment variable for the duration of a scope.
class Environment {
 public:
  Environment(const char* name, const std::string& value) : name_{name} {
    if (const char* const former = std::getenv(name)) {
      former_ = former;
    }
    ::setenv(name, value.c_str(), 1);
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  ~Environment() { former_ ? ::setenv(name_, former_->c_str(), 1) : ::unsetenv(name_); }

 private:
  const char* name_;
  std::optional<std::string> former_;
};

}  // namespace texelscope::tests
