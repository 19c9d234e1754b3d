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

/// Bytes of a file. @throws FileError when it is missing, a folder, or no ordinary file.
[[nodiscard]] std::uintmax_t ordinary_file_size(const std::filesystem::path& path);

/// All bytes of a file of at most `largest_size` bytes.
/// @throws FileError when it is missing, a folder, no ordinary file, unreadable or larger.
[[nodiscard]] std::vector<std::byte> read_file(const std::filesystem::path& path, std::uintmax_t largest_size);

/// Finds out before long work whether write_file could succeed. @throws FileError.
void require_writable(const std::filesystem::path& path);

/// Writes a file that is complete, or stays as it was: `write` fills a file beside it, which then takes its place. A
/// link stays a link, a file keeps its mode and its owner; a device or a pipe is written itself. With `in_cache`, which
/// is for files that can be made again, a power failure may leave an empty one.
/// @throws FileError when the folder is missing or cannot be written, or the disk is full; what `write` throws.
void write_file(const std::filesystem::path& path, const std::function<void(std::ostream&)>& write,
                gpu::Durability durability = gpu::Durability::on_disk);

/// The same of these bytes.
void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes,
                gpu::Durability durability = gpu::Durability::on_disk);

/// Whether there is anything of this name, also a link that leads nowhere.
[[nodiscard]] bool is_there(const std::filesystem::path& path);

/// Makes a folder and those that it lies in, where they are missing. @throws FileError.
void make_folder(const std::filesystem::path& folder);

/// Removes a file or an empty folder, where it is there. @throws FileError.
void remove_file(const std::filesystem::path& path);

/// Removes from a folder what writers that were killed an hour ago or earlier left beside their files.
void remove_abandoned_files(const std::filesystem::path& folder);

/// Whether a name that a file tells is safe to write to a folder: 1 to 200 letters, digits, '_', '-' and '.', with no
/// '.' first.
[[nodiscard]] bool is_file_name(std::string_view name);

/// A name in the current folder that no file and no link has: "stem.png", "stem-2.png", …
[[nodiscard]] std::filesystem::path free_name(const std::string& stem, std::string_view extension);

}  // namespace texelscope::app
