#include "app/files/zip_stream.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <new>
#include <span>
#include <streambuf>
#include <vector>

#include "app/files/file_error.h"

namespace texelscope::app {
namespace {

/// Size of the first read, which contains an array's header, and of later reads.
constexpr std::size_t first_block = 4096;
constexpr std::size_t later_block = std::size_t{1} << 16U;

}  // namespace

class ZipStream::Buffer : public std::streambuf {
 public:
  Buffer(const std::filesystem::path& archive, ZipMember member)
      : archive_{archive.string()},
        member_{std::move(member)},
        file_{archive, std::ios::binary},
        packed_left_{member_.stored_size} {
    if (!file_.is_open()) {
      throw FileError(
          fmt::format("cannot read {} of {}: cannot open the archive; check the permissions", member_.name, archive_));
    }
    file_.seekg(static_cast<std::streamoff>(member_.data_offset));
    // Negative: raw deflate without a header, as in ZIP.
    if (member_.is_deflated && inflateInit2(&inflation_, -MAX_WBITS) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~Buffer() override {
    if (member_.is_deflated) {
      inflateEnd(&inflation_);
    }
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  [[nodiscard]] const std::string& fault() const noexcept { return fault_; }

  void finish() {
    seekpos(static_cast<std::streamoff>(position()), std::ios_base::in);
    do {
      setg(eback(), egptr(), egptr());
    } while (underflow() != traits_type::eof());
    if (fault_.empty() && member_.is_deflated && !has_ended_) {
      // The end marker of the deflated bytes follows the last byte.
      char beyond = 0;
      if (inflate_into({&beyond, 1}) != 0 || !has_ended_) {
        fail(fmt::format("does not decompress to its {} bytes", member_.size));
      }
    }
    if (fault_.empty() && crc_ != member_.crc) {
      fail(fmt::format("has checksum {:08x} instead of {:08x}", crc_, member_.crc));
    }
    if (!fault_.empty()) {
      throw FileError(fault_);
    }
  }

 protected:
  int_type underflow() override {
    if (is_at_end_ || unpacked_ == member_.size || !fault_.empty()) {
      return traits_type::eof();
    }
    const std::uint64_t block =
        std::min<std::uint64_t>(unpacked_ == 0 ? first_block : later_block, member_.size - unpacked_);
    block_.resize(static_cast<std::size_t>(block));
    const std::size_t count = member_.is_deflated ? inflate_into(block_) : read_packed(block_);
    crc_ = static_cast<std::uint32_t>(crc32_z(crc_, reinterpret_cast<const Bytef*>(block_.data()), count));
    unpacked_ += count;
    setg(block_.data(), block_.data(), block_.data() + count);
    if (count < block && fault_.empty()) {
      fail(member_.is_deflated ? fmt::format("does not decompress to its {} bytes", member_.size) : "is truncated");
    }
    return count == 0 ? traits_type::eof() : traits_type::to_int_type(*gptr());
  }

  pos_type seekoff(off_type offset, std::ios_base::seekdir from, std::ios_base::openmode which) override {
    if (from == std::ios_base::beg) {
      return seekpos(offset, which);
    }
    if (offset != 0) {
      return {off_type{-1}};
    }
    if (from == std::ios_base::end && !is_at_end_) {
      hidden_ = egptr() - gptr();
      setg(eback(), egptr(), egptr());
      is_at_end_ = true;
    }
    return {static_cast<off_type>(is_at_end_ ? member_.size : position())};
  }
  pos_type seekpos(pos_type to, std::ios_base::openmode /*which*/) override {
    if (off_type{to} != static_cast<off_type>(position())) {
      return {off_type{-1}};
    }
    if (is_at_end_) {
      setg(eback(), egptr() - hidden_, egptr());
      is_at_end_ = false;
    }
    return to;
  }

 private:
  /// The position of the next byte, independent of a seek to the end.
  [[nodiscard]] std::uint64_t position() const {
    return unpacked_ - static_cast<std::uint64_t>(is_at_end_ ? hidden_ : egptr() - gptr());
  }

  void fail(const std::string& reason) {
    fault_ = fmt::format("cannot read the archive {}: {} {}; the archive is damaged", archive_, member_.name, reason);
  }

  /// Reads bytes as stored in the archive; fewer at their end. Returns the count.
  std::size_t read_packed(std::span<char> into) {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), packed_left_));
    file_.read(into.data(), static_cast<std::streamsize>(count));
    const auto found = static_cast<std::size_t>(file_.gcount());
    packed_left_ -= found;
    if (found < count) {
      fail("cannot be read completely");
    }
    return found;
  }

  /// Decompresses until `into` is full or the deflated bytes end. Returns the count.
  std::size_t inflate_into(std::span<char> into) {
    inflation_.next_out = reinterpret_cast<Bytef*>(into.data());
    inflation_.avail_out = static_cast<uInt>(into.size());
    while (inflation_.avail_out > 0 && !has_ended_ && fault_.empty()) {
      if (inflation_.avail_in == 0 && packed_left_ > 0) {
        packed_.resize(packed_.empty() ? first_block : later_block);
        inflation_.avail_in = static_cast<uInt>(read_packed(packed_));
        inflation_.next_in = reinterpret_cast<Bytef*>(packed_.data());
      }
      // Without progress, inflate() returns Z_BUF_ERROR.
      const int status = inflate(&inflation_, Z_NO_FLUSH);
      has_ended_ = status == Z_STREAM_END;
      if (status != Z_OK && !has_ended_) {
        fail(fmt::format("does not decompress to its {} bytes", member_.size));
      }
    }
    return into.size() - inflation_.avail_out;
  }

  std::string archive_;
  ZipMember member_;
  std::ifstream file_;
  /// Remaining bytes in the archive.
  std::uint64_t packed_left_;
  std::vector<char> packed_{};
  z_stream inflation_{};
  bool has_ended_ = false;
  /// Bytes decompressed so far; the latest are in the block.
  std::uint64_t unpacked_ = 0;
  std::vector<char> block_{};
  std::uint32_t crc_ = 0;
  std::string fault_{};
  bool is_at_end_ = false;
  /// The number of unread bytes in the block, saved while the stream is positioned at its end.
  std::ptrdiff_t hidden_ = 0;
};

ZipStream::ZipStream(const std::filesystem::path& archive, const ZipMember& member)
    : std::istream(nullptr), buffer_{std::make_unique<Buffer>(archive, member)} {
  rdbuf(buffer_.get());
}

ZipStream::~ZipStream() = default;

const std::string& ZipStream::fault() const noexcept { return buffer_->fault(); }

void ZipStream::finish() { buffer_->finish(); }

}  // namespace texelscope::app
