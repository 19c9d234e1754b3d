#include "app/files/byte_source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/write_failure.h"

namespace texelscope::app {
namespace {

[[noreturn]] void fail_source(const std::filesystem::path& path) {
  const std::error_code reason(errno, std::generic_category());
  throw FileError(fmt::format("cannot read {}: {}; {}", path.string(), reason.message(), read_advice(reason)));
}

}  // namespace

std::size_t MemorySource::read(std::uint64_t at, std::span<std::byte> to) const {
  const std::size_t first = std::min<std::uint64_t>(at, bytes_.size());
  const auto found = bytes_.subspan(first, std::min(to.size(), bytes_.size() - first));
  std::ranges::copy(found, to.begin());
  return found.size();
}

FileSource::FileSource(const std::filesystem::path& path)
    : path_{path}, size_{ordinary_file_size(path)}, file_{::open(path.c_str(), O_RDONLY | O_CLOEXEC)} {
  if (file_.is_closed()) {
    fail_source(path_);
  }
}

std::size_t FileSource::read(std::uint64_t at, std::span<std::byte> to) const {
  std::size_t done = 0;
  while (done < to.size() && at + done < size_) {
    const ssize_t count = ::pread(file_.number(), to.data() + done, to.size() - done, static_cast<off_t>(at + done));
    if (count < 0 && errno != EINTR) {
      fail_source(path_);
    }
    if (count == 0) {
      break;
    }
    done += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
  }
  return done;
}

}  // namespace texelscope::app
