#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <memory>
#include <span>

#include "texelscope/gpu/element_type.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::gpu {

/// What an .npy file says before its data (NumPy's format, versions 1.0, 2.0 and 3.0).
struct NpyHeader {
  ElementType type;
  /// Dense, in C or F order.
  StridedLayout layout;
  /// Of the data in the file.
  std::endian byte_order = std::endian::native;
  /// Where the data begin, in bytes from the beginning of the file.
  std::uint64_t data_offset = 0;
};

/// The array of an .npy file, in the host's byte order.
struct NpyArray {
  ElementType type;
  /// Dense, in C or F order.
  StridedLayout layout;
  /// The bytes that the layout asks for, aligned for any number.
  std::shared_ptr<std::byte[]> data;
  /// All bytes that the layout reaches.
  [[nodiscard]] std::span<std::byte> bytes() const {
    return {data.get(), static_cast<std::size_t>(layout.required_size_in_bytes())};
  }
};

/// Reads what stands before the data, and checks that the rest of the stream holds them. The stream must be seekable;
/// the file is what lies between its position and its end. Leaves it at the data.
/// @throws InvalidArgument with what is wrong: no .npy file, a damaged header, objects or structured elements, data cut
/// off, a shape that no layout can have. Nothing is allocated that the file is not known to hold.
[[nodiscard]] NpyHeader read_npy_header(std::istream& stream);
/// The same of a file, with its name in the errors. @throws InvalidArgument also when it cannot be opened.
[[nodiscard]] NpyHeader read_npy_header(const std::filesystem::path& file);

/// Reads header and data; bytes after them are left alone, as NumPy leaves them.
/// @throws InvalidArgument as read_npy_header().
[[nodiscard]] NpyArray read_npy(std::istream& stream);
[[nodiscard]] NpyArray read_npy(const std::filesystem::path& file);

/// Writes the bytes that numpy.save writes for the same array: version 1.0, in F order when the layout is contiguous so
/// and not in C order, else in C order. Offset 0 of the layout is the first byte of `memory`, in the host's byte order.
/// @throws InvalidArgument when the memory is too small for the layout, with both sizes; when the type is of another
/// itemsize or none of NumPy's. @throws Error when writing fails.
void write_npy(std::ostream& stream, std::span<const std::byte> memory, const StridedLayout& layout,
               const ElementType& type);
/// The same to a file, which is complete or stays as it was: the bytes go into a file beside it, which then takes its
/// place. A link stays a link, and a file that is there keeps its mode and, where permitted, its owner.
void write_npy(const std::filesystem::path& file, std::span<const std::byte> memory, const StridedLayout& layout,
               const ElementType& type);

}  // namespace texelscope::gpu
