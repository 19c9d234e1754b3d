#include "gpu/files/replacement_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <optional>
#include <streambuf>
#include <system_error>
#include <utility>

namespace texelscope::gpu {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void throw_reason(int reason) { throw std::system_error(reason, std::generic_category()); }

int open_special(const WriteTarget& target) {
  const int file = target.descriptor ? ::fcntl(*target.descriptor, F_DUPFD_CLOEXEC, 0)
                                     : ::open(target.path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (file < 0) {
    throw_reason(errno);
  }
  return file;
}

/// A power failure loses the name of a new file unless its folder is also on the disk.
void synchronize_folder(const FileDescriptor& folder) noexcept {
  // For a folder that can be written but not read, this is left to the system.
  const FileDescriptor opened{::openat(folder.number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (!opened.is_closed()) {
    ::fsync(opened.number());
  }
}

}  // namespace

/// Writes to a file, and stores the reason for a failure.
class ReplacementFile::Buffer : public std::streambuf {
 public:
  explicit Buffer(int file) : file_{file} { setp(bytes_.data(), bytes_.data() + bytes_.size()); }
  [[nodiscard]] int reason() const noexcept { return reason_; }

 protected:
  int_type overflow(int_type character) override {
    if (sync() != 0) {
      return traits_type::eof();
    }
    if (!traits_type::eq_int_type(character, traits_type::eof())) {
      *pptr() = traits_type::to_char_type(character);
      pbump(1);
    }
    return traits_type::not_eof(character);
  }
  std::streamsize xsputn(const char* text, std::streamsize count) override {
    if (count <= epptr() - pptr()) {
      return std::streambuf::xsputn(text, count);
    }
    return sync() == 0 && send(text, text + count) ? count : 0;
  }
  int sync() override {
    const bool is_sent = send(pbase(), pptr());
    setp(bytes_.data(), bytes_.data() + bytes_.size());
    return is_sent ? 0 : -1;
  }

 private:
  bool send(const char* begin, const char* end) {
    while (begin != end && reason_ == 0) {
      const ssize_t count = ::write(file_, begin, static_cast<std::size_t>(end - begin));
      if (count >= 0) {
        begin += count;
      } else if (errno != EINTR) {
        reason_ = errno;
      }
    }
    return reason_ == 0;
  }

  int file_;
  int reason_ = 0;
  std::array<char, 65536> bytes_;
};

ReplacementFile::ReplacementFile(const fs::path& target, const Folder& within)
    : target_{write_target(target)}, stream_{nullptr} {
  if (target_.is_special) {
    // Nobody may read a pipe in a folder of others.
    if (!within.is_none()) {
      throw_reason(ENOTSUP);
    }
    beside_ = target_.path;
    file_ = open_special(target_);
  } else {
    folder_ = open_folder_of(target_, within);
    take_facts();
    remove_abandoned_once(target_.path.parent_path(), fs::file_type::regular, beside_name);
    guard_.emplace([this] {
      open_beside();
      return [folder = folder_.number(), beside = beside_.filename()] { ::unlinkat(folder, beside.c_str(), 0); };
    });
  }
  buffer_ = std::make_unique<Buffer>(file_);
  stream_.rdbuf(buffer_.get());
}

void ReplacementFile::take_facts() {
  struct stat facts {};
  const int result = ::fstatat(folder_.number(), target_.path.filename().c_str(), &facts, AT_SYMLINK_NOFOLLOW);
  target_.mode = result == 0 && S_ISREG(facts.st_mode) ? std::optional(facts.st_mode) : std::nullopt;
  target_.owner = facts.st_uid;
  target_.group = facts.st_gid;
}

void ReplacementFile::open_beside() {
  // Nobody else may read the replacement before it has the mode of the replaced file.
  const mode_t mode = target_.mode ? 0600 : 0666;
  do {
    close_file();
    // Independent of the target's name, which may already have the maximum length.
    beside_ = target_.path.parent_path() / beside_name.make();
    file_ = ::openat(folder_.number(), beside_.filename().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                     mode);
    if (file_ < 0) {
      throw_reason(errno);
    }
  } while (!lock_own(file_, beside_.filename(), folder_.number()));
}

ReplacementFile::~ReplacementFile() {
  close_file();
  if (guard_) {
    ::unlinkat(folder_.number(), beside_.filename().c_str(), 0);
  }
}

std::error_code ReplacementFile::stream_error() const noexcept { return {buffer_->reason(), std::generic_category()}; }

void ReplacementFile::commit(Durability durability) {
  if (!stream_.flush()) {
    throw_reason(buffer_->reason() != 0 ? buffer_->reason() : EIO);
  }
  if (target_.is_special) {
    close_file();
    return;
  }
  keep_mode_and_owner();
  if (durability == Durability::on_disk && ::fsync(file_) != 0) {
    throw_reason(errno);
  }
  // Done before the file is closed, because closing releases its lock.
  const int folder = folder_.number();
  if (::renameat(folder, beside_.filename().c_str(), folder, target_.path.filename().c_str()) != 0) {
    throw_reason(errno);
  }
  close_file();
  if (durability == Durability::on_disk) {
    synchronize_folder(folder_);
  }
  guard_.reset();
}

void ReplacementFile::keep_mode_and_owner() const {
  if (!target_.mode) {
    return;
  }
  mode_t mode = *target_.mode & 07777U;
  struct stat facts {};
  if (::fstat(file_, &facts) != 0) {
    throw_reason(errno);
  }
  const bool has_owner = facts.st_uid == target_.owner || ::fchown(file_, target_.owner, static_cast<gid_t>(-1)) == 0;
  const bool has_group = facts.st_gid == target_.group || ::fchown(file_, static_cast<uid_t>(-1), target_.group) == 0;
  if (!has_group) {
    // If the group differs, it is given the permissions of others.
    mode = (mode & ~mode_t{S_IRWXG}) | ((mode & S_IRWXO) << 3U);
  }
  if (!has_owner || !has_group) {
    mode &= ~mode_t{S_ISUID | S_ISGID};
  }
  if (::fchmod(file_, mode) != 0) {
    throw_reason(errno);
  }
}

void ReplacementFile::close_file() noexcept {
  if (const int file = std::exchange(file_, -1); file >= 0) {
    ::close(file);
  }
}

void remove_abandoned_files(const fs::path& folder) { remove_abandoned(folder, fs::file_type::regular, beside_name); }

}  // namespace texelscope::gpu
