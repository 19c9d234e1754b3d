#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <istream>
#include <new>
#include <string>
#include <system_error>

#include "gpu/files/lfs_pointer.h"
#include "gpu/layout/npy_header.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/npy.h"

namespace texelscope::gpu {
namespace {

/// Reads a stream from its position on, never beyond its end.
class BoundedReader {
 public:
  explicit BoundedReader(std::istream& stream) : stream_{stream} {
    const std::istream::pos_type start = stream.tellg();
    stream.seekg(0, std::ios::end);
    const std::istream::pos_type end = stream.tellg();
    stream.seekg(start);
    if (!stream || end < start) {
      throw InvalidArgument("its size cannot be determined: read it from a regular file");
    }
    size_ = static_cast<std::uint64_t>(end - start);
  }

  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] std::uint64_t position() const noexcept { return position_; }
  [[nodiscard]] std::uint64_t remaining() const noexcept { return size_ - position_; }

  /// `count` must be at most remaining().
  void read(void* destination, std::uint64_t count) {
    errno = 0;
    stream_.read(static_cast<char*>(destination), static_cast<std::streamsize>(count));
    if (static_cast<std::uint64_t>(stream_.gcount()) != count) {
      const int reason = errno;
      throw InvalidArgument(fmt::format(
          "reading {} bytes at position {} returned {}: {}", count, position_, stream_.gcount(),
          reason != 0 ? std::generic_category().message(reason) : "the file was changed, or is not readable"));
    }
    position_ += count;
  }

 private:
  std::istream& stream_;
  std::uint64_t size_ = 0;
  std::uint64_t position_ = 0;
};

void require_remaining(const BoundedReader& reader, std::uint64_t count, std::string_view what) {
  if (count > reader.remaining()) {
    throw InvalidArgument(
        fmt::format("{} requires {} bytes from position {}, but only {} {}: the file is truncated or damaged", what,
                    count, reader.position(), reader.remaining(), reader.remaining() == 1 ? "remains" : "remain"));
  }
}

/// 64 extents of 20 digits take 1,300 bytes.
constexpr std::uint64_t largest_header = 1 << 20;

/// The number in a little-endian field of Size bytes.
template <std::size_t Size>
std::uint64_t read_number(BoundedReader& reader, std::string_view what) {
  std::array<unsigned char, Size> bytes{};
  require_remaining(reader, Size, what);
  reader.read(bytes.data(), Size);
  std::uint64_t number = 0;
  for (std::size_t i = Size; i-- > 0;) {
    number = number << 8 | bytes[i];
  }
  return number;
}

NpyHeader read_header(BoundedReader& reader) {
  if (reader.size() == 0) {
    throw InvalidArgument("it is empty: an .npy file has at least a header");
  }
  std::string magic(npy_magic.size(), '\0');
  reader.read(magic.data(), std::min<std::uint64_t>(magic.size(), reader.remaining()));
  if (magic.starts_with("PK\3\4") || magic.starts_with("PK\5\6")) {
    throw InvalidArgument(
        "it is an archive of arrays (.npz): save one of them, such as numpy.save('a.npy', numpy.load('z.npz')['a'])");
  }
  if (lfs_pointer_mark.starts_with(magic)) {
    magic.resize(std::min<std::uint64_t>(lfs_pointer_mark.size(), reader.size()));
    reader.read(magic.data() + npy_magic.size(), magic.size() - npy_magic.size());
    if (magic == lfs_pointer_mark) {
      throw InvalidArgument(std::string(lfs_pointer_reason));
    }
  }
  if (magic != npy_magic) {
    throw InvalidArgument("it is not an .npy file: it does not begin with \\x93NUMPY");
  }
  const std::uint64_t version = read_number<2>(reader, "the version");
  if (version < 1 || version > 3) {
    throw InvalidArgument(fmt::format("it has version {}.{} of the .npy format: 1.0, 2.0 and 3.0 are supported",
                                      version & 0xFF, version >> 8));
  }
  constexpr std::string_view size_name = "the size of the header";
  const std::uint64_t size = version == 1 ? read_number<2>(reader, size_name) : read_number<4>(reader, size_name);
  require_remaining(reader, size, "the header");
  // An archive can decompress a few bytes into an arbitrarily long header of zeros.
  if (size > largest_header) {
    throw InvalidArgument(fmt::format("its header claims {} bytes, but no header needs more than {}: it is damaged",
                                      size, largest_header));
  }
  std::string dictionary(size, '\0');
  reader.read(dictionary.data(), size);

  NpyHeader header = npy_header_from_dictionary(dictionary);
  header.data_offset = reader.position();
  require_remaining(reader, static_cast<std::uint64_t>(header.layout.required_size_in_bytes()),
                    fmt::format("{} of shape {}", to_string(header.type), to_string(header.layout.shape())));
  return header;
}

template <std::size_t Size>
void reverse_each(std::span<std::byte> bytes) {
  for (std::size_t start = 0; start + Size <= bytes.size(); start += Size) {
    std::ranges::reverse(bytes.subspan(start, Size));
  }
}

void reverse_components(std::span<std::byte> bytes, std::int64_t component_size) {
  switch (component_size) {
    case 2:
      return reverse_each<2>(bytes);
    case 4:
      return reverse_each<4>(bytes);
    case 8:
      return reverse_each<8>(bytes);
    case 16:
      return reverse_each<16>(bytes);
    default:
      return;
  }
}

/// Calls a function with the stream of a file, and prefixes errors with the file's name.
template <class Function>
auto with_file(const std::filesystem::path& file, Function function) {
  std::error_code error;
  const bool is_regular = std::filesystem::is_regular_file(file, error);
  if (error || !is_regular) {
    throw InvalidArgument(
        fmt::format("cannot read {:?}: {}", file.string(), error ? error.message() : "it is not a regular file"));
  }
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    const int reason = errno != 0 ? errno : EIO;
    throw InvalidArgument(fmt::format("cannot read {:?}: {}", file.string(), std::generic_category().message(reason)));
  }
  try {
    return function(stream);
  } catch (const InvalidArgument& refusal) {
    throw InvalidArgument(fmt::format("cannot read {:?}: {}", file.string(), refusal.what()));
  }
}

}  // namespace

NpyHeader read_npy_header(std::istream& stream) {
  BoundedReader reader(stream);
  return read_header(reader);
}

NpyHeader read_npy_header(const std::filesystem::path& file) {
  return with_file(file, [](std::istream& stream) { return read_npy_header(stream); });
}

NpyArray read_npy(std::istream& stream) {
  BoundedReader reader(stream);
  const NpyHeader header = read_header(reader);
  const auto size = static_cast<std::size_t>(header.layout.required_size_in_bytes());
  // Not make_shared: its array follows a counter, where 16-byte numbers would not be aligned.
  NpyArray array{header.type, header.layout, std::shared_ptr<std::byte[]>(new (std::nothrow) std::byte[size])};
  if (!array.data) {
    throw InvalidArgument(fmt::format("its {} bytes of data do not fit in memory", size));
  }
  reader.read(array.data.get(), size);
  if (header.byte_order != std::endian::native) {
    reverse_components(array.bytes(), header.type.component_size());
  }
  return array;
}

NpyArray read_npy(const std::filesystem::path& file) {
  return with_file(file, [](std::istream& stream) { return read_npy(stream); });
}

}  // namespace texelscope::gpu
