#pragma once

#include <cstddef>
#include <vector>

namespace texelscope::gpu {

/// What another process needs to open a buffer or an event: bytes of the library's own, to be sent as they are. A
/// descriptor says what it is of and carries a checksum, so that one which is wrong or cut short is refused.
using IpcDescriptor = std::vector<std::byte>;

}  // namespace texelscope::gpu
