#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>

#include "app/documents/picture_list.h"
#include "app/images/image_file.h"

/// The list of pictures follows the folders that were opened: pictures that are added to a folder or removed from it.
namespace texelscope::app {

/// Adds files after the last picture, each once, and the pictures of folders, which the list follows. Returns the
/// position of the first of them, even if it was already listed; nothing if there is none.
std::optional<std::size_t> add_files(PictureList& list, std::span<const std::filesystem::path> files,
                                     const ReadOptions& reading = {});

/// Whether follow_folders() may change the list. Queries the system once for each folder.
[[nodiscard]] bool has_changed_folder(const PictureList& list);

/// Lists new pictures of changed folders among the others of their folder, once they are no longer being written, and
/// removes those that no longer exist. The shown picture stays, marked as missing, as does the one shown before it,
/// whose pixels are still in memory; so do all pictures of a folder that cannot be read, such as one that is not
/// mounted.
void follow_folders(PictureList& list);

}  // namespace texelscope::app
