#pragma once

#include <string>
#include <vector>

#include "app/compare/image_pair.h"

namespace texelscope::app {

/// For each pair with a missing file, finds an unpaired file of the other folder whose name differs only in case,
/// extension, or the encoding of accents (NFC and NFD). Both lists of names are sorted.
void add_name_hints(const std::vector<std::string>& expected, const std::vector<std::string>& actual,
                    std::vector<FilePair>& pairs);

}  // namespace texelscope::app
