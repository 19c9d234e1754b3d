#pragma once

#include "app/images/image.h"

namespace texelscope::app {

/// Puts an image on the desktop's clipboard, as a PNG with 8 bits per channel. Floats are linear light, which is
/// encoded as sRGB, unless they are already encoded. A desktop program serves the clipboard: wl-copy if WAYLAND_DISPLAY
/// is set, otherwise xclip. Waits until that program has the image, for at most 20 s. @throws ChildError if there is no
/// such program, with the package to install, or if it fails; std::system_error if the image cannot be passed to it,
/// for example because the disk is full; FileError for a volume.
void copy_picture(const Image& image, bool is_encoded = false);

}  // namespace texelscope::app
