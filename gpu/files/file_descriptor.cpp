#include "texelscope/gpu/file_descriptor.h"

#include <unistd.h>

namespace texelscope::gpu {

void FileDescriptor::close() noexcept {
  if (number_ >= 0) {
    ::close(release());
  }
}

}  // namespace texelscope::gpu
