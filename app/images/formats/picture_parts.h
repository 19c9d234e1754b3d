#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "app/images/formats/picture_decoders.h"
#include "app/images/image.h"

/// Image files with multiple parts: pages, layers, mip levels, faces. A format's reader names them, and one is read at
/// a time.
namespace texelscope::app {

/// The requested part: by name, otherwise by number, from 1; the first by default. `names` must not be empty. @throws
/// FileError, with the existing parts, if there is no such part.
[[nodiscard]] std::size_t chosen_part(const PictureFile& file, std::span<const std::string> names);

/// Stores the names of the file's parts in the image, and mentions the others in its note unless a part was requested.
/// The note counts the first `num_noted` of them.
void take_parts(Image& image, const PictureFile& file, std::span<const std::string> names, std::size_t num_noted);

}  // namespace texelscope::app
