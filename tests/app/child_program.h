#pragma once

#include <cstdlib>
#include <filesystem>

namespace texelscope::tests {

/// The texelscope binary, which is built next to the tests.
inline std::filesystem::path built_program() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / "bin" / "texelscope";
}

/// Sets the program that child processes run, for the duration of a scope.
class ChildProgram {
 public:
  explicit ChildProgram(const std::filesystem::path& program) { ::setenv("TEXELSCOPE_PROGRAM", program.c_str(), 1); }
  ChildProgram(const ChildProgram&) = delete;
  ChildProgram& operator=(const ChildProgram&) = delete;
  ~ChildProgram() { ::unsetenv("TEXELSCOPE_PROGRAM"); }
};

}  // namespace texelscope::tests
