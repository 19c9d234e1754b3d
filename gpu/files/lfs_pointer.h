#pragma once

#include <string_view>

/// A checkout without Git LFS contains a small text file in place of each large file.
namespace texelscope::gpu {

/// The first bytes of such a file.
inline constexpr std::string_view lfs_pointer_mark = "version https://git-lfs.github.com/spec/v1";
inline constexpr std::string_view lfs_pointer_reason = "it is a Git LFS pointer, not the file itself; run git lfs pull";

}  // namespace texelscope::gpu
