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

/// The header of an .npy file (NumPy's format, versions 1.0, 2.0 and 3.0).
struct NpyHeader {
  ElementType type;
  /// Dense, in C or F order.
  StridedLayout layout;
  /// Byte order of the data in the file.
  std::endian byte_order = std::endian::native;
  /// Start of the data, in bytes from the beginning of the file.
  std::uint64_t data_offset = 0;
};

/// The array of an .npy file, in the host's byte order.
struct NpyArray {
  ElementType type;
  /// Dense, in C or F order.
  StridedLayout layout;
  /// The bytes of the layout, aligned for any type.
  std::shared_ptr<std::byte[]> data;
  /// All bytes that the layout can address.
  [[nodiscard]] std::span<std::byte> bytes() const {
    return {data.get(), static_cast<std::size_t>(layout.required_size_in_bytes())};
  }
};

/// Reads the header, and checks that the rest of the stream contains the data. The stream must be seekable; the file
/// extends from its position to its end. Leaves the stream at the data.
/// @throws InvalidArgument with the problem: not an .npy file, a damaged header, objects or structured elements,
/// truncated data, or a shape that a layout cannot have. Allocates no more than the file is known to contain.
[[nodiscard]] NpyHeader read_npy_header(std::istream& stream);
/// Reads the header of a file, which error messages name. @throws InvalidArgument, including if it cannot be opened.
[[nodiscard]] NpyHeader read_npy_header(const std::filesystem::path& file);

/// Reads header and data; ignores bytes after them, like NumPy.
/// @throws InvalidArgument like read_npy_header().
[[nodiscard]] NpyArray read_npy(std::istream& stream);
[[nodiscard]] NpyArray read_npy(const std::filesystem::path& file);

/// Writes the same bytes as numpy.save for the same array: version 1.0, in F order if the layout is contiguous in F but
/// not in C order, otherwise in C order. Offset 0 of the layout is the first byte of `memory`, in the host's byte
/// order.
/// @throws InvalidArgument if the memory is too small for the layout, with both sizes, or if the type has a different
/// itemsize or does not exist in NumPy. @throws Error if writing fails.
void write_npy(std::ostream& stream, std::span<const std::byte> memory, const StridedLayout& layout,
               const ElementType& type);
/// Writes to a file, which is either complete or unchanged: the bytes are written to a temporary file beside it, which
/// then replaces it. Links are followed, and an existing file keeps its mode and, if permitted, its owner.
void write_npy(const std::filesystem::path& file, std::span<const std::byte> memory, const StridedLayout& layout,
               const ElementType& type);

}  // namespace texelscope::gpu
