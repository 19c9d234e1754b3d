#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <ostream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "gpu/files/replacement_file.h"
#include "gpu/layout/npy_header.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/npy.h"

namespace texelscope::gpu {
namespace {

void write(std::ostream& stream, std::span<const std::byte> bytes) {
  stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

/// Writes the elements individually, in C order.
void gather(std::ostream& stream, const std::byte* memory, const StridedLayout& layout) {
  const auto itemsize = static_cast<std::size_t>(layout.itemsize());
  constexpr std::size_t chunk_bytes = 1 << 16;
  std::vector<std::byte> chunk(std::max(itemsize, chunk_bytes / itemsize * itemsize));
  std::size_t filled = 0;
  Dimensions index = Dimensions::filled(layout.ndim(), 0);
  std::int64_t offset = layout.slice_offset();
  for (std::int64_t written = 0; written < layout.volume() && stream; ++written) {
    std::memcpy(chunk.data() + filled, memory + offset * layout.itemsize(), itemsize);
    filled += itemsize;
    if (filled == chunk.size()) {
      write(stream, chunk);
      filled = 0;
    }
    for (std::size_t axis = layout.ndim(); axis-- > 0;) {
      if (++index[axis] < layout.shape()[axis]) {
        offset += layout.strides()[axis];
        break;
      }
      offset -= layout.strides()[axis] * (layout.shape()[axis] - 1);
      index[axis] = 0;
    }
  }
  write(stream, std::span(chunk).first(filled));
}

bool is_written_in_fortran_order(const StridedLayout& layout) {
  return !layout.is_contiguous_c() && layout.is_contiguous_f();
}

/// The header, if everything can be written.
std::string checked_header(std::span<const std::byte> memory, const StridedLayout& layout, const ElementType& type) {
  if (type.itemsize() != layout.itemsize()) {
    throw InvalidArgument(fmt::format("{} has {} bytes, but the layout's itemsize is {}: they must be equal",
                                      to_string(type), type.itemsize(), layout.itemsize()));
  }
  if (const auto needed = static_cast<std::uint64_t>(layout.required_size_in_bytes()); needed > memory.size()) {
    throw InvalidArgument(fmt::format("{} requires {} bytes, but the memory has {}: pass all of its memory",
                                      to_string(layout), needed, memory.size()));
  }
  return npy_header_text(type, layout.shape(), is_written_in_fortran_order(layout));
}

void write_array(std::ostream& stream, std::string_view header, std::span<const std::byte> memory,
                 const StridedLayout& layout) {
  write(stream, std::as_bytes(std::span(header)));
  if (!layout.is_contiguous_c() && !is_written_in_fortran_order(layout)) {
    gather(stream, memory.data(), layout);
  } else if (!layout.is_empty()) {
    write(stream, memory.subspan(static_cast<std::size_t>(layout.slice_offset_in_bytes()),
                                 static_cast<std::size_t>(layout.volume() * layout.itemsize())));
  }
  stream.flush();
}

}  // namespace

void write_npy(std::ostream& stream, std::span<const std::byte> memory, const StridedLayout& layout,
               const ElementType& type) {
  write_array(stream, checked_header(memory, layout, type), memory, layout);
  if (!stream) {
    throw Error("cannot write an .npy file to its stream: the stream did not accept all bytes");
  }
}

void write_npy(const std::filesystem::path& file, std::span<const std::byte> memory, const StridedLayout& layout,
               const ElementType& type) {
  const std::string header = checked_header(memory, layout, type);
  try {
    ReplacementFile replacement(file);
    write_array(replacement.stream(), header, memory, layout);
    replacement.commit();
  } catch (const std::system_error& reason) {
    throw Error(fmt::format("cannot write {:?}: {}", file.string(), reason.code().message()));
  }
}

}  // namespace texelscope::gpu
