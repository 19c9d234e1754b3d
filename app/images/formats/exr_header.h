#pragma once

#include "app/images/formats/picture_decoders.h"

namespace texelscope::app {

/// OpenEXR's library takes memory for an attribute and for the table of chunks before it looks whether the file has
/// their bytes ("OpenEXR File Layout"). @throws FileError where the file does not have them.
void check_exr_headers(const PictureFile& file);

}  // namespace texelscope::app
