#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "app/images/formats/picture_decoders.h"
#include "app/images/image.h"

/// Files of several pictures: pages, layers, mip levels, faces. A file's reader names them, and one is read at a time.
namespace texelscope::app {

/// Which of these parts is asked for: the one of that name, or else of that number, from 1; the first where none is
/// named. `names` is not empty. @throws FileError where there is no such part, with those there are.
[[nodiscard]] std::size_t chosen_part(const PictureFile& file, std::span<const std::string> names);

/// Gives the image the names of its file's parts, and says in its note that there are others, unless one was asked for.
/// The note counts the first `num_noted` of them.
void take_parts(Image& image, const PictureFile& file, std::span<const std::string> names, std::size_t num_noted);

}  // namespace texelscope::app
