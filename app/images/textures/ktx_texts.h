#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace texelscope::app {

/// What to say about the row order that the key/value data of a KTX or KTX2 file name: rows are read as stored. Empty
/// for the order of pictures, and for none.
[[nodiscard]] std::string ktx_orientation_note(std::span<const std::byte> texts);

}  // namespace texelscope::app
