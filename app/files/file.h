#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/files/byte_source.h"
#include "gpu/files/replacement_file.h"
#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::app {

/// All bytes of a file of at most `largest_size` bytes.
/// @throws FileError if it is missing, a folder, not a regular file, unreadable, outside its folder, or larger.
[[nodiscard]] std::vector<std::byte> read_file(const FilePlace& file, std::uintmax_t largest_size);

/// Checks, before lengthy work, whether write_file could succeed. @throws FileError.
void require_writable(const std::filesystem::path& path);

/// Writes a file that is either complete or unchanged: `write` fills a temporary file beside it, which then replaces
/// it. Links are followed, and a file keeps its mode and owner; a device or a pipe is written directly. With
/// `in_cache`, for files that can be regenerated, a power failure may leave an empty file.
/// @throws FileError if the folder is missing or cannot be written to, the file is outside its folder, or the disk is
/// full; any exception of `write`.
void write_file(const FilePlace& file, const std::function<void(std::ostream&)>& write,
                gpu::Durability durability = gpu::Durability::on_disk);

/// Writes these bytes in the same way.
void write_file(const FilePlace& file, std::span<const std::byte> bytes,
                gpu::Durability durability = gpu::Durability::on_disk);

/// Whether anything with this name exists, including a dangling link, in the folder that it must be in.
[[nodiscard]] bool is_there(const FilePlace& file);

/// Whether a path is in the folder that it must be in, after links are resolved; it need not exist.
[[nodiscard]] bool is_inside(const FilePlace& file);

/// Creates a folder and its missing parents. @throws FileError.
void make_folder(const FilePlace& folder);

/// Creates a folder in an existing one. @throws FileError, also if anything has its name.
void make_new_folder(const std::filesystem::path& path);

/// The names in a folder, sorted. @throws FileError.
[[nodiscard]] std::vector<std::string> names_in(const FilePlace& folder);

/// Removes a file if it exists; of a link, only the link. @throws FileError.
void remove_file(const FilePlace& file);

/// Removes a folder if it is empty and not a link.
void remove_empty_folder(const FilePlace& folder);

/// Locks a folder until the descriptor is closed or the process ends in any way. This excludes only other calls, in
/// this process and in others; on a file system without locks, nothing. @throws FileError with `advice` if it is
/// locked and stays so for `wait`.
[[nodiscard]] gpu::FileDescriptor lock_folder(const gpu::Folder& folder, std::string_view advice,
                                              std::chrono::milliseconds wait = {});

/// Removes from a folder temporary files of writers that were killed at least an hour ago.
void remove_abandoned_files(const std::filesystem::path& folder);

/// Whether a name from a file is safe for writing to a folder: 1 to 200 letters, digits, '_', '-' and '.', not starting
/// with '.'.
[[nodiscard]] bool is_file_name(std::string_view name);

/// An unused name in the current folder: "stem.png", "stem-2.png", …
[[nodiscard]] std::filesystem::path free_name(const std::string& stem, std::string_view extension);

}  // namespace texelscope::app
