#pragma once

#include "app/images/formats/picture_decoders.h"

namespace texelscope::app {

/// The OpenEXR library allocates memory for an attribute and for the table of chunks before it checks whether the file
/// contains their bytes ("OpenEXR File Layout"). @throws FileError if the file does not contain them.
void check_exr_headers(const PictureFile& file);

}  // namespace texelscope::app
