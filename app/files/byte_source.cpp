#include "app/files/byte_source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>

#include "app/files/file_error.h"
#include "app/files/write_failure.h"
#include "gpu/files/inner_file.h"
#include "gpu/files/lfs_pointer.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_source(const fs::path& path, std::error_code reason = {errno, std::generic_category()}) {
  throw FileError(fmt::format("cannot read {}: {}; {}", path.string(), reason.message(), read_advice(reason)));
}

gpu::FileDescriptor opened(const FilePlace& file) {
  // Another process may replace the file by a pipe, which would block, after it was found to be a regular file.
  constexpr int flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  if (file.within.is_none()) {
    return gpu::FileDescriptor{::open(file.path.c_str(), flags)};
  }
  try {
    return gpu::open_inside(file.within, file.path, flags);
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::cross_device_link) {
      throw FileError(fmt::format("cannot read {}: '..' or a link leads out of the folder {}; use a copy in it",
                                  file.path.string(), file.within.path().string()));
    }
    fail_source(file.path, error.code());
  }
}

/// @throws FileError for anything but a regular file.
std::uint64_t size_of(const gpu::FileDescriptor& file, const fs::path& path) {
  struct stat facts {};
  if (file.is_closed() || ::fstat(file.number(), &facts) != 0) {
    fail_source(path);
  }
  if (!S_ISREG(facts.st_mode)) {
    throw FileError(fmt::format("cannot read {}: it was replaced by a pipe or a device; try again", path.string()));
  }
  return static_cast<std::uint64_t>(facts.st_size);
}

/// Size of a file in bytes. @throws FileError if it is missing, a folder, or not a regular file.
std::uintmax_t ordinary_file_size(const fs::path& path) {
  if (path.native().find('\0') != std::string::npos) {
    throw FileError(fmt::format("cannot read {}: its name has a NUL character; correct the name", path.string()));
  }
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) {
    throw FileError(fmt::format("cannot read {}: there is no such file; check the path", path.string()));
  }
  if (fs::is_directory(status)) {
    throw FileError(fmt::format("cannot read {}: it is a folder; specify a file in it", path.string()));
  }
  // A pipe or a device could block or never end.
  if (!error && !fs::is_regular_file(status)) {
    throw FileError(fmt::format("cannot read {}: not a regular file; save its output to a file first", path.string()));
  }
  const std::uintmax_t size = error ? 0 : fs::file_size(path, error);
  if (error) {
    throw FileError(fmt::format("cannot read {}: {}; {}", path.string(), error.message(), read_advice(error)));
  }
  return size;
}

}  // namespace

std::size_t MemorySource::read(std::uint64_t at, std::span<std::byte> to) const {
  const std::size_t first = std::min<std::uint64_t>(at, bytes_.size());
  const auto found = bytes_.subspan(first, std::min(to.size(), bytes_.size() - first));
  std::ranges::copy(found, to.begin());
  return found.size();
}

FileSource::FileSource(const FilePlace& file) : path_{file.path} {
  static_cast<void>(ordinary_file_size(path_));
  file_ = opened(file);
  size_ = size_of(file_, path_);
  std::array<char, gpu::lfs_pointer_mark.size()> beginning{};
  static_cast<void>(read(0, std::as_writable_bytes(std::span(beginning))));
  if (std::string_view(beginning.data(), beginning.size()) == gpu::lfs_pointer_mark) {
    throw FileError(fmt::format("cannot read {}: {}", path_.string(), gpu::lfs_pointer_reason));
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

std::size_t BlockSource::read(std::uint64_t at, std::span<std::byte> to) const {
  constexpr std::size_t block_bytes = std::size_t{16} << 10U;
  if (to.size() >= block_bytes) {
    return source_.read(at, to);
  }
  std::size_t done = 0;
  while (done < to.size()) {
    if (at + done < begin_ || at + done >= begin_ + block_.size()) {
      block_.resize(block_bytes);
      begin_ = at + done;
      block_.resize(source_.read(begin_, block_));
      if (block_.empty()) {
        break;
      }
    }
    const auto found = std::span(block_)
                           .subspan(at + done - begin_)
                           .first(std::min<std::size_t>(to.size() - done, begin_ + block_.size() - (at + done)));
    std::ranges::copy(found, to.begin() + static_cast<std::ptrdiff_t>(done));
    done += found.size();
  }
  return done;
}

std::vector<std::byte> read_source(const ByteSource& source, const fs::path& path, std::uintmax_t largest_size) {
  if (source.size() > largest_size) {
    throw FileError(fmt::format("cannot read {}: {} bytes exceed the limit of {}; use a smaller file", path.string(),
                                source.size(), largest_size));
  }
  std::vector<std::byte> bytes(source.size());
  if (const std::size_t read = source.read(0, bytes); read != bytes.size()) {
    throw FileError(fmt::format("cannot read {}: only {} of {} bytes could be read; check the disk", path.string(),
                                read, bytes.size()));
  }
  return bytes;
}

}  // namespace texelscope::app
