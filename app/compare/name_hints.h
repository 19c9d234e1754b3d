#pragma once

#include <string>
#include <vector>

#include "app/compare/compare_files.h"

namespace texelscope::app {

/// For each pair of which one file is missing: a file of the other folder that has no partner, and that differs in its
/// name by capitals, the ending, or how accents are written (NFC and NFD). Both lists of names are sorted.
void add_name_hints(const std::vector<std::string>& expected, const std::vector<std::string>& actual,
                    std::vector<FilePair>& pairs);

}  // namespace texelscope::app
