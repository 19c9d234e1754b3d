#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/files/replacement_file.h"

namespace texelscope::app {

/// Size of a file in bytes. @throws FileError if it is missing, a folder, or not a regular file.
[[nodiscard]] std::uintmax_t ordinary_file_size(const std::filesystem::path& path);

/// All bytes of a file of at most `largest_size` bytes.
/// @throws FileError if it is missing, a folder, not a regular file, unreadable or larger.
[[nodiscard]] std::vector<std::byte> read_file(const std::filesystem::path& path, std::uintmax_t largest_size);

/// Checks, before lengthy work, whether write_file could succeed. @throws FileError.
void require_writable(const std::filesystem::path& path);

/// Writes a file that is either complete or unchanged: `write` fills a temporary file beside it, which then replaces
/// it. Links are followed, and a file keeps its mode and owner; a device or a pipe is written directly. With
/// `in_cache`, for files that can be regenerated, a power failure may leave an empty file.
/// @throws FileError if the folder is missing or cannot be written to, or the disk is full; any exception of `write`.
void write_file(const std::filesystem::path& path, const std::function<void(std::ostream&)>& write,
                gpu::Durability durability = gpu::Durability::on_disk);

/// Writes these bytes in the same way.
void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes,
                gpu::Durability durability = gpu::Durability::on_disk);

/// Whether anything with this name exists, including a dangling link.
[[nodiscard]] bool is_there(const std::filesystem::path& path);

/// Creates a folder and its missing parents. @throws FileError.
void make_folder(const std::filesystem::path& folder);

/// Removes a file or an empty folder if it exists. @throws FileError.
void remove_file(const std::filesystem::path& path);

/// Removes from a folder temporary files of writers that were killed at least an hour ago.
void remove_abandoned_files(const std::filesystem::path& folder);

/// Whether a name from a file is safe for writing to a folder: 1 to 200 letters, digits, '_', '-' and '.', not starting
/// with '.'.
[[nodiscard]] bool is_file_name(std::string_view name);

/// An unused name in the current folder: "stem.png", "stem-2.png", …
[[nodiscard]] std::filesystem::path free_name(const std::string& stem, std::string_view extension);

}  // namespace texelscope::app
