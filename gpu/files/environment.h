#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace texelscope::gpu {

// What the environment names is run or loaded. A relative name would mean another file in each working folder, such as
// one that came with somebody's archive.

/// The folder that a variable names; nothing where it is not set or no absolute path.
[[nodiscard]] std::optional<std::filesystem::path> named_folder(const char* variable);

/// Whether it is a file that may be run.
[[nodiscard]] bool is_program(const std::filesystem::path& path);

/// The first program of this name in the absolute folders of PATH.
[[nodiscard]] std::optional<std::filesystem::path> find_program(std::string_view name);

/// Where a CUDA toolkit may be: what CUDA_HOME and CUDA_PATH name, then where it is installed.
[[nodiscard]] std::vector<std::filesystem::path> toolkit_folders();

}  // namespace texelscope::gpu
