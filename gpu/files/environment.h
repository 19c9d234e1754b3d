#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace texelscope::gpu {

// Files named by the environment are run or loaded. A relative name would refer to a different file in each working
// folder, such as one unpacked from someone's archive.

/// The folder that a variable names; nullopt if it is not set or not an absolute path.
[[nodiscard]] std::optional<std::filesystem::path> named_folder(const char* variable);

/// Whether it is an executable file.
[[nodiscard]] bool is_program(const std::filesystem::path& path);

/// The first program with this name in the absolute folders of PATH.
[[nodiscard]] std::optional<std::filesystem::path> find_program(std::string_view name);

/// The program that finds the source lines of addresses: binutils' or LLVM's.
[[nodiscard]] std::optional<std::filesystem::path> find_addr2line();

/// Possible locations of a CUDA toolkit: CUDA_HOME and CUDA_PATH, then the usual installation folders.
[[nodiscard]] std::vector<std::filesystem::path> toolkit_folders();

}  // namespace texelscope::gpu
