#pragma once

#include "app/images/image.h"

namespace texelscope::app {

/// Puts a picture on the clipboard of the desktop, as PNG of 8 bits a channel. Floats are linear light, which is
/// encoded by sRGB, unless they are encoded already. A program of the desktop keeps the picture there: wl-copy where
/// WAYLAND_DISPLAY is set, or else xclip. Waits until that has it, at most 20 s. @throws ChildError if there is no such
/// program, with the package to install, or if it fails; std::system_error if the picture cannot be handed over, such
/// as on a full disk; FileError for a volume.
void copy_picture(const Image& image, bool is_encoded = false);

}  // namespace texelscope::app
