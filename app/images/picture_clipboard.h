#pragma once

#include "app/images/image.h"

namespace texelscope::app {

/// Puts a picture on the clipboard of the desktop, as PNG of 8 bits a channel; floats, which are linear light, are
/// encoded by sRGB as they are shown, unless they are
/// encoded already. A program of the desktop keeps it there: wl-copy where WAYLAND_DISPLAY is set, or
/// else xclip. Waits until it has the picture, at most 20 s. @throws ChildError when there is no such program, with
/// what to install, or when it fails; std::system_error when the picture cannot be handed over, as where the disk is
/// full; FileError for a volume.
void copy_picture(const Image& image, bool is_encoded = false);

}  // namespace texelscope::app
